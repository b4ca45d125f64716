// Every query about webhook endpoints and their secrets.
import type { Queries, SqlValue } from '../port.ts'
import { added, bound, removeEach } from './binding.ts'

export interface EndpointPlace {
  readonly organisationId: string
  readonly id: string
}

export interface Endpoint extends EndpointPlace {
  readonly url: string
  readonly description: string
  /** Types of events; `*` alone is all. */
  readonly events: readonly string[]
  readonly isEnabled: boolean
  /** Why it is not enabled, where the server did that; null otherwise. */
  readonly disabledBecause: string | null
  /** Whether it gets the events of tests, instead of the others. */
  readonly isTest: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

type EndpointRow = Omit<Endpoint, 'events' | 'isEnabled' | 'isTest'> & {
  readonly events: string
  readonly isEnabled: number
  readonly isTest: number
}

const endpointFrom = ({ events, isEnabled, isTest, ...row }: EndpointRow): Endpoint => ({
  ...row,
  events: events.split(',').filter((word) => word !== ''),
  isEnabled: isEnabled === 1,
  isTest: isTest === 1,
})

/** As they are searched: words between commas, with one before and after. */
const eventsText = (events: readonly string[]): string => `,${events.join(',')},`

const endpointColumns = `organisation_id AS "organisationId", id, url, description, events, is_enabled AS "isEnabled",
  disabled_because AS "disabledBecause", is_test AS "isTest", created_at AS "createdAt", updated_at AS "updatedAt"`

const whereOf = ({ organisationId, id }: EndpointPlace) => ({ organisation_id: organisationId, id })

export async function addEndpoint(
  queries: Queries,
  endpoint: Omit<Endpoint, 'isEnabled' | 'disabledBecause' | 'updatedAt'>,
): Promise<void> {
  await queries.query(
    `INSERT INTO webhook_endpoints (organisation_id, id, url, description, events, is_enabled, is_test, created_at,
       updated_at) VALUES ($1, $2, $3, $4, $5, 1, $6, $7, $7)`,
    [
      endpoint.organisationId,
      endpoint.id,
      endpoint.url,
      endpoint.description,
      eventsText(endpoint.events),
      endpoint.isTest ? 1 : 0,
      endpoint.createdAt,
    ],
  )
  await added(queries, 'webhook', whereOf(endpoint))
}

export async function findEndpoint(
  queries: Queries,
  { organisationId, id }: EndpointPlace,
): Promise<Endpoint | undefined> {
  const rows = await queries.query<EndpointRow>(
    `SELECT ${endpointColumns} FROM webhook_endpoints
     WHERE organisation_id = $1 AND id = $2 AND removed_at IS NULL`,
    [organisationId, id],
  )
  return rows[0] && endpointFrom(rows[0])
}

/** The oldest first: those of one organisation where it is given, and of tests or not where that is asked. */
export async function listEndpoints(
  queries: Queries,
  { organisationId, isTest }: { readonly organisationId?: string; readonly isTest?: boolean } = {},
): Promise<Endpoint[]> {
  const values: SqlValue[] = []
  const where = ['removed_at IS NULL']
  if (organisationId !== undefined) where.push(`organisation_id = $${values.push(organisationId)}`)
  if (isTest !== undefined) where.push(`is_test = $${values.push(isTest ? 1 : 0)}`)
  const rows = await queries.query<EndpointRow>(
    `SELECT ${endpointColumns} FROM webhook_endpoints WHERE ${where.join(' AND ')} ORDER BY created_at, id`,
    values,
  )
  return rows.map(endpointFrom)
}

/** Returns it as it is now; undefined where it was removed. */
export async function changeEndpoint(
  queries: Queries,
  place: EndpointPlace,
  change: Pick<Endpoint, 'url' | 'description' | 'events' | 'isEnabled'>,
  now: number,
): Promise<Endpoint | undefined> {
  const rows = await bound(queries, 'webhook', whereOf(place), (inside) =>
    inside.query<EndpointRow>(
      `UPDATE webhook_endpoints SET url = $3, description = $4, events = $5, is_enabled = $6,
         disabled_because = CASE WHEN CAST($6 AS BIGINT) = 1 THEN NULL ELSE disabled_because END, updated_at = $7
       WHERE organisation_id = $1 AND id = $2 AND removed_at IS NULL RETURNING ${endpointColumns}`,
      [
        place.organisationId,
        place.id,
        change.url,
        change.description,
        eventsText(change.events),
        change.isEnabled ? 1 : 0,
        now,
      ],
    ),
  )
  return rows[0] && endpointFrom(rows[0])
}

export async function disableEndpoint(
  queries: Queries,
  place: EndpointPlace,
  because: string,
  now: number,
): Promise<void> {
  await bound(queries, 'webhook', whereOf(place), (inside) =>
    inside.query(
      `UPDATE webhook_endpoints SET is_enabled = 0, disabled_because = $3, updated_at = $4
       WHERE organisation_id = $1 AND id = $2 AND is_enabled = 1`,
      [place.organisationId, place.id, because, now],
    ),
  )
}

/** Destroys its secrets and gives up what waits for it, in a transaction; the log stays. False where it was removed before. */
export async function removeEndpoint(
  queries: Queries,
  { organisationId, id }: EndpointPlace,
  now: number,
): Promise<boolean> {
  const rows = await bound(queries, 'webhook', { organisation_id: organisationId, id }, (inside) =>
    inside.query(
      `UPDATE webhook_endpoints SET is_enabled = 0, removed_at = $3, updated_at = $3
       WHERE organisation_id = $1 AND id = $2 AND removed_at IS NULL RETURNING id`,
      [organisationId, id, now],
    ),
  )
  if (rows.length === 0) return false
  await queries.query('DELETE FROM webhook_secrets WHERE organisation_id = $1 AND endpoint_id = $2', [
    organisationId,
    id,
  ])
  await queries.query(
    `UPDATE webhook_deliveries SET state = 'given-up', finished_at = $3, lease_holder = NULL, lease_until = NULL
     WHERE organisation_id = $1 AND endpoint_id = $2 AND state = 'waiting'`,
    [organisationId, id, now],
  )
  return true
}

/** Forgets endpoints that were removed before `time`, with their log; returns how many. */
export async function forgetRemovedEndpoints(queries: Queries, time: number): Promise<number> {
  return removeEach(queries, 'webhook', 'removed_at < $1', time)
}

export interface WebhookSecret {
  readonly id: string
  readonly secret: Uint8Array
}

/** False where the key that sealed it is gone: rotated away, or removed with its organisation. */
export async function addWebhookSecret(
  queries: Queries,
  { organisationId, id: endpointId }: EndpointPlace,
  secret: WebhookSecret & { readonly keyVersion: number; readonly createdAt: number },
): Promise<boolean> {
  const rows = await queries.query(
    `INSERT INTO webhook_secrets (organisation_id, id, endpoint_id, secret, key_version, created_at)
     SELECT organisation_id, $2, $3, $4, version, $6 FROM organisation_keys WHERE organisation_id = $1 AND version = $5
     RETURNING id`,
    [organisationId, secret.id, endpointId, secret.secret, secret.keyVersion, secret.createdAt],
  )
  return rows.length === 1
}

/** At most so many secrets sign at a time: more would make the header long. */
const mostSecrets = 4

/** The newest first: what signs at `now`. */
export function secretsOf(
  queries: Queries,
  { organisationId, id }: EndpointPlace,
  now: number,
): Promise<WebhookSecret[]> {
  return queries.query(
    `SELECT id, secret FROM webhook_secrets
     WHERE organisation_id = $1 AND endpoint_id = $2 AND (ends_at IS NULL OR ends_at > $3)
     ORDER BY created_at DESC, id LIMIT ${mostSecrets}`,
    [organisationId, id, now],
  )
}

/** Lets the secrets of an endpoint end at `at`, and removes those that have ended by `now`. */
export async function endWebhookSecrets(
  queries: Queries,
  { organisationId, id }: EndpointPlace,
  at: number,
  now: number,
): Promise<void> {
  await queries.query(
    `UPDATE webhook_secrets SET ends_at = $3
     WHERE organisation_id = $1 AND endpoint_id = $2 AND (ends_at IS NULL OR ends_at > $3)`,
    [organisationId, id, at],
  )
  await queries.query(
    'DELETE FROM webhook_secrets WHERE organisation_id = $1 AND endpoint_id = $2 AND ends_at <= $3',
    [organisationId, id, now],
  )
}

export async function forgetEndedWebhookSecrets(queries: Queries, now: number): Promise<number> {
  const rows = await queries.query('DELETE FROM webhook_secrets WHERE ends_at <= $1 RETURNING id', [now])
  return rows.length
}
