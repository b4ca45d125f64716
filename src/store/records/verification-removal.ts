// Every query by which verifications, what they made, and what is left of links, tokens and keys of requests go.
import type { Queries } from '../port.ts'
import { boundBy, removed, removedBy, removeEach } from './binding.ts'
import type { BoundKind } from './bound-kinds.ts'
import type { Overdue } from './retention.ts'
import { type VerificationPlace, whereOf } from './verifications.ts'

/** What a person made on the way is removed one by one, with its files. */
const made = {
  documents: 'id FROM documents',
  challenges: 'id FROM challenges',
  faces: 'id, collection_id AS "collectionId", file_id AS "fileId" FROM faces',
} as const

export function madeBy(
  queries: Queries,
  kind: keyof typeof made,
  { organisationId, id }: VerificationPlace,
  limit: number,
): Promise<Overdue[]> {
  return queries.query<Overdue>(
    `SELECT ${made[kind]} WHERE organisation_id = $1 AND verification_id = $2 ORDER BY id LIMIT $3`,
    [organisationId, id, limit],
  )
}

/** What opens a verification to its person; without it nothing new is made. */
export async function removeEntries(
  queries: Queries,
  { organisationId, id }: VerificationPlace,
): Promise<void> {
  await removeMade(
    queries,
    { link: 'verification_links', token: 'verification_tokens', 'chip-challenge': 'chip_challenges' },
    { organisationId, id },
  )
}

/** They go with the verification, or with what it was told of its person. */
async function removeMade(
  queries: Queries,
  tables: Partial<Record<BoundKind, string>>,
  { organisationId, id }: VerificationPlace,
): Promise<void> {
  for (const [kind, table] of Object.entries(tables)) {
    const sql = `DELETE FROM ${table} WHERE organisation_id = $1 AND verification_id = $2`
    await removedBy(queries, kind as BoundKind, { sql, values: [organisationId, id] }, false)
  }
}

/** Removes the records of a verification, in a transaction; false where it is gone. */
export async function removeVerification(queries: Queries, place: VerificationPlace): Promise<boolean> {
  const { organisationId, id } = place
  const rows = await removed(queries, 'verification', whereOf(place), (inside) =>
    inside.query('DELETE FROM verifications WHERE organisation_id = $1 AND id = $2 RETURNING id', [
      organisationId,
      id,
    ]),
  )
  await queries.query('DELETE FROM idempotency_keys WHERE organisation_id = $1 AND verification_id = $2', [
    organisationId,
    id,
  ])
  await removeMade(queries, { 'chip-challenge': 'chip_challenges' }, place)
  return rows.length === 1
}

/** Sealed bytes that say nothing of a person. */
export interface Blank {
  readonly bytes: Uint8Array
  readonly keyVersion: number
}

export async function blankEvent(
  queries: Queries,
  organisationId: string,
  id: string,
  { bytes, keyVersion }: Blank,
): Promise<void> {
  await queries.query(
    'UPDATE verification_events SET data = $3, key_version = $4 WHERE organisation_id = $1 AND id = $2',
    [organisationId, id, bytes, keyVersion],
  )
}

/** Leaves nothing by which the person, the document or an attempt could be found. */
export async function blankVerification(
  queries: Queries,
  place: VerificationPlace,
  { bytes, keyVersion }: Blank,
  now: number,
): Promise<void> {
  const { organisationId, id } = place
  await boundBy(queries, 'verification', whereOf(place), {
    sql: `UPDATE verifications SET external_person_id = '', consent_reference = NULL, number_mark = NULL,
         claimed_by = NULL, claimed_until = NULL, request = $3, key_version = $4, redacted_at = $5
       WHERE organisation_id = $1 AND id = $2`,
    values: [organisationId, id, bytes, keyVersion, now],
  })
  await removeMade(
    queries,
    { attempt: 'verification_attempts', note: 'verification_notes', 'capture-key': 'capture_keys' },
    place,
  )
}

/** Each removes at most `limit` rows and returns how many; call again while it is `limit`. */
export async function forgetIdempotencyKeys(
  queries: Queries,
  before: number,
  limit: number,
): Promise<number> {
  const rows = await queries.query(
    `DELETE FROM idempotency_keys WHERE (organisation_id, operation, key) IN (SELECT organisation_id, operation, key
       FROM idempotency_keys WHERE created_at < $1 ORDER BY created_at LIMIT $2) RETURNING key`,
    [before, limit],
  )
  return rows.length
}

export async function forgetEntries(queries: Queries, before: number, limit: number): Promise<number> {
  let count = 0
  for (const [kind, table] of [
    ['link', 'verification_links'],
    ['token', 'verification_tokens'],
  ] as const) {
    const some = `hash IN (SELECT hash FROM ${table} WHERE expires_at < $1 ORDER BY expires_at LIMIT ${limit})`
    count = Math.max(count, await removeEach(queries, kind, some, before))
  }
  return count
}
