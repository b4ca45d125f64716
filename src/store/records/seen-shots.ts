// Every query about prints of frames, by which a picture that was sent before is recognised.
import type { Queries, Value } from '../port.ts'

interface SeenShot {
  readonly organisationId: string
  /** The id of the frame. */
  readonly id: string
  readonly challengeId: string
  readonly externalPersonId: string
  /** Sealed. */
  readonly print: Uint8Array
  readonly keyVersion: number
  readonly seenAt: number
}

/** `bands` are integers; prints of the same picture share at least one of them. */
export async function addShot(queries: Queries, shot: SeenShot, bands: readonly number[]): Promise<void> {
  await queries.query(
    `INSERT INTO seen_shots (organisation_id, id, challenge_id, print, key_version, seen_at, external_person_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      shot.organisationId,
      shot.id,
      shot.challengeId,
      shot.print,
      shot.keyVersion,
      shot.seenAt,
      shot.externalPersonId,
    ],
  )
  const different = [...new Set(bands)]
  if (different.length === 0) return
  const rows = different.map((_, i) => `($1, $${i + 3}, $2)`).join(', ')
  await queries.query(`INSERT INTO seen_shot_bands (organisation_id, band, shot_id) VALUES ${rows}`, [
    shot.organisationId,
    shot.id,
    ...different,
  ])
}

interface KnownShot {
  readonly id: string
  readonly challengeId: string
  /** Sealed. */
  readonly print: Uint8Array
}

/** Returns at most `limit` shots of other challenges that share a band, the latest first. */
export async function shotsSharing(
  queries: Queries,
  asked: { readonly organisationId: string; readonly challengeId: string; readonly bands: readonly number[] },
  limit: number,
): Promise<KnownShot[]> {
  const bands = [...new Set(asked.bands)]
  if (bands.length === 0) return []
  const values: Value[] = [asked.organisationId, asked.challengeId, limit, ...bands]
  const list = bands.map((_, i) => `$${i + 4}`).join(', ')
  return queries.query<KnownShot>(
    `SELECT id, challenge_id AS "challengeId", print FROM seen_shots
     WHERE organisation_id = $1 AND challenge_id <> $2 AND id IN
       (SELECT shot_id FROM seen_shot_bands WHERE organisation_id = $1 AND band IN (${list}))
     ORDER BY seen_at DESC LIMIT $3`,
    values,
  )
}

/** Removes shots and returns how many; call again while it is `limit`. */
export async function forgetShotsBefore(queries: Queries, time: number, limit: number): Promise<number> {
  const rows = await queries.query(
    `DELETE FROM seen_shots WHERE (organisation_id, id) IN
       (SELECT organisation_id, id FROM seen_shots WHERE seen_at < $1 ORDER BY seen_at LIMIT $2) RETURNING id`,
    [time, limit],
  )
  return rows.length
}

export async function countShotsBefore(queries: Queries, time: number): Promise<number> {
  const rows = await queries.query<{ n: number }>('SELECT COUNT(*) AS n FROM seen_shots WHERE seen_at < $1', [
    time,
  ])
  return rows[0]?.n ?? 0
}
