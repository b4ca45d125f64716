// What a reviewer does with one case beside deciding it: looks at its pictures and fields, writes notes, and claims it.
import { randomUUID } from 'node:crypto'
import { codes, type Refusal, refuseBecause } from '../../codes.ts'
import { listApiKeys } from '../../store/records/api-keys.ts'
import * as records from '../../store/records/verification-review.ts'
import { listVerifications, type VerificationRecord } from '../../store/records/verifications.ts'
import { openJson, writeSealed } from '../../store/sealed-json.ts'
import type { Alike, Evidence, JudgedAttempt, ReadField, SentEvidence } from '../evidence.ts'
import { type Caller, found, type ManagingVerifications } from '../manage.ts'
import { policyOfVersion } from '../policies/policies.ts'
import { checkName, type Reviewer } from '../reviewer.ts'

export interface Reviewing extends ManagingVerifications {
  readonly evidence: Pick<Evidence, 'fields' | 'portrait' | 'picture' | 'alike'>
}

/** More than a journey makes: three attempts of some tens of frames each. */
const MOST_PICTURES = 500
const MOST_NOTES = 500
const MOST_LOOKS = 200
const MOST_OTHERS = 20

/** The portrait is cut out of a picture when somebody asks for it, and has no id of its own. */
export const PORTRAIT = 'portrait'

const notKept = (what: string): Refusal =>
  refuseBecause(codes.notFound, `the verification has no such ${what}, or it is not kept any more`)

/** What counted in the verdict: the last attempt that passed, else the last one. */
function sentOf(
  attempts: readonly JudgedAttempt[],
): SentEvidence & { readonly liveness: JudgedAttempt | undefined } {
  const best = (step: JudgedAttempt['step']) =>
    attempts.findLast((one) => one.step === step && one.outcome === 'passed') ??
    attempts.findLast((one) => one.step === step && one.subjectId !== null)
  return {
    documentId: best('document')?.subjectId ?? undefined,
    chipId: best('chip')?.subjectId ?? undefined,
    liveness: best('liveness'),
  }
}

export interface CasePicture extends records.PictureRecord {
  /** Whether it is of the attempt that counts. */
  readonly counts: boolean
}

export async function pictures(
  reviewing: Reviewing,
  caller: Caller,
  id: string,
): Promise<{ readonly pictures: readonly CasePicture[]; readonly hasPortrait: boolean }> {
  const record = await found(reviewing, caller, id)
  const { documentId, chipId, liveness } = sentOf(await reviewing.judging.openAttempts(record))
  const counting = [documentId, chipId, liveness?.subjectId]
  const rows = await records.picturesOf(reviewing.store.database, record, MOST_PICTURES)
  return {
    pictures: rows.map((row) => ({ ...row, counts: counting.includes(row.subjectId) })),
    hasPortrait: rows.some(({ subjectId }) => subjectId === documentId || subjectId === chipId),
  }
}

export async function picture(
  reviewing: Reviewing,
  caller: Caller,
  id: string,
  pictureId: string,
): Promise<{ readonly type: string; readonly bytes: Uint8Array }> {
  const record = await found(reviewing, caller, id)
  const { organisationId } = record
  if (pictureId === PORTRAIT) {
    const sent = sentOf(await reviewing.judging.openAttempts(record))
    const bytes = await reviewing.evidence.portrait(organisationId, sent)
    if (!bytes) throw notKept('picture')
    return { type: 'image/jpeg', bytes }
  }
  // Only what was sent for this verification: the id of another picture of the organisation is unknown here.
  const rows = await records.picturesOf(reviewing.store.database, record, MOST_PICTURES)
  if (rows.every((row) => row.id !== pictureId)) throw notKept('picture')
  const kept = await reviewing.evidence.picture(organisationId, pictureId)
  if (!kept) throw notKept('picture')
  return kept
}

export async function fields(
  reviewing: Reviewing,
  caller: Caller,
  id: string,
): Promise<readonly ReadField[]> {
  const record = await found(reviewing, caller, id)
  return reviewing.evidence.fields(
    record.organisationId,
    sentOf(await reviewing.judging.openAttempts(record)),
  )
}

interface Duplicate {
  readonly externalPersonId: string
  /** In percent; undefined where the number alone is the same. */
  readonly similarity: number | undefined
  readonly hasSameNumber: boolean
  /** Empty where the person was registered otherwise. */
  readonly verifications: readonly records.OtherVerification[]
}

