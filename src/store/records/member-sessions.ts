// Every query about the sessions and passkeys of members, and about challenges that were answered.
import type { Queries } from '../port.ts'
import { added, bound, removed, removeEach } from './binding.ts'
import type { MemberPlace } from './members.ts'

interface NewSession {
  readonly hash: Uint8Array
  readonly id: string
  readonly member: MemberPlace
  readonly createdAt: number
  readonly expiresAt: number
  readonly userAgent: string
}

export async function addSession(queries: Queries, session: NewSession): Promise<void> {
  const { hash, id, member, createdAt, expiresAt, userAgent } = session
  await queries.query(
    `INSERT INTO member_sessions (hash, id, organisation_id, member_id, created_at, used_at, expires_at, user_agent)
     VALUES ($1, $2, $3, $4, $5, $5, $6, $7)`,
    [hash, id, member.organisationId, member.id, createdAt, expiresAt, userAgent],
  )
  await added(queries, 'session', { id })
}

export interface SessionRecord {
  readonly id: string
  readonly organisationId: string
  readonly memberId: string
  readonly email: string
  readonly name: string
  readonly role: string
  readonly createdAt: number
  readonly usedAt: number
  readonly expiresAt: number
  readonly endedAt: number | null
  readonly disabledAt: number | null
}

/** Finds a session in any state; undefined where there is none with this secret. */
export async function findSession(queries: Queries, hash: Uint8Array): Promise<SessionRecord | undefined> {
  const rows = await queries.query<SessionRecord>(
    `SELECT s.id, s.organisation_id AS "organisationId", s.member_id AS "memberId", m.email, m.name, m.role,
       s.created_at AS "createdAt", s.used_at AS "usedAt", s.expires_at AS "expiresAt", s.ended_at AS "endedAt",
       m.disabled_at AS "disabledAt"
     FROM member_sessions s JOIN members m ON m.organisation_id = s.organisation_id AND m.id = s.member_id
     WHERE s.hash = $1`,
    [hash],
  )
  return rows[0]
}

/** Another server may have seen a later use. */
export async function markSessionUsed(queries: Queries, hash: Uint8Array, at: number): Promise<void> {
  await queries.query('UPDATE member_sessions SET used_at = $2 WHERE hash = $1 AND used_at < $2', [hash, at])
}

export interface ListedSession {
  readonly id: string
  readonly createdAt: number
  readonly usedAt: number
  readonly expiresAt: number
  readonly userAgent: string
}

/** Those that go on, the newest first; `usedAfter` is when the idle ones were last used at the latest. */
export function openSessionsOf(
  queries: Queries,
  { organisationId, id }: MemberPlace,
  now: number,
  usedAfter: number,
): Promise<ListedSession[]> {
  return queries.query<ListedSession>(
    `SELECT id, created_at AS "createdAt", used_at AS "usedAt", expires_at AS "expiresAt", user_agent AS "userAgent"
     FROM member_sessions WHERE organisation_id = $1 AND member_id = $2 AND ended_at IS NULL AND expires_at > $3
       AND used_at > $4 ORDER BY created_at DESC, id LIMIT 100`,
    [organisationId, id, now, usedAfter],
  )
}

/** All of a member, or all but one. Returns how many. */
export async function endSessionsOf(
  queries: Queries,
  { organisationId, id }: MemberPlace,
  now: number,
  exceptId = '',
): Promise<number> {
  const rows = await bound(queries, 'session', { organisation_id: organisationId, member_id: id }, (inside) =>
    inside.query(
      `UPDATE member_sessions SET ended_at = $3
         WHERE organisation_id = $1 AND member_id = $2 AND ended_at IS NULL AND id <> $4 RETURNING id`,
      [organisationId, id, now, exceptId],
    ),
  )
  return rows.length
}

/** False where the member has no such session that goes on. */
export async function endSession(
  queries: Queries,
  { organisationId, id }: MemberPlace,
  sessionId: string,
  now: number,
): Promise<boolean> {
  const rows = await bound(queries, 'session', { id: sessionId }, (inside) =>
    inside.query(
      `UPDATE member_sessions SET ended_at = $4
       WHERE organisation_id = $1 AND member_id = $2 AND id = $3 AND ended_at IS NULL RETURNING id`,
      [organisationId, id, sessionId, now],
    ),
  )
  return rows.length === 1
}

