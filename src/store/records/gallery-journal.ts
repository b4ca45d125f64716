// Every query about the journal of the gallery: faces that Qdrant may hold without a record.
import type { Queries } from '../port.ts'

export async function journalExpecting(queries: Queries, faceId: string, deadlineAt: number): Promise<void> {
  await queries.query(
    `INSERT INTO gallery_journal (face_id, deadline_at) VALUES ($1, $2)
     ON CONFLICT (face_id) DO UPDATE SET deadline_at = $2`,
    [faceId, deadlineAt],
  )
}

/** False when the sweep has taken it over, or will before `leastDeadline`. */
export async function journalSettled(queries: Queries, faceId: string, leastDeadline = 0): Promise<boolean> {
  const rows = await queries.query(
    'DELETE FROM gallery_journal WHERE face_id = $1 AND deadline_at >= $2 RETURNING face_id',
    [faceId, leastDeadline],
  )
  return rows.length === 1
}

/** Used by the sweep; false when another server was first, or the deadline was moved. */
export async function journalTakenOver(queries: Queries, faceId: string, now: number): Promise<boolean> {
  const rows = await queries.query(
    'DELETE FROM gallery_journal WHERE face_id = $1 AND deadline_at <= $2 RETURNING face_id',
    [faceId, now],
  )
  return rows.length === 1
}

/** Joins organisations, because the index of faces begins with them; SQLite keeps the order of a CROSS JOIN. */
export async function recordedAmong(queries: Queries, faceIds: readonly string[]): Promise<Set<string>> {
  if (faceIds.length === 0) return new Set()
  const places = faceIds.map((_, i) => `$${i + 1}`).join(', ')
  const rows = await queries.query<{ id: string }>(
    `SELECT faces.id FROM organisations CROSS JOIN faces
     WHERE faces.organisation_id = organisations.id AND faces.id IN (${places})`,
    faceIds,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Marks all faces of an organisation for removal; their records go with the organisation. */
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

export async function clearGalleryJournal(queries: Queries, now: number): Promise<void> {
  await queries.query('DELETE FROM gallery_journal WHERE deadline_at <= $1', [now])
}
