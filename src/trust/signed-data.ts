// Takes apart CMS SignedData, the form of security objects, master lists and Apple's receipts, and checks its one signature.
import { createHash } from 'node:crypto'
import {
  bytesOf,
  childrenOf,
  contentOf,
  type Der,
  DerFault,
  Fields,
  readDer,
  TAG,
  Unsupported,
} from '../der/der.ts'
import { integerBytesOf, objectIdOf, smallNumberOf, timeOf } from '../der/values.ts'
import { type Hash, readHash, readScheme, type Scheme } from './algorithms.ts'
import { type Certificate, certificateOf, publicKeyOf } from './certificate.ts'
import { isSignedBy, type PublicKey } from './public-key.ts'

const SIGNED_DATA = '1.2.840.113549.1.7.2'
const PLAIN_DATA = '1.2.840.113549.1.7.1'
const ATTRIBUTES = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  algorithmProtection: '1.2.840.113549.1.9.52',
} as const

export interface SignedData {
  /** The string of bytes that is signed. */
  readonly content: Der
  readonly contentHash: Hash
  readonly scheme: Scheme
  readonly signer: Certificate
  readonly key: PublicKey
  /** All certificates, the signer's among them. */
  readonly certificates: readonly Der[]
  readonly signedAt: Date | undefined
  /** Whether the signed attributes have the hash of the content, or the content itself is signed. */
  readonly hasContentHash: boolean
  /** Whether the signer's key signed the attributes. */
  readonly hasSignature: boolean
  /** Whether the signer is named with the parts of its issuer's name in another order than its certificate has them. */
  readonly isNamedInOtherOrder: boolean
  /** Parts that no signature covers, and that are not looked at. */
  readonly unsignedParts: readonly string[]
}

export interface SignedDataOptions {
  /** Malaysia's security objects name the issuer of their signer with its parts in another order. */
  readonly mayReorderNames?: boolean
}

/**
 * Everything that is not signed must have one meaning only: one signer, known versions, the certificate that the signer
 * names, the same algorithms wherever they are named. So no byte of it can be changed unnoticed.
 */
export function readSignedData(
  whole: Der,
  contentType: string,
  { mayReorderNames = false }: SignedDataOptions = {},
): SignedData {
  const outer = new Fields(whole, TAG.sequence, 'signed data')
  const kind = objectIdOf(outer.takeAny('kind'), 'kind')
  if (kind !== SIGNED_DATA) throw new DerFault(whole.start, `is ${kind} and not signed data of CMS`)
  const wrapper = new Fields(outer.take(0xa0, 'signed data'), 0xa0, 'signed data')
  outer.end()
  const fields = new Fields(wrapper.takeAny('signed data'), TAG.sequence, 'signed data')
  wrapper.end()
  // RFC 5652: plain data is version 1, any other kind of content version 3.
  expectVersion(fields.takeAny('version'), contentType === PLAIN_DATA ? 1 : 3)
  const hashes = childrenOf(fields.take(TAG.set, 'hashes')).map(readHash)
  const content = readContent(fields.takeAny('content'), contentType)
  const certificates = childrenOf(fields.take(0xa0, 'certificates'))
  const revocationLists = fields.takeIf(0xa1)
  const signers = fields.take(TAG.set, 'signers')
  fields.end()
  const [only, ...others] = childrenOf(signers)
  if (!only) throw new DerFault(signers.start, 'has no signer')
  if (others.length > 0)
    throw new Unsupported(signers.start, `has ${others.length + 1} signers; one is expected`)

  const signer = readSigner(only, contentType, content)
  if (!hashes.includes(signer.hash))
    throw new DerFault(only.start, 'does not name the hash that its signer uses')
  const { certificate, isNamedInOtherOrder } = findSigner(certificates, signer, mayReorderNames)
  const key = publicKeyOf(certificate)
  const unsignedParts = [
    revocationLists && 'revocation lists',
    signer.hasUnsignedAttributes && 'unsigned attributes',
    certificates.length > 1 && 'further certificates',
    hashes.length > 1 && 'further hashes',
  ].filter((part) => typeof part === 'string')
  return {
    content,
    contentHash: signer.hash,
    scheme: signer.scheme,
    signer: certificate,
    key,
    certificates,
    signedAt: signer.signedAt,
    hasContentHash:
      signer.messageDigest === undefined ||
      digest(signer.hash, contentOf(content)).equals(signer.messageDigest),
    hasSignature: isSignedBy(key, signer.scheme, signer.signedBytes, signer.signature),
    isNamedInOtherOrder,
    unsignedParts,
  }
}

