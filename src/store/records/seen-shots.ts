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
  const rows = different.map((_, i) => `($${i + 2}, $1)`).join(', ')
  await queries.query(`INSERT INTO shot_bands (band, shot) VALUES ${rows}`, [
    marks.markOf(shot.id),
    ...different,
  ])
}

/** Marks the shots of a challenge that was accepted. */
export async function markAccepted(
  queries: Queries,
  marks: ShotMarks,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const list = ids.map((_, i) => `$${i + 1}`).join(', ')
  await queries.query(
    `UPDATE shot_bands SET is_accepted = 1 WHERE shot IN (${list})`,
    ids.map((id) => marks.markOf(id)),
  )
}

interface Sharing {
  readonly bands: readonly number[]
  /** Ids of shots that do not count. */
  readonly except: readonly string[]
  /** So many are returned of shots that were accepted, and so many of all. */
  readonly ofEach: number
}

/** Only so many rows of bands are counted for shared bands, so that the work does not grow with what others sent. */
const MOST_ROWS = 20_000

/** Returns ids of shots of any organisation that share most bands, these first. */
export async function shotsSharing(
  queries: Queries,
  marks: ShotMarks,
  { bands, except, ofEach }: Sharing,
): Promise<string[]> {
  const different = [...new Set(marks.bands(bands))]
  if (different.length === 0) return []
  const listed = (count: number, from: number) =>
    Array.from({ length: count }, (_, i) => `$${from + i + 1}`).join(', ')
  const others = except.length > 0 ? ` AND shot NOT IN (${listed(except.length, different.length)})` : ''
  const best = (order: string) =>
    `SELECT * FROM (SELECT * FROM found ORDER BY ${order} LIMIT ${ofEach}) AS best`
  const rows = await queries.query<{ shot: string }>(
    `WITH found AS (
       SELECT shot, COUNT(*) AS shared, MAX(is_accepted) AS accepted FROM (
         SELECT shot, is_accepted FROM shot_bands
         WHERE band IN (${listed(different.length, 0)})${others} LIMIT ${MOST_ROWS}) AS sharing
       GROUP BY shot)
     ${best('accepted DESC, shared DESC, shot')} UNION ${best('shared DESC, shot')}
     ORDER BY shared DESC, shot`,
    [...different, ...except.map((id) => marks.markOf(id))],
  )
  return rows.map(({ shot }) => marks.idOf(shot))
}

export interface KnownShot {
  readonly organisationId: string
  readonly id: string
  readonly challengeId: string
  readonly seenAt: number
  /** Sealed. */
  readonly print: Uint8Array
}

/** Those that were forgotten meanwhile are missing. */
export async function findShots(queries: Queries, ids: readonly string[]): Promise<KnownShot[]> {
  if (ids.length === 0) return []
  const list = ids.map((_, i) => `$${i + 1}`).join(', ')
  return queries.query<KnownShot>(
    `SELECT organisation_id AS "organisationId", id, challenge_id AS "challengeId", seen_at AS "seenAt", print
     FROM seen_shots WHERE id IN (${list})`,
    ids,
  )
}

/** The shots of one challenge that came until then, in order. */
export async function shotsOfChallenge(
  queries: Queries,
  { organisationId, id }: { readonly organisationId: string; readonly id: string },
  untilMs: number,
): Promise<KnownShot[]> {
  return queries.query<KnownShot>(
    `SELECT organisation_id AS "organisationId", id, challenge_id AS "challengeId", seen_at AS "seenAt", print
     FROM seen_shots WHERE organisation_id = $1 AND challenge_id = $2 AND seen_at <= $3 ORDER BY seen_at, id`,
    [organisationId, id, untilMs],
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

/** Removes the shots of one challenge of a person with their bands. */
export async function forgetShotsOfChallenge(
  memory: Memory,
  { organisationId, externalPersonId }: Person,
  challengeId: string,
): Promise<void> {
  await forget(
    memory,
    `SELECT id FROM seen_shots WHERE organisation_id = $1 AND external_person_id = $2 AND challenge_id = $3`,
    [organisationId, externalPersonId, challengeId],
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
