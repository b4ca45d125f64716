// Checks chip authentication with the server against the virtual chip, whose ciphers and groups are its own: every protocol, every forgery.
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { AgreementForm } from '../../../specimens/chips/access.ts'
import { USUAL_ACCESS } from '../../../specimens/chips/access.ts'
import { domainOf } from '../../../specimens/chips/card/domains.ts'
import { makeChip, type SpecimenChip } from '../../../specimens/chips/chip.ts'
import { bits, integer, objectId, sequence, setOf, tagged } from '../../../specimens/chips/der.ts'
import { keyPool } from '../../../specimens/chips/signing.ts'
import { agreedAnswer, uploadOf } from '../../../specimens/kit/trust/chip-trust.ts'
import { offerAgreement } from '../../../src/documents/chip/chip-authentication.ts'
import { readChip } from '../../../src/documents/chip/read-chip.ts'
import { isProtectedAnswer, protectedCommand } from '../../../src/documents/chip/secure-messaging.ts'

const keys = keyPool()
const chipOf = (agreement: AgreementForm, seed = 3) =>
  makeChip({
    kind: 'cccd-chip',
    seed,
    algorithm: 'p256-sha256',
    access: { ...USUAL_ACCESS, agreement },
    newKeys: keys(),
  })
const dg14Of = ({ files }: SpecimenChip): Uint8Array => files.groups.get(14) ?? new Uint8Array()

function offered(dg14: Uint8Array, seed: Uint8Array) {
  const made = offerAgreement({ dg14, seed })
  if ('fault' in made) throw new Error(made.fault.words)
  return made.offer
}

async function proved(chip: SpecimenChip, seed: Uint8Array, response: Uint8Array) {
  const { dg2, ...upload } = uploadOf(chip)
  expect(dg2).toBeDefined()
  return readChip({ ...upload, agreement: { seed, response } })
}

const ciphers = ['3des', 'aes128', 'aes192', 'aes256'] as const
const forms = [0, 1, 2, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18].flatMap((domain, i) => {
  const written = domain < 8 ? (['named'] as const) : (['named', 'explicit', 'standardised'] as const)
  return written.map(
    (how, at): AgreementForm => ({ domain, cipher: ciphers[(i + at) % 4] ?? 'aes128', written: how }),
  )
})

describe('a chip that agrees on keys with the server', () => {
  test.each([
    ...forms,
    ...ciphers.map((cipher): AgreementForm => ({ domain: 12, cipher, written: 'named' })),
  ])('is genuine: group $domain, $cipher, $written', async (form) => {
    const chip = await chipOf(form)
    const seed = randomBytes(64)
    const offer = offered(dg14Of(chip), seed)
    if (!offer) throw new Error('no key was offered')
    const response = agreedAnswer(chip, offer.publicKey, offer.command)
    const { copy, checks, fault } = await proved(chip, seed, response)
    expect(fault).toBeUndefined()
    expect(copy).toBe('genuine')
    expect(checks.find(({ name }) => name === 'chip-authentication')?.outcome).toBe('passed')
  })

  test('is asked by the number of its key where it has one', async () => {
    const chip = await chipOf({ domain: 12, cipher: 'aes192', written: 'named', keyId: 5 })
    expect(offered(dg14Of(chip), randomBytes(64))).toMatchObject({
      keyId: 5,
      protocol: '0.4.0.127.0.7.2.2.3.2.3',
    })
  })

  test('is genuine by another status too: only the true chip can seal it', async () => {
    const chip = await chipOf({ domain: 13, cipher: 'aes256', written: 'named' })
    const seed = randomBytes(64)
    const offer = offered(dg14Of(chip), seed)
    if (!offer) throw new Error('no key was offered')
    const response = agreedAnswer(chip, offer.publicKey, offer.command, 0x6a82)
    expect((await proved(chip, seed, response)).copy).toBe('genuine')
  })
})

