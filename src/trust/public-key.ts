// Reads public keys, RSA and elliptic curves by name or by explicit parameters, and checks signatures with them.
import { constants, createPublicKey, type KeyObject, type VerifyKeyObjectInput, verify } from 'node:crypto'
import { contentOf, type Der, DerFault, Fields, readInside, TAG, Unsupported } from '../der/der.ts'
import { objectIdOf, smallNumberOf, unsignedOf, wholeBytesOf } from '../der/values.ts'
import { element, nothing, objectId, sequence, unsigned } from '../der/write.ts'
import { type Hash, type PssParameters, readPssParameters, type Scheme } from './algorithms.ts'
import { CURVES, type EllipticCurve } from './curves.ts'

export interface RsaKey {
  readonly kind: 'RSA'
  /** Such as `RSA 2048`. */
  readonly name: string
  readonly bits: number
  /** Both without leading zeros. */
  readonly modulus: Uint8Array
  readonly exponent: Uint8Array
  /** The key says that it is for PSS, and perhaps with which parameters. */
  readonly isForPss: boolean
  readonly pss?: PssParameters | undefined
}

export interface EcKey {
  readonly kind: 'EC'
  /** The name of the curve. */
  readonly name: string
  readonly bits: number
  readonly curve: EllipticCurve
  readonly point: Uint8Array
}

export type PublicKey = RsaKey | EcKey

const RSA = '1.2.840.113549.1.1.1'
const RSA_PSS = '1.2.840.113549.1.1.10'
const MASK_GENERATION = '1.2.840.113549.1.1.8'
const ELLIPTIC_CURVE = '1.2.840.10045.2.1'
const PRIME_FIELD = '1.2.840.10045.1.1'

/** Below, a key can be broken with what a university has; above, one check takes too long. */
const RSA_BITS = { least: 1024, most: 8192 }
/** An exponent of more than 64 bits has no use, and OpenSSL refuses it with large keys. */
const MAX_EXPONENT_BYTES = 8
/** Keys below these sizes are accepted, because old documents have them, and noted. */
const STRONG_BITS = { RSA: 2048, EC: 224 }

export const isWeak = (key: PublicKey): boolean => key.bits < STRONG_BITS[key.kind]

/** Reads a SubjectPublicKeyInfo. */
export function readPublicKey(info: Der): PublicKey {
  const fields = new Fields(info, TAG.sequence, 'a public key')
  const algorithm = new Fields(fields.takeAny('algorithm'), TAG.sequence, 'the algorithm of a key')
  const bits = fields.take(TAG.bitString, 'the key itself')
  fields.end()
  const objectId = objectIdOf(algorithm.takeAny('algorithm'), 'algorithm')
  if (objectId === ELLIPTIC_CURVE) {
    const parameters = algorithm.takeAny('curve')
    algorithm.end()
    return ecKey(readCurve(parameters), bits)
  }
  if (objectId !== RSA && objectId !== RSA_PSS)
    throw new Unsupported(
      info.start,
      `has a key of the algorithm ${objectId}; RSA and elliptic curves are known`,
    )
  const isForPss = objectId === RSA_PSS
  const parameters = algorithm.peek()
  const pss = isForPss && parameters?.tag === TAG.sequence ? readPssParameters(parameters) : undefined
  if (!pss && parameters && (parameters.tag !== TAG.null || contentOf(parameters).byteLength > 0))
    throw new DerFault(parameters.start, 'has parameters that a key of RSA has not')
  return rsaKey(readInside(bits), { isForPss, pss })
}