function readContent(element: Der, contentType: string): Der {
  const fields = new Fields(element, TAG.sequence, 'the content')
  const kind = objectIdOf(fields.takeAny('kind of content'), 'kind of content')
  if (kind !== contentType)
    throw new DerFault(element.start, `has content of the kind ${kind}; ${contentType} is expected`)
  const wrapper = new Fields(fields.take(0xa0, 'the content'), 0xa0, 'the content')
  fields.end()
  const content = wrapper.take(TAG.octetString, 'the content')
  wrapper.end()
  return content
}

type SignerId = { readonly issuer: Der; readonly serialNumber: string } | { readonly keyId: string }

interface Signer {
  readonly element: Der
  readonly id: SignerId
  readonly hash: Hash
  readonly scheme: Scheme
  readonly signature: Uint8Array
  /** Undefined where the content itself is signed. */
  readonly messageDigest: Uint8Array | undefined
  readonly signedAt: Date | undefined
  readonly signedBytes: Uint8Array
  readonly hasUnsignedAttributes: boolean
}

function readSigner(element: Der, contentType: string, content: Der): Signer {
  const fields = new Fields(element, TAG.sequence, 'a signer')
  const version = fields.takeAny('version')
  const keyId = fields.takeIf(0x80)
  expectVersion(version, keyId ? 3 : 1)
  const id = keyId
    ? { keyId: hexOf(contentOf(keyId)) }
    : readIssuerAndSerial(fields.takeAny('certificate of the signer'))
  const hashIdentifier = fields.takeAny('hash')
  const hash = readHash(hashIdentifier)
  const attributes = fields.takeIf(0xa0)
  // Without them, attributes of another signature could be passed off as content: only readers of plain data can tell.
  if (!attributes && contentType !== PLAIN_DATA)
    throw new DerFault(element.start, 'has a signer without signed attributes')
  const schemeIdentifier = fields.takeAny('signature algorithm')
  const scheme = readScheme(schemeIdentifier, hash)
  const signature = contentOf(fields.take(TAG.octetString, 'the signature'))
  const hasUnsignedAttributes = fields.takeIf(0xa1) !== undefined
  fields.end()

  const common = { element, id, hash, scheme, signature, hasUnsignedAttributes }
  if (!attributes)
    return { ...common, messageDigest: undefined, signedAt: undefined, signedBytes: contentOf(content) }
  const values = readAttributes(attributes)
  const kind = attributeIn(values, ATTRIBUTES.contentType, attributes)
  if (objectIdOf(kind, 'kind of content') !== contentType)
    throw new DerFault(kind.start, 'is signed as another kind of content')
  const digestValue = attributeIn(values, ATTRIBUTES.messageDigest, attributes)
  if (digestValue.tag !== TAG.octetString)
    throw new DerFault(digestValue.start, 'has a hash that is no string of bytes')
  const protection = values.get(ATTRIBUTES.algorithmProtection)
  if (protection) expectSameAlgorithms(protection, hashIdentifier, schemeIdentifier)
  const time = values.get(ATTRIBUTES.signingTime)
  return {
    ...common,
    messageDigest: contentOf(digestValue),
    signedAt: time && timeOf(time, 'signing time'),
    signedBytes: asSet(attributes),
  }
}

