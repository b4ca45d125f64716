// Reads DG14: which hash a chip signs challenges with, and by which of its keys and how it agrees on new keys.
import { checkPrimeSync } from 'node:crypto'
import {
  childrenOf,
  type Der,
  DerFault,
  expectTag,
  Fields,
  readDer,
  readInside,
  TAG,
  Unsupported,
} from '../../der/der.ts'
import { objectIdOf, smallNumberOf, unsignedOf, wholeBytesOf } from '../../der/values.ts'
import { type Scheme, schemeOfObjectId } from '../../trust/algorithms.ts'
import { CURVES, NUMBER_GROUPS } from '../../trust/curves.ts'
import { type EcKey, isWeak, keyObject, readPublicKey } from '../../trust/public-key.ts'

const SECURITY_INFOS_TAG = 0x6e
const ACTIVE_AUTHENTICATION = '2.23.136.1.1.5'

/** How commands are protected once keys were agreed on. */
export interface AgreementProtocol {
  readonly objectId: string
  readonly kind: 'EC' | 'DH'
  readonly cipher: '3des' | 'aes'
  readonly keyBytes: 16 | 24 | 32
}

/** The strongest first; version 1 of chip authentication (ICAO 9303-11, BSI TR-03110). */
const PROTOCOLS: readonly AgreementProtocol[] = [
  { objectId: '0.4.0.127.0.7.2.2.3.2.4', kind: 'EC', cipher: 'aes', keyBytes: 32 },
  { objectId: '0.4.0.127.0.7.2.2.3.2.3', kind: 'EC', cipher: 'aes', keyBytes: 24 },
  { objectId: '0.4.0.127.0.7.2.2.3.2.2', kind: 'EC', cipher: 'aes', keyBytes: 16 },
  { objectId: '0.4.0.127.0.7.2.2.3.1.4', kind: 'DH', cipher: 'aes', keyBytes: 32 },
  { objectId: '0.4.0.127.0.7.2.2.3.1.3', kind: 'DH', cipher: 'aes', keyBytes: 24 },
  { objectId: '0.4.0.127.0.7.2.2.3.1.2', kind: 'DH', cipher: 'aes', keyBytes: 16 },
  { objectId: '0.4.0.127.0.7.2.2.3.2.1', kind: 'EC', cipher: '3des', keyBytes: 16 },
  { objectId: '0.4.0.127.0.7.2.2.3.1.1', kind: 'DH', cipher: '3des', keyBytes: 16 },
]
const KEYS: Readonly<Record<string, AgreementProtocol['kind']>> = {
  '0.4.0.127.0.7.2.2.1.1': 'DH',
  '0.4.0.127.0.7.2.2.1.2': 'EC',
}

/** A key that is a power of the generator of a group of numbers. */
export interface NumberKey {
  readonly kind: 'DH'
  readonly bits: number
  readonly prime: Uint8Array
  readonly generator: Uint8Array
  /** Undefined where the prime is a safe one, and so are its powers. */
  readonly order: Uint8Array | undefined
  readonly value: Uint8Array
}

export type ChipKey = EcKey | NumberKey

/** The key that a chip agrees with, and how. */
export interface Agreement {
  readonly protocol: AgreementProtocol
  readonly keyId: number | undefined
  readonly key: ChipKey
}

/** Lengths of chip files need not be shortest; their bytes are signed as they are. */
const LENIENT = { hasShortestLengths: false }

interface SecurityInfo {
  readonly element: Der
  readonly protocol: string
  readonly fields: Fields
}

function securityInfosOf(file: Uint8Array): readonly SecurityInfo[] {
  const sets = childrenOf(expectTag(readDer(file, LENIENT), SECURITY_INFOS_TAG, 'security infos'))
  return sets.flatMap(childrenOf).map((element) => {
    const fields = new Fields(element, TAG.sequence, 'a security info')
    return { element, protocol: objectIdOf(fields.takeAny('protocol'), 'protocol'), fields }
  })
}

