// Queries over all organisations, for backups and for checking that everything opens.
import type { Queries } from '../port.ts'
import { sealedParts } from './frame-keys.ts'

/** The columns that hold sealed bytes, by the label of their seal. */
export const sealedRows = { ...sealedParts, face: { table: 'faces', column: 'vector' } } as const
export type SealedRow = keyof typeof sealedRows

interface Sealed {
  readonly id: string
  readonly sealed: Uint8Array
}

export function sealedAfter(
  queries: Queries,
  kind: SealedRow,
  organisationId: string,
  afterId: string,
  limit: number,
): Promise<Sealed[]> {
  const { table, column } = sealedRows[kind]
  return queries.query<Sealed>(
    `SELECT id, ${column} AS sealed FROM ${table} WHERE organisation_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [organisationId, afterId, limit],
  )
}

/** Undefined when it was removed. */
export async function sealedOf(
  queries: Queries,
  kind: SealedRow,
  organisationId: string,
  id: string,
): Promise<Uint8Array | undefined> {
  const { table, column } = sealedRows[kind]
  const rows = await queries.query<{ sealed: Uint8Array }>(
    `SELECT ${column} AS sealed FROM ${table} WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id],
  )
  return rows[0]?.sealed
}

/** Rows whose picture has no record although retention did not remove it. */
export function rowsWithoutFile(queries: Queries): Promise<{ readonly label: string }[]> {
  const without = (label: string, table: string, file: string, unless = '') =>
    `SELECT '${label}:' || t.id AS label FROM ${table} t WHERE NOT EXISTS
       (SELECT 1 FROM files f WHERE f.organisation_id = t.organisation_id AND f.id = t.${file})${unless}`
  return queries.query(
    `SELECT label FROM (${[
      without('frame', 'challenge_frames', 'id'),
      without('document', 'document_images', 'id', ' AND t.file_removed_at IS NULL'),
      without('face', 'faces', 'file_id'),
    ].join(' UNION ALL ')}) AS found ORDER BY label LIMIT 1000`,
  )
}

/** Returns storage keys in their order. */
export async function storageKeysAfter(queries: Queries, after: string, limit: number): Promise<string[]> {
  const rows = await queries.query<{ storageKey: string }>(
    'SELECT storage_key AS "storageKey" FROM files WHERE storage_key > $1 ORDER BY storage_key LIMIT $2',
    [after, limit],
  )
  return rows.map(({ storageKey }) => storageKey)
}

/** Which of these keys a record or the journal knows; the journal row is always written before the bytes. */
export async function knownKeys(queries: Queries, storageKeys: readonly string[]): Promise<Set<string>> {
  const places = storageKeys.map((_, index) => `$${index + 1}`).join(', ')
  const rows = await queries.query<{ storageKey: string }>(
    `SELECT storage_key AS "storageKey" FROM files WHERE storage_key IN (${places})
     UNION SELECT storage_key FROM file_journal WHERE storage_key IN (${places})`,
    [...storageKeys],
  )
  return new Set(rows.map(({ storageKey }) => storageKey))
}

/** When the database was created, which identifies it, and its newest migration. */
export async function originOf(
  queries: Queries,
): Promise<{ readonly madeAt: number; readonly migration: number }> {
  const rows = await queries.query<{ madeAt: number; migration: number }>(
    'SELECT MIN(applied_at) AS "madeAt", MAX(number) AS migration FROM migrations',
  )
  return rows[0] ?? { madeAt: 0, migration: 0 }
}

export async function bytesOfFiles(queries: Queries): Promise<number> {
  const rows = await queries.query<{ bytes: number }>(
    'SELECT CAST(COALESCE(SUM(plain_bytes), 0) AS BIGINT) AS bytes FROM files',
  )
  return rows[0]?.bytes ?? 0
}
