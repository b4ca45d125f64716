// Every query about the members of an organisation and the invitations by which they join; only hashes are kept.
import type { Queries } from '../port.ts'
import { added, bound, removed, removeEach } from './binding.ts'

export interface MemberPlace {
  readonly organisationId: string
  readonly id: string
}

export interface Member extends MemberPlace {
  readonly email: string
  readonly name: string
  readonly role: string
  readonly createdAt: number
  /** Null while an invitation is open. */
  readonly joinedAt: number | null
  readonly disabledAt: number | null
  readonly signedInAt: number | null
  readonly hasPassword: number
  readonly passkeys: number
}

const columns = `m.organisation_id AS "organisationId", m.id, m.email, m.name, m.role, m.created_at AS "createdAt",
  m.joined_at AS "joinedAt", m.disabled_at AS "disabledAt", m.signed_in_at AS "signedInAt",
  CASE WHEN m.password_hash IS NULL THEN 0 ELSE 1 END AS "hasPassword",
  (SELECT COUNT(*) FROM member_passkeys p WHERE p.organisation_id = m.organisation_id AND p.member_id = m.id) AS passkeys`

type NewMember = Pick<Member, 'organisationId' | 'id' | 'email' | 'name' | 'role' | 'createdAt'>

const whereOf = ({ organisationId, id }: MemberPlace) => ({ organisation_id: organisationId, id })

/** False where the organisation has a member of this address. */
export async function addMember(queries: Queries, member: NewMember): Promise<boolean> {
  const rows = await queries.query(
    `INSERT INTO members (organisation_id, id, email, name, role, created_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (organisation_id, email) DO NOTHING RETURNING id`,
    [member.organisationId, member.id, member.email, member.name, member.role, member.createdAt],
  )
  if (rows.length === 1) await added(queries, 'member', whereOf(member))
  return rows.length === 1
}

export async function findMember(
  queries: Queries,
  { organisationId, id }: MemberPlace,
): Promise<Member | undefined> {
  const rows = await queries.query<Member>(
    `SELECT ${columns} FROM members m WHERE m.organisation_id = $1 AND m.id = $2`,
    [organisationId, id],
  )
  return rows[0]
}

export async function memberOfEmail(
  queries: Queries,
  organisationId: string,
  email: string,
): Promise<Member | undefined> {
  const rows = await queries.query<Member>(
    `SELECT ${columns} FROM members m WHERE m.organisation_id = $1 AND m.email = $2`,
    [organisationId, email],
  )
  return rows[0]
}

/** By the name of the organisation, as people sign in; with the hash of the password, null where there is none. */
export async function memberToSignIn(
  queries: Queries,
  organisation: string,
  email: string,
): Promise<(Member & { readonly passwordHash: string | null }) | undefined> {
  const rows = await queries.query<Member & { readonly passwordHash: string | null }>(
    `SELECT ${columns}, m.password_hash AS "passwordHash" FROM members m
     JOIN organisations o ON o.id = m.organisation_id WHERE o.name = $1 AND m.email = $2`,
    [organisation, email],
  )
  return rows[0]
}

export async function passwordHashOf(
  queries: Queries,
  { organisationId, id }: MemberPlace,
): Promise<string | undefined> {
  const rows = await queries.query<{ hash: string | null }>(
    'SELECT password_hash AS hash FROM members WHERE organisation_id = $1 AND id = $2',
    [organisationId, id],
  )
  return rows[0]?.hash ?? undefined
}

/** The oldest first. */
export function listMembers(queries: Queries, organisationId: string): Promise<Member[]> {
  return queries.query<Member>(
    `SELECT ${columns} FROM members m WHERE m.organisation_id = $1 ORDER BY m.created_at, m.id`,
    [organisationId],
  )
}

export async function countMembers(queries: Queries, organisationId: string): Promise<number> {
  const rows = await queries.query<{ n: number }>(
    'SELECT COUNT(*) AS n FROM members WHERE organisation_id = $1',
    [organisationId],
  )
  return rows[0]?.n ?? 0
}

/** Locks the members of an organisation until the transaction ends, so that changes come one after the other. */
export async function holdMembers(queries: Queries, organisationId: string): Promise<void> {
  await queries.query('UPDATE organisations SET created_at = created_at WHERE id = $1', [organisationId])
}

/** Admins who can sign in, but for one. */
export async function otherAdmins(queries: Queries, { organisationId, id }: MemberPlace): Promise<number> {
  const rows = await queries.query<{ n: number }>(
    `SELECT COUNT(*) AS n FROM members WHERE organisation_id = $1 AND id <> $2 AND role = 'admin'
       AND joined_at IS NOT NULL AND disabled_at IS NULL`,
    [organisationId, id],
  )
  return rows[0]?.n ?? 0
}

export async function changeMember(
  queries: Queries,
  place: MemberPlace,
  { name, role, disabledAt }: Pick<Member, 'name' | 'role' | 'disabledAt'>,
): Promise<void> {
  await bound(queries, 'member', whereOf(place), (inside) =>
    inside.query(
      'UPDATE members SET name = $3, role = $4, disabled_at = $5 WHERE organisation_id = $1 AND id = $2',
      [place.organisationId, place.id, name, role, disabledAt],
    ),
  )
}