/** How an elliptic key answers challenges; undefined where the file does not say it. */
export function namedScheme(file: Uint8Array): Scheme | undefined {
  const info = securityInfosOf(file).find(({ protocol }) => protocol === ACTIVE_AUTHENTICATION)
  if (!info) return undefined
  info.fields.takeAny('version')
  const scheme = schemeOfObjectId(objectIdOf(info.fields.takeAny('algorithm'), 'algorithm'))
  if (scheme?.kind !== 'ecdsa-plain')
    throw new DerFault(info.element.start, 'names an algorithm for DG15 that is not known')
  return scheme
}

/** The strongest way to agree on keys that the chip offers and that is known here; undefined where there is none. */
export function agreementOf(file: Uint8Array): Agreement | undefined {
  const infos = securityInfosOf(file)
  const keys = infos.flatMap(({ protocol, fields }) => {
    const kind = KEYS[protocol]
    return kind ? [{ kind, info: fields.takeAny('a public key'), keyId: keyIdOf(fields) }] : []
  })
  const named = infos.flatMap(({ protocol, fields }) => {
    const row = PROTOCOLS.find(({ objectId }) => objectId === protocol)
    // Version 2 is that of identity cards with other steps.
    return row && smallNumberOf(fields.takeAny('version'), 'version') === 1
      ? [{ row, keyId: keyIdOf(fields) }]
      : []
  })
  // Old chips have a key and do not say how: Triple DES was the only way.
  const offered =
    named.length > 0 || infos.some(({ protocol }) => protocol.startsWith('0.4.0.127.0.7.2.2.3.'))
      ? named
      : PROTOCOLS.filter(({ cipher }) => cipher === '3des').map((row) => ({ row, keyId: undefined }))
  for (const row of PROTOCOLS)
    for (const { keyId } of offered.filter((one) => one.row === row)) {
      const alike = keys.filter(({ kind }) => kind === row.kind)
      const [own] = alike.length === 1 ? alike : alike.filter((one) => one.keyId === keyId)
      const key = own && usable(own.info)
      if (key?.kind === row.kind) return { protocol: row, keyId: keyId ?? own?.keyId, key }
    }
  return undefined
}

function keyIdOf(fields: Fields): number | undefined {
  const id = fields.takeIf(TAG.integer)
  fields.end()
  return id && smallNumberOf(id, 'number of a key')
}

/** A key on a curve or in a group that is not known here is as good as none. */
function usable(info: Der): ChipKey | undefined {
  try {
    const key = readAgreementKey(info)
    return key.kind === 'DH' || keyObject(key) ? key : undefined
  } catch (error) {
    if (error instanceof Unsupported) return undefined
    throw error
  }
}

const PLAIN_NUMBERS = '1.2.840.113549.1.3.1'
const ORDERED_NUMBERS = '1.2.840.10046.2.1'
const BY_NUMBER = '0.4.0.127.0.7.1.2'
/** The standard's numbers of curves, from 8 on. */
const CURVES_BY_NUMBER = [
  'P-192',
  'brainpoolP192r1',
  'P-224',
  'brainpoolP224r1',
  'P-256',
  'brainpoolP256r1',
  'brainpoolP320r1',
  'P-384',
  'brainpoolP384r1',
  'brainpoolP512r1',
  'P-521',
]
/** Below, a secret can be computed from what is sent; above, one takes too long. */
const NUMBER_BITS = { least: 1024, most: 4096 }
const STRONG_NUMBER_BITS = 2048

export const isWeakKey = (key: ChipKey): boolean =>
  key.kind === 'DH' ? key.bits < STRONG_NUMBER_BITS : isWeak(key)