/** Others who may be the same person: by the face, where the policy searches for it, and by the number of the document. */
export async function duplicates(
  reviewing: Reviewing,
  caller: Caller,
  id: string,
): Promise<readonly Duplicate[]> {
  const { store, judging, evidence } = reviewing
  const record = await found(reviewing, caller, id)
  const { organisationId, externalPersonId, policyId, policyVersion, numberMark, isTest } = record
  if (record.redactedAt !== null) return []
  const policy = await policyOfVersion(store.database, { organisationId, id: policyId }, policyVersion)
  const { liveness } = sentOf(await judging.openAttempts(record))
  const searches = [policy.screening?.duplicates, policy.screening?.block_list]
  const alike: Alike[] = []
  // Collections hold people who are live: tests do not search them.
  if (liveness && !isTest)
    for (const search of searches)
      if (search) alike.push(...(await evidence.alike(organisationId, liveness, search, externalPersonId)))
  const ofNumber =
    numberMark === null
      ? []
      : await records.othersOfNumber(store.database, record, { numberMark, isTest }, MOST_OTHERS)
  const people = new Set([
    ...alike.map((one) => one.externalPersonId),
    ...ofNumber.flatMap((one) => (one.externalPersonId === externalPersonId ? [] : [one.externalPersonId])),
  ])
  people.delete('')
  return Promise.all(
    [...people].map(async (person) => {
      const similar = alike.filter((one) => one.externalPersonId === person).map((one) => one.similarity)
      const filter = { isTest, externalPersonId: person }
      const own = await listVerifications(store.database, organisationId, filter, MOST_OTHERS)
      return {
        externalPersonId: person,
        similarity: similar.length === 0 ? undefined : Math.max(...similar),
        hasSameNumber: ofNumber.some((one) => one.externalPersonId === person),
        verifications: own,
      }
    }),
  )
}

export interface Look extends records.LookRecord {
  /** The name of the API key; undefined where the caller came with name and password. */
  readonly keyName: string | undefined
}

export async function looks(reviewing: Reviewing, caller: Caller, id: string): Promise<readonly Look[]> {
  const { database } = reviewing.store
  const record = await found(reviewing, caller, id)
  const rows = await records.looksAt(database, record, MOST_LOOKS)
  const keys = new Map((await listApiKeys(database, record.organisationId)).map((key) => [key.id, key.name]))
  return rows.map((row) => ({ ...row, keyName: keys.get(row.apiKeyId) }))
}

export interface Note {
  readonly id: string
  readonly author: string
  readonly at: number
  readonly text: string
}

export async function addNote(
  reviewing: Reviewing,
  caller: Reviewer,
  id: string,
  { author, text }: Pick<Note, 'author' | 'text'>,
): Promise<Note> {
  const { store, now } = reviewing
  const record = await found(reviewing, caller, id)
  if (record.redactedAt !== null) throw refuseBecause(codes.conflict, 'the verification was redacted')
  await checkName(store.database, caller, 'author', author)
  const [noteId, at] = [randomUUID(), now()]
  const before = await records.notesOf(store.database, record, MOST_NOTES)
  if (before.length >= MOST_NOTES)
    throw refuseBecause(codes.conflict, `the verification has ${MOST_NOTES} notes, and takes no more`)
  const parts = { note: { part: 'note', id: noteId, value: { text } } } as const
  await writeSealed(store, record.organisationId, parts, (queries, { note }) =>
    records.addNote(queries, record, {
      id: noteId,
      author,
      at,
      note: note.bytes,
      keyVersion: note.keyVersion,
    }),
  )
  return { id: noteId, author, at, text }
}

export async function notes(reviewing: Reviewing, caller: Caller, id: string): Promise<readonly Note[]> {
  const { database, keyring } = reviewing.store
  const record = await found(reviewing, caller, id)
  const rows = await records.notesOf(database, record, MOST_NOTES)
  return Promise.all(
    rows.map(async ({ id: noteId, author, at, note }) => {
      const part = { part: 'note', id: noteId } as const
      const { text } = await openJson<{ text: string }>(keyring, record.organisationId, part, note)
      return { id: noteId, author, at, text }
    }),
  )
}

const MINUTE_MS = 60_000

/** A claim does not hold back another reviewer: it only shows that somebody has begun. */
export async function claim(
  reviewing: Reviewing,
  caller: Reviewer,
  id: string,
  wanted: { readonly reviewer: string; readonly minutes: number; readonly takes: boolean },
): Promise<{ readonly reviewer: string; readonly until: number }> {
  const { store, now } = reviewing
  const record = await found(reviewing, caller, id)
  await checkName(store.database, caller, 'reviewer', wanted.reviewer)
  const at = now()
  const held = await records.claim(store.database, record, {
    by: wanted.reviewer,
    takes: wanted.takes,
    now: at,
    until: at + wanted.minutes * MINUTE_MS,
  })
  if (!held)
    throw refuseBecause(
      codes.conflict,
      `the verification is ${record.state}, and only what is in review is claimed`,
    )
  return { reviewer: held.claimedBy ?? wanted.reviewer, until: held.claimedUntil ?? at }
}

export async function release(
  reviewing: Reviewing,
  caller: Caller,
  id: string,
  reviewer: string,
): Promise<VerificationRecord> {
  const record = await found(reviewing, caller, id)
  await records.release(reviewing.store.database, record, reviewer)
  return found(reviewing, caller, id)
}
