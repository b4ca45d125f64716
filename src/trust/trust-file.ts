// Recognises what an operator imports: certificates, revocation lists and master lists, in DER, PEM or LDIF.
import { childrenOf, DerFault, readDer, TAG } from '../der/der.ts'
import { readCertificate } from './certificate.ts'
import { readRevocationList } from './revocation-list.ts'

/** What a file holds, each in DER. */
export interface TrustFile {
  readonly certificates: readonly Uint8Array[]
  readonly revocationLists: readonly Uint8Array[]
  readonly masterLists: readonly Uint8Array[]
}

type Kind = keyof TrustFile

/** Takes apart a file of the operator. Throws a `DerFault` that says what is wrong with it. */
export function openTrustFile(file: Uint8Array): TrustFile {
  const found: Record<Kind, Uint8Array[]> = { certificates: [], revocationLists: [], masterLists: [] }
  for (const bytes of partsOf(file)) found[kindOf(bytes)].push(bytes)
  if (Object.values(found).every((list) => list.length === 0))
    throw new DerFault(0, 'has no certificate, no revocation list and no master list')
  return found
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