export async function setPassword(
  queries: Queries,
  place: MemberPlace,
  passwordHash: string | null,
): Promise<void> {
  await bound(queries, 'member', whereOf(place), (inside) =>
    inside.query('UPDATE members SET password_hash = $3 WHERE organisation_id = $1 AND id = $2', [
      place.organisationId,
      place.id,
      passwordHash,
    ]),
  )
}

/** Null after a reset: the member is to join anew. */
export async function setJoined(
  queries: Queries,
  place: MemberPlace,
  joinedAt: number | null,
): Promise<void> {
  await bound(queries, 'member', whereOf(place), (inside) =>
    inside.query('UPDATE members SET joined_at = $3 WHERE organisation_id = $1 AND id = $2', [
      place.organisationId,
      place.id,
      joinedAt,
    ]),
  )
}

export async function setMemberName(queries: Queries, place: MemberPlace, name: string): Promise<void> {
  await bound(queries, 'member', whereOf(place), (inside) =>
    inside.query('UPDATE members SET name = $3 WHERE organisation_id = $1 AND id = $2', [
      place.organisationId,
      place.id,
      name,
    ]),
  )
}

/** False where the member is disabled, is to join anew, or has another password by now. */
export async function markSignedIn(
  queries: Queries,
  { organisationId, id }: MemberPlace,
  at: number,
  passwordHash: string | undefined,
): Promise<boolean> {
  const rows = await queries.query(
    `UPDATE members SET signed_in_at = $3 WHERE organisation_id = $1 AND id = $2 AND disabled_at IS NULL
       AND joined_at IS NOT NULL ${passwordHash === undefined ? '' : 'AND password_hash = $4'} RETURNING id`,
    [organisationId, id, at, ...(passwordHash === undefined ? [] : [passwordHash])],
  )
  return rows.length === 1
}

/** Passkeys, sessions and invitations go with the member. False where there was none. */
export async function removeMember(queries: Queries, place: MemberPlace): Promise<boolean> {
  const rows = await removed(queries, 'member', whereOf(place), (inside) =>
    inside.query('DELETE FROM members WHERE organisation_id = $1 AND id = $2 RETURNING id', [
      place.organisationId,
      place.id,
    ]),
  )
  return rows.length === 1
}

interface NewInvitation {
  readonly hash: Uint8Array
  readonly member: MemberPlace
  readonly createdAt: number
  readonly expiresAt: number
}

/** The newest takes the place of every other of the member. */
export async function putInvitation(
  queries: Queries,
  { hash, member, createdAt, expiresAt }: NewInvitation,
): Promise<void> {
  await dropInvitations(queries, member)
  await queries.query(
    `INSERT INTO member_invitations (hash, organisation_id, member_id, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [hash, member.organisationId, member.id, createdAt, expiresAt],
  )
  await added(queries, 'invitation', { hash })
}

async function dropInvitations(queries: Queries, { organisationId, id }: MemberPlace): Promise<void> {
  await bound(queries, 'invitation', { organisation_id: organisationId, member_id: id }, (inside) =>
    inside.query('DELETE FROM member_invitations WHERE organisation_id = $1 AND member_id = $2', [
      organisationId,
      id,
    ]),
  )
}

export interface Invitee extends Member {
  readonly organisation: string
  readonly expiresAt: number
}

/** Whom an invitation is for; undefined where it is unknown, used, replaced or over. */
export async function findInvited(
  queries: Queries,
  hash: Uint8Array,
  now: number,
): Promise<Invitee | undefined> {
  const rows = await queries.query<Invitee>(
    `SELECT ${columns}, o.name AS organisation, i.expires_at AS "expiresAt" FROM member_invitations i
     JOIN members m ON m.organisation_id = i.organisation_id AND m.id = i.member_id
     JOIN organisations o ON o.id = m.organisation_id
     WHERE i.hash = $1 AND i.expires_at > $2 AND m.disabled_at IS NULL`,
    [hash, now],
  )
  return rows[0]
}

/** Of several who use an invitation at once, one does. */
export async function useInvitation(queries: Queries, hash: Uint8Array, now: number): Promise<boolean> {
  const rows = await bound(queries, 'invitation', { hash }, (inside) =>
    inside.query('DELETE FROM member_invitations WHERE hash = $1 AND expires_at > $2 RETURNING member_id', [
      hash,
      now,
    ]),
  )
  return rows.length === 1
}

export async function forgetEndedInvitations(queries: Queries, now: number): Promise<number> {
  return removeEach(queries, 'invitation', 'expires_at <= $1', now)
}

/** Organisations that have members, and none of them who can sign in as admin. */
export async function withoutAdmin(queries: Queries): Promise<string[]> {
  const rows = await queries.query<{ name: string }>(
    `SELECT DISTINCT o.name FROM organisations o JOIN members m ON m.organisation_id = o.id
     WHERE NOT EXISTS (SELECT 1 FROM members a WHERE a.organisation_id = o.id AND a.role = 'admin'
       AND a.joined_at IS NOT NULL AND a.disabled_at IS NULL) ORDER BY o.name`,
  )
  return rows.map(({ name }) => name)
}
