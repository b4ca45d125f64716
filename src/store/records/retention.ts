// Every query about retention: how long data is kept, what is overdue, and which server purges.
import type { Queries } from '../port.ts'
import { bound, removed } from './binding.ts'

interface OwnClock {
  readonly organisationId: string
  readonly clock: string
  /** Null means that nothing is purged. */
  readonly keepMs: number | null
}

/** The retention times of organisations that differ from the settings. */
export const ownClocks = (queries: Queries): Promise<OwnClock[]> => queries.query<OwnClock>(selectClocks)

export const ownClocksOf = (queries: Queries, organisationId: string): Promise<OwnClock[]> =>
  queries.query<OwnClock>(`${selectClocks} WHERE organisation_id = $1`, [organisationId])

const selectClocks = 'SELECT organisation_id AS "organisationId", clock, keep_ms AS "keepMs" FROM retention'

export async function setOwnClock(
  queries: Queries,
  { organisationId, clock, keepMs }: OwnClock,
): Promise<void> {
  await bound(queries, 'retention', { organisation_id: organisationId, clock }, (inside) =>
    inside.query(
      `INSERT INTO retention (organisation_id, clock, keep_ms) VALUES ($1, $2, $3)
       ON CONFLICT (organisation_id, clock) DO UPDATE SET keep_ms = $3`,
      [organisationId, clock, keepMs],
    ),
  )
}

export async function dropOwnClock(queries: Queries, organisationId: string, clock: string): Promise<void> {
  await removed(queries, 'retention', { organisation_id: organisationId, clock }, (inside) =>
    inside.query('DELETE FROM retention WHERE organisation_id = $1 AND clock = $2', [organisationId, clock]),
  )
}

/** A verification that has not come to an end keeps what it was given: a reviewer needs it. */
const held = (owner: string): string =>
  `EXISTS (SELECT 1 FROM verifications v WHERE v.organisation_id = ${owner}.organisation_id
     AND v.id = ${owner}.verification_id AND v.finished_at IS NULL)`
const ownerHeld = `EXISTS (SELECT 1 FROM documents o WHERE o.organisation_id = t.organisation_id AND o.id = t.document_id
     AND ${held('o')})`

/** Events that wait to be sent hold a verification up, for longer than they are tried. */
const LONGEST_WAIT_MS = 4 * 86_400_000
const unlessWaiting = `AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.organisation_id = t.organisation_id
     AND d.verification_id = t.id AND d.state = 'waiting' AND d.created_at > $2 - ${LONGEST_WAIT_MS})`

/** What is purged, and the column its age counts from; each table has an index in this order. */
// biome-ignore format: one kind a row
const overdue = {
  challenges: { table: 'challenges', since: 'expires_at', columns: 'id', also: `AND NOT ${held('t')}` },
  files: { table: 'document_images', since: 'received_at', columns: 'id', also: `AND file_removed_at IS NULL AND NOT ${ownerHeld}` },
  documents: { table: 'documents', since: 'created_at', columns: 'id', also: `AND NOT ${held('t')}` },
  faces: { table: 'faces', since: 'created_at', columns: 'id, collection_id AS "collectionId", file_id AS "fileId"', also: '' },
  verifications: { table: 'verifications', since: 'finished_at', columns: 'id', also: unlessWaiting },
  tests: { table: 'verifications', since: 'created_at', columns: 'id', also: 'AND is_test = 1' },
} as const

export type OverdueKind = keyof typeof overdue

export interface Overdue {
  readonly id: string
  /** Only faces have these two. */
  readonly collectionId?: string
  readonly fileId?: string
}

/** Returns records of before this time, oldest first. */
export function overdueOf(
  queries: Queries,
  kind: OverdueKind,
  organisationId: string,
  before: number,
  limit: number,
): Promise<Overdue[]> {
  const { table, since, columns, also } = overdue[kind]
  return queries.query<Overdue>(
    `SELECT ${columns} FROM ${table} t WHERE organisation_id = $1 AND ${since} < $2 ${also} ORDER BY ${since} LIMIT $3`,
    [organisationId, before, limit],
  )
}

export async function countOverdue(
  queries: Queries,
  kind: OverdueKind,
  organisationId: string,
  before: number,
): Promise<number> {
  const { table, since, also } = overdue[kind]
  const rows = await queries.query<{ n: number }>(
    `SELECT COUNT(*) AS n FROM ${table} t WHERE organisation_id = $1 AND ${since} < $2 ${also}`,
    [organisationId, before],
  )
  return rows[0]?.n ?? 0
}

interface PurgeTurn {
  /** When the last round ended; 0 when there was none. */
  readonly lastAt: number
  readonly pausedAt: number | null
}

export async function purgeTurn(queries: Queries): Promise<PurgeTurn> {
  const rows = await queries.query<PurgeTurn>(
    `SELECT last_at AS "lastAt", paused_at AS "pausedAt" FROM purge_turn WHERE name = 'retention'`,
  )
  return rows[0] ?? { lastAt: 0, pausedAt: null }
}

interface Holding {
  readonly holder: string
  readonly now: number
  readonly leaseMs: number
  /** The last round must be at least this old. */
  readonly everyMs: number
}

/** Of several servers that ask at once exactly one gets the turn. A turn ends with its lease, `leaseMs` from now. */
export async function takePurgeTurn(
  queries: Queries,
  { holder, now, leaseMs, everyMs }: Holding,
): Promise<boolean> {
  const rows = await queries.query(
    `UPDATE purge_turn SET holder = $1, held_until = $3 WHERE name = 'retention'
     AND (held_until < $2 OR held_until > $3) AND last_at <= $4 RETURNING name`,
    [holder, now, now + leaseMs, now - everyMs],
  )
  return rows.length === 1
}

export async function endPurgeTurn(queries: Queries, holder: string, now: number): Promise<void> {
  await queries.query(
    `UPDATE purge_turn SET holder = '', held_until = 0, last_at = $2, paused_at = NULL
     WHERE name = 'retention' AND holder = $1`,
    [holder, now],
  )
}

export async function pausePurge(queries: Queries, now: number): Promise<void> {
  await queries.query(`UPDATE purge_turn SET paused_at = $1 WHERE name = 'retention' AND paused_at IS NULL`, [
    now,
  ])
}

/** Records that an operator confirmed the clock. */
export async function confirmPurgeClock(queries: Queries, now: number): Promise<void> {
  await queries.query(`UPDATE purge_turn SET last_at = $1, paused_at = NULL WHERE name = 'retention'`, [now])
}
