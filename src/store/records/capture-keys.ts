// Every query about the keys that cameras sign with, the nonces they are registered by, and what organisations ask of captures.
import type { Queries } from '../port.ts'
import { addedBy, bound, boundBy, removeEach } from './binding.ts'

export interface CaptureKey {
  readonly organisationId: string
  readonly id: string
  /** That in which a person registered it, and with which it goes; null where the organisation did. */
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
  await addedBy(queries, 'capture-key', {
    sql: `INSERT INTO capture_keys (organisation_id, id, verification_id, platform, level, device_class, public_key, details,
       created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
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
  })
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

export async function countCaptureKeys(
  queries: Queries,
  organisationId: string,
  verificationId: string,
): Promise<number> {
  const [row] = await queries.query<{ count: number }>(
    'SELECT COUNT(*) AS count FROM capture_keys WHERE organisation_id = $1 AND verification_id = $2',
    [organisationId, verificationId],
  )
  return Number(row?.count ?? 0)
}

/** The first time stays. */
export async function revokeCaptureKey(
  queries: Queries,
  { organisationId, id }: CaptureKeyPlace,
  now: number,
): Promise<void> {
  await boundBy(
    queries,
    'capture-key',
    { organisation_id: organisationId, id },
    {
      sql: 'UPDATE capture_keys SET revoked_at = COALESCE(revoked_at, $3) WHERE organisation_id = $1 AND id = $2',
      values: [organisationId, id, now],
    },
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
  return removeEach(queries, 'capture-key', 'expires_at <= $1', now)
}

/** How many keys an app registered in a quarter of a year; 0 stands for a version that the attestation does not tell. */
export interface SeenVersion {
  readonly quarter: string
  readonly platform: string
  readonly app: string
  readonly version: number
  readonly keys: number
  readonly firstAt: number
  readonly lastAt: number
}

export async function countAppVersion(
  queries: Queries,
  seen: Pick<SeenVersion, 'quarter' | 'platform' | 'app' | 'version'> & {
    readonly organisationId: string
    readonly now: number
  },
): Promise<void> {
  await queries.query(
    `INSERT INTO app_versions (organisation_id, quarter, platform, app, version, keys, first_at, last_at)
     VALUES ($1, $2, $3, $4, $5, 1, $6, $6)
     ON CONFLICT (organisation_id, quarter, platform, app, version)
       DO UPDATE SET keys = app_versions.keys + 1, last_at = excluded.last_at`,
    [seen.organisationId, seen.quarter, seen.platform, seen.app, seen.version, seen.now],
  )
}

/** The newest quarter first, in it the newest version of each app. */
export const appVersionsOf = (queries: Queries, organisationId: string): Promise<SeenVersion[]> =>
  queries.query(
    `SELECT quarter, platform, app, version, keys, first_at AS "firstAt", last_at AS "lastAt" FROM app_versions
     WHERE organisation_id = $1 ORDER BY quarter DESC, platform, app, version DESC LIMIT 1000`,
    [organisationId],
  )

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
