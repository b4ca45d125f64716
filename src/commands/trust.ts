// selfsame trust: imports, lists and removes the certificates of states, and their revocation lists, by which chips are judged.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { recorded } from '../audit/command.ts'
import type { Settings } from '../config.ts'
import { DerFault } from '../der/der.ts'
import {
  addCertificate,
  addRevocationList,
  certificatesOfStore,
  listsOfStore,
  removeFromStore,
} from '../store/records/trust.ts'
import { type Certificate, keyIdsOf, maySignCertificates, readCertificate } from '../trust/certificate.ts'
import { hasSignedList, type RevocationList, readRevocationList } from '../trust/revocation-list.ts'
import { leftOut, openTrustFile, readMasterList, type TrustFile } from '../trust/trust-file.ts'
import { CommandError, say, warn, withStore } from './terminal.ts'

export interface ImportOptions {
  readonly root?: string
}

/** So many new certificates are named one by one, with the fingerprints to compare. */
const MOST_NAMED = 10

export async function importTrust(config: Settings, path: string, { root }: ImportOptions): Promise<void> {
  const file = opened(path)
  const given = root === undefined ? undefined : opened(root).certificates.map(readCertificate)
  if (given?.length === 0) throw new CommandError(`${root} holds no certificate.`)
  await withStore(config, ({ database }) =>
    recorded({ database }, config.audit === 'on', { name: 'trust import' }, async () => {
      const known = (await certificatesOfStore(database)).map(({ der }) => readCertificate(der))
      const listed = file.masterLists.flatMap((bytes) => certificatesIn(path, bytes, given ?? known))
      const { read, faults } = authorities([...file.certificates, ...listed], file.faults)
      const lists = revocations(file.revocationLists, [...known, ...read], faults)
      const origin = { origin: basename(path), importedAt: Date.now() }
      const added = await database.transaction(async (queries) => {
        const certificates: Certificate[] = []
        for (const one of read)
          if (await addCertificate(queries, { ...rowOf(one), ...origin })) certificates.push(one)
        let newLists = 0
        for (const one of lists)
          if (await addRevocationList(queries, { ...rowOfList(one), ...origin })) newLists++
        return { certificates, newLists }
      })
      tell(added.certificates, read.length)
      if (lists.length > 0)
        say(`${added.newLists} revocation lists are new, ${lists.length - added.newLists} were there.`)
      for (const fault of faults) warn(fault)
      if (read.length + lists.length === 0) throw new CommandError(`Nothing of ${path} was imported.`)
    }),
  )
}

function opened(path: string): TrustFile {
  try {
    return openTrustFile(readFileSync(path))
  } catch (error) {
    throw new CommandError(`${path} ${wordsOf(error)}`)
  }
}

const wordsOf = (error: unknown): string => {
  const { message } = error as Error
  return error instanceof DerFault ? message : `cannot be read: ${message}`
}

function certificatesIn(
  path: string,
  bytes: Uint8Array,
  roots: readonly Certificate[],
): readonly Uint8Array[] {
  try {
    const { certificates, signer, signedAt } = readMasterList(bytes, roots, new Date())
    say(
      `A master list of ${certificates.length} certificates, signed by ${signer.subject.text}${signedAt ? ` on ${day(signedAt)}` : ''}.`,
    )
    return certificates
  } catch (error) {
    throw new CommandError(
      `${path} ${wordsOf(error)}. Give the certificate that stands for its signer with --root.`,
    )
  }
}

/** Reports what cannot be read, and what signs no certificates and is therefore no anchor; imports the others all the same. */
function authorities(
  ders: readonly Uint8Array[],
  unread: readonly string[],
): {
  readonly read: Certificate[]
  readonly faults: string[]
} {
  const read: Certificate[] = []
  const faults = [...unread]
  let others = 0
  for (const der of ders)
    try {
      const certificate = readCertificate(der)
      if (maySignCertificates(certificate)) read.push(certificate)
      else others++
    } catch (error) {
      if (!(error instanceof DerFault)) throw error
      faults.push(leftOut(der, error))
    }
  if (others > 0)
    faults.push(`${others} certificates were left out: they sign documents and not certificates.`)
  return { read, faults }
}

interface IssuedList extends RevocationList {
  readonly issuerKeyId: string
}

