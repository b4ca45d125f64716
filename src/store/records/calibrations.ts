// Every query about calibrations of likeness.
import { randomUUID } from 'node:crypto'
import type { Queries } from '../port.ts'
import { added, bound } from './binding.ts'
import type { Embedder } from './faces.ts'

export interface CalibrationRow {
  /** Null for the calibration of the server. */
  readonly organisationId: string | null
  readonly version: number
  readonly embedder: string
  readonly embedderVersion: string
  /** JSON. */
  readonly definition: string
  readonly createdAt: number
  readonly endedAt: number | null
}

const columns = `organisation_id AS "organisationId", version, embedder, embedder_version AS "embedderVersion",
  definition, created_at AS "createdAt", ended_at AS "endedAt"`
const of = `COALESCE(organisation_id, '')`

/** The one in force: that of the organisation, or else that of the server. */
export async function calibrationFor(
  queries: Queries,
  organisationId: string,
  embedder: Embedder,
): Promise<CalibrationRow | undefined> {
  const rows = await queries.query<CalibrationRow>(
    `SELECT ${columns} FROM face_calibrations WHERE ${of} IN ($1, '') AND ended_at IS NULL
       AND embedder = $2 AND embedder_version = $3 ORDER BY ${of} DESC, version DESC LIMIT 1`,
    [organisationId, embedder.name, embedder.version],
  )
  return rows[0]
}

/** Ends the one in force and puts another in its place; in a transaction. Returns its version. */
export async function addCalibration(
  queries: Queries,
  organisationId: string | null,
  embedder: Embedder,
  definition: string,
  now: number,
): Promise<number> {
  await endCalibration(queries, organisationId, now)
  const id = randomUUID()
  const rows = await queries.query<{ version: number }>(
    `INSERT INTO face_calibrations (id, organisation_id, version, embedder, embedder_version, definition, created_at)
     SELECT $1, $2, COALESCE(MAX(version), 0) + 1, $3, $4, $5, $6 FROM face_calibrations WHERE ${of} = $7
     RETURNING version`,
    [id, organisationId, embedder.name, embedder.version, definition, now, organisationId ?? ''],
  )
  await added(queries, 'calibration', { id })
  return rows[0]?.version ?? 0
}

/** Returns how many were in force. */
export async function endCalibration(
  queries: Queries,
  organisationId: string | null,
  now: number,
): Promise<number> {
  const [current] = await queries.query<{ id: string }>(
    `SELECT id FROM face_calibrations WHERE ${of} = $1 AND ended_at IS NULL ORDER BY version DESC LIMIT 1`,
    [organisationId ?? ''],
  )
  if (!current) return 0
  const rows = await bound(queries, 'calibration', { id: current.id }, (inside) =>
    inside.query(`UPDATE face_calibrations SET ended_at = $2 WHERE id = $1 RETURNING id`, [current.id, now]),
  )
  return rows.length
}

export function listCalibrations(
  queries: Queries,
): Promise<(CalibrationRow & { readonly organisation: string | null })[]> {
  return queries.query(
    `SELECT c.organisation_id AS "organisationId", o.name AS organisation, c.version, c.embedder,
       c.embedder_version AS "embedderVersion", c.definition, c.created_at AS "createdAt", c.ended_at AS "endedAt"
     FROM face_calibrations c LEFT JOIN organisations o ON o.id = c.organisation_id
     ORDER BY COALESCE(o.name, ''), c.version`,
  )
}

/** The collections that have faces: of all organisations, of one, or one of them. */
export function collectionsToCalibrate(
  queries: Queries,
  organisationId: string | undefined,
  collectionId: string | undefined,
): Promise<
  { readonly organisationId: string; readonly id: string; readonly changes: number; readonly faces: number }[]
> {
  return queries.query(
    `SELECT organisation_id AS "organisationId", id, changes, faces FROM face_collections
     WHERE faces > 0 AND ($1 = '' OR organisation_id = $1) AND ($2 = '' OR id = $2) ORDER BY organisation_id, id`,
    [organisationId ?? '', collectionId ?? ''],
  )
}
