// Every query about how much an organisation stores, and how much it may. The database counts by triggers.
import type { Queries } from '../port.ts'
import { bound } from './binding.ts'

/** What a record counts beside its sealed bytes; the triggers of the migrations have the same number. */
export const RECORD_BYTES = 1024

export interface Storage {
  /** Stored, and reserved by writes under way. */
  readonly usedBytes: number
  /** The limit of the organisation alone, infinite for none; undefined where the setting of the server holds. */
  readonly ownLimitBytes: number | undefined
}

const NO_LIMIT = -1

const used = `(SELECT CAST(COALESCE(SUM(s.bytes), 0) AS BIGINT) FROM organisation_storage s
    WHERE s.organisation_id = o.id)
  + (SELECT CAST(COALESCE(SUM(j.bytes), 0) AS BIGINT) FROM file_journal j
    WHERE j.organisation_id = o.id AND j.state = 'writing')`

interface StorageRow {
  readonly id: string
  readonly used: number
  readonly own: number | null
}

const storageFrom = ({ used, own }: StorageRow): Storage => ({
  usedBytes: used,
  ownLimitBytes: own === null ? undefined : own === NO_LIMIT ? Number.POSITIVE_INFINITY : own,
})

/** Undefined where there is no such organisation. */
export async function storageOf(queries: Queries, organisationId: string): Promise<Storage | undefined> {
  const [row] = await queries.query<StorageRow>(
    `SELECT o.id, ${used} AS used, o.storage_limit AS own FROM organisations o WHERE o.id = $1`,
    [organisationId],
  )
  return row && storageFrom(row)
}

/** The organisations that store most, these first. */
export async function storageOfAll(
  queries: Queries,
  limit: number,
): Promise<(Storage & { readonly id: string })[]> {
  const rows = await queries.query<StorageRow>(
    `SELECT o.id, ${used} AS used, o.storage_limit AS own FROM organisations o ORDER BY used DESC LIMIT $1`,
    [limit],
  )
  return rows.map((row) => ({ id: row.id, ...storageFrom(row) }))
}

/** Of those who reserve room for one organisation, one at a time looks how much there is, until its transaction ends. */
export async function lockStorage(queries: Queries, organisationId: string): Promise<void> {
  await queries.query(
    'UPDATE organisation_storage SET bytes = bytes WHERE organisation_id = $1 AND slot = -1',
    [organisationId],
  )
}

export async function setStorageLimit(
  queries: Queries,
  organisationId: string,
  limitBytes: number | undefined,
): Promise<void> {
  const own = limitBytes === undefined ? null : Number.isFinite(limitBytes) ? limitBytes : NO_LIMIT
  await bound(queries, 'organisation', { id: organisationId }, (inside) =>
    inside.query('UPDATE organisations SET storage_limit = $2 WHERE id = $1', [organisationId, own]),
  )
}

/** Each table that counts, and its column of bytes. */
const counted = [
  ['files', 'plain_bytes'],
  ['challenges', '0'],
  ['challenge_frames', 'LENGTH(seen)'],
  ['seen_shots', 'LENGTH(print)'],
  ['documents', '0'],
  ['document_images', 'LENGTH(reading)'],
  ['face_collections', '0'],
  ['faces', 'LENGTH(vector)'],
  ['chip_confirmations', 'LENGTH(answer)'],
  ['verifications', 'LENGTH(request)'],
  ['organisation_brands', 'LENGTH(settings) + COALESCE(LENGTH(logo), 0)'],
  ['capture_keys', 'LENGTH(public_key)'],
  ['verification_attempts', 'LENGTH(findings)'],
  ['verification_events', 'LENGTH(data)'],
  ['verification_notes', 'LENGTH(note)'],
  ['webhook_secrets', 'LENGTH(secret)'],
] as const

const stored = counted
  .map(([table, bytes]) => `SELECT organisation_id AS id, ${bytes} + ${RECORD_BYTES} AS size FROM ${table}`)
  .join(' UNION ALL ')

/** Organisations whose count is wrong, and by how much: none, unless somebody changed the database by hand. */
export function storageErrors(
  queries: Queries,
): Promise<{ readonly name: string; readonly errorBytes: number }[]> {
  return queries.query(
    `SELECT o.name, CAST(SUM(c.size) AS BIGINT) AS "errorBytes" FROM organisations o JOIN (
       SELECT organisation_id AS id, bytes AS size FROM organisation_storage UNION ALL
       SELECT id, -size FROM (${stored}) AS stored) AS c ON c.id = o.id
     GROUP BY o.name HAVING SUM(c.size) <> 0 ORDER BY o.name`,
  )
}

/** Counts anew what an organisation stores, in a transaction: a change at this moment counts before or after. */
export async function recountStorage(queries: Queries, organisationId: string): Promise<void> {
  await queries.query('UPDATE organisation_storage SET bytes = 0 WHERE organisation_id = $1', [
    organisationId,
  ])
  await queries.query(
    `UPDATE organisation_storage SET bytes = COALESCE(
       (SELECT CAST(SUM(size) AS BIGINT) FROM (${stored}) AS stored WHERE id = $1), 0)
     WHERE organisation_id = $1 AND slot = 0`,
    [organisationId],
  )
}
