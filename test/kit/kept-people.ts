// Fills a store with all that can be kept of a person, by the verbs that keep it and without any network.
import { randomUUID } from 'node:crypto'
import { codes } from '../../src/codes.ts'
import { createDocument } from '../../src/documents/identity/create.ts'
import { enrol } from '../../src/faces/collections/enrol.ts'
import { recordsOnly } from '../../src/gallery/open.ts'
import { countCopy, keepFrame, knownFrame, settle, startChallenge } from '../../src/liveness/challenge.ts'
import type { Store } from '../../src/store/open.ts'
import { addCollection, findCollection } from '../../src/store/records/collections.ts'
import { chipFront, today } from '../documents/identity/hand-written.ts'
import { faceFrame } from './frames.ts'
import { direction, observation, seenFace } from './observations.ts'

interface KeptPerson {
  readonly organisationId: string
  readonly externalPersonId: string
}

export const circumstances = { today, serverTag: 'test', isOneCall: false }
const limits = { mostFrames: 100, mostBytes: 1e9 }
const lifeMs = 180_000

/** Returns the id of the challenge. */
export async function keepChallenge(
  store: Store,
  person: KeptPerson,
  now: number,
  frames = 2,
): Promise<string> {
  const id = await startChallenge(store.database, {
    ...person,
    family: 'nose',
    consentReference: `consent of ${person.externalPersonId}`,
    plan: { asked: 'nose' },
    now,
    lifeMs,
  })
  const challenge = { ...person, id }
  for (let i = 0; i < frames; i++) {
    const { id: _, task, takenAtMs, receivedAtMs: __, ...seen } = faceFrame()
    const picture = Buffer.from(`frame ${randomUUID()}`)
    const frame = {
      task,
      takenAtMs,
      receivedAtMs: now,
      sent: picture,
      picture,
      seen,
      guidance: 'ok' as const,
    }
    const kept = await keepFrame(store.vault, challenge, frame, limits)
    if (kept !== 'kept') throw new Error(kept)
    const frameId = (await knownFrame(store.database, challenge, picture))?.id ?? ''
    const copy = { frameId, task, receivedAtMs: now, byteLength: picture.byteLength }
    // Two copies: the first makes the row that the second counts in.
    for (let copies = 0; copies < 2; copies++) await countCopy(store.database, challenge, copy, limits)
  }
  const times = { startedAtMs: now, expiresAtMs: now + lifeMs, frames, bytes: 0, isClosed: true }
  await settle(store, { ...challenge, ...times, plan: {}, verdict: undefined }, 'nose', {
    code: codes.success,
    checks: [],
  })
  return id
}

/** Returns the id of the document. */
export async function keepDocument(store: Store, person: KeptPerson, now: number): Promise<string> {
  const creation = {
    ...person,
    consentReference: `consent of ${person.externalPersonId}`,
    bytes: Buffer.from(`picture ${randomUUID()}`),
    found: { outcome: 'found', sides: [chipFront()], others: [] } as const,
    now,
  }
  return (await createDocument(store.vault, creation, circumstances)).id
}

/** Returns the ids of the face and its photo. */
export async function keepFace(
  store: Store,
  person: KeptPerson,
  now: number,
  { collectionId = 'staff', gallery = recordsOnly, seed = 1 } = {},
): Promise<{ readonly id: string; readonly fileId: string }> {
  const { organisationId } = person
  if (!(await findCollection(store.database, { organisationId, collectionId })))
    await addCollection(store.database, {
      organisationId,
      id: collectionId,
      externalPersonId: person.externalPersonId,
      createdAt: now,
    })
  const { id, fileId } = await enrol(store.vault, gallery, {
    key: { organisationId, collectionId },
    externalPersonId: person.externalPersonId,
    consentReference: `consent of ${person.externalPersonId}`,
    photo: Buffer.from(`photo ${randomUUID()}`),
    seen: observation(seenFace({ vector: direction(seed) })),
    createdAt: now,
  })
  if (id === undefined || fileId === undefined) throw new Error('the face was not registered')
  return { id, fileId }
}

const tables = [
  'challenges',
  'challenge_frames',
  'challenge_repeats',
  'expired_challenges',
  'seen_shots',
  'documents',
  'document_images',
  'faces',
  'files',
] as const

/** Counts the rows of an organisation by table. */
export async function rowsOf({ database }: Store, organisationId: string) {
  const counts: Partial<Record<(typeof tables)[number], number>> = {}
  for (const table of tables) {
    const sql = `SELECT COUNT(*) AS n FROM ${table} WHERE organisation_id = $1`
    counts[table] = (await database.query<{ n: number }>(sql, [organisationId]))[0]?.n ?? 0
  }
  return counts as Record<(typeof tables)[number], number>
}
