// Adds organisations, gives them new passwords and keys, and removes them with everything they own.
import { randomUUID } from 'node:crypto'
import type { Store } from '../store/open.ts'
import { ReferenceMissing } from '../store/port.ts'
import { removed } from '../store/records/binding.ts'
import { facesSealedBelow, placeOfVector, resealFace } from '../store/records/face-keys.ts'
import * as fileRecords from '../store/records/files.ts'
import {
  partsSealedBelow,
  placeOfPart,
  resealPart,
  type SealedPart,
  sealedParts,
} from '../store/records/frame-keys.ts'
import { journalAllFaces } from '../store/records/gallery-journal.ts'
import * as records from '../store/records/organisations.ts'
import { forgetBandsOf } from '../store/records/seen-shots.ts'
import { hashPassword, newPassword } from './passwords.ts'

export interface Credentials {
  readonly name: string
  readonly password: string
}

/** A name goes before the colon of HTTP Basic, so it holds none; the rest keeps it easy to type and to log. */
const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
export const nameRule =
  '1 to 64 letters, digits, dots, dashes or underscores, starting with a letter or digit'
export const isName = (name: string): boolean => namePattern.test(name)

/** Undefined when the name is taken. */
export async function addOrganisation(
  store: Store,
  name: string,
  now: number,
  hash: (password: string) => Promise<string> = hashPassword,
): Promise<Credentials | undefined> {
  if (!isName(name)) throw new Error(`an organisation's name is ${nameRule}`)
  const id = randomUUID()
  const password = newPassword()
  const passwordHash = await hash(password)
  const added = await store.database.transaction(async (queries) => {
    if (!(await records.addOrganisation(queries, { id, name, createdAt: now }))) return false
    await records.addCredential(queries, {
      id: randomUUID(),
      organisationId: id,
      passwordHash,
      createdAt: now,
    })
    await store.keyring.addKey(queries, id)
    return true
  })
  return added ? { name, password } : undefined
}

/** The old password goes on working for `graceMs`, so that callers can be changed one by one. */
export async function rotatePassword(
  store: Store,
  organisation: records.Organisation,
  graceMs: number,
  now: number,
): Promise<Credentials> {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  await store.database.transaction(async (queries) => {
    await records.expireCredentials(queries, organisation.id, now + graceMs, now)
    const credential = { id: randomUUID(), organisationId: organisation.id, passwordHash, createdAt: now }
    await records.addCredential(queries, credential)
  })
  return { name: organisation.name, password }
}

/** Those whose grace is over; returns how many. */
export const forgetEndedPasswords = ({ database }: Pick<Store, 'database'>, now: number): Promise<number> =>
  records.forgetEndedCredentials(database, now)

/** Its keys go first and in one transaction with its records: from then on what is left of its files is noise. */
export async function removeOrganisation(
  store: Store,
  organisation: records.Organisation,
  now: number,
): Promise<void> {
  const marks = await store.vault.marks()
  await store.database.transaction(async (queries) => {
    await removed(queries, 'organisation', { id: organisation.id }, async () => {
      await records.holdOrganisation(queries, organisation.id)
      await fileRecords.journalRemovingAll(queries, organisation.id, now)
      await journalAllFaces(queries, organisation.id, now)
      await forgetBandsOf(queries, marks, organisation.id)
      await records.removeOrganisation(queries, organisation.id)
    })
  })
  store.keyring.forget(organisation.id)
  await store.database.scrub()
  await store.vault.sweep()
}

export interface ResealProgress {
  readonly done: number
  readonly total: number
}

/** A new key for the organisation; with `reseal`, every file is encrypted again and the old keys are destroyed. */
export async function rotateOrganisationKey(
  store: Store,
  organisation: records.Organisation,
  reseal: boolean,
  onProgress: (progress: ResealProgress) => void,
): Promise<number> {
  const version = await store.database.transaction((queries) =>
    store.keyring.addKey(queries, organisation.id),
  )
  if (!reseal) return version
  const total = await fileRecords.countFilesBelowKey(store.database, organisation.id, version)
  let done = 0
  let afterId = ''
  for (;;) {
    const page = await fileRecords.filesAfter(store.database, organisation.id, afterId, 100)
    for (const file of page) {
      if (file.keyVersion < version) {
        await store.vault.reseal(file)
        onProgress({ done: ++done, total: Math.max(total, done) })
      }
      afterId = file.id
    }
    if (page.length === 0) break
  }
  await resealFaces(store, organisation.id, version)
  await resealParts(store, organisation.id, version)
  // A server that had not heard of the new key yet may have used an old one meanwhile; then the database keeps it.
  await records.removeUnusedKeysBelow(store.database, organisation.id, version).catch((error: unknown) => {
    if (!(error instanceof ReferenceMissing)) throw error
  })
  await store.database.scrub()
  return version
}

/** Vectors are small: a page of them is encrypted again in one transaction. */
async function resealFaces(store: Store, organisationId: string, version: number): Promise<void> {
  for (;;) {
    const page = await facesSealedBelow(store.database, organisationId, version, 500)
    if (page.length === 0) return
    const fresh: Parameters<typeof resealFace>[2][] = []
    for (const { id, vector } of page) {
      const place = placeOfVector(organisationId, id)
      const sealed = await store.keyring.seal(place, await store.keyring.unseal(place, vector))
      fresh.push({ id, old: vector, ...sealed })
    }
    await store.database.transaction(async (queries) => {
      for (const face of fresh) await resealFace(queries, organisationId, face)
    })
  }
}

async function resealParts(store: Store, organisationId: string, version: number): Promise<void> {
  for (const part of Object.keys(sealedParts) as SealedPart[])
    for (;;) {
      const page = await partsSealedBelow(store.database, part, organisationId, version, 100)
      if (page.length === 0) break
      for (const { id, sealed } of page) {
        const place = placeOfPart(part, organisationId, id)
        const fresh = await store.keyring.seal(place, await store.keyring.unseal(place, sealed))
        await resealPart(store.database, part, organisationId, { id, old: sealed, ...fresh })
      }
    }
}