/** A list whose issuer is known must be signed by it; one whose issuer comes later is checked whenever it is used. */
function revocations(
  ders: readonly Uint8Array[],
  known: readonly Certificate[],
  faults: string[],
): IssuedList[] {
  return ders.flatMap((der, at) => {
    const fail = (why: string) => {
      faults.push(`Revocation list ${at + 1} was left out: it ${why}.`)
      return []
    }
    try {
      const list = readRevocationList(der)
      const named = list.authorityKeyId
      const issuers = known.filter((one) =>
        named === undefined ? one.subject.text === list.issuer.text : keyIdsOf(one).includes(named),
      )
      const issuer = issuers.find((one) => hasSignedList(one, list))
      if (issuers.length > 0 && !issuer) return fail(`is not signed by ${list.issuer.text}, whom it names`)
      const issuerKeyId = named ?? (issuer && keyIdsOf(issuer)[0])
      if (issuerKeyId === undefined)
        return fail(`names no key; import the certificate of ${list.issuer.text} first`)
      return [{ ...list, issuerKeyId }]
    } catch (error) {
      return fail(wordsOf(error))
    }
  })
}

const rowOf = (one: Certificate) => ({
  sha256: one.fingerprint,
  country: one.subject.country ?? '',
  subject: one.subject.text,
  serial: one.serialNumber,
  keyId: one.subjectKeyId ?? one.keyHash,
  keyHash: one.keyHash,
  notBefore: one.validity.notBefore.getTime(),
  notAfter: one.validity.notAfter.getTime(),
  der: one.bytes,
})

const rowOfList = (one: IssuedList) => ({
  sha256: createHash('sha256').update(one.bytes).digest('hex'),
  country: one.issuer.country ?? '',
  issuer: one.issuer.text,
  issuerKeyId: one.issuerKeyId,
  madeAt: one.issuedAt.getTime(),
  nextAt: one.nextUpdate?.getTime() ?? null,
  revoked: one.revoked.size,
  der: one.bytes,
})

function tell(added: readonly Certificate[], all: number): void {
  if (all === 0) return
  const countries = new Set(added.map(({ subject }) => subject.country ?? '')).size
  say(`${added.length} certificates of ${countries} countries are new, ${all - added.length} were there.`)
  if (added.length > MOST_NAMED) return
  for (const { fingerprint, subject } of added) say(`  ${fingerprint}  ${subject.text}`)
  if (added.length > 0)
    say('Compare these fingerprints (SHA-256) with those that the state publishes or hands over.')
}

const day = (time: Date | number): string => new Date(time).toISOString().slice(0, 10)

export interface ListOptions {
  readonly country?: string
  readonly json?: boolean
}

export async function listTrust(config: Settings, { country, json }: ListOptions): Promise<void> {
  const isMeant = (one: { readonly country: string }) =>
    country === undefined || one.country === country.toUpperCase()
  const [certificates, lists] = await withStore(config, async ({ database }) => [
    (await certificatesOfStore(database)).filter(isMeant),
    (await listsOfStore(database)).filter(isMeant),
  ])
  if (json) {
    const shown = <Row extends { readonly der: Uint8Array; readonly importedAt: number }>({
      der,
      ...row
    }: Row) => ({
      ...row,
      der: Buffer.from(der).toString('base64'),
    })
    say(
      JSON.stringify({ certificates: certificates.map(shown), revocation_lists: lists.map(shown) }, null, 2),
    )
    return
  }
  for (const { sha256, country, subject, notBefore, notAfter, origin } of certificates)
    say(`${sha256}  ${country.padEnd(2)}  ${day(notBefore)} to ${day(notAfter)}  ${subject}  (${origin})`)
  for (const { sha256, country, issuer, madeAt, nextAt, revoked, origin } of lists)
    say(
      `${sha256}  ${country.padEnd(2)}  ${day(madeAt)}, next ${nextAt === null ? 'not named' : day(nextAt)}  revokes ${revoked} of ${issuer}  (${origin})`,
    )
  say(
    certificates.length + lists.length === 0
      ? 'The trust store is empty: every chip is answered unknown-anchor. See `selfsame trust import`.'
      : `${certificates.length} certificates, ${lists.length} revocation lists.`,
  )
}

/** A fingerprint that begins like this and like no other. */
const SHORTEST = 8

export async function removeTrust(config: Settings, fingerprints: readonly string[]): Promise<void> {
  await withStore(config, ({ database }) =>
    recorded({ database }, config.audit === 'on', { name: 'trust remove' }, async () => {
      const all = [...(await certificatesOfStore(database)), ...(await listsOfStore(database))]
      const found = fingerprints.map((text) => {
        const wanted = text.toLowerCase().replaceAll(/[^0-9a-f]/g, '')
        const meant = wanted.length < SHORTEST ? [] : all.filter(({ sha256 }) => sha256.startsWith(wanted))
        const [one] = meant
        if (one && meant.length === 1) return one.sha256
        throw new CommandError(
          meant.length > 1
            ? `${meant.length} fingerprints begin with ${text}. Give more of it.`
            : `Nothing in the trust store has the fingerprint ${text}. Give at least ${SHORTEST} digits of one that \`selfsame trust list\` prints.`,
        )
      })
      for (const sha256 of found) say(`${sha256}: ${await removeFromStore(database, sha256)} removed.`)
    }),
  )
}