function rsaKey(numbers: Der, usage: Pick<RsaKey, 'isForPss' | 'pss'>): RsaKey {
  const fields = new Fields(numbers, TAG.sequence, 'a key of RSA')
  const modulus = unsignedOf(fields.takeAny('modulus'), 'modulus')
  const exponent = unsignedOf(fields.takeAny('exponent'), 'exponent')
  fields.end()
  const bits = bitLength(modulus)
  if (bits < RSA_BITS.least || bits > RSA_BITS.most)
    throw new Unsupported(
      numbers.start,
      `has an RSA key of ${bits} bits; ${RSA_BITS.least} to ${RSA_BITS.most} are accepted`,
    )
  const isOdd = ((modulus.at(-1) ?? 0) & (exponent.at(-1) ?? 0) & 1) === 1
  // With the exponent 1 everybody can sign.
  if (
    !isOdd ||
    exponent.byteLength > MAX_EXPONENT_BYTES ||
    (exponent.byteLength === 1 && (exponent[0] ?? 0) < 3)
  )
    throw new Unsupported(numbers.start, 'has an RSA key with which nobody can sign safely')
  return { kind: 'RSA', name: `RSA ${bits}`, bits, modulus, exponent, ...usage }
}

function ecKey(curve: EllipticCurve, bits: Der): EcKey {
  const point = wholeBytesOf(bits, 'point')
  const fieldBytes = curve.a.length / 2
  const isWhole = point[0] === 4 && point.byteLength === 1 + 2 * fieldBytes
  const isCompressed = (point[0] === 2 || point[0] === 3) && point.byteLength === 1 + fieldBytes
  if (!isWhole && !isCompressed) throw new DerFault(bits.start, `has a key that is no point of ${curve.name}`)
  return { kind: 'EC', name: curve.name, bits: curve.bits, curve, point }
}

function readCurve(parameters: Der): EllipticCurve {
  if (parameters.tag === TAG.objectId) {
    const objectId = objectIdOf(parameters, 'curve')
    const curve = CURVES.find((row) => row.objectId === objectId)
    if (!curve) throw new Unsupported(parameters.start, `names the curve ${objectId}, which is not known`)
    return curve
  }
  if (parameters.tag !== TAG.sequence)
    throw new Unsupported(parameters.start, 'does not say which curve it uses')
  return explicitCurve(parameters)
}

/**
 * Explicit parameters must be those of a known curve in every number, the generator included. Whoever may choose the
 * generator can make a private key for any public key (CVE-2020-0601).
 */
function explicitCurve(parameters: Der): EllipticCurve {
  const fields = new Fields(parameters, TAG.sequence, 'the parameters of a curve')
  const version = smallNumberOf(fields.takeAny('version'), 'version')
  const field = new Fields(fields.takeAny('field'), TAG.sequence, 'the field of a curve')
  const fieldKind = objectIdOf(field.takeAny('kind of field'), 'kind of field')
  if (fieldKind !== PRIME_FIELD)
    throw new Unsupported(parameters.start, `has a curve over the field ${fieldKind}; prime fields are known`)
  const prime = hexOf(unsignedOf(field.takeAny('prime'), 'prime'))
  field.end()
  const numbers = new Fields(fields.takeAny('curve'), TAG.sequence, 'the numbers of a curve')
  const a = hexOf(contentOf(numbers.take(TAG.octetString, 'a')))
  const b = hexOf(contentOf(numbers.take(TAG.octetString, 'b')))
  // The seed says how a and b were found; it changes nothing.
  numbers.takeIf(TAG.bitString)
  numbers.end()
  const generator = hexOf(contentOf(fields.take(TAG.octetString, 'generator')))
  const order = hexOf(unsignedOf(fields.takeAny('order'), 'order'))
  const cofactor = fields.takeIf(TAG.integer)
  fields.end()
  const curve = CURVES.find(
    (row) =>
      row.prime === prime &&
      isSameNumber(row.a, a) &&
      isSameNumber(row.b, b) &&
      row.order === order &&
      (generator === `04${row.x}${row.y}` || generator === `${compressedPrefix(row)}${row.x}`),
  )
  const isUsual = version >= 1 && version <= 3 && (!cofactor || smallNumberOf(cofactor, 'cofactor') === 1)
  if (!curve || !isUsual)
    throw new Unsupported(parameters.start, 'has explicit parameters that are those of no known curve')
  return curve
}