function readAgreementKey(info: Der): ChipKey {
  const fields = new Fields(info, TAG.sequence, 'a public key')
  const algorithm = new Fields(fields.takeAny('algorithm'), TAG.sequence, 'the algorithm of a key')
  const bits = fields.take(TAG.bitString, 'the key itself')
  fields.end()
  const objectId = objectIdOf(algorithm.takeAny('algorithm'), 'algorithm')
  if (objectId === BY_NUMBER)
    return keyByNumber(smallNumberOf(algorithm.takeAny('group'), 'group'), bits, info)
  if (objectId !== PLAIN_NUMBERS && objectId !== ORDERED_NUMBERS) {
    const key = readPublicKey(info)
    if (key.kind === 'EC') return key
    throw new Unsupported(info.start, 'has a key for agreeing that is one of RSA')
  }
  const numbers = new Fields(algorithm.takeAny('group'), TAG.sequence, 'a group of numbers')
  const [prime, generator] = ['prime', 'generator'].map((what) => unsignedOf(numbers.takeAny(what), what))
  const order = objectId === ORDERED_NUMBERS ? unsignedOf(numbers.takeAny('order'), 'order') : undefined
  if (!prime || !generator) throw new DerFault(info.start, 'has a group without a generator')
  const known = NUMBER_GROUPS.find((group) => group.prime === hexOf(prime))
  return numberKey({ prime, generator, order: known ? fromHex(known.order) : order }, bits, info)
}

function keyByNumber(number: number, bits: Der, info: Der): ChipKey {
  const group = NUMBER_GROUPS[number]
  if (group) {
    const { prime, generator, order } = group
    return numberKey(
      { prime: fromHex(prime), generator: fromHex(generator), order: fromHex(order) },
      bits,
      info,
    )
  }
  const curve = CURVES.find(({ name }) => name === CURVES_BY_NUMBER[number - 8])
  if (!curve) throw new Unsupported(info.start, `names the group ${number}, which is not known`)
  const point = wholeBytesOf(bits, 'point')
  if (point[0] !== 4 || point.byteLength !== 1 + curve.a.length)
    throw new DerFault(bits.start, `has a key that is no point of ${curve.name}`)
  return { kind: 'EC', name: curve.name, bits: curve.bits, curve, point }
}

/** The value must be a power of the generator, and not one of the few that anybody can guess. */
function numberKey(
  { prime, generator, order }: Pick<NumberKey, 'prime' | 'generator' | 'order'>,
  bits: Der,
  info: Der,
): NumberKey {
  const value = unsignedOf(readInside(bits), 'key')
  const [p, g, y] = [prime, generator, value].map(numberOf)
  const size = p?.toString(2).length ?? 0
  const refuse = (words: string) => new Unsupported(info.start, words)
  if (size < NUMBER_BITS.least || size > NUMBER_BITS.most)
    throw refuse(`has a group of ${size} bits; ${NUMBER_BITS.least} to ${NUMBER_BITS.most} are accepted`)
  if (p === undefined || g === undefined || y === undefined || [g, y].some((one) => one < 2n || one > p - 2n))
    throw refuse('has a key outside its group')
  if (!isKnownGroup(prime, order) && !isPrimeGroup(p, order && numberOf(order)))
    throw refuse('has a group whose secrets could be guessed')
  if (order && [g, y].some((one) => power(one, numberOf(order), p) !== 1n))
    throw refuse('has a key outside its group')
  return { kind: 'DH', bits: size, prime, generator, order, value }
}

const isKnownGroup = (prime: Uint8Array, order: Uint8Array | undefined): boolean =>
  NUMBER_GROUPS.some((group) => group.prime === hexOf(prime) && order && group.order === hexOf(order))

/** Without an order only a safe prime leaves no small groups. */
const LEAST_ORDER = 1n << 159n
function isPrimeGroup(prime: bigint, order: bigint | undefined): boolean {
  const powers = order ?? (prime - 1n) / 2n
  return (
    powers >= LEAST_ORDER && (prime - 1n) % powers === 0n && checkPrimeSync(powers) && checkPrimeSync(prime)
  )
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  for (let square = base, rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const fromHex = (hex: string): Uint8Array => Buffer.from(hex, 'hex')
const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${hexOf(bytes)}`)
