// Every query about organisations, their credentials and their wrapped keys.
import type { Queries } from '../port.ts'
import { added, bound, removeEach } from './binding.ts'

export interface Organisation {
  readonly id: string
  readonly name: string
  readonly createdAt: number
}

export interface Credential {
  readonly organisationId: string
  readonly passwordHash: string
}

export interface WrappedKey {
  readonly organisationId: string
  readonly version: number
  readonly masterId: string
  readonly wrapped: Uint8Array
}

/** False when the name is taken. */
export async function addOrganisation(queries: Queries, organisation: Organisation): Promise<boolean> {
  const rows = await queries.query(
    'INSERT INTO organisations (id, name, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING RETURNING id',
    [organisation.id, organisation.name, organisation.createdAt],
  )
  if (rows.length === 1) await added(queries, 'organisation', { id: organisation.id })
  return rows.length === 1
}

export function listOrganisations(queries: Queries): Promise<Organisation[]> {
  return queries.query<Organisation>(
    'SELECT id, name, created_at AS "createdAt" FROM organisations ORDER BY created_at, name',
  )
}

export async function findOrganisation(queries: Queries, name: string): Promise<Organisation | undefined> {
  const rows = await queries.query<Organisation>(
    'SELECT id, name, created_at AS "createdAt" FROM organisations WHERE name = $1',
    [name],
  )
  return rows[0]
}

export async function organisationName(queries: Queries, id: string): Promise<string | undefined> {
  const [row] = await queries.query<{ name: string }>('SELECT name FROM organisations WHERE id = $1', [id])
  return row?.name
}

/** Whether the organisation sends frames as in a mirror; undefined where it leaves that to the server's setting. */
export async function mirroredFramesOf(queries: Queries, id: string): Promise<boolean | undefined> {
  const [row] = await queries.query<{ mirrored: number | null }>(
    'SELECT mirrored_frames AS mirrored FROM organisations WHERE id = $1',
    [id],
  )
  return row === undefined || row.mirrored === null ? undefined : row.mirrored === 1
}

export async function setMirroredFrames(
  queries: Queries,
  id: string,
  isMirrored: boolean | undefined,
): Promise<void> {
  const mirrored = isMirrored === undefined ? null : Number(isMirrored)
  await bound(queries, 'organisation', { id }, (inside) =>
    inside.query('UPDATE organisations SET mirrored_frames = $2 WHERE id = $1', [id, mirrored]),
  )
}

/** Undefined where the setting of the server holds. */
export async function livenessFloorOf(
  queries: Queries,
  id: string,
): Promise<'none' | 'low' | 'standard' | 'high' | undefined> {
  const [row] = await queries.query<{ floor: 'none' | 'low' | 'standard' | 'high' | null }>(
    'SELECT liveness_floor AS floor FROM organisations WHERE id = $1',
    [id],
  )
  return row?.floor ?? undefined
}

/** Those that have a floor of their own, by name. */
export const ownLivenessFloors = (
  queries: Queries,
): Promise<{ readonly name: string; readonly floor: string }[]> =>
  queries.query(
    'SELECT name, liveness_floor AS floor FROM organisations WHERE liveness_floor IS NOT NULL ORDER BY name',
  )

export async function setLivenessFloor(
  queries: Queries,
  id: string,
  floor: string | undefined,
): Promise<void> {
  await bound(queries, 'organisation', { id }, (inside) =>
    inside.query('UPDATE organisations SET liveness_floor = $2 WHERE id = $1', [id, floor ?? null]),
  )
}

export async function anyOrganisation(queries: Queries): Promise<boolean> {
  return (await queries.query('SELECT id FROM organisations LIMIT 1')).length > 0
}

/**
 * Keeps others from adding or moving files of the organisation until the transaction ends: PostgreSQL would let them,
 * between reading the files and removing them. A changed unique column conflicts with every reference to the row.
 */
export async function holdOrganisation(queries: Queries, id: string): Promise<void> {
  await queries.query('UPDATE organisations SET name = id WHERE id = $1', [id])
  await queries.query('UPDATE files SET created_at = created_at WHERE organisation_id = $1', [id])
}