/** A new sign-in ends the session that the browser had. */
export async function endSessionOfHash(queries: Queries, hash: Uint8Array, now: number): Promise<void> {
  await bound(queries, 'session', { hash }, (inside) =>
    inside.query('UPDATE member_sessions SET ended_at = $2 WHERE hash = $1 AND ended_at IS NULL', [
      hash,
      now,
    ]),
  )
}

/** Sessions that were over before this time, whatever ended them. */
export async function forgetEndedSessions(queries: Queries, time: number): Promise<number> {
  return removeEach(queries, 'session', 'expires_at <= $1', time)
}

export async function countOpenSessions(queries: Queries, now: number, usedAfter: number): Promise<number> {
  const rows = await queries.query<{ n: number }>(
    'SELECT COUNT(*) AS n FROM member_sessions WHERE ended_at IS NULL AND expires_at > $1 AND used_at > $2',
    [now, usedAfter],
  )
  return rows[0]?.n ?? 0
}

export interface Passkey {
  readonly id: string
  readonly organisationId: string
  readonly memberId: string
  readonly name: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly transports: string
  readonly createdAt: number
  readonly usedAt: number | null
}

const passkeyColumns = `id, organisation_id AS "organisationId", member_id AS "memberId", name,
  public_key AS "publicKey", counter, transports, created_at AS "createdAt", used_at AS "usedAt"`

/** False where somebody has it already. */
export async function addPasskey(queries: Queries, passkey: Omit<Passkey, 'usedAt'>): Promise<boolean> {
  const rows = await queries.query(
    `INSERT INTO member_passkeys (id, organisation_id, member_id, name, public_key, counter, transports, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [
      passkey.id,
      passkey.organisationId,
      passkey.memberId,
      passkey.name,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.createdAt,
    ],
  )
  if (rows.length === 1) await added(queries, 'passkey', { id: passkey.id })
  return rows.length === 1
}

export async function findPasskey(queries: Queries, id: string): Promise<Passkey | undefined> {
  const rows = await queries.query<Passkey>(`SELECT ${passkeyColumns} FROM member_passkeys WHERE id = $1`, [
    id,
  ])
  return rows[0]
}

export function passkeysOf(queries: Queries, { organisationId, id }: MemberPlace): Promise<Passkey[]> {
  return queries.query<Passkey>(
    `SELECT ${passkeyColumns} FROM member_passkeys WHERE organisation_id = $1 AND member_id = $2
     ORDER BY created_at, id`,
    [organisationId, id],
  )
}

/** Of two signatures with one counter, one counts. Authenticators without a counter always say 0. */
export async function countPasskeyUse(
  queries: Queries,
  { id, counter }: Pick<Passkey, 'id' | 'counter'>,
  at: number,
): Promise<boolean> {
  const rows = await queries.query(
    `UPDATE member_passkeys SET counter = $2, used_at = $3
     WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id`,
    [id, counter, at],
  )
  return rows.length === 1
}

/** One of a member where its id is given, otherwise all. */
export async function removePasskeys(
  queries: Queries,
  { organisationId, id }: MemberPlace,
  passkeyId?: string,
): Promise<number> {
  const where = { organisation_id: organisationId, member_id: id }
  const rows = await removed(queries, 'passkey', where, (inside) =>
    inside.query(
      `DELETE FROM member_passkeys WHERE organisation_id = $1 AND member_id = $2
         ${passkeyId === undefined ? '' : 'AND id = $3'} RETURNING id`,
      [organisationId, id, ...(passkeyId === undefined ? [] : [passkeyId])],
    ),
  )
  return rows.length
}

export async function anyPasskey(queries: Queries): Promise<boolean> {
  return (await queries.query('SELECT id FROM member_passkeys LIMIT 1')).length > 0
}

/** False where it was taken before. */
export async function takeChallenge(queries: Queries, hash: Uint8Array, expiresAt: number): Promise<boolean> {
  const rows = await queries.query(
    'INSERT INTO member_challenges (hash, expires_at) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING RETURNING hash',
    [hash, expiresAt],
  )
  return rows.length === 1
}

export async function forgetTakenChallenges(queries: Queries, now: number): Promise<number> {
  const rows = await queries.query(
    'DELETE FROM member_challenges WHERE expires_at <= $1 RETURNING expires_at',
    [now],
  )
  return rows.length
}
