// Judges the signer of a chip: which anchor of the trust store stands for it, and whether it could sign this document.
import { atLeast, type Check, softly } from '../checks.ts'
import { DerFault } from '../der/der.ts'
import {
  type Certificate,
  hasSigned,
  isSelfSigned,
  isWithin,
  keyIdsOf,
  maySignCertificates,
  publicKeyOf,
  readCertificate,
  schemeOf,
} from './certificate.ts'
import { isCountryOfState } from './countries.ts'
import type { Authenticity, ChainLink, Judgement, SignerQuestion, TrustStore } from './judgement.ts'
import { isWeak } from './public-key.ts'
import { hasSignedList, type RevocationList, readRevocationList } from './revocation-list.ts'

/** Links from one key of a state to the next come every few years, and a signer is valid for ten to fifteen. */
const MAX_CHAIN = 8
/** More certificates with one key identifier than these are not looked at. */
const MAX_CANDIDATES = 16
/** Clocks of servers and of signers differ. */
const CLOCK_MILLISECONDS = 24 * 3600 * 1000

/** Judges the certificate that a security object carries. The security object itself must have been checked before. */
export async function judgeSigner(
  signer: Uint8Array,
  question: SignerQuestion,
  store: TrustStore,
): Promise<Judgement> {
  const certificate = readOrUndefined(readCertificate, signer)
  if (!certificate) return broken([], [], 'The certificate of the signer cannot be read.')
  const own = signerChecks(certificate, question)
  const alone = [linkOf(certificate, 'signer')]
  const forbidden = own.find(({ outcome }) => outcome === 'failed')
  if (forbidden) return broken(own, alone, FORBIDDEN[forbidden.name] ?? 'The signer may not sign documents.')

  const candidates = await issuersOf(certificate, store)
  const issuer = candidates.find((one) => hasSigned(one, certificate))
  const checks = [...own, holds('signer-certified', issuer !== undefined)]
  if (!issuer && candidates.length > 0)
    return broken(
      checks,
      alone,
      'The signer names a state that this server trusts, but that state did not certify it.',
    )
  if (!issuer)
    return {
      authenticity: 'unknown-anchor',
      words: unknownWords(certificate),
      checks: [...checks, ...validityChecks(certificate, [], question)],
      chain: alone,
    }

  const anchors = await chainAbove(issuer, store)
  const chain = [
    ...alone,
    ...anchors.map((one, at) => linkOf(one, at < anchors.length - 1 ? 'link' : 'anchor')),
  ]
  const country = holds('signer-country', issuer.subject.country === certificate.subject.country)
  // Test authorities, and old ones, name no country.
  checks.push(certificate.subject.country && issuer.subject.country ? country : softly(country))
  if (checks.some(({ outcome }) => outcome === 'failed'))
    return broken(checks, chain, 'The signer is of another country than the state that certified it.')

  const revocation = await revocationChecks(certificate, anchors, store, question.now)
  const validity = validityChecks(certificate, anchors, question)
  const all = [...checks, ...revocation, ...validity]
  const hasFailed = (list: readonly Check[]): boolean => list.some(({ outcome }) => outcome === 'failed')
  const authenticity: Authenticity = hasFailed(revocation)
    ? 'revoked'
    : hasFailed(validity)
      ? 'expired'
      : 'trusted'
  return { authenticity, words: stateWords(authenticity, certificate, issuer), checks: all, chain }
}

/** What the certificate must be in itself, whoever issued it. */
function signerChecks(certificate: Certificate, { issuingState }: SignerQuestion): Check[] {
  const { keyUsage, basicConstraints, unknownCritical, subject, issuer } = certificate
  const key = readOrUndefined(publicKeyOf, certificate)
  const scheme = readOrUndefined(schemeOf, certificate)
  const mayNot = basicConstraints?.isAuthority === true || keyUsage?.has('keyCertSign') === true
  const usage = holds('signer-key-usage', keyUsage?.has('digitalSignature') === true)
  const country = subject.country ?? issuer.country
  const isOfState =
    issuingState === undefined || country === undefined ? undefined : isCountryOfState(country, issuingState)
  return [
    // Without the extension a key may do everything: old signers have none.
    keyUsage ? usage : softly(usage),
    holds('signer-is-no-authority', !mayNot),
    holds('signer-extensions-understood', unknownCritical.length === 0),
    {
      ...(isOfState === undefined
        ? softly(holds('signer-issuing-state', false))
        : holds('signer-issuing-state', isOfState)),
      values: { certificate: country ?? '', mrz: issuingState ?? '' },
    },
    softly(
      holds('signer-algorithms-strong', key !== undefined && !isWeak(key) && scheme?.hash.id !== 'sha1'),
    ),
  ]
}

const FORBIDDEN: Readonly<Record<string, string>> = {
  'signer-key-usage': 'The certificate of the signer is not made for signing.',
  'signer-is-no-authority':
    'The certificate of the signer is that of an authority, which may sign no documents.',
  'signer-extensions-understood':
    'The certificate of the signer has a condition that this server does not know.',
  'signer-issuing-state': 'The document says that another state issued it than the one whose key signed it.',
}

