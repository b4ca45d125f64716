// Fills a store with all that can be kept of a person, by the verbs that keep it and without any network.
import { randomBytes, randomUUID } from 'node:crypto'
import { codes } from '../../../src/codes.ts'
import { createDocument } from '../../../src/documents/identity/create.ts'
import { enrol } from '../../../src/faces/collections/enrol.ts'
import { recordsOnly } from '../../../src/gallery/open.ts'
import { countCopy, keepFrame, knownFrame, settle, startChallenge } from '../../../src/liveness/challenge.ts'
import type { Store } from '../../../src/store/open.ts'
import type { SqlValue } from '../../../src/store/port.ts'
import { added, boundBy } from '../../../src/store/records/binding.ts'
import { kindsBound, rowOfKind } from '../../../src/store/records/bound-kinds.ts'
import { addCollection, findCollection } from '../../../src/store/records/collections.ts'
import { placeOfPart, type SealedPart } from '../../../src/store/records/frame-keys.ts'
import { faceFrame } from '../readings/frames.ts'
import { chipFront, today } from '../readings/identity.ts'
import { direction, observation, seenFace } from '../readings/observations.ts'

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

interface Kept {
  readonly state?: string
  readonly finishedAt?: number | null
  readonly isTest?: boolean
  readonly policyId?: string
  readonly endpointId?: string
  /** Whether the server of the test sends what waits for the endpoint. */
  readonly isSent?: boolean
}

/** A verification with all that can belong to one: a row of every table, a document, a challenge and a face. */
export async function keepVerification(
  store: Store,
  person: KeptPerson,
  now: number,
  {
    state = 'approved',
    finishedAt = now,
    isTest = false,
    policyId = 'simple',
    endpointId = 'endpoint',
    isSent = true,
  }: Kept = {},
): Promise<Record<'id' | 'documentId' | 'challengeId' | 'deliveryId', string>> {
  const { organisationId } = person
  const id = randomUUID()
  const [attemptId, eventId, deliveryId] = [randomUUID(), randomUUID(), randomUUID()]
  const sealed = (part: SealedPart, partId: string, value: unknown) =>
    store.keyring.seal(placeOfPart(part, organisationId, partId), Buffer.from(JSON.stringify(value)))
  const insert = (table: string, row: Readonly<Record<string, SqlValue>>) => {
    const names = Object.keys(row)
    const places = names.map((_, i) => `$${i + 1}`).join(', ')
    const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places}) ON CONFLICT DO NOTHING RETURNING 1 AS one`
    return store.database.transaction(async (queries) => {
      const rows = await queries.query(sql, Object.values(row))
      const kind = kindsBound.find((one) => rowOfKind(one).table === table)
      if (!kind || rows.length === 0) return
      // As the server would have put it in.
      await added(
        queries,
        kind,
        Object.fromEntries(
          rowOfKind(kind)
            .key.map((name) => name.replace(/^hex\((\w+)\)$/, '$1'))
            .map((name) => [name, row[name] ?? null]),
        ),
      )
    })
  }
  const owned = { organisation_id: organisationId }
  const policy = { ...owned, policy_id: policyId, version: 1 }
  await insert('policies', { ...owned, id: policyId, version: 1, created_at: now })
  await insert('policy_versions', { ...policy, definition: '{"steps":{}}', created_at: now })
  const request = await sealed('verification', id, { expected: { name: 'ANNA' }, metadata: {} })
  await insert('verifications', {
    ...owned,
    id,
    external_person_id: person.externalPersonId,
    consent_reference: `consent of ${person.externalPersonId}`,
    policy_id: policyId,
    policy_version: 1,
    state,
    sequence: 1,
    is_test: Number(isTest),
    created_at: now,
    updated_at: now,
    expires_at: now + 86_400_000,
    finished_at: finishedAt,
    number_mark: `mark of ${person.externalPersonId}`,
    request: request.sealed,
    key_version: request.keyVersion,
  })
  const of = { ...owned, verification_id: id }
  const findings = await sealed('attempt', attemptId, { name: 'ANNA' })
  await insert('verification_attempts', {
    ...of,
    id: attemptId,
    step: 'document',
    outcome: 'passed',
    operation: 'createKycDocument',
    request_id: randomUUID(),
    subject_id: 'a document',
    begun_at: now,
    findings: findings.sealed,
    key_version: findings.keyVersion,
  })
  const data = await sealed('event', eventId, {
    decision: 'approved',
    decided_by: 'policy',
    policy: policyId,
    policy_version: 1,
    reasons: [{ reason: 'name-differs', outcome: 'noted', step: 'expected' }],
    steps: [{ step: 'document', outcome: 'passed', attempts: 1 }],
    expected: [{ field: 'name', outcome: 'differs', given: 'ANNE', read: 'ANNA' }],
    person: { name: 'ANNA' },
  })
  await insert('verification_events', {
    ...of,
    id: eventId,
    sequence: 1,
    type: 'verification.approved',
    at: now,
    actor: 'server',
    data: data.sealed,
    key_version: data.keyVersion,
  })
  const life = { created_at: now, expires_at: now + 3_600_000 }
  await insert('verification_links', {
    ...of,
    ...life,
    hash: randomBytes(32),
    number: 1,
    made_by: 'organisation',
  })
  await insert('verification_tokens', { ...of, ...life, hash: randomBytes(32), id: randomUUID() })
  await insert('idempotency_keys', {
    ...of,
    operation: 'createVerification',
    key: randomUUID(),
    request_hash: randomBytes(32),
    created_at: now,
  })
  const times = { created_at: now, updated_at: now }
  const endpoint = {
    url: 'https://receiver.example/hook',
    description: '',
    events: ',*,',
    is_enabled: Number(isSent),
  }
  await insert('webhook_endpoints', { ...owned, id: endpointId, ...endpoint, ...times })
  const secret = await sealed('secret', `secret of ${endpointId}`, 'whsec_')
  await insert('webhook_secrets', {
    ...owned,
    id: `secret of ${endpointId}`,
    endpoint_id: endpointId,
    secret: secret.sealed,
    key_version: secret.keyVersion,
    created_at: now,
  })
  await insert('webhook_deliveries', {
    ...of,
    id: deliveryId,
    endpoint_id: endpointId,
    event_id: eventId,
    sequence: 1,
    state: 'delivered',
    created_at: now,
    next_at: now,
  })
  await insert('webhook_attempts', {
    ...owned,
    id: randomUUID(),
    delivery_id: deliveryId,
    number: 1,
    at: now,
    status: 200,
    milliseconds: 5,
  })
  const documentId = await keepDocument(store, person, now)
  const challengeId = await keepChallenge(store, person, now)
  const face = await keepFace(store, person, now)
  // As the server would have put them in: with the verification, and bound.
  const filed = (table: string, rowId: string) => ({
    sql: `UPDATE ${table} SET verification_id = $3 WHERE organisation_id = $1 AND id = $2`,
    values: [organisationId, rowId, id],
  })
  const { database } = store
  await boundBy(database, 'document', { ...owned, id: documentId }, filed('documents', documentId))
  await boundBy(database, 'challenge', { ...owned, id: challengeId }, filed('challenges', challengeId))
  const ofFace = filed('faces', face.id)
  await database.query(ofFace.sql, ofFace.values)
  return { id, documentId, challengeId, deliveryId }
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
  'verifications',
  'verification_attempts',
  'verification_events',
  'verification_links',
  'verification_tokens',
  'idempotency_keys',
  'webhook_deliveries',
  'webhook_attempts',
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
