// Checks which public keys are accepted: curves by name and by parameters, and the limits of RSA.
import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { bits, integer, nothing, objectId, octets, sequence } from '../../specimens/chips/der.ts'
import { DerFault, readDer, Unsupported } from '../../src/der/der.ts'
import { HASHES, type Scheme } from '../../src/trust/algorithms.ts'
import { CURVES, type EllipticCurve } from '../../src/trust/curves.ts'
import { isSignedBy, isWeak, readPublicKey } from '../../src/trust/public-key.ts'

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'))
const nodeNames: Readonly<Record<string, string>> = {
  'P-192': 'prime192v1',
  'P-224': 'secp224r1',
  'P-256': 'prime256v1',
  'P-384': 'secp384r1',
  'P-521': 'secp521r1',
}
const data = Buffer.from('what is signed')
const [, , sha256] = HASHES
if (!sha256) throw new Error('SHA-256 is missing')
const ecdsa: Scheme = { kind: 'ecdsa', hash: sha256, name: 'ECDSA' }

const newPair = ({ name }: EllipticCurve, paramEncoding: 'named' | 'explicit') =>
  generateKeyPairSync('ec', { namedCurve: nodeNames[name] ?? name, paramEncoding })

describe.each(CURVES)('$name', (curve) => {
  test.each(['named', 'explicit'] as const)(
    'is known when it is %s, and checks signatures',
    (paramEncoding) => {
      const { publicKey, privateKey } = newPair(curve, paramEncoding)
      const key = readPublicKey(readDer(publicKey.export({ format: 'der', type: 'spki' })))
      expect(key.name).toBe(curve.name)
      const signature = sign('sha256', data, privateKey)
      expect(isSignedBy(key, ecdsa, data, signature)).toBe(true)
      expect(isSignedBy(key, ecdsa, Buffer.from('something else'), signature)).toBe(false)
    },
  )
})

describe('explicit parameters', () => {
  const curve = CURVES.find(({ name }) => name === 'brainpoolP224r1') as EllipticCurve
  const { publicKey } = newPair(curve, 'named')
  const exported = Buffer.from(publicKey.export({ format: 'der', type: 'spki' }))
  const point = exported.subarray(exported.byteLength - 57)

  const info = (
    row: EllipticCurve,
    more: { cofactor?: number; generator?: string; version?: number } = {},
  ): Uint8Array =>
    sequence(
      sequence(
        objectId('1.2.840.10045.2.1'),
        sequence(
          integer(more.version ?? 1),
          sequence(objectId('1.2.840.10045.1.1'), integer(hex(row.prime))),
          sequence(octets(hex(row.a)), octets(hex(row.b))),
          octets(hex(more.generator ?? `04${row.x}${row.y}`)),
          integer(hex(row.order)),
          integer(more.cofactor ?? 1),
        ),
      ),
      bits(point),
    )
  const read = (bytes: Uint8Array) => readPublicKey(readDer(bytes))

  test('of a known curve are that curve, also with a generator of half the length', () => {
    expect(read(info(curve)).name).toBe('brainpoolP224r1')
    const isOdd = Number.parseInt(curve.y.slice(-1), 16) % 2 === 1
    expect(read(info(curve, { generator: `${isOdd ? '03' : '02'}${curve.x}` })).name).toBe('brainpoolP224r1')
  })

  test.each(['prime', 'a', 'b', 'order'] as const)('with another %s are no curve', (number) => {
    const last = curve[number].slice(0, -1) + (curve[number].endsWith('1') ? '3' : '1')
    expect(() => read(info({ ...curve, [number]: last }))).toThrow(Unsupported)
  })

  test('with the public key as generator are no curve: everybody would have its private key', () => {
    expect(() => read(info(curve, { generator: point.toString('hex') }))).toThrow('no known curve')
  })

  test('with the other half of the generator, another cofactor or version are no curve', () => {
    const isOdd = Number.parseInt(curve.y.slice(-1), 16) % 2 === 1
    expect(() => read(info(curve, { generator: `${isOdd ? '02' : '03'}${curve.x}` }))).toThrow(Unsupported)
    expect(() => read(info(curve, { cofactor: 2 }))).toThrow(Unsupported)
    expect(() => read(info(curve, { version: 4 }))).toThrow(Unsupported)
  })
})

