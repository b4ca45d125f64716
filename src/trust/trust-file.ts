// Reads what an operator imports: certificates, revocation lists and master lists, in DER, PEM or LDIF.
import { createHash } from 'node:crypto'
import { bytesOf, childrenOf, DerFault, Fields, readDer, readInside, TAG } from '../der/der.ts'
import { smallNumberOf } from '../der/values.ts'
import {
  type Certificate,
  hasSigned,
  isWithin,
  maySignCertificates,
  readCertificate,
  readName,
} from './certificate.ts'
import { readRevocationList } from './revocation-list.ts'
import { readSignedData } from './signed-data.ts'

/** What a file holds, each in DER. */
export interface TrustFile {
  readonly certificates: readonly Uint8Array[]
  readonly revocationLists: readonly Uint8Array[]
  readonly masterLists: readonly Uint8Array[]
  /** What cannot be read, each with its name and why. */
  readonly faults: readonly string[]
}

type Kind = Exclude<keyof TrustFile, 'faults'>

/** Takes apart a file of the operator. Throws a `DerFault` where nothing in it can be read. */
export function openTrustFile(file: Uint8Array): TrustFile {
  const found: Record<Kind, Uint8Array[]> = { certificates: [], revocationLists: [], masterLists: [] }
  const parts = partsOf(file)
  const faults: string[] = []
  let first: DerFault | undefined
  for (const bytes of parts)
    try {
      found[kindOf(bytes)].push(bytes)
    } catch (error) {
      if (!(error instanceof DerFault)) throw error
      first ??= error
      faults.push(leftOut(bytes, error))
    }
  if (Object.values(found).every((list) => list.length === 0))
    throw first ?? new DerFault(0, 'has no certificate, no revocation list and no master list')
  return { ...found, faults }
}

/** Names what is left out as well as it can be named: whose it is, where that can be read, and its fingerprint. */
export function leftOut(bytes: Uint8Array, { message, offset }: DerFault): string {
  const fingerprint = createHash('sha256').update(bytes).digest('hex')
  return `${subjectOf(bytes) ?? 'A certificate'} (SHA-256 ${fingerprint}) was left out: at byte ${offset} it ${message}.`
}

/** The subject of a certificate that cannot be taken: its fourth sequence, after algorithm, issuer and validity. */
function subjectOf(bytes: Uint8Array): string | undefined {
  try {
    const [signed] = childrenOf(readDer(bytes, { hasShortestLengths: false }))
    const subject = signed && childrenOf(signed).filter(({ tag }) => tag === TAG.sequence)[3]
    return subject && (readName(subject).text || undefined)
  } catch (error) {
    if (error instanceof DerFault) return undefined
    throw error
  }
}

function partsOf(file: Uint8Array): readonly Uint8Array[] {
  if (file[0] === TAG.sequence && ((file[1] ?? 0) >= 0x80 || file.byteLength < 0x82)) return [file]
  const text = Buffer.from(file).toString('latin1')
  return text.includes('-----BEGIN ') ? pemParts(text) : ldifParts(text)
}

function pemParts(text: string): readonly Uint8Array[] {
  const blocks = text.matchAll(/-----BEGIN (?<label>[A-Z0-9 ]+)-----(?<body>[^-]*)-----END \k<label>-----/g)
  return [...blocks].map(({ groups }) => Buffer.from(groups?.body ?? '', 'base64'))
}

/** A value in Base64 has two colons after its name, and goes on in lines that start with a space (RFC 2849). */
function ldifParts(text: string): readonly Uint8Array[] {
  const lines = text.replace(/\r?\n /g, '').split(/\r?\n/)
  if (!lines.some((line) => /^dn::? ?\S/.test(line)))
    throw new DerFault(0, 'is neither DER, nor PEM, nor LDIF')
  return (
    lines
      .map((line) => /^[\w.;-]+:: ?(?<value>[A-Za-z0-9+/=]+)$/.exec(line)?.groups?.value)
      .map((value) => Buffer.from(value ?? '', 'base64'))
      // Other values in Base64 are texts, such as names.
      .filter((bytes) => bytes[0] === TAG.sequence && bytes.byteLength > 128)
  )
}

/** A master list starts with an object identifier; certificates and revocation lists differ only inside. */
function kindOf(bytes: Uint8Array): Kind {
  if (childrenOf(readDer(bytes))[0]?.tag === TAG.objectId) return 'masterLists'
  try {
    readCertificate(bytes)
    return 'certificates'
  } catch (fault) {
    try {
      readRevocationList(bytes)
      return 'revocationLists'
    } catch {
      throw fault
    }
  }
}

const MASTER_LIST = '2.23.136.1.1.2'
const MASTER_LIST_SIGNER = '2.23.136.1.1.3'
/** The list of ICAO has less than 2 MB. */
const MAX_MASTER_LIST_BYTES = 16 * 1024 * 1024

export interface MasterList {
  /** DER, in the order of the list. */
  readonly certificates: readonly Uint8Array[]
  readonly signer: Certificate
  readonly signedAt: Date | undefined
}

/** Reads a list that one of these roots stands for: it certified the signer, and the signer signed the list. */
export function readMasterList(bytes: Uint8Array, roots: readonly Certificate[], now: Date): MasterList {
  const { content, signer, signedAt, hasContentHash, hasSignature } = readSignedData(
    readDer(bytes, { maxBytes: MAX_MASTER_LIST_BYTES }),
    MASTER_LIST,
  )
  if (!hasContentHash || !hasSignature) throw new DerFault(0, 'is not what its signer signed')
  if (!roots.some((root) => maySignCertificates(root) && hasSigned(root, signer)))
    throw new DerFault(0, `is signed by ${signer.subject.text}, whom the given root did not certify`)
  if (!signer.extendedKeyUsage?.includes(MASTER_LIST_SIGNER) || signer.unknownCritical.length > 0)
    throw new DerFault(0, `is signed by ${signer.subject.text}, who may not sign master lists`)
  if (!isWithin(signer.validity, signedAt ?? now))
    throw new DerFault(0, `was signed when the certificate of ${signer.subject.text} was not valid`)
  const fields = new Fields(readInside(content), TAG.sequence, 'a master list')
  const version = smallNumberOf(fields.takeAny('version'), 'version')
  if (version !== 0) throw new DerFault(content.start, `is a master list of version ${version}; 0 is known`)
  const certificates = childrenOf(fields.take(TAG.set, 'the certificates')).map(bytesOf)
  fields.end()
  return { certificates, signer, signedAt }
}