/** The certificates of the store that could have issued this one. Names and identifiers only find them; keys decide. */
async function issuersOf(certificate: Certificate, store: TrustStore): Promise<readonly Certificate[]> {
  const { authorityKeyId, issuer } = certificate
  const found =
    authorityKeyId === undefined
      ? await store.certificatesBySubject?.(issuer.text)
      : await store.certificatesByKeyId(authorityKeyId)
  return (found ?? [])
    .slice(0, MAX_CANDIDATES)
    .flatMap((bytes) => readOrUndefined(readCertificate, bytes) ?? [])
    .filter((one) => maySignCertificates(one) && one.fingerprint !== certificate.fingerprint)
}

/** From the issuer to the oldest key that the store links it to. Each of them is trusted, because an operator imported it. */
async function chainAbove(issuer: Certificate, store: TrustStore): Promise<readonly Certificate[]> {
  const chain = [issuer]
  for (let last = issuer; chain.length < MAX_CHAIN && !isSelfSigned(last); ) {
    const candidates = await issuersOf(last, store)
    const next = candidates.find(
      (one) => chain.every(({ fingerprint }) => fingerprint !== one.fingerprint) && hasSigned(one, last),
    )
    if (!next) break
    chain.push(next)
    last = next
  }
  return chain
}

/** Each certificate below an anchor is looked for in the lists of the one above it. */
async function revocationChecks(
  signer: Certificate,
  anchors: readonly Certificate[],
  store: TrustStore,
  now: Date,
): Promise<readonly Check[]> {
  const [issuer] = anchors
  if (!issuer) return []
  const revokedAt = async (certificate: Certificate, by: Certificate) => {
    const lists = await listsOf(by, store)
    return { lists, isRevoked: lists.some(({ revoked }) => revoked.has(certificate.serialNumber)) }
  }
  const own = await revokedAt(signer, issuer)
  const above = await Promise.all(anchors.slice(1).map((one, at) => revokedAt(anchors[at] ?? one, one)))
  const isFresh = ({ nextUpdate, isComplete }: RevocationList): boolean =>
    isComplete && nextUpdate !== undefined && nextUpdate >= now
  return [
    holds('signer-not-revoked', !own.isRevoked && above.every(({ isRevoked }) => !isRevoked)),
    softly(holds('revocation-list-present', own.lists.length > 0)),
    softly(holds('revocation-list-fresh', own.lists.some(isFresh))),
  ]
}

async function listsOf(issuer: Certificate, store: TrustStore): Promise<readonly RevocationList[]> {
  const found = await Promise.all(keyIdsOf(issuer).map((keyId) => store.crlsByIssuer(keyId)))
  return found
    .flat()
    .slice(0, MAX_CANDIDATES)
    .flatMap((bytes) => readOrUndefined(readRevocationList, bytes) ?? [])
    .filter((list) => hasSignedList(issuer, list))
}

/**
 * Certificates must have been valid when the chip was signed. Where the signature has no time, they must be valid now:
 * a signer's certificate is made to outlast every document that it signs.
 */
function validityChecks(
  signer: Certificate,
  anchors: readonly Certificate[],
  { signedAt, now }: SignerQuestion,
): readonly Check[] {
  const at = signedAt ?? now
  const isValid = (time: Date): boolean =>
    [signer, ...anchors.slice(0, 1)].every(({ validity }) => isWithin(validity, time))
  return [
    holds('signer-valid-when-signed', isValid(at) && at.getTime() <= now.getTime() + CLOCK_MILLISECONDS),
    ...(signedAt ? [softly(holds('signer-valid-today', isValid(now)))] : []),
    ...(signedAt && signer.keyPeriod
      ? [softly(holds('signer-key-in-use-when-signed', isWithin(signer.keyPeriod, signedAt)))]
      : []),
  ]
}

const holds = (name: string, isTrue: boolean): Check => atLeast(name, isTrue ? 1 : 0, 1)

const broken = (checks: readonly Check[], chain: readonly ChainLink[], words: string): Judgement => ({
  authenticity: 'broken',
  words,
  checks,
  chain,
})

const countryOf = ({ subject, issuer }: Certificate): string =>
  subject.country ?? issuer.country ?? 'no country'

const unknownWords = (signer: Certificate): string =>
  `The chip is signed and unchanged since, but this server cannot say by whom: the certificate of the authority (${countryOf(signer)}, key ${signer.authorityKeyId ?? 'not named'}) is not in its trust store. Do not treat the document as proven until the operator has imported that certificate from the state.`

function stateWords(authenticity: Authenticity, signer: Certificate, issuer: Certificate): string {
  const state = countryOf(issuer)
  if (authenticity === 'revoked')
    return `The state (${state}) has withdrawn the certificate with which the chip was signed. The document proves nothing.`
  if (authenticity === 'expired')
    return `A key of the state (${state}) signed the chip, but its certificate is not valid for that time: it runs from ${dayOf(signer.validity.notBefore)} to ${dayOf(signer.validity.notAfter)}.`
  return `The state (${state}) signed the chip, and nothing in it was changed since.`
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

const linkOf = (certificate: Certificate, role: ChainLink['role']): ChainLink => ({
  role,
  subject: certificate.subject.text,
  issuer: certificate.issuer.text,
  serialNumber: certificate.serialNumber,
  keyId: certificate.subjectKeyId,
  notBefore: certificate.validity.notBefore.toISOString(),
  notAfter: certificate.validity.notAfter.toISOString(),
  fingerprint: certificate.fingerprint,
})

/** What cannot be read, or is of no known algorithm, stands for nothing. */
function readOrUndefined<From, To>(read: (from: From) => To, from: From): To | undefined {
  try {
    return read(from)
  } catch (error) {
    if (error instanceof DerFault) return undefined
    throw error
  }
}
