// Every query about prints of frames, by which a picture that was sent before to anybody on this server is recognised.
import type { Database, Queries } from '../port.ts'
import type { ShotMarks } from '../shot-marks.ts'
import type { Person } from './persons.ts'

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

const DAY_MS = 86_400_000

/** `bands` are whole numbers; prints of the same picture share some of them. */
export async function addShot(
  queries: Queries,
  marks: ShotMarks,
  shot: SeenShot,
  bands: readonly number[],
): Promise<void> {
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
  const different = [...new Set(marks.bands(bands))]
  if (different.length === 0) return
  const rows = different.map((_, i) => `($${i + 3}, $1, $2)`).join(', ')
  await queries.query(`INSERT INTO shot_bands (band, seen_day, shot) VALUES ${rows}`, [
    Math.floor(shot.seenAt / DAY_MS),
    marks.markOf(shot.id),
    ...different,
  ])
}

interface Sharing {
  readonly bands: readonly number[]
  /** Ids of shots that do not count. */
  readonly except: readonly string[]
  /** So many shots of each band are looked at, the latest, so that the work does not grow with what others sent. */
  readonly ofEach: number
  readonly limit: number
}

/** Returns ids of shots of any organisation that share bands: those that share most first, then the latest. */
export async function shotsSharing(
  queries: Queries,
  marks: ShotMarks,
  { bands, except, ofEach, limit }: Sharing,
): Promise<string[]> {
  const different = [...new Set(marks.bands(bands))]
  if (different.length === 0) return []
  const each = different.map(
    (_, i) =>
      `SELECT * FROM (SELECT shot, seen_day FROM shot_bands WHERE band = $${i + 1}
       ORDER BY seen_day DESC LIMIT ${ofEach + except.length}) AS b${i}`,
  )
  const others = except.map((_, i) => `$${different.length + i + 1}`).join(', ')
  const rows = await queries.query<{ shot: string }>(
    `SELECT shot FROM (${each.join(' UNION ALL ')}) AS found ${others && `WHERE shot NOT IN (${others})`}
     GROUP BY shot ORDER BY COUNT(*) DESC, MAX(seen_day) DESC, shot LIMIT ${limit}`,
    [...different, ...except.map((id) => marks.markOf(id))],
  )
  return rows.map(({ shot }) => marks.idOf(shot))
}

interface KnownShot {
  readonly organisationId: string
  readonly id: string
  readonly challengeId: string
  /** Sealed. */
  readonly print: Uint8Array
}

/** Those that were forgotten meanwhile are missing. */
export async function findShots(queries: Queries, ids: readonly string[]): Promise<KnownShot[]> {
  if (ids.length === 0) return []
  const list = ids.map((_, i) => `$${i + 1}`).join(', ')
  return queries.query<KnownShot>(
    `SELECT organisation_id AS "organisationId", id, challenge_id AS "challengeId", print FROM seen_shots
     WHERE id IN (${list})`,
    ids,
  )
}

interface Memory {
  readonly database: Database
  readonly vault: { marks(): Promise<ShotMarks> }
}

/** Removes shots with their bands and returns how many; call again while it is `limit`. */
export function forgetShotsBefore(memory: Memory, time: number, limit: number): Promise<number> {
  return forget(memory, 'SELECT id FROM seen_shots WHERE seen_at < $1 ORDER BY seen_at LIMIT $2', [
    time,
    limit,
  ])
}

/** Removes the shots of a person with their bands and returns how many; call again while it is `limit`. */
export function forgetShotsOf(
  memory: Memory,
  { organisationId, externalPersonId }: Person,
  limit: number,
): Promise<number> {
  return forget(
    memory,
    'SELECT id FROM seen_shots WHERE organisation_id = $1 AND external_person_id = $2 LIMIT $3',
    [organisationId, externalPersonId, limit],
  )
}

async function forget(
  { database, vault }: Memory,
  which: string,
  values: readonly (string | number)[],
): Promise<number> {
  const marks = await vault.marks()
  return database.transaction(async (queries) => {
    const rows = await queries.query<{ id: string }>(
      `DELETE FROM seen_shots WHERE id IN (${which}) RETURNING id`,
      values,
    )
    await forgetBands(queries, marks, rows)
    return rows.length
  })
}

async function forgetBands(
  queries: Queries,
  marks: ShotMarks,
  shots: readonly { readonly id: string }[],
): Promise<void> {
  for (const { id } of shots)
    await queries.query('DELETE FROM shot_bands WHERE shot = $1', [marks.markOf(id)])
}

/** Removes the bands of all shots of an organisation that is being removed. */
export async function forgetBandsOf(
  queries: Queries,
  marks: ShotMarks,
  organisationId: string,
): Promise<void> {
  const page = 500
  for (let after = ''; ; ) {
    const shots = await queries.query<{ id: string }>(
      `SELECT id FROM seen_shots WHERE organisation_id = $1 AND id > $2 ORDER BY id LIMIT ${page}`,
      [organisationId, after],
    )
    await forgetBands(queries, marks, shots)
    const last = shots.at(-1)
    if (!last || shots.length < page) return
    after = last.id
  }
}

export async function countShotsBefore(queries: Queries, time: number): Promise<number> {
  const rows = await queries.query<{ n: number }>('SELECT COUNT(*) AS n FROM seen_shots WHERE seen_at < $1', [
    time,
  ])
  return rows[0]?.n ?? 0
}
