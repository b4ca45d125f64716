// Reads X.509 certificates, and says what they allow and whose key signed them.
import { createHash } from 'node:crypto'
import {
  bytesOf,
  childrenOf,
  contentOf,
  type Der,
  DerFault,
  Fields,
  readDer,
  readInside,
  TAG,
} from '../der/der.ts'
import {
  booleanOf,
  integerBytesOf,
  namedBitsOf,
  objectIdOf,
  smallNumberOf,
  textOf,
  timeFrom,
  timeOf,
  wholeBytesOf,
} from '../der/values.ts'
import { readScheme, type Scheme } from './algorithms.ts'
import { isSignedBy, type PublicKey, readPublicKey } from './public-key.ts'

/** A certificate of a state has 1 to 2 KiB. */
const MAX_CERTIFICATE_BYTES = 16 * 1024

export interface Name {
  readonly bytes: Uint8Array
  /** Such as `C=DE, O=bund, CN=csca-germany`. */
  readonly text: string
  /** The country in upper case: two letters, as a rule. */
  readonly country: string | undefined
}

export interface Period {
  readonly notBefore: Date
  readonly notAfter: Date
}

export const isWithin = ({ notBefore, notAfter }: Partial<Period>, time: Date): boolean =>
  (!notBefore || notBefore <= time) && (!notAfter || time <= notAfter)

export interface Certificate {
  readonly bytes: Uint8Array
  /** Lower-case hexadecimal, as it is written. */
  readonly serialNumber: string
  readonly issuer: Name
  readonly subject: Name
  readonly validity: Period
  /** SHA-256, lower-case hexadecimal. */
  readonly fingerprint: string
  /** Identifiers of the keys in lower-case hexadecimal. */
  readonly subjectKeyId: string | undefined
  readonly authorityKeyId: string | undefined
  /** SHA-1 of the key, which stands for the identifier in a certificate that has none. */
  readonly keyHash: string
  /** Undefined where the extension is missing. */
  readonly keyUsage: ReadonlySet<KeyUsage> | undefined
  readonly extendedKeyUsage: readonly string[] | undefined
  /** Undefined where the extension is missing. At most `maxBelow` certificates may follow below this one. */
  readonly basicConstraints: { readonly isAuthority: boolean; readonly maxBelow?: number } | undefined
  /** When the key may sign, where the certificate says so. */
  readonly keyPeriod: Partial<Period> | undefined
  /** All of them, by object identifier. */
  readonly extensions: ReadonlyMap<string, Extension>
  /** Extensions that must be understood and are not. */
  readonly unknownCritical: readonly string[]
  readonly keyInfo: Der
  readonly signedPart: Uint8Array
  readonly algorithm: Der
  readonly signature: Uint8Array
}

const KEY_USAGES = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const
type KeyUsage = (typeof KEY_USAGES)[number]

const EXTENSIONS = {
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  keyPeriod: '2.5.29.16',
  subjectAlternativeName: '2.5.29.17',
  issuerAlternativeName: '2.5.29.18',
  basicConstraints: '2.5.29.19',
  revocationLists: '2.5.29.31',
  policies: '2.5.29.32',
  authorityKeyId: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  nameChange: '2.23.136.1.1.6.1',
  documentTypes: '2.23.136.1.1.6.2',
} as const
const KNOWN: ReadonlySet<string> = new Set(Object.values(EXTENSIONS))

const NAMES: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
}

export const readCertificate = (bytes: Uint8Array): Certificate =>
  certificateOf(readDer(bytes, { maxBytes: MAX_CERTIFICATE_BYTES }))

