// Checks specimen chips by node:crypto alone: certificates, hashes, signatures and answers of every algorithm, and every break.
import {
  constants,
  createHash,
  createPublicKey,
  publicDecrypt,
  randomBytes,
  verify,
  X509Certificate,
} from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ALGORITHMS, type Algorithm } from '../../specimens/chips/algorithms.ts'
import { CHIP_BREAKS, type ChipBreak } from '../../specimens/chips/breaks.ts'
import { makeChip, type SpecimenChip } from '../../specimens/chips/chip.ts'
import { bodyOf } from '../../specimens/chips/commands.ts'
import { integer, objectId, octets, sequence, tagged, utf8 } from '../../specimens/chips/der.ts'
import { CHIP_KINDS } from '../../specimens/chips/groups.ts'
import { keyPool } from '../../specimens/chips/signing.ts'

/** Only the second of two chips of one kind needs keys of its own. */
const keys = keyPool()

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

describe('the writer of DER', () => {
  test.each([
    [127, '047f'],
    [128, '048180'],
    [255, '0481ff'],
    [256, '04820100'],
    [65_535, '0482ffff'],
    [65_536, '0483010000'],
  ])('writes the length %i', (length, start) => {
    expect(hex(octets(new Uint8Array(length)).subarray(0, start.length / 2))).toBe(start)
  })

  test('writes numbers, names and tags of two bytes as X.690 does', () => {
    expect(hex(integer(0))).toBe('020100')
    expect(hex(integer(128))).toBe('02020080')
    expect(hex(integer(65_537))).toBe('0203010001')
    expect(hex(integer(Uint8Array.of(0, 0, 200)))).toBe('020200c8')
    expect(hex(objectId('1.2.840.113549.1.1.11'))).toBe('06092a864886f70d01010b')
    expect(hex(objectId('2.999.1'))).toBe('0603883701')
    expect(hex(tagged(0x5f1f, Uint8Array.of(65)))).toBe('5f1f0141')
    expect(hex(sequence(integer(2), utf8('Đ')))).toBe('30070201020c02c490')
  })
})

/** The group's own bytes are hashed, tag and all. */
function hasHashes({ files, algorithm }: SpecimenChip): boolean {
  return [...files.groups].every(([group, bytes]) => {
    const digest = createHash(algorithm.groupHash).update(bytes).digest()
    return hex(files.sod).includes(hex(sequence(integer(group), octets(new Uint8Array(digest)))))
  })
}

function isAnswered(
  { files }: SpecimenChip,
  { active }: Algorithm,
  challenge: Uint8Array,
  answer: Uint8Array,
) {
  const group = Buffer.from(files.groups.get(15) ?? [])
  const length = group[1] ?? 0
  const key = createPublicKey({
    key: group.subarray(length < 128 ? 2 : 2 + (length & 127)),
    format: 'der',
    type: 'spki',
  })
  if (active.key.kind === 'ec')
    return verify(active.hash, challenge, { key, dsaEncoding: 'ieee-p1363' }, answer)
  const message = publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, answer)
  const end = message.length - (active.hash === 'sha1' ? 1 : 2)
  const digestBytes = createHash(active.hash).digest().length
  const own = message.subarray(1, end - digestBytes)
  const digest = createHash(active.hash).update(own).update(challenge).digest()
  return message[0] === 0x6a && digest.equals(message.subarray(end - digestBytes, end))
}

describe('algorithms of chips', () => {
  test('there are at least 24, each under a name of its own', () => {
    expect(new Set(ALGORITHMS.map(({ name }) => name)).size).toBe(ALGORITHMS.length)
    expect(ALGORITHMS.length).toBeGreaterThanOrEqual(24)
  })

  test.each(ALGORITHMS)(
    '$name: the papers of the state, the hashes and the answer are right',
    async (row) => {
      const chip = await makeChip({ kind: 'passport', seed: 3, algorithm: row.name, newKeys: keys() })
      const { root, rootBefore, link, signer } = chip.state
      const paper = (each: { readonly der: Uint8Array }) => new X509Certificate(each.der)
      expect(paper(root).verify(paper(root).publicKey)).toBe(true)
      expect(paper(signer).verify(paper(root).publicKey)).toBe(true)
      expect(paper(link).verify(paper(rootBefore).publicKey)).toBe(true)
      expect(paper(link).verify(paper(link).publicKey)).toBe(false)
      expect(paper(link).subject).toBe(paper(link).issuer)
      expect(paper(signer).verify(paper(rootBefore).publicKey)).toBe(false)
      expect(hasHashes(chip)).toBe(true)
      const challenge = new Uint8Array(randomBytes(8))
      const answer = chip.answer(challenge)
      expect(isAnswered(chip, row, challenge, answer)).toBe(true)
      expect(isAnswered(chip, row, new Uint8Array(8), answer)).toBe(false)
    },
  )
})