describe('a forged answer', () => {
  const form: AgreementForm = { domain: 12, cipher: 'aes128', written: 'named' }

  test.each([form, { domain: 0, cipher: '3des', written: 'named' } satisfies AgreementForm])(
    'is that of a copy, whichever byte differs: $cipher',
    async (form) => {
      const chip = await chipOf(form)
      const seed = randomBytes(64)
      const offer = offered(dg14Of(chip), seed)
      if (!offer) throw new Error('no key was offered')
      const right = agreedAnswer(chip, offer.publicKey, offer.command)
      for (let at = 0; at < right.length; at++) {
        const wrong = Uint8Array.from(right)
        wrong[at] = (wrong[at] ?? 0) ^ (1 << (at % 8))
        expect((await proved(chip, seed, wrong)).copy).toBe('copy')
      }
      for (const wrong of [
        new Uint8Array(),
        Uint8Array.of(0x90, 0),
        right.subarray(0, -2),
        right.subarray(0, -1),
        Uint8Array.of(...right, 0),
        Uint8Array.of(...right.subarray(0, -2), 0x90, 0, 0x90, 0),
        offer.command,
        offer.command.subarray(5),
        randomBytes(1024),
      ])
        expect((await proved(chip, seed, wrong)).copy).toBe('copy')
    },
  )

  test('of another session, of another chip, or of a copy without the key is that of a copy', async () => {
    const chip = await chipOf(form)
    const [seed, second] = [randomBytes(64), randomBytes(64)]
    const offer = offered(dg14Of(chip), seed)
    const later = offered(dg14Of(chip), second)
    if (!offer || !later) throw new Error('no key was offered')
    expect(offer.publicKey).not.toEqual(later.publicKey)
    const right = agreedAnswer(chip, offer.publicKey, offer.command)
    expect((await proved(chip, second, right)).copy).toBe('copy')
    // A copy has another key, and cannot even open the command.
    const stranger = await makeChip({
      kind: 'cccd-chip',
      seed: 5,
      access: { ...USUAL_ACCESS, agreement: form },
    })
    const copied = agreedAnswer(stranger, offer.publicKey, offer.command)
    expect(copied).toEqual(Uint8Array.of(0x69, 0x88))
    expect((await proved(chip, seed, copied)).copy).toBe('copy')
  })

  test('of a file that the state did not sign breaks the chip', async () => {
    const chip = await chipOf(form)
    const own = await makeChip({ kind: 'cccd-chip', seed: 9, access: { ...USUAL_ACCESS, agreement: form } })
    const seed = randomBytes(64)
    const offer = offered(dg14Of(own), seed)
    if (!offer) throw new Error('no key was offered')
    const response = agreedAnswer(own, offer.publicKey, offer.command)
    const swapped = {
      ...chip,
      files: { ...chip.files, groups: new Map(chip.files.groups).set(14, dg14Of(own)) },
    }
    const { fault, copy } = await proved(swapped, seed, response)
    expect([fault?.file, fault?.reason, copy]).toEqual(['dg14', 'changed', 'not-asked'])
    // The answer to the own file, sent with the signed one.
    expect((await proved(chip, seed, response)).copy).toBe('copy')
  })

  test('without DG14 is told, and one that was not asked for is noted', async () => {
    const chip = await chipOf(form)
    const { dg2, dg14, ...rest } = uploadOf(chip)
    expect([dg2, dg14]).not.toContain(undefined)
    const missing = await readChip({
      ...rest,
      agreement: { seed: randomBytes(64), response: randomBytes(16) },
    })
    expect(missing.fault).toMatchObject({ file: 'dg14', reason: 'malformed' })
    const unasked = await readChip({ ...rest, dg14 })
    expect(unasked.copy).toBe('not-asked')
    expect(unasked.checks.find(({ name }) => name === 'chip-authentication')?.outcome).toBe('noted')
  })

  test('beside a right answer to the challenge is still that of a copy', async () => {
    const chip = await chipOf(form)
    const { dg2, ...upload } = uploadOf(chip)
    expect(dg2).toBeDefined()
    const challenge = new Uint8Array(randomBytes(8))
    const active = { challenge, response: chip.answer(challenge) }
    const agreement = { seed: randomBytes(64), response: randomBytes(16) }
    expect((await readChip({ ...upload, active })).copy).toBe('genuine')
    expect((await readChip({ ...upload, active, agreement })).copy).toBe('copy')
  })
})

