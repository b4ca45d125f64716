// Every query about the data of one person of one organisation, for export and erasure.
import type { Queries } from '../port.ts'
import type { Overdue } from './retention.ts'

export interface Person {
  readonly organisationId: string
  readonly externalPersonId: string
}

/** Records that are removed one by one, with their files. */
const owned = {
  challenges: 'id FROM challenges',
  documents: 'id FROM documents',
  verifications: 'id FROM verifications',
  faces: 'id, collection_id AS "collectionId", file_id AS "fileId" FROM faces',
} as const

type OwnedKind = keyof typeof owned

export function ownedBy(
  queries: Queries,
  kind: OwnedKind,
  { organisationId, externalPersonId }: Person,
  limit: number,
): Promise<Overdue[]> {
  return queries.query<Overdue>(
    `SELECT ${owned[kind]} WHERE organisation_id = $1 AND external_person_id = $2 ORDER BY id LIMIT $3`,
    [organisationId, externalPersonId, limit],
  )
}

/** Removes the person's id from collections they signed; the collections stay. Returns how many there were. */
export async function forgetSigner(
  queries: Queries,
  { organisationId, externalPersonId }: Person,
): Promise<number> {
  const rows = await queries.query(
    `UPDATE face_collections SET external_person_id = '' WHERE organisation_id = $1 AND external_person_id = $2
     RETURNING id`,
    [organisationId, externalPersonId],
  )
  return rows.length
}

/** Whether bytes of files of the organisation, or any of these faces in a search engine, still wait to be removed. */
export async function isRemovalWaiting(
  queries: Queries,
  organisationId: string,
  faceIds: readonly string[],
): Promise<boolean> {
  const files = await queries.query(
    `SELECT storage_key FROM file_journal WHERE storage_key LIKE $1 AND state = 'removing' LIMIT 1`,
    [`${organisationId}/%`],
  )
  if (files.length > 0) return true
  for (const id of faceIds)
    if ((await queries.query('SELECT face_id FROM gallery_journal WHERE face_id = $1', [id])).length > 0)
      return true
  return false
}

const ofVerifications = (table: string): string =>
  `verifications p JOIN ${table} t ON t.organisation_id = p.organisation_id AND t.verification_id = p.id`

