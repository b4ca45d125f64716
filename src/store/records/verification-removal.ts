// Every query by which verifications, what they made, and what is left of links, tokens and keys of requests go.
import type { Queries } from '../port.ts'
import { bound, removed } from './binding.ts'
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
  for (const table of ['verification_links', 'verification_tokens', 'chip_challenges'])
    await queries.query(`DELETE FROM ${table} WHERE organisation_id = $1 AND verification_id = $2`, [
      organisationId,
      id,
    ])
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
  for (const table of ['idempotency_keys', 'chip_challenges'])
    await queries.query(`DELETE FROM ${table} WHERE organisation_id = $1 AND verification_id = $2`, [
      organisationId,
      id,
    ])
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
  await bound(queries, 'verification', whereOf(place), (inside) =>
    inside.query(
      `UPDATE verifications SET external_person_id = '', consent_reference = NULL, number_mark = NULL,
         claimed_by = NULL, claimed_until = NULL, request = $3, key_version = $4, redacted_at = $5
       WHERE organisation_id = $1 AND id = $2`,
      [organisationId, id, bytes, keyVersion, now],
    ),
  )
  for (const table of ['verification_attempts', 'verification_notes'])
    await queries.query(`DELETE FROM ${table} WHERE organisation_id = $1 AND verification_id = $2`, [
      organisationId,
      id,
    ])
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
  for (const table of ['verification_links', 'verification_tokens']) {
    const rows = await queries.query(
      `DELETE FROM ${table} WHERE hash IN
         (SELECT hash FROM ${table} WHERE expires_at < $1 ORDER BY expires_at LIMIT $2) RETURNING hash`,
      [before, limit],
    )
    count = Math.max(count, rows.length)
  }
  return count
}