describe('a key that nobody can agree with safely is not offered', () => {
  const group = domainOf(2)
  const number = (value: bigint): Uint8Array => {
    const hex = value.toString(16)
    return integer(new Uint8Array(Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')))
  }
  const [prime, order, generator] = [group.prime, group.order, group.generator[0] ?? 0n]
  const fileOf = (kind: 1 | 2, info: Uint8Array) =>
    tagged(
      0x6e,
      setOf(
        sequence(objectId(`0.4.0.127.0.7.2.2.3.${kind}.2`), integer(1)),
        sequence(objectId(`0.4.0.127.0.7.2.2.1.${kind}`), info),
      ),
    )
  const numbersFile = (p: bigint, g: bigint, q: bigint | undefined, y: bigint) =>
    fileOf(
      1,
      sequence(
        sequence(
          objectId(q === undefined ? '1.2.840.113549.1.3.1' : '1.2.840.10046.2.1'),
          sequence(number(p), number(g), ...(q === undefined ? [] : [number(q)])),
        ),
        bits(number(y)),
      ),
    )
  const pointFile = (point: Uint8Array) =>
    fileOf(2, sequence(sequence(objectId('0.4.0.127.0.7.1.2'), integer(12)), bits(point)))
  const good = group.power(group.generator, 77n)[0] ?? 0n
  const curve = domainOf(12)
  const point = curve.encode(curve.power(curve.generator, 5n))
  const offCurve = Uint8Array.from(point)
  offCurve[64] = (offCurve[64] ?? 0) ^ 1

  test('the same forms with good keys are', () => {
    for (const file of [
      numbersFile(prime, generator, order, good),
      numbersFile(prime, generator, undefined, good),
      pointFile(point),
    ])
      expect(offered(file, randomBytes(64))).toBeDefined()
  })

  test.each<[what: string, file: Uint8Array]>([
    ['the number 0', numbersFile(prime, generator, order, 0n)],
    ['the number 1', numbersFile(prime, generator, order, 1n)],
    ['the largest number', numbersFile(prime, generator, order, prime - 1n)],
    ['a number beyond the prime', numbersFile(prime, generator, order, prime + good)],
    ['a number of a small group', numbersFile(prime, generator, order, smallNumber())],
    ['a generator of a small group', numbersFile(prime, smallNumber(), order, good)],
    ['a small order', numbersFile(prime - 2n, 4n, 3n, 4n)],
    ['a prime that is none', numbersFile(prime + 2n, generator, undefined, good)],
    ['a prime with small groups', numbersFile(domainOf(0).prime * 2n + 1n, 4n, undefined, 16n)],
    ['a short prime', numbersFile(2n ** 521n - 1n, 3n, undefined, 9n)],
    ['a prime that takes too long', numbersFile(2n ** 4423n - 1n, 3n, undefined, 9n)],
    [
      'an unknown group',
      fileOf(2, sequence(sequence(objectId('0.4.0.127.0.7.1.2'), integer(7)), bits(point))),
    ],
    ['a point off the curve', pointFile(offCurve)],
  ])('%s', (_, file) => {
    expect(offered(file, randomBytes(64))).toBeUndefined()
  })

  test.each<[what: string, file: Uint8Array]>([
    ['the point at infinity', pointFile(Uint8Array.of(0))],
    ['a point that is cut', pointFile(point.subarray(0, -1))],
    ['no file of security infos', tagged(0x6f, point)],
    ['a file that is cut', pointFile(point).subarray(0, -1)],
  ])('%s is malformed', (_, file) => {
    expect(offerAgreement({ dg14: file, seed: randomBytes(64) })).toMatchObject({ fault: { file: 'dg14' } })
  })

  /** Of the group of two thirds of the rest: its order divides what the prime leaves beside the true order. */
  function smallNumber(): bigint {
    const rest = (prime - 1n) / order
    for (let base = 2n; ; base++) {
      const value = group.power([base], (prime - 1n) / smallFactorOf(rest))[0] ?? 1n
      if (value !== 1n && value !== prime - 1n) return value
    }
  }
  function smallFactorOf(rest: bigint): bigint {
    for (let factor = 3n; ; factor += 2n) if (rest % factor === 0n) return factor
  }
})

test('a chip that offers version 2 alone is not asked, and one that does not say how is asked by Triple DES', async () => {
  const chip = await chipOf({ domain: 12, cipher: 'aes128', written: 'named' })
  const info = chip.agreementKey?.publicKey ?? new Uint8Array()
  const key = sequence(objectId('0.4.0.127.0.7.2.2.1.2'), info)
  const second = tagged(0x6e, setOf(key, sequence(objectId('0.4.0.127.0.7.2.2.3.2.2'), integer(2))))
  expect(offered(second, randomBytes(64))).toBeUndefined()
  expect(offered(tagged(0x6e, setOf(key)), randomBytes(64))?.protocol).toBe('0.4.0.127.0.7.2.2.3.2.1')
})

test('secure messaging is that of the worked example of ICAO 9303-11, appendix D.4', () => {
  const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
  const example = {
    cipher: '3des',
    encryption: hex('979EC13B1CBFE9DCD01AB0FED307EAE5'),
    mac: hex('F1CB1F1FB5ADF208806B89DC579DC1F8'),
  } as const
  const command = protectedCommand(example, [0xa4, 0x02, 0x0c], hex('011E'), 0x887022120c06c227n)
  expect(command.toString('hex').toUpperCase()).toBe('0CA4020C158709016375432908C044F68E08BF8B92D635FF24F800')
  const answer = hex('990290008E08FA855A5D4C50A8ED9000')
  expect(isProtectedAnswer(example, answer, 0x887022120c06c228n)).toBe(true)
  expect(isProtectedAnswer(example, answer, 0x887022120c06c229n)).toBe(false)
})