describe('a key of a curve', () => {
  const info = (curve: string, point: string): Uint8Array =>
    sequence(sequence(objectId('1.2.840.10045.2.1'), objectId(curve)), bits(hex(point)))
  const p256 = CURVES.find(({ name }) => name === 'P-256') as EllipticCurve

  test('of a curve that is not in the table is refused by its name', () => {
    expect(() => readPublicKey(readDer(info('1.3.132.0.10', `04${'11'.repeat(64)}`)))).toThrow('1.3.132.0.10')
  })

  test.each([
    ['infinity', '00'],
    ['too short', `04${p256.x}`],
    ['a hybrid', `06${p256.x}${p256.y}`],
  ])('that is %s is refused', (_, point) => {
    expect(() => readPublicKey(readDer(info(p256.objectId, point)))).toThrow(DerFault)
  })

  test('that does not lie on its curve has signed nothing', () => {
    const off = `04${p256.x}${p256.y.slice(0, -1)}0`
    const key = readPublicKey(readDer(info(p256.objectId, off)))
    expect(isSignedBy(key, ecdsa, data, sequence(integer(1), integer(1)))).toBe(false)
  })
})

describe('a key of RSA', () => {
  const info = (modulus: Uint8Array, exponent: number): Uint8Array =>
    sequence(
      sequence(objectId('1.2.840.113549.1.1.1'), nothing()),
      bits(sequence(integer(modulus), integer(exponent))),
    )
  const modulus = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(0xff)

  test('of 1024 bits is accepted as weak, and of 2048 as strong', () => {
    expect(isWeak(readPublicKey(readDer(info(modulus(128), 65537))))).toBe(true)
    expect(isWeak(readPublicKey(readDer(info(modulus(256), 3))))).toBe(false)
  })

  test.each([
    ['of 1016 bits', modulus(127), 65537],
    ['of 8200 bits', modulus(1025), 65537],
    ['with the exponent 1', modulus(256), 1],
    ['with an even exponent', modulus(256), 65536],
    ['with an even modulus', Uint8Array.of(...modulus(255), 0xfe), 65537],
  ])('%s is refused', (_, number, exponent) => {
    expect(() => readPublicKey(readDer(info(number, exponent)))).toThrow(Unsupported)
  })

  test('that is made for PSS signs nothing else, and only with its own parameters', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa-pss', {
      modulusLength: 1024,
      hashAlgorithm: 'sha256',
      mgf1HashAlgorithm: 'sha1',
    })
    const key = readPublicKey(readDer(publicKey.export({ format: 'der', type: 'spki' })))
    const [sha1] = HASHES
    if (!sha1) throw new Error('SHA-1 is missing')
    const scheme = (maskHash: typeof sha1, saltBytes: number): Scheme => ({
      kind: 'rsa-pss',
      hash: sha256,
      pss: { hash: sha256, maskHash, saltBytes },
      name: 'PSS',
    })
    const signature = sign('sha256', data, privateKey)
    expect(isSignedBy(key, scheme(sha1, 32), data, signature)).toBe(true)
    expect(isSignedBy(key, scheme(sha256, 32), data, signature)).toBe(false)
    expect(isSignedBy(key, scheme(sha1, 20), data, signature)).toBe(false)
    expect(isSignedBy(key, { kind: 'rsa-pkcs1', hash: sha256, name: 'RSA' }, data, signature)).toBe(false)
    // More salt than fits the key is an error of OpenSSL, and no signature.
    expect(isSignedBy(key, scheme(sha1, 500), data, signature)).toBe(false)
  })

  test('accepts no signature that is shorter or longer than itself', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const key = readPublicKey(readDer(publicKey.export({ format: 'der', type: 'spki' })))
    const scheme: Scheme = { kind: 'rsa-pkcs1', hash: sha256, name: 'RSA' }
    const signature = sign('sha256', data, privateKey)
    expect(isSignedBy(key, scheme, data, signature)).toBe(true)
    expect(isSignedBy(key, scheme, data, Buffer.concat([Uint8Array.of(0), signature]))).toBe(false)
    expect(isSignedBy(key, scheme, data, signature.subarray(1))).toBe(false)
  })
})
