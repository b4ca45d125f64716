// Checks a chain of certificates from the key of a phone to a root that this server trusts.
import { DerFault } from '../der/der.ts'
import {
  type Certificate,
  hasSigned,
  isSelfSigned,
  isWithin,
  publicKeyOf,
  readCertificate,
} from '../trust/certificate.ts'
import { isWeak, keyObject } from '../trust/public-key.ts'
import { AttestationFault } from './fault.ts'

/** Phones send three to five certificates, and never more than this. */
const MOST_CERTIFICATES = 10
/** Clocks of servers differ from those of issuers, whose certificates begin at the second they are made. */
const CLOCK_MILLISECONDS = 5 * 60_000

export interface ChainRules {
  readonly roots: readonly Certificate[]
  /** Serial numbers in lower-case hexadecimal without leading zeros. */
  readonly revoked: ReadonlySet<string>
  readonly at: Date
  /**
   * Who signs the certificate of the key. Many phones from before 2020 have no mark of an authority there; what keeps
   * their keys from signing further certificates is that only the last one may describe a key.
   */
  readonly isSignerOfKeyExempt: boolean
  /** Whether the certificate of the key has a validity that its issuer vouches for: a phone writes its own. */
  readonly isValidityOfKeyChecked: boolean
  /** Says of a chain whose links are good whether the ends of its certificates are overlooked; without it none is. */
  readonly mayHaveEnded?: (below: readonly Certificate[]) => boolean
}

/** Returns the certificates from the key up to, and without, the root. */
export function verifyChain(chain: readonly Uint8Array[], rules: ChainRules): readonly Certificate[] {
  if (chain.length > MOST_CERTIFICATES)
    throw new AttestationFault(
      'chain-too-long',
      `The chain has ${chain.length} certificates; at most ${MOST_CERTIFICATES} are read.`,
    )
  if (chain.length < 2) throw new AttestationFault('chain-too-short')
  const certificates = chain.map(readable)
  const last = certificates.at(-1)
  if (!last) throw new AttestationFault('chain-too-short')
  const isRootSent = isIssuer(last, last)
  const below = isRootSent ? certificates.slice(0, -1) : certificates
  const top = below.at(-1)
  if (!top) throw new AttestationFault('chain-too-short')
  // A root below a root is one that was sent twice.
  if (below.some((one) => isIssuer(one, one))) throw new AttestationFault('issuer-wrong')
  for (const [at, certificate] of below.entries()) {
    const issuer = below[at + 1]
    if (issuer) checkLink(certificate, issuer)
  }
  // A root is known by its key: Google issued the certificate of its first root anew, with the same key, three times.
  const root = rules.roots.find((one) => isIssuer(one, top) && hasSigned(one, top))
  if (!root) {
    if (isRootSent) checkLink(top, last)
    throw new AttestationFault('root-unknown')
  }
  if (isRootSent && !isSameRoot(last, root)) throw new AttestationFault('root-unknown')
  const mayHaveEnded = rules.mayHaveEnded?.(below) ?? false
  for (const [at, certificate] of below.entries()) checkAlone(certificate, at, rules, mayHaveEnded)
  if (rules.revoked.has(serialOf(root)) || (isRootSent && rules.revoked.has(serialOf(last))))
    throw new AttestationFault('certificate-revoked')
  return below
}

/** As revocation lists of Google write it. */
export const serialOf = ({ serialNumber }: Certificate): string => serialNumber.replace(/^0+(?=.)/, '')

function readable(bytes: Uint8Array): Certificate {
  try {
    return readCertificate(bytes)
  } catch (error) {
    if (error instanceof DerFault)
      throw new AttestationFault('certificate-not-readable', `A certificate ${error.message}.`)
    throw error
  }
}

const isIssuer = (issuer: Certificate, certificate: Certificate): boolean =>
  Buffer.from(issuer.subject.bytes).equals(certificate.issuer.bytes)

function checkLink(certificate: Certificate, issuer: Certificate): void {
  if (!isIssuer(issuer, certificate)) throw new AttestationFault('issuer-wrong')
  if (!hasSigned(issuer, certificate)) throw new AttestationFault('signature-wrong')
}

/** The root that was sent may be an older certificate of the same key, but none that was changed. */
const isSameRoot = (sent: Certificate, root: Certificate): boolean =>
  sent.fingerprint === root.fingerprint || (sent.keyHash === root.keyHash && isSelfSigned(sent))

function checkAlone(certificate: Certificate, at: number, rules: ChainRules, mayHaveEnded: boolean): void {
  if (rules.revoked.has(serialOf(certificate))) throw new AttestationFault('certificate-revoked')
  if (certificate.unknownCritical.length > 0) throw new AttestationFault('certificate-not-understood')
  if (at > 0) checkAuthority(certificate, at, rules)
  if (at > 0 || rules.isValidityOfKeyChecked) checkValidity(certificate, rules.at, mayHaveEnded)
}

/** `at` is also how many certificates stand below. */
function checkAuthority({ basicConstraints, keyUsage }: Certificate, at: number, rules: ChainRules): void {
  if (at === 1 && rules.isSignerOfKeyExempt) return
  const mayBeAbove = basicConstraints?.maxBelow === undefined || basicConstraints.maxBelow >= at - 1
  const maySign = keyUsage === undefined || keyUsage.has('keyCertSign')
  if (basicConstraints?.isAuthority !== true || !maySign || !mayBeAbove)
    throw new AttestationFault('no-authority')
}

function checkValidity({ validity, subject }: Certificate, time: Date, mayHaveEnded: boolean): void {
  const slack = (ms: number): Date => new Date(time.getTime() + ms)
  if (isWithin(validity, time)) return
  if (validity.notBefore > slack(CLOCK_MILLISECONDS)) throw new AttestationFault('certificate-not-yet-valid')
  if (!mayHaveEnded && validity.notAfter < slack(-CLOCK_MILLISECONDS))
    throw new AttestationFault(
      'certificate-expired',
      `The certificate of ${subject.text} was valid until ${validity.notAfter.toISOString().slice(0, 10)}.`,
    )
}

/** The key of a certificate as SubjectPublicKeyInfo: P-256, P-384 or RSA of at least 2048 bits. */
export function capturedKeyOf(certificate: Certificate): Buffer {
  try {
    const key = publicKeyOf(certificate)
    const isKnown = key.kind === 'RSA' ? key.bits <= 4096 : key.name === 'P-256' || key.name === 'P-384'
    const usable = isKnown && !isWeak(key) ? keyObject(key) : undefined
    if (usable) return usable.export({ type: 'spki', format: 'der' })
  } catch (error) {
    if (!(error instanceof DerFault)) throw error
  }
  throw new AttestationFault('key-not-usable')
}