/** The data of a person by kind; table `t` has the id that pages go by, table `p` the id of the person. */
// biome-ignore format: one kind a row
const kept = {
  challenges: { from: 'challenges t', p: 't', columns: `t.id, t.family, t.plan, t.created_at AS "createdAt", t.expires_at AS "expiresAt", t.closed_at AS "closedAt", t.verdict, t.consent_reference AS "consentReference"` },
  frames: { from: 'challenges p JOIN challenge_frames t ON t.organisation_id = p.organisation_id AND t.challenge_id = p.id', p: 'p', columns: `t.id, t.challenge_id AS "ownerId", t.task, t.taken_at AS "takenAt", t.received_at AS "createdAt", t.guidance, t.seen AS sealed` },
  prints: { from: 'seen_shots t', p: 't', columns: `t.id, t.challenge_id AS "ownerId", t.seen_at AS "createdAt", t.print AS sealed` },
  documents: { from: 'documents t', p: 't', columns: `t.id, t.kind, t.created_at AS "createdAt", t.consent_reference AS "consentReference"` },
  pictures: { from: 'documents p JOIN document_images t ON t.organisation_id = p.organisation_id AND t.document_id = p.id', p: 'p', columns: `t.id, t.document_id AS "ownerId", t.number, t.received_at AS "createdAt", t.file_removed_at AS "fileRemovedAt", t.reading AS sealed` },
  confirmations: { from: 'documents p JOIN chip_confirmations t ON t.organisation_id = p.organisation_id AND t.chip_id = p.id', p: 'p', columns: `t.id, t.chip_id AS "ownerId", t.received_at AS "createdAt", t.answer AS sealed` },
  faces: { from: 'faces t', p: 't', columns: `t.id, t.collection_id AS "ownerId", t.file_id AS "fileId", t.embedder, t.embedder_version AS "embedderVersion", t.created_at AS "createdAt", t.consent_reference AS "consentReference", t.vector AS sealed` },
  duplicates: { from: `face_duplicates t JOIN faces p ON p.organisation_id = t.organisation_id AND (p.id = t.face_id OR (p.id = t.other_face_id AND t.kind = 'same-face')) JOIN duplicate_searches s ON s.organisation_id = t.organisation_id AND s.id = t.search_id`, p: 'p', columns: `t.id, p.id AS "ownerId", t.kind, t.similarity AS "number", s.created_at AS "createdAt"` },
  collections: { from: 'face_collections t', p: 't', columns: `t.id, t.created_at AS "createdAt"` },
  verifications: { from: 'verifications t', p: 't', columns: `t.id, t.policy_id AS "policyId", t.policy_version AS "policyVersion", t.state, t.is_test AS "isTest", t.created_at AS "createdAt", t.expires_at AS "expiresAt", t.finished_at AS "endedAt", t.consent_reference AS "consentReference", t.request AS sealed` },
  attempts: { from: ofVerifications('verification_attempts'), p: 'p', columns: `t.id, t.verification_id AS "ownerId", t.step, t.outcome, t.subject_id AS "subjectId", t.result_code AS "resultCode", t.begun_at AS "createdAt", t.ended_at AS "endedAt", t.findings AS sealed` },
  events: { from: ofVerifications('verification_events'), p: 'p', columns: `t.id, t.verification_id AS "ownerId", t.sequence AS "number", t.type, t.actor, t.at AS "createdAt", t.data AS sealed` },
  notes: { from: ofVerifications('verification_notes'), p: 'p', columns: `t.id, t.verification_id AS "ownerId", t.author AS actor, t.at AS "createdAt", t.note AS sealed` },
  links: { from: ofVerifications('(SELECT l.*, l.verification_id || \'.\' || l.number AS id FROM verification_links l)'), p: 'p', columns: `t.id, t.verification_id AS "ownerId", t.number, t.made_by AS actor, t.created_at AS "createdAt", t.expires_at AS "expiresAt", t.used_at AS "usedAt", t.ended_at AS "endedAt"` },
  tokens: { from: ofVerifications('verification_tokens'), p: 'p', columns: `t.id, t.verification_id AS "ownerId", t.created_at AS "createdAt", t.expires_at AS "expiresAt", t.ended_at AS "endedAt"` },
  deliveries: { from: ofVerifications('webhook_deliveries'), p: 'p', columns: `t.id, t.verification_id AS "ownerId", t.event_id AS "eventId", t.endpoint_id AS "endpointId", t.state, t.attempts, t.created_at AS "createdAt", t.finished_at AS "endedAt"` },
} as const

export type KeptKind = keyof typeof kept
export const keptKinds = Object.keys(kept) as readonly KeptKind[]

/** The columns of all kinds; each kind has some of them. */
export interface KeptRow {
  readonly id: string
  readonly createdAt: number
  readonly ownerId: string
  readonly family: string
  readonly plan: string
  readonly expiresAt: number
  readonly closedAt: number | null
  readonly verdict: string | null
  readonly consentReference: string | null
  readonly task: string
  readonly takenAt: number
  readonly guidance: string | null
  readonly kind: string
  readonly number: number
  readonly fileId: string
  readonly fileRemovedAt: number | null
  readonly embedder: string
  readonly embedderVersion: string
  readonly policyId: string
  readonly policyVersion: number
  readonly state: string
  readonly isTest: number
  readonly step: string
  readonly outcome: string
  readonly subjectId: string | null
  readonly resultCode: number | null
  readonly type: string
  readonly actor: string
  readonly usedAt: number | null
  readonly endedAt: number | null
  readonly eventId: string
  readonly endpointId: string
  readonly attempts: number
  readonly sealed: Uint8Array
}

/** Returns a page of rows in the order of their ids, after `afterId`. */
export function keptOf(
  queries: Queries,
  kind: KeptKind,
  { organisationId, externalPersonId }: Person,
  afterId: string,
  limit: number,
): Promise<KeptRow[]> {
  const { from, p, columns } = kept[kind]
  return queries.query<KeptRow>(
    `SELECT ${columns} FROM ${from} WHERE ${p}.organisation_id = $1 AND ${p}.external_person_id = $2 AND t.id > $3
     ORDER BY t.id LIMIT $4`,
    [organisationId, externalPersonId, afterId, limit],
  )
}
