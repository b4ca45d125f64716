// Every query about API keys and the hashes of their secrets.
import type { Queries } from '../port.ts'
import { added, bound, removeEach } from './binding.ts'

export interface ApiKey {
  readonly id: string
  readonly organisationId: string
  readonly name: string
  /** Words between commas. */
  readonly scopes: string
  /** 1 for a key of the sandbox. */
  readonly isTest: number
  readonly createdAt: number
  /** Null where it does not expire. */
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly lastUsedAt: number | null
}

interface Secret {
  readonly keyId: string
  /** SHA-256 of the whole key. */
  readonly hash: Uint8Array
  readonly createdAt: number
}

/** At most so many secrets of a key are good at a time. */
const mostSecrets = 4

export async function addApiKey(
  queries: Queries,
  key: Omit<ApiKey, 'revokedAt' | 'lastUsedAt'>,
): Promise<void> {
  await queries.query(
    `INSERT INTO api_keys (id, organisation_id, name, scopes, is_test, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [key.id, key.organisationId, key.name, key.scopes, key.isTest, key.createdAt, key.expiresAt],
  )
  await added(queries, 'api-key', { id: key.id })
}

export async function addSecret(queries: Queries, { keyId, hash, createdAt }: Secret): Promise<void> {
  await queries.query('INSERT INTO api_key_secrets (key_id, hash, created_at) VALUES ($1, $2, $3)', [
    keyId,
    hash,
    createdAt,
  ])
  await added(queries, 'api-key-secret', { key_id: keyId, hash })
}

/** Lets current secrets end at `at` and removes those that have ended. */
export async function endSecrets(queries: Queries, keyId: string, at: number, now: number): Promise<void> {
  await bound(queries, 'api-key-secret', { key_id: keyId }, async (inside) => {
    await inside.query(
      'UPDATE api_key_secrets SET ends_at = $2 WHERE key_id = $1 AND (ends_at IS NULL OR ends_at > $2)',
      [keyId, at],
    )
    await inside.query('DELETE FROM api_key_secrets WHERE key_id = $1 AND ends_at <= $2', [keyId, now])
  })
}

export interface GoodSecret {
  readonly organisationId: string
  readonly scopes: string
  readonly isTest: number
  readonly hash: Uint8Array
}

/** What lets the key in at `now`; nothing where it is unknown, expired or revoked. */
export function goodSecretsOf(queries: Queries, keyId: string, now: number): Promise<GoodSecret[]> {
  return queries.query<GoodSecret>(
    `SELECT k.organisation_id AS "organisationId", k.scopes, k.is_test AS "isTest", s.hash
     FROM api_keys k JOIN api_key_secrets s ON s.key_id = k.id
     WHERE k.id = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)
       AND (s.ends_at IS NULL OR s.ends_at > $2)
     ORDER BY s.created_at DESC LIMIT ${mostSecrets}`,
    [keyId, now],
  )
}

const columns = `id, organisation_id AS "organisationId", name, scopes, is_test AS "isTest", created_at AS "createdAt",
  expires_at AS "expiresAt", revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"`

export async function findApiKey(queries: Queries, id: string): Promise<ApiKey | undefined> {
  const [row] = await queries.query<ApiKey>(`SELECT ${columns} FROM api_keys WHERE id = $1`, [id])
  return row
}

/** Those of one organisation where it is given; the oldest first. */
export function listApiKeys(queries: Queries, organisationId?: string): Promise<ApiKey[]> {
  const where = organisationId === undefined ? '' : 'WHERE organisation_id = $1'
  return queries.query<ApiKey>(
    `SELECT ${columns} FROM api_keys ${where} ORDER BY created_at, id`,
    organisationId === undefined ? [] : [organisationId],
  )
}

export async function setExpiry(queries: Queries, id: string, expiresAt: number | null): Promise<void> {
  await bound(queries, 'api-key', { id }, (inside) =>
    inside.query('UPDATE api_keys SET expires_at = $2 WHERE id = $1', [id, expiresAt]),
  )
}

/** False where it was revoked before, or is unknown. */
export async function markRevoked(queries: Queries, id: string, now: number): Promise<boolean> {
  const rows = await bound(queries, 'api-key', { id }, (inside) =>
    inside.query('UPDATE api_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING id', [
      id,
      now,
    ]),
  )
  await bound(queries, 'api-key-secret', { key_id: id }, (inside) =>
    inside.query('DELETE FROM api_key_secrets WHERE key_id = $1', [id]),
  )
  return rows.length === 1
}

/** Another server may have seen a later use. */
export async function markUsed(queries: Queries, id: string, at: number): Promise<void> {
  await queries.query(
    'UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)',
    [id, at],
  )
}

/** Removes secrets that have ended with their grace or their key, so that a clock that is set back revives none. */
export async function forgetEndedSecrets(queries: Queries, now: number): Promise<number> {
  return removeEach(
    queries,
    'api-key-secret',
    'ends_at <= $1 OR key_id IN (SELECT id FROM api_keys WHERE expires_at <= $1)',
    now,
  )
}

/** Removes keys that were revoked or expired before `time`; returns how many. */
export async function forgetEndedKeys(queries: Queries, time: number): Promise<number> {
  return removeEach(queries, 'api-key', 'revoked_at <= $1 OR expires_at <= $1', time)
}
