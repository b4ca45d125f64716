// Judges the signer of a chip: which anchor of the trust store stands for it, and whether it could sign this document.
import { type Check, hasFailed, holds, softly } from '../checks.ts'
import { DerFault } from '../der/der.ts'
import {
  type Certificate,
  hasSigned,
  isWithin,
  keyIdsOf,
  maySignCertificates,
  namesItself,
  publicKeyOf,
  readCertificate,
  schemeOf,
} from './certificate.ts'
import { isCountryOfState, isSameCountry } from './countries.ts'
import type { Authenticity, ChainLink, Judgement, SignerQuestion, TrustStore } from './judgement.ts'
import { isWeak } from './public-key.ts'
import { hasSignedList, type RevocationList, readRevocationList } from './revocation-list.ts'

/** Links from one key of a state to the next come every few years, and a signer is valid for ten to fifteen. */
const MAX_CHAIN = 8
/** More certificates with one key identifier than these are not looked at. */
const MAX_CANDIDATES = 16
/** Identifiers are hashes, and 20 bytes long as a rule. */
const MAX_KEY_ID_LENGTH = 128
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
  const alone = [linkOf(certificate, 'signer')]
  const own = signerChecks(certificate)
  const candidates = await issuersOf(certificate, store)
  const issuer = findIssuer(certificate, candidates, question)
  const country = issuer ? issuer.subject.country : certificate.subject.country
  const checks = [
    ...own,
    holds('signer-certified', issuer !== undefined),
    ...(issuer ? [countryCheck(certificate, issuer)] : []),
    stateCheck(country, question.issuingState),
  ]
  const anchors = issuer ? await chainAbove(issuer, store) : []
  const roleOf = (at: number): ChainLink['role'] => (at < anchors.length - 1 ? 'link' : 'anchor')
  const chain = [...alone, ...anchors.map((one, at) => linkOf(one, roleOf(at)))]
  const forbidden = checks.find(({ name, outcome }) => outcome === 'failed' && Object.hasOwn(FORBIDDEN, name))
  if (forbidden) return broken(checks, chain, FORBIDDEN[forbidden.name] ?? '')
  if (!issuer && candidates.length > 0)
    return broken(
      checks,
      chain,
      'The signer names a state that this server trusts, but that state did not certify it.',
    )

  if (!issuer && (await wasRenamed(certificate, store)))
    return broken(
      checks,
      chain,
      'The certificate of the signer was changed: it names another key than certified it.',
    )

  const validity = validityChecks(certificate, anchors, question)
  if (!issuer)
    return {
      authenticity: 'unknown-anchor',
      words: unknownWords(certificate),
      checks: [...checks, ...validity],
      chain,
    }
  const revocation = await revocationChecks(certificate, anchors, store, question.now)
  const authenticity = revocation.some(hasFailed)
    ? 'revoked'
    : validity.some(hasFailed)
      ? 'expired'
      : 'trusted'
  return {
    authenticity,
    words: stateWords(authenticity, certificate, issuer),
    checks: [...checks, ...revocation, ...validity],
    chain,
  }
}

/** What the certificate must be in itself, whatever its issuer. */
function signerChecks(certificate: Certificate): Check[] {
  const { keyUsage, basicConstraints, unknownCritical } = certificate
  const key = readOrUndefined(publicKeyOf, certificate)
  const scheme = readOrUndefined(schemeOf, certificate)
  const isAuthority = basicConstraints?.isAuthority === true || keyUsage?.has('keyCertSign') === true
  const usage = holds('signer-key-usage', keyUsage?.has('digitalSignature') === true)
  return [
    // Without the extension a key may do everything: old signers have none.
    keyUsage ? usage : softly(usage),
    holds('signer-is-no-authority', !isAuthority),
    holds('signer-extensions-understood', unknownCritical.length === 0),
    softly(
      holds('signer-algorithms-strong', key !== undefined && !isWeak(key) && scheme?.hash.id !== 'sha1'),
    ),
  ]
}

/** Test authorities, and some old ones, name no country: that is only noted. */
function countryCheck(signer: Certificate, issuer: Certificate): Check {
  const [own, certified] = [signer.subject.country, issuer.subject.country]
  if (!own || !certified) return softly(holds('signer-country', false))
  return holds('signer-country', isSameCountry(own, certified))
}

/** The country is that of the anchor, because a state may write any other into the certificates that it issues. */
function stateCheck(country: string | undefined, zoneState: string | undefined): Check {
  const issuingState = zoneState?.replace(/<+$/, '')
  const isOfState = country && issuingState ? isCountryOfState(country, issuingState) : undefined
  const check = holds('signer-issuing-state', isOfState === true)
  return {
    ...(isOfState === undefined ? softly(check) : check),
    values: { certificate: country ?? '', mrz: issuingState ?? '' },
  }
}

/** What a failed check means; each of them makes the chip broken. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  'signer-key-usage': 'The certificate of the signer is not made for signing.',
  'signer-is-no-authority':
    'The certificate of the signer is that of an authority, which may sign no documents.',
  'signer-extensions-understood':
    'The certificate of the signer has a condition that this server does not know.',
  'signer-country': 'The signer is of another country than the state that certified it.',
  'signer-issuing-state': 'The document says that another state issued it than the one whose key signed it.',
}

/** The certificates of the store that could have issued this one. Names and identifiers only find them; keys decide. */
async function issuersOf(certificate: Certificate, store: TrustStore): Promise<readonly Certificate[]> {
  const { authorityKeyId, issuer } = certificate
  const found =
    authorityKeyId === undefined
      ? await store.certificatesBySubject?.(issuer.text)
      : await authoritiesWithKey(authorityKeyId, store)
  return readAuthorities(found ?? []).filter(({ fingerprint }) => fingerprint !== certificate.fingerprint)
}