/** Removes an organisation with everything that refers to it, its wrapped keys included. */
export async function removeOrganisation(queries: Queries, id: string): Promise<void> {
  // Rows below these tables refer to keys, which PostgreSQL would remove before it gets to them.
  for (const table of ['verifications', 'webhook_endpoints', 'face_collections', 'challenges', 'documents'])
    await queries.query(`DELETE FROM ${table} WHERE organisation_id = $1`, [id])
  await queries.query('DELETE FROM organisations WHERE id = $1', [id])
}

export async function addCredential(
  queries: Queries,
  credential: Credential & { readonly id: string; readonly createdAt: number },
): Promise<void> {
  await queries.query(
    'INSERT INTO credentials (id, organisation_id, password_hash, created_at) VALUES ($1, $2, $3, $4)',
    [credential.id, credential.organisationId, credential.passwordHash, credential.createdAt],
  )
  await added(queries, 'password', { id: credential.id })
}

/** The credentials that let `name` in at `now`; more than one only while an old password is being phased out. */
export function credentialsOf(queries: Queries, name: string, now: number): Promise<Credential[]> {
  return queries.query<Credential>(
    `SELECT c.organisation_id AS "organisationId", c.password_hash AS "passwordHash"
     FROM credentials c JOIN organisations o ON o.id = c.organisation_id
     WHERE o.name = $1 AND (c.expires_at IS NULL OR c.expires_at > $2)
     ORDER BY c.created_at DESC LIMIT 4`,
    [name, now],
  )
}

/** Lets current passwords expire at `at` and removes those that have expired. */
export async function expireCredentials(
  queries: Queries,
  organisationId: string,
  at: number,
  now: number,
): Promise<void> {
  await bound(queries, 'password', { organisation_id: organisationId }, async (inside) => {
    await inside.query(
      'UPDATE credentials SET expires_at = $2 WHERE organisation_id = $1 AND (expires_at IS NULL OR expires_at > $2)',
      [organisationId, at],
    )
    await inside.query('DELETE FROM credentials WHERE organisation_id = $1 AND expires_at <= $2', [
      organisationId,
      now,
    ])
  })
}

/** Removes expired passwords, so that a clock that is set back does not revive them. Returns how many. */
export async function forgetEndedCredentials(queries: Queries, now: number): Promise<number> {
  return removeEach(queries, 'password', 'expires_at <= $1', now)
}

export async function addKey(
  queries: Queries,
  key: WrappedKey & { readonly createdAt: number },
): Promise<boolean> {
  const rows = await queries.query(
    `INSERT INTO organisation_keys (organisation_id, version, master_id, wrapped, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (organisation_id, version) DO NOTHING RETURNING version`,
    [key.organisationId, key.version, key.masterId, key.wrapped, key.createdAt],
  )
  return rows.length === 1
}

const keyColumns = 'organisation_id AS "organisationId", version, master_id AS "masterId", wrapped'

/** Returns the newest first. */
export function keysOf(queries: Queries, organisationId: string): Promise<WrappedKey[]> {
  return queries.query<WrappedKey>(
    `SELECT ${keyColumns} FROM organisation_keys WHERE organisation_id = $1 ORDER BY version DESC`,
    [organisationId],
  )
}

export function allKeys(queries: Queries): Promise<WrappedKey[]> {
  return queries.query<WrappedKey>(
    `SELECT ${keyColumns} FROM organisation_keys ORDER BY organisation_id, version`,
  )
}

export async function rewrapKey(queries: Queries, key: WrappedKey): Promise<void> {
  await queries.query(
    'UPDATE organisation_keys SET master_id = $3, wrapped = $4 WHERE organisation_id = $1 AND version = $2',
    [key.organisationId, key.version, key.masterId, key.wrapped],
  )
}

/** Removes only keys that seal nothing any more. */
export async function removeUnusedKeysBelow(
  queries: Queries,
  organisationId: string,
  version: number,
): Promise<void> {
  await queries.query(
    `DELETE FROM organisation_keys WHERE organisation_id = $1 AND version < $2 AND NOT EXISTS
       (SELECT 1 FROM files f WHERE f.organisation_id = $1 AND f.key_version = organisation_keys.version)
     AND NOT EXISTS
       (SELECT 1 FROM faces f WHERE f.organisation_id = $1 AND f.key_version = organisation_keys.version)`,
    [organisationId, version],
  )
}
