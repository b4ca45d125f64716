// Every query about stored files and the journal of those being written or removed.
import type { Queries } from '../port.ts'

export interface FileRecord {
  readonly organisationId: string
  readonly id: string
  readonly storageKey: string
  readonly keyVersion: number
  readonly plainBytes: number
  readonly createdAt: number
}

export async function addFile(queries: Queries, file: FileRecord): Promise<void> {
  await queries.query(
    `INSERT INTO files (organisation_id, id, storage_key, key_version, plain_bytes, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [file.organisationId, file.id, file.storageKey, file.keyVersion, file.plainBytes, file.createdAt],
  )
}

const columns = `organisation_id AS "organisationId", id, storage_key AS "storageKey",
  key_version AS "keyVersion", plain_bytes AS "plainBytes", created_at AS "createdAt"`

export async function findFile(
  queries: Queries,
  organisationId: string,
  id: string,
): Promise<FileRecord | undefined> {
  const rows = await queries.query<FileRecord>(
    `SELECT ${columns} FROM files WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id],
  )
  return rows[0]
}

export async function isStored(queries: Queries, storageKey: string): Promise<boolean> {
  return (await queries.query('SELECT id FROM files WHERE storage_key = $1', [storageKey])).length > 0
}

/** Returns a page of files in the order of their ids, after `afterId`. */
export function filesAfter(
  queries: Queries,
  organisationId: string,
  afterId: string,
  limit: number,
): Promise<FileRecord[]> {
  return queries.query<FileRecord>(
    `SELECT ${columns} FROM files WHERE organisation_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [organisationId, afterId, limit],
  )
}

/** Removes a record and returns it, so that only one of two removers continues. */
export async function takeFile(
  queries: Queries,
  organisationId: string,
  id: string,
): Promise<FileRecord | undefined> {
  const rows = await queries.query<FileRecord>(
    `DELETE FROM files WHERE organisation_id = $1 AND id = $2 RETURNING ${columns}`,
    [organisationId, id],
  )
  return rows[0]
}

/** False when the record is gone or was moved by somebody else meanwhile. */
export async function moveFile(queries: Queries, from: FileRecord, to: FileRecord): Promise<boolean> {
  const rows = await queries.query(
    `UPDATE files SET storage_key = $4, key_version = $5
     WHERE organisation_id = $1 AND id = $2 AND storage_key = $3 RETURNING id`,
    [from.organisationId, from.id, from.storageKey, to.storageKey, to.keyVersion],
  )
  return rows.length === 1
}

export async function countFilesBelowKey(
  queries: Queries,
  organisationId: string,
  keyVersion: number,
): Promise<number> {
  const rows = await queries.query<{ n: number }>(
    'SELECT COUNT(*) AS n FROM files WHERE organisation_id = $1 AND key_version < $2',
    [organisationId, keyVersion],
  )
  return rows[0]?.n ?? 0
}

/** Whose storage a write takes up, and how much of it, until it has ended one way or the other. */
export interface Reservation {
  readonly organisationId: string
  readonly bytes: number
}

export async function journalWriting(
  queries: Queries,
  storageKey: string,
  deadlineAt: number,
  reserved?: Reservation,
): Promise<void> {
  await queries.query(
    `INSERT INTO file_journal (storage_key, state, deadline_at, organisation_id, bytes)
     VALUES ($1, 'writing', $2, $3, $4)`,
    [storageKey, deadlineAt, reserved?.organisationId ?? null, reserved?.bytes ?? 0],
  )
}

/** Ends a write; false when the deadline passed and the sweep has taken it over. */
export async function journalWritten(queries: Queries, storageKey: string): Promise<boolean> {
  const rows = await queries.query(
    `DELETE FROM file_journal WHERE storage_key = $1 AND state = 'writing' RETURNING storage_key`,
    [storageKey],
  )
  return rows.length === 1
}

export async function journalRemoving(queries: Queries, storageKey: string, now: number): Promise<void> {
  await queries.query(
    `INSERT INTO file_journal (storage_key, state, deadline_at) VALUES ($1, 'removing', $2)
     ON CONFLICT (storage_key) DO UPDATE SET state = 'removing', deadline_at = $2`,
    [storageKey, now],
  )
}

/** Marks all files of an organisation for removal; their records go with the organisation. */
export async function journalRemovingAll(
  queries: Queries,
  organisationId: string,
  now: number,
): Promise<void> {
  await queries.query(
    `INSERT INTO file_journal (storage_key, state, deadline_at)
     SELECT storage_key, 'removing', $2 FROM files WHERE organisation_id = $1
     ON CONFLICT (storage_key) DO UPDATE SET state = 'removing', deadline_at = $2`,
    [organisationId, now],
  )
}

interface JournalRow {
  readonly storageKey: string
  readonly state: 'writing' | 'removing'
}

export function journalDue(queries: Queries, now: number, limit: number): Promise<JournalRow[]> {
  return queries.query<JournalRow>(
    `SELECT storage_key AS "storageKey", state FROM file_journal WHERE deadline_at <= $1
     ORDER BY deadline_at LIMIT $2`,
    [now, limit],
  )
}

/** Takes over an unfinished write: its writer can no longer commit. False when it just did. */
export async function journalTakeOver(
  queries: Queries,
  storageKey: string,
  lookAgainAt: number,
): Promise<boolean> {
  const rows = await queries.query(
    `UPDATE file_journal SET state = 'removing', deadline_at = $2
     WHERE storage_key = $1 AND state = 'writing' RETURNING storage_key`,
    [storageKey, lookAgainAt],
  )
  return rows.length === 1
}

export async function journalRemoved(queries: Queries, storageKey: string): Promise<void> {
  await queries.query(`DELETE FROM file_journal WHERE storage_key = $1 AND state = 'removing'`, [storageKey])
}

export async function journalLength(queries: Queries): Promise<number> {
  const rows = await queries.query<{ n: number }>('SELECT COUNT(*) AS n FROM file_journal')
  return rows[0]?.n ?? 0
}