/** The attributes are signed with the tag of a SET, and stand in the file with that of a field. */
function asSet(attributes: Der): Uint8Array {
  const bytes = Uint8Array.from(bytesOf(attributes))
  bytes[0] = TAG.set
  return bytes
}

/** Each attribute may stand once, with one value. */
function readAttributes(attributes: Der): ReadonlyMap<string, Der> {
  const found = new Map<string, Der>()
  for (const attribute of childrenOf(attributes)) {
    const fields = new Fields(attribute, TAG.sequence, 'a signed attribute')
    const kind = objectIdOf(fields.takeAny('kind of attribute'), 'kind of attribute')
    const [value, ...others] = childrenOf(fields.take(TAG.set, 'the values of an attribute'))
    fields.end()
    if (found.has(kind) || !value || others.length > 0)
      throw new DerFault(attribute.start, `has not exactly one value of the signed attribute ${kind}`)
    found.set(kind, value)
  }
  return found
}

function attributeIn(values: ReadonlyMap<string, Der>, kind: string, attributes: Der): Der {
  const value = values.get(kind)
  if (!value) throw new DerFault(attributes.start, `lacks the signed attribute ${kind}`)
  return value
}

/** RFC 6211: the signer signs the names of its algorithms as well. */
function expectSameAlgorithms(protection: Der, hash: Der, scheme: Der): void {
  const [signedHash, signedScheme] = childrenOf(protection)
  const isSame =
    signedHash !== undefined &&
    signedScheme?.tag === 0xa1 &&
    Buffer.from(contentOf(signedHash)).equals(contentOf(hash)) &&
    Buffer.from(contentOf(signedScheme)).equals(contentOf(scheme))
  if (!isSame) throw new DerFault(protection.start, 'names other algorithms than the signer signed')
}

function readIssuerAndSerial(element: Der): SignerId {
  const fields = new Fields(element, TAG.sequence, 'the certificate of the signer')
  const issuer = fields.take(TAG.sequence, 'the issuer')
  const serialNumber = hexOf(integerBytesOf(fields.takeAny('serial number'), 'serial number'))
  fields.end()
  return { issuer, serialNumber }
}

/**
 * Returns the certificate that the signer names, and no other. A name in another order names the same certificate only
 * where each part is there byte for byte, and no certificate is named exactly.
 */
function findSigner(certificates: readonly Der[], { id, element }: Signer, mayReorderNames: boolean) {
  const read = certificates.map(certificateOf)
  const namedBy = (isIssuer: (name: Uint8Array, issuer: Der) => boolean): Certificate[] =>
    read.filter((certificate) =>
      'keyId' in id
        ? certificate.subjectKeyId === id.keyId
        : certificate.serialNumber === id.serialNumber && isIssuer(certificate.issuer.bytes, id.issuer),
    )
  const exact = namedBy((name, issuer) => Buffer.from(name).equals(bytesOf(issuer)))
  const isNamedInOtherOrder = exact.length === 0 && mayReorderNames
  const [only, ...others] = isNamedInOtherOrder
    ? namedBy((name, issuer) => partsOf(readDer(name)) === partsOf(issuer))
    : exact
  if (!only) throw new DerFault(element.start, 'does not carry the certificate that its signer names')
  if (others.length > 0)
    throw new DerFault(element.start, 'carries several certificates that its signer could mean')
  return { certificate: only, isNamedInOtherOrder }
}

/** The parts of a name, sorted: what is the same for every order. */
const partsOf = (name: Der): string =>
  childrenOf(name)
    .map((part) => hexOf(bytesOf(part)))
    .sort()
    .join(' ')

function expectVersion(element: Der, wanted: number): void {
  const version = smallNumberOf(element, 'version')
  if (version !== wanted)
    throw new Unsupported(element.start, `has version ${version}; ${wanted} is expected`)
}

const digest = (hash: Hash, bytes: Uint8Array): Buffer => createHash(hash.id).update(bytes).digest()

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