/** Reads a certificate that stands inside a larger file. */
export function certificateOf(whole: Der): Certificate {
  const bytes = bytesOf(whole)
  if (bytes.byteLength > MAX_CERTIFICATE_BYTES)
    throw new DerFault(whole.start, `has a certificate of ${bytes.byteLength} bytes`)
  const outer = new Fields(whole, TAG.sequence, 'a certificate')
  const signed = outer.take(TAG.sequence, 'the signed part of a certificate')
  const algorithm = outer.take(TAG.sequence, 'the algorithm of the signature')
  const signature = wholeBytesOf(outer.takeAny('signature'), 'signature')
  outer.end()

  const fields = new Fields(signed, TAG.sequence, 'the signed part of a certificate')
  const version = fields.takeIf(0xa0)
  const versionNumber = version ? smallNumberOf(onlyIn(version), 'version') : 0
  const serialNumber = hexOf(integerBytesOf(fields.takeAny('serial number'), 'serial number'))
  const innerAlgorithm = fields.take(TAG.sequence, 'the algorithm of the signature')
  if (!Buffer.from(bytesOf(innerAlgorithm)).equals(bytesOf(algorithm)))
    throw new DerFault(algorithm.start, 'names another algorithm outside the signed part than inside')
  const issuer = readName(fields.takeAny('issuer'))
  const validity = readValidity(fields.takeAny('validity'))
  const subject = readName(fields.takeAny('subject'))
  const keyInfo = fields.take(TAG.sequence, 'a public key')
  fields.takeIf(0x81)
  fields.takeIf(0x82)
  const extensions = readExtensions(fields.takeIf(0xa3))
  fields.end()
  if (versionNumber > 2)
    throw new DerFault(signed.start, `has version ${versionNumber + 1}; 1 to 3 are known`)
  return {
    bytes,
    serialNumber,
    issuer,
    subject,
    validity,
    fingerprint: createHash('sha256').update(bytes).digest('hex'),
    keyHash: createHash('sha1').update(keyBitsOf(keyInfo)).digest('hex'),
    ...knownExtensions(extensions),
    extensions,
    unknownCritical: [...extensions.values()]
      .filter(({ isCritical, objectId }) => isCritical && !KNOWN.has(objectId))
      .map(({ objectId }) => objectId),
    keyInfo,
    signedPart: bytesOf(signed),
    algorithm,
    signature,
  }
}

export const publicKeyOf = (certificate: Certificate): PublicKey => readPublicKey(certificate.keyInfo)

export const schemeOf = (certificate: Certificate): Scheme => readScheme(certificate.algorithm)

/** Says whether the key of one certificate signed another. A key or an algorithm that is not known has signed nothing. */
export function hasSigned(issuer: Certificate, certificate: Certificate): boolean {
  try {
    return isSignedBy(
      publicKeyOf(issuer),
      schemeOf(certificate),
      certificate.signedPart,
      certificate.signature,
    )
  } catch (error) {
    if (error instanceof DerFault) return false
    throw error
  }
}

export const isSelfSigned = (certificate: Certificate): boolean =>
  Buffer.from(certificate.subject.bytes).equals(certificate.issuer.bytes) &&
  hasSigned(certificate, certificate)

/** Says whether a certificate names its own key as that of its issuer, where it names one. Whether it lies is not looked at. */
export const namesItself = (certificate: Certificate): boolean =>
  certificate.authorityKeyId === undefined
    ? Buffer.from(certificate.subject.bytes).equals(certificate.issuer.bytes)
    : keyIdsOf(certificate).includes(certificate.authorityKeyId)

/**
 * Says whether a key may sign certificates: only such certificates are anchors. The usage of the key decides, because
 * several states forget to mark their link certificates as those of an authority.
 */
export const maySignCertificates = ({ basicConstraints, keyUsage }: Certificate): boolean =>
  keyUsage ? keyUsage.has('keyCertSign') : basicConstraints?.isAuthority === true

/** The identifiers under which others name the key of this certificate. */
export const keyIdsOf = ({ subjectKeyId, keyHash }: Certificate): readonly string[] =>
  subjectKeyId === undefined || subjectKeyId === keyHash ? [keyHash] : [subjectKeyId, keyHash]

export function readName(element: Der): Name {
  const parts = childrenOf(element).flatMap((set) => {
    const attributes = childrenOf(set)
    return attributes.map((attribute) => {
      const fields = new Fields(attribute, TAG.sequence, 'a part of a name')
      const objectId = objectIdOf(fields.takeAny('kind of name'), 'kind of name')
      const value = fields.takeAny('name')
      fields.end()
      return { label: NAMES[objectId] ?? objectId, value: nameText(value) }
    })
  })
  return {
    bytes: bytesOf(element),
    text: parts.map(({ label, value }) => `${label}=${value}`).join(', '),
    country: parts
      .find(({ label }) => label === 'C')
      ?.value.trim()
      .toUpperCase(),
  }
}

/**
 * Names are shown, and looked for in a database that takes no odd characters. One that cannot be read is shown as its
 * bytes.
 */
function nameText(value: Der): string {
  try {
    return textOf(value, 'name')
      .toWellFormed()
      .replace(/\p{Cc}/gu, '\ufffd')
  } catch {
    return `#${hexOf(contentOf(value))}`
  }
}