/** Some issuers leave out the leading zeros of a number, and one writes a zero too many. */
const isSameNumber = (known: string, written: string): boolean =>
  written.length <= known.length + 2 && withoutZeros(known) === withoutZeros(written)

const withoutZeros = (hex: string): string => hex.replace(/^0+/, '')

const compressedPrefix = ({ y }: EllipticCurve): string =>
  Number.parseInt(y.slice(-1), 16) % 2 === 1 ? '03' : '02'

/** Says whether the key made this signature of the data with this scheme, and with no other. */
export function isSignedBy(key: PublicKey, scheme: Scheme, data: Uint8Array, signature: Uint8Array): boolean {
  const how = verification(key, scheme, signature.byteLength)
  if (!how) return false
  try {
    return verify(scheme.hash.id, data, how, signature)
  } catch {
    // OpenSSL throws where a key is too small for its hash and salt: such a signature cannot exist.
    return false
  }
}

/** What node:crypto needs for this key and this scheme; nothing where they do not belong together. */
function verification(
  key: PublicKey,
  scheme: Scheme,
  signatureBytes: number,
): VerifyKeyObjectInput | undefined {
  if (key.kind === 'EC') {
    if (scheme.kind !== 'ecdsa' && scheme.kind !== 'ecdsa-plain') return undefined
    const usable = keyObject(key)
    return usable && { key: usable, dsaEncoding: scheme.kind === 'ecdsa' ? 'der' : 'ieee-p1363' }
  }
  // OpenSSL would fill up a short signature with zeros.
  if (signatureBytes !== key.modulus.byteLength) return undefined
  if (scheme.kind === 'rsa-pkcs1') {
    const usable = key.isForPss ? undefined : keyObject(key)
    return usable && { key: usable, padding: constants.RSA_PKCS1_PADDING }
  }
  if (scheme.kind !== 'rsa-pss' || !scheme.pss) return undefined
  const { hash, maskHash, saltBytes } = scheme.pss
  const isAllowed =
    !key.pss || (key.pss.hash === hash && key.pss.maskHash === maskHash && key.pss.saltBytes <= saltBytes)
  // The parameters are put into the key, because node:crypto takes the hash of the mask only from there.
  const usable = isAllowed ? keyObject(key, scheme.pss) : undefined
  return usable && { key: usable, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: saltBytes }
}

/** Returns nothing for a point that does not lie on its curve, and for what else OpenSSL does not accept as a key. */
export function keyObject(key: PublicKey, pss?: PssParameters): KeyObject | undefined {
  const algorithm =
    key.kind === 'EC'
      ? sequence(objectId(ELLIPTIC_CURVE), objectId(key.curve.objectId))
      : pss
        ? sequence(objectId(RSA_PSS), pssParameters(pss))
        : sequence(objectId(RSA), nothing)
  const bits = key.kind === 'EC' ? key.point : sequence(unsigned(key.modulus), unsigned(key.exponent))
  const info = sequence(algorithm, element(TAG.bitString, Uint8Array.of(0), bits))
  try {
    return createPublicKey({ key: info, format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

function pssParameters({ hash, maskHash, saltBytes }: PssParameters): Buffer {
  const identifier = (one: Hash): Buffer => sequence(objectId(one.objectId), nothing)
  return sequence(
    element(0xa0, identifier(hash)),
    element(0xa1, sequence(objectId(MASK_GENERATION), identifier(maskHash))),
    element(
      0xa2,
      unsigned(Uint8Array.of(saltBytes >> 8, saltBytes & 0xff).subarray(saltBytes < 256 ? 1 : 0)),
    ),
  )
}

const bitLength = (bytes: Uint8Array): number => bytes.byteLength * 8 - (Math.clz32(bytes[0] ?? 0) - 24)

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