describe('kinds of chips', () => {
  test.each(CHIP_KINDS)(
    '%s: the facts are those of the card of the seed, whatever the keys',
    async (kind) => {
      const [one, again] = [
        await makeChip({ kind, seed: 7, newKeys: keys() }),
        await makeChip({ kind, seed: 7, algorithm: 'p256-sha256' }),
      ]
      for (const group of [1, 2, 11, 12, 13] as const)
        expect(again.files.groups.get(group)).toEqual(one.files.groups.get(group))
      expect(again.files.groups.get(15)).not.toEqual(one.files.groups.get(15))
      expect(Buffer.from(one.files.groups.get(1) ?? []).toString('latin1')).toContain('VNM')
    },
  )

  test('the portrait of a chip has about 15 kB', async () => {
    const { files } = await makeChip({ kind: 'cccd-chip', seed: 2, newKeys: keys() })
    expect(files.groups.get(2)?.length).toBeGreaterThan(12_000)
    expect(files.groups.get(2)?.length).toBeLessThan(18_000)
  })

  test('the body of a request names every file', async () => {
    const chip = await makeChip({ kind: 'cccd-chip', seed: 2, newKeys: keys() })
    expect(Object.keys(bodyOf(chip))).toEqual(['sod', 'com', 'dg1', 'dg2', 'dg13', 'dg14', 'dg15'])
  })
})

describe('breaks of chips', () => {
  const inFiles = (Object.keys(CHIP_BREAKS) as ChipBreak[]).filter((name) => /^(dg|group)/.test(name))

  test.each(inFiles)('%s: the security object has not the hashes of the files', async (breaks) => {
    expect(
      hasHashes(
        await makeChip({ kind: 'cccd-chip', seed: 5, breaks, algorithm: 'p256-sha256', newKeys: keys() }),
      ),
    ).toBe(false)
  })

  const inAnswers = (Object.keys(CHIP_BREAKS) as ChipBreak[]).filter(
    (name) => CHIP_BREAKS[name].expected === 'copy' && name !== 'answer-trailer',
  )

  test.each(inAnswers)('%s: the answer does not fit the key of the chip', async (breaks) => {
    const chip = await makeChip({
      kind: 'cccd-chip',
      seed: 5,
      breaks,
      algorithm: 'p256-sha256',
      newKeys: keys(),
    })
    const challenge = new Uint8Array(randomBytes(8))
    const answer = chip.answer(challenge)
    expect(() => isAnswered(chip, chip.algorithm, challenge, answer)).not.toThrow()
    expect(isAnswered(chip, chip.algorithm, challenge, answer)).toBe(false)
  })

  test('answer-trailer: the answer by RSA ends in a trailer that no hash has', async () => {
    const chip = await makeChip({ kind: 'cccd-chip', seed: 5, breaks: 'answer-trailer', newKeys: keys() })
    const key = createPublicKey(chip.activeKey)
    const message = publicDecrypt(
      { key, padding: constants.RSA_NO_PADDING },
      chip.answer(new Uint8Array(randomBytes(8))),
    )
    expect(hex(message.subarray(-2))).toBe('39cc')
  })

  const others = (Object.keys(CHIP_BREAKS) as ChipBreak[]).filter(
    (name) => !inFiles.includes(name) && !inAnswers.includes(name) && name !== 'answer-trailer',
  )

  test.each(others)('%s: a chip is made', async (breaks) => {
    const chip = await makeChip({
      kind: 'cccd-chip',
      seed: 5,
      breaks,
      algorithm: 'p256-sha256',
      newKeys: keys(),
    })
    expect(chip.files.sod[0]).toBe(0x77)
    expect(chip.files.groups.size).toBe(5)
  })
})