function readValidity(element: Der): Period {
  const fields = new Fields(element, TAG.sequence, 'the validity')
  const notBefore = timeOf(fields.takeAny('start of validity'), 'start of validity')
  const notAfter = timeOf(fields.takeAny('end of validity'), 'end of validity')
  fields.end()
  return { notBefore, notAfter }
}

export interface Extension {
  readonly objectId: string
  readonly isCritical: boolean
  readonly value: Der
}

/** The extensions of a certificate or of a revocation list, by object identifier. */
export function readExtensions(wrapper: Der | undefined): ReadonlyMap<string, Extension> {
  const found = new Map<string, Extension>()
  if (!wrapper) return found
  for (const one of childrenOf(onlyIn(wrapper))) {
    const fields = new Fields(one, TAG.sequence, 'an extension')
    const objectId = objectIdOf(fields.takeAny('kind of extension'), 'kind of extension')
    const critical = fields.takeIf(TAG.boolean)
    const isCritical = critical !== undefined && booleanOf(critical, 'mark of a critical extension')
    const value = fields.take(TAG.octetString, 'the value of an extension')
    fields.end()
    if (found.has(objectId)) throw new DerFault(one.start, `has the extension ${objectId} twice`)
    found.set(objectId, { objectId, isCritical, value })
  }
  return found
}

function knownExtensions(extensions: ReadonlyMap<string, Extension>) {
  const inside = (objectId: string): Der | undefined => {
    const value = extensions.get(objectId)?.value
    return value && readInside(value)
  }
  const subjectKeyId = inside(EXTENSIONS.subjectKeyId)
  const usage = inside(EXTENSIONS.keyUsage)
  const extended = inside(EXTENSIONS.extendedKeyUsage)
  const constraints = inside(EXTENSIONS.basicConstraints)
  const period = inside(EXTENSIONS.keyPeriod)
  return {
    subjectKeyId: subjectKeyId && hexOf(contentOf(subjectKeyId)),
    authorityKeyId: readAuthorityKeyId(extensions),
    keyUsage: usage && usagesOf(namedBitsOf(usage, 'key usage')),
    extendedKeyUsage: extended && childrenOf(extended).map((one) => objectIdOf(one, 'extended key usage')),
    basicConstraints: constraints && readConstraints(constraints),
    keyPeriod: period && readKeyPeriod(period),
  }
}

export function readAuthorityKeyId(extensions: ReadonlyMap<string, Extension>): string | undefined {
  const value = extensions.get(EXTENSIONS.authorityKeyId)?.value
  const keyId = value && childrenOf(readInside(value)).find(({ tag }) => tag === 0x80)
  return keyId && hexOf(contentOf(keyId))
}

const usagesOf = (bits: ReadonlySet<number>): ReadonlySet<KeyUsage> =>
  new Set(KEY_USAGES.filter((_, position) => bits.has(position)))

function readConstraints(element: Der): NonNullable<Certificate['basicConstraints']> {
  const fields = new Fields(element, TAG.sequence, 'the basic constraints')
  const authority = fields.takeIf(TAG.boolean)
  const most = fields.takeIf(TAG.integer)
  fields.end()
  return {
    isAuthority: authority !== undefined && booleanOf(authority, 'mark of an authority'),
    ...(most && { maxBelow: smallNumberOf(most, 'length of a chain') }),
  }
}

function readKeyPeriod(element: Der): Partial<Period> {
  const fields = new Fields(element, TAG.sequence, 'the period of a key')
  const from = fields.takeIf(0x80)
  const to = fields.takeIf(0x81)
  fields.end()
  return {
    ...(from && { notBefore: timeFrom(from, TAG.generalizedTime, 'start of the period of a key') }),
    ...(to && { notAfter: timeFrom(to, TAG.generalizedTime, 'end of the period of a key') }),
  }
}

/** The key without the number of its unused bits: what identifiers of keys are made of. */
function keyBitsOf(keyInfo: Der): Uint8Array {
  const bits = childrenOf(keyInfo)[1]
  if (!bits) throw new DerFault(keyInfo.start, 'has a public key without a key')
  return wholeBytesOf(bits, 'public key')
}

function onlyIn(wrapper: Der): Der {
  const [only, ...others] = childrenOf(wrapper)
  if (!only || others.length > 0) throw new DerFault(wrapper.start, 'has not exactly one element inside')
  return only
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