const authoritiesWithKey = async (keyId: string, store: TrustStore): Promise<readonly Uint8Array[]> =>
  keyId.length <= MAX_KEY_ID_LENGTH ? store.certificatesByKeyId(keyId) : []

const readAuthorities = (found: readonly Uint8Array[]): readonly Certificate[] =>
  found
    .slice(0, MAX_CANDIDATES)
    .flatMap((bytes) => readOrUndefined(readCertificate, bytes) ?? [])
    .filter(maySignCertificates)

/**
 * Says whether a certificate becomes right when it names the key of an authority of the same name: then somebody changed
 * the name of the key, and the state is not unknown at all.
 */
async function wasRenamed(certificate: Certificate, store: TrustStore): Promise<boolean> {
  const { authorityKeyId, issuer, signedPart } = certificate
  if (authorityKeyId === undefined) return false
  const keyId = Buffer.from(authorityKeyId, 'hex')
  const at = Buffer.from(signedPart).indexOf(Buffer.concat([Uint8Array.of(0x80, keyId.byteLength), keyId]))
  const namesakes = readAuthorities((await store.certificatesBySubject?.(issuer.text)) ?? [])
  return namesakes.some((one) => {
    const right = Buffer.from(one.subjectKeyId ?? one.keyHash, 'hex')
    if (at < 0 || right.byteLength !== keyId.byteLength) return false
    const renamed = Buffer.from(signedPart)
    right.copy(renamed, at + 2)
    return hasSigned(one, { ...certificate, signedPart: renamed })
  })
}

/** A state may certify one key several times: a certificate that was valid goes before one that was not. */
function findIssuer(
  certificate: Certificate,
  candidates: readonly Certificate[],
  { signedAt, now }: SignerQuestion,
): Certificate | undefined {
  // Certificates of one key sign alike, so each key is tried once: that is where the time goes.
  const keys = [...Map.groupBy(candidates, ({ keyHash }) => keyHash).values()]
  const signing = keys.find(([one]) => one && hasSigned(one, certificate)) ?? []
  const valid = signing.filter(({ validity }) => isWithin(validity, signedAt ?? now))
  return valid.find(namesItself) ?? valid[0] ?? signing[0]
}

/** From the issuer to the oldest key that the store links it to. Each of them is trusted, because an operator imported it. */
async function chainAbove(issuer: Certificate, store: TrustStore): Promise<readonly Certificate[]> {
  const chain = [issuer]
  for (let last = issuer; chain.length < MAX_CHAIN && !namesItself(last); ) {
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

/** Each certificate of the chain is looked for in the lists of its issuer. */
async function revocationChecks(
  signer: Certificate,
  anchors: readonly Certificate[],
  store: TrustStore,
  now: Date,
): Promise<readonly Check[]> {
  const chain = [signer, ...anchors]
  const pairs = await Promise.all(
    anchors.map(async (issuer, at) => {
      const lists = await listsFor(issuer, store)
      const serialNumber = chain[at]?.serialNumber ?? ''
      return { lists, isRevoked: lists.some(({ revoked }) => revoked.has(serialNumber)) }
    }),
  )
  const lists = pairs[0]?.lists ?? []
  const isFresh = ({ nextUpdate, isComplete }: RevocationList): boolean =>
    isComplete && nextUpdate !== undefined && nextUpdate >= now
  return [
    holds(
      'signer-not-revoked',
      pairs.every(({ isRevoked }) => !isRevoked),
    ),
    softly(holds('revocation-list-present', lists.length > 0)),
    softly(holds('revocation-list-fresh', lists.some(isFresh))),
  ]
}

/** The lists that speak for an issuer: its own, and those of later keys of the same authority. */
async function listsFor(issuer: Certificate, store: TrustStore): Promise<readonly RevocationList[]> {
  const own = await Promise.all(keyIdsOf(issuer).map((keyId) => store.crlsByIssuer(keyId)))
  const { country } = issuer.subject
  const national = country === undefined ? [] : await store.crlsByCountry?.(country)
  const byBytes = new Map([...own.flat(), ...(national ?? [])].map((bytes) => [hexOf(bytes), bytes]))
  const lists = [...byBytes.values()]
    .slice(0, MAX_CANDIDATES)
    .flatMap((bytes) => readOrUndefined(readRevocationList, bytes) ?? [])
  const speaks = await Promise.all(lists.map((list) => speaksFor(list, issuer, store)))
  return lists.filter((_, at) => speaks[at])
}

/** Serial numbers are those of one authority: by its key, by its name, or by the links between its keys. */
async function speaksFor(list: RevocationList, issuer: Certificate, store: TrustStore): Promise<boolean> {
  if (hasSignedList(issuer, list)) return true
  const found = list.authorityKeyId === undefined ? [] : await authoritiesWithKey(list.authorityKeyId, store)
  const signer = readAuthorities(found).find((one) => hasSignedList(one, list))
  if (!signer) return false
  if (Buffer.from(signer.subject.bytes).equals(issuer.subject.bytes)) return true
  const linked = await Promise.all(
    readAuthorities(found)
      .filter(({ keyHash }) => keyHash === signer.keyHash)
      .map((one) => chainAbove(one, store)),
  )
  return linked.flat().some(({ keyHash }) => keyHash === issuer.keyHash)
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

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
