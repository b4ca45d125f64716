// Checks active authentication: answers that only the chip can give, and forged ones.
import {
  constants,
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  privateEncrypt,
  randomBytes,
  sign,
} from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { integer, objectId, sequence, setOf, tagged } from '../../../specimens/chips/der.ts'
import { checkActive } from '../../../src/documents/chip/active.ts'
import type { DataGroup } from '../../../src/documents/chip/chip.ts'

const challenge = Uint8Array.from(randomBytes(8))
const bits = 1024
const rsa = generateKeyPairSync('rsa', { modulusLength: bits })
const curve = generateKeyPairSync('ec', { namedCurve: 'brainpoolP256r1' })

const keyFile = (key: KeyObject): Uint8Array =>
  tagged(0x6f, new Uint8Array(key.export({ format: 'der', type: 'spki' })))
const named = (algorithm: string): Uint8Array =>
  tagged(0x6e, setOf(sequence(objectId('2.23.136.1.1.5'), integer(1), objectId(algorithm))))

function check(
  response: Uint8Array,
  key: KeyObject,
  more: readonly [DataGroup, Uint8Array][] = [],
  asked = challenge,
) {
  const groups = new Map<DataGroup, Uint8Array>([[15, keyFile(key)], ...more])
  return checkActive({ sod: new Uint8Array(), groups }, true, { challenge: asked, response })
}

interface Message {
  readonly header?: number
  readonly hash?: string
  readonly trailer?: readonly number[]
  readonly asked?: Uint8Array
  /** Bytes before the hash that the hash does not cover. */
  readonly filler?: number
}

/** What a chip signs, with anything about it changed. */
function answer({
  header = 0x6a,
  hash = 'sha1',
  trailer = [0xbc],
  asked = challenge,
  filler = 0,
}: Message = {}): Uint8Array {
  const hashBytes = createHash(hash).digest().byteLength
  const own = randomBytes(bits / 8 - 1 - hashBytes - trailer.length - filler)
  const digest = createHash(hash).update(own).update(asked).digest()
  const message = Buffer.concat([
    Uint8Array.of(header),
    own,
    new Uint8Array(filler),
    digest,
    Uint8Array.from(trailer),
  ])
  return privateEncrypt({ key: rsa.privateKey, padding: constants.RSA_NO_PADDING }, message)
}

describe('an answer of RSA', () => {
  test.each([
    ['sha1', [0xbc]],
    ['sha1', [0x33, 0xcc]],
    ['sha256', [0x34, 0xcc]],
    ['sha512', [0x35, 0xcc]],
    ['sha384', [0x36, 0xcc]],
    ['sha224', [0x38, 0xcc]],
  ])('with %s is genuine', (hash, trailer) => {
    expect(check(answer({ hash, trailer }), rsa.publicKey).copy).toBe('genuine')
  })

  test.each<[what: string, message: Message]>([
    ['another header', { header: 0x4b }],
    ['no header', { header: 0x00 }],
    ['a trailer of another hash', { hash: 'sha1', trailer: [0x34, 0xcc] }],
    ['a trailer that stands for no hash', { trailer: [0x33, 0xdd] }],
    ['another challenge', { asked: randomBytes(8) }],
    ['bytes that its hash does not cover', { filler: 16 }],
  ])('with %s is that of a copy', (_, message) => {
    expect(check(answer(message), rsa.publicKey).copy).toBe('copy')
  })

  test('is that of a copy when a bit of it is turned, when it is cut, and when it is written another way', () => {
    const right = answer()
    const turned = Uint8Array.from(right)
    turned[40] = (turned[40] ?? 0) ^ 1
    const { n = '' } = rsa.publicKey.export({ format: 'jwk' })
    const modulus = BigInt(`0x${Buffer.from(n, 'base64url').toString('hex')}`)
    const sum = (BigInt(`0x${Buffer.from(right).toString('hex')}`) + modulus).toString(16)
    const above = Buffer.from(sum.padStart(Math.ceil(sum.length / 2) * 2, '0'), 'hex')
    for (const wrong of [
      turned,
      right.subarray(1),
      Buffer.concat([Uint8Array.of(0), right]),
      above,
      new Uint8Array(0),
    ])
      expect(check(wrong, rsa.publicKey).copy).toBe('copy')
  })

  test('of another key is that of a copy', () => {
    expect(check(answer(), generateKeyPairSync('rsa', { modulusLength: bits }).publicKey).copy).toBe('copy')
  })

  test('that anybody can compute for a small exponent is that of a copy', () => {
    // 0 and 1 are their own powers, and the cube root of a number below the modulus needs no key.
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: bits, publicExponent: 3 })
    const start = BigInt(`0x6a${'00'.repeat(bits / 8 - 1)}`)
    let [low, root] = [0n, 1n << BigInt(Math.ceil(bits / 3))]
    while (root - low > 1n) {
      const middle = (low + root) / 2n
      if (middle ** 3n < start) low = middle
      else root = middle
    }
    const bytes = (number: bigint): Buffer => Buffer.from(number.toString(16).padStart(bits / 4, '0'), 'hex')
    for (const forged of [0n, 1n, root, root + 1n]) expect(check(bytes(forged), publicKey).copy).toBe('copy')
  })
})

describe('an answer of ECDSA', () => {
  const plain = (hash: string, key = curve.privateKey): Uint8Array =>
    sign(hash, challenge, { key, dsaEncoding: 'ieee-p1363' })

  test('is genuine with the hash that DG14 names, and with no other', () => {
    const sha256 = named('0.4.0.127.0.7.1.1.4.1.3')
    expect(check(plain('sha256'), curve.publicKey, [[14, sha256]]).copy).toBe('genuine')
    expect(check(plain('sha1'), curve.publicKey, [[14, sha256]]).copy).toBe('copy')
  })

  test('is genuine with any known hash where DG14 names none', () => {
    for (const hash of ['sha1', 'sha224', 'sha256', 'sha384', 'sha512'])
      expect(check(plain(hash), curve.publicKey).copy).toBe('genuine')
  })

  test('is that of a copy in DER, cut, turned, or with zeros', () => {
    const right = plain('sha256')
    const der = sign('sha256', challenge, curve.privateKey)
    const turned = Uint8Array.from(right)
    turned[3] = (turned[3] ?? 0) ^ 1
    for (const wrong of [der, right.subarray(1), turned, new Uint8Array(64), new Uint8Array(64).fill(0xff)])
      expect(check(wrong, curve.publicKey).copy).toBe('copy')
  })

  test('to another challenge is that of a copy', () => {
    expect(check(plain('sha256'), curve.publicKey, [], randomBytes(8)).copy).toBe('copy')
  })
})

describe('what cannot be judged', () => {
  test('an answer without DG15 is a fault', () => {
    const exchange = { challenge, response: answer() }
    expect(checkActive({ sod: new Uint8Array(), groups: new Map() }, true, exchange).fault?.file).toBe('dg15')
  })

  test('a key that is not known proves nothing, and is no fault of the chip', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const { copy, fault, checks } = check(
      sign(null, challenge, createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' }))),
      publicKey,
    )
    expect([copy, fault]).toEqual(['not-asked', undefined])
    expect(checks[0]).toMatchObject({ name: 'active-authentication', outcome: 'noted' })
  })

  test('an algorithm of DG14 that is not known proves nothing', () => {
    const response = sign('sha256', challenge, { key: curve.privateKey, dsaEncoding: 'ieee-p1363' })
    expect(check(response, curve.publicKey, [[14, named('1.2.3')]]).copy).toBe('not-asked')
  })
})
