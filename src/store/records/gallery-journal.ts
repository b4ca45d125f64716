// Every query about faces that an engine apart from the database may hold without a record.
import type { Queries } from '../port.ts'

export async function journalExpecting(queries: Queries, faceId: string, deadlineAt: number): Promise<void> {
  await queries.query(
    `INSERT INTO gallery_journal (face_id, deadline_at) VALUES ($1, $2)
     ON CONFLICT (face_id) DO UPDATE SET deadline_at = $2`,
    [faceId, deadlineAt],
  )
}

/** False when the deadline passed and the sweep has taken it over. */
export async function journalSettled(queries: Queries, faceId: string): Promise<boolean> {
  const rows = await queries.query('DELETE FROM gallery_journal WHERE face_id = $1 RETURNING face_id', [
    faceId,
  ])
  return rows.length === 1
}

/** All faces of an organisation are to be removed; their records go with the organisation. */
export async function journalAllFaces(queries: Queries, organisationId: string, now: number): Promise<void> {
  await queries.query(
    `INSERT INTO gallery_journal (face_id, deadline_at) SELECT id, $2 FROM faces WHERE organisation_id = $1
     ON CONFLICT (face_id) DO UPDATE SET deadline_at = $2`,
    [organisationId, now],
  )
}

export async function galleryDue(queries: Queries, now: number, limit: number): Promise<string[]> {
  const rows = await queries.query<{ faceId: string }>(
    `SELECT face_id AS "faceId" FROM gallery_journal WHERE deadline_at <= $1 ORDER BY deadline_at LIMIT $2`,
    [now, limit],
  )
  return rows.map(({ faceId }) => faceId)
}
