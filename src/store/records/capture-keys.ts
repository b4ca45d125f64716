// Every query about the keys that cameras sign with, the nonces they are registered by, and what organisations ask of captures.
import type { Queries } from '../port.ts'
import { bound } from './binding.ts'

export interface CaptureKey {
  readonly organisationId: string
  readonly id: string
  /** Null where the organisation registered it. */
  readonly verificationId: string | null
  readonly platform: 'android' | 'apple' | 'web'
  readonly level: 'attested' | 'signed'
  readonly deviceClass: string
  /** SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array
  /** JSON. */
  readonly details: string
  readonly counter: number
  readonly createdAt: number
  readonly expiresAt: number
  readonly revokedAt: number | null
}

export async function addCaptureKey(
  queries: Queries,
  key: Omit<CaptureKey, 'counter' | 'revokedAt'>,
): Promise<void> {
  await queries.query(
    `INSERT INTO capture_keys (organisation_id, id, verification_id, platform, level, device_class, public_key, details,
       created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      key.organisationId,
      key.id,
      key.verificationId,
      key.platform,
      key.level,
      key.deviceClass,
      key.publicKey,
      key.details,
      key.createdAt,
      key.expiresAt,
    ],
  )
}

export interface CaptureKeyPlace {
  readonly organisationId: string
  readonly id: string
}

export async function findCaptureKey(
  queries: Queries,
  { organisationId, id }: CaptureKeyPlace,
): Promise<CaptureKey | undefined> {
  const [row] = await queries.query<CaptureKey>(
    `SELECT organisation_id AS "organisationId", id, verification_id AS "verificationId", platform, level,
       device_class AS "deviceClass", public_key AS "publicKey", details, counter, created_at AS "createdAt",
       expires_at AS "expiresAt", revoked_at AS "revokedAt"
     FROM capture_keys WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id],
  )
  return row
}

/** The first time stays. */
export async function revokeCaptureKey(
  queries: Queries,
  { organisationId, id }: CaptureKeyPlace,
  now: number,
): Promise<void> {
  await queries.query(
    'UPDATE capture_keys SET revoked_at = COALESCE(revoked_at, $3) WHERE organisation_id = $1 AND id = $2',
    [organisationId, id, now],
  )
}

/** Never goes back: of two challenges that are judged at once, the higher counter stays. */
export async function raiseCounter(
  queries: Queries,
  { organisationId, id }: CaptureKeyPlace,
  counter: number,
): Promise<void> {
  await queries.query(
    'UPDATE capture_keys SET counter = $3 WHERE organisation_id = $1 AND id = $2 AND counter < $3',
    [organisationId, id, counter],
  )
}

/** True for the first that takes it, on whichever server. */
export async function takeNonce(queries: Queries, hash: Uint8Array, expiresAt: number): Promise<boolean> {
  const rows = await queries.query(
    'INSERT INTO capture_nonces (hash, expires_at) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING RETURNING hash',
    [hash, expiresAt],
  )
  return rows.length === 1
}

/** Removes what is over, keys and used nonces; returns how many keys. */
export async function forgetEndedCaptureKeys(queries: Queries, now: number): Promise<number> {
  await queries.query('DELETE FROM capture_nonces WHERE expires_at <= $1', [now])
  const rows = await queries.query('DELETE FROM capture_keys WHERE expires_at <= $1 RETURNING id', [now])
  return rows.length
}

/** JSON; undefined where the organisation set nothing. */
export async function findCaptureSettings(
  queries: Queries,
  organisationId: string,
): Promise<{ readonly settings: string; readonly updatedAt: number } | undefined> {
  const [row] = await queries.query<{ settings: string; updatedAt: number }>(
    'SELECT settings, updated_at AS "updatedAt" FROM organisation_capture WHERE organisation_id = $1',
    [organisationId],
  )
  return row
}

export async function keepCaptureSettings(
  queries: Queries,
  organisationId: string,
  settings: string,
  now: number,
): Promise<void> {
  await bound(queries, 'capture', { organisation_id: organisationId }, (inside) =>
    inside.query(
      `INSERT INTO organisation_capture (organisation_id, settings, updated_at) VALUES ($1, $2, $3)
       ON CONFLICT (organisation_id) DO UPDATE SET settings = excluded.settings, updated_at = excluded.updated_at`,
      [organisationId, settings, now],
    ),
  )
}

/** What is asked of captures, from least to most. */
export const captureAsks = ['any', 'signed', 'attested'] as const
export type CaptureAsk = (typeof captureAsks)[number]

export const strongerAsk = (...asks: readonly (CaptureAsk | undefined)[]): CaptureAsk =>
  captureAsks.findLast((one) => asks.includes(one)) ?? 'any'

/** Every organisation that set something, with what it asks for and how many apps it believes, by name. */
export async function ownCaptureAsks(
  queries: Queries,
): Promise<{ readonly name: string; readonly ask: CaptureAsk; readonly apps: number }[]> {
  const rows = await queries.query<{ name: string; settings: string }>(
    `SELECT o.name, c.settings FROM organisation_capture c JOIN organisations o ON o.id = c.organisation_id
     ORDER BY o.name`,
  )
  return rows.map(({ name, settings }) => {
    const set = JSON.parse(settings) as {
      readonly require?: CaptureAsk
      readonly android_apps?: readonly unknown[]
      readonly apple_app_ids?: readonly unknown[]
    }
    const apps = (set.android_apps?.length ?? 0) + (set.apple_app_ids?.length ?? 0)
    return { name, ask: captureAsks.find((one) => one === set.require) ?? 'any', apps }
  })
}

/** What the organisation itself asks for. */
export async function captureAskOf(queries: Queries, organisationId: string): Promise<CaptureAsk> {
  const found = await findCaptureSettings(queries, organisationId)
  const { require } = found ? (JSON.parse(found.settings) as { readonly require?: CaptureAsk }) : {}
  return captureAsks.find((one) => one === require) ?? 'any'
}
