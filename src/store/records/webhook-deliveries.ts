// Every query about the outbox of webhooks: deliveries, their leases, and the log of attempts.
import type { Queries, SqlValue } from '../port.ts'
import type { EndpointPlace } from './webhook-endpoints.ts'

export type DeliveryState = 'waiting' | 'delivered' | 'given-up'

export interface Delivery {
  readonly organisationId: string
  readonly id: string
  readonly endpointId: string
  readonly eventId: string
  readonly eventType: string
  readonly verificationId: string
  /** Of the event in its verification. */
  readonly sequence: number
  readonly state: DeliveryState
  readonly attempts: number
  readonly createdAt: number
  /** When it is tried next, while it waits. */
  readonly nextAt: number
  readonly finishedAt: number | null
}

const deliveryColumns = `d.organisation_id AS "organisationId", d.id, d.endpoint_id AS "endpointId",
  d.event_id AS "eventId", e.type AS "eventType", d.verification_id AS "verificationId", d.sequence, d.state, d.attempts,
  d.created_at AS "createdAt", d.next_at AS "nextAt", d.finished_at AS "finishedAt"`
const deliveriesWithEvents = `webhook_deliveries d
  JOIN verification_events e ON e.organisation_id = d.organisation_id AND e.id = d.event_id
  JOIN webhook_endpoints p ON p.organisation_id = d.organisation_id AND p.id = d.endpoint_id`

export interface DeliveryFilter {
  readonly organisationId: string
  /** Whether those of endpoints for tests are meant, or the others; both where it is left out. */
  readonly isTest?: boolean
  readonly verificationId?: string | undefined
  readonly endpointId?: string | undefined
  readonly state?: DeliveryState | undefined
  /** The last one of the page before. */
  readonly before?: { readonly createdAt: number; readonly id: string } | undefined
}

/** The newest first. */
export function listDeliveries(queries: Queries, filter: DeliveryFilter, limit: number): Promise<Delivery[]> {
  const values: SqlValue[] = []
  const value = (given: SqlValue): string => `$${values.push(given)}`
  const where = [`d.organisation_id = ${value(filter.organisationId)}`]
  if (filter.isTest !== undefined) where.push(`p.is_test = ${value(filter.isTest ? 1 : 0)}`)
  if (filter.verificationId !== undefined) where.push(`d.verification_id = ${value(filter.verificationId)}`)
  if (filter.endpointId !== undefined) where.push(`d.endpoint_id = ${value(filter.endpointId)}`)
  if (filter.state !== undefined) where.push(`d.state = ${value(filter.state)}`)
  if (filter.before)
    where.push(`(d.created_at, d.id) < (${value(filter.before.createdAt)}, ${value(filter.before.id)})`)
  return queries.query(
    `SELECT ${deliveryColumns} FROM ${deliveriesWithEvents} WHERE ${where.join(' AND ')}
     ORDER BY d.created_at DESC, d.id DESC LIMIT ${value(limit)}`,
    values,
  )
}

export async function findDelivery(
  queries: Queries,
  { organisationId, id, isTest }: { organisationId: string; id: string; isTest?: boolean },
): Promise<Delivery | undefined> {
  const test = isTest === undefined ? '' : ` AND p.is_test = ${isTest ? 1 : 0}`
  const rows = await queries.query<Delivery>(
    `SELECT ${deliveryColumns} FROM ${deliveriesWithEvents} WHERE d.organisation_id = $1 AND d.id = $2${test}`,
    [organisationId, id],
  )
  return rows[0]
}

/** Puts a delivery back into the outbox; nothing changes where its endpoint was removed or it is being sent right now. */
export async function replayDelivery(
  queries: Queries,
  { organisationId, id }: { readonly organisationId: string; readonly id: string },
  now: number,
): Promise<boolean> {
  const rows = await queries.query(
    `UPDATE webhook_deliveries SET state = 'waiting', next_at = $3, tries = 0, replayed_at = $3, finished_at = NULL,
       lease_holder = NULL, lease_until = NULL
     WHERE organisation_id = $1 AND id = $2 AND (lease_until IS NULL OR lease_until <= $3) AND endpoint_id IN
       (SELECT p.id FROM webhook_endpoints p WHERE p.organisation_id = $1 AND p.removed_at IS NULL) RETURNING id`,
    [organisationId, id, now],
  )
  return rows.length === 1
}

/** Endpoints that something is due for, with what each needs to be sent to. */
export async function dueEndpoints(
  queries: Queries,
  now: number,
): Promise<(EndpointPlace & { readonly url: string })[]> {
  // The first question is answered by an index, and is all that a server with nothing to do asks.
  const any = await queries.query(
    `SELECT id FROM webhook_deliveries WHERE state = 'waiting' AND next_at <= $1 LIMIT 1`,
    [now],
  )
  if (any.length === 0) return []
  return queries.query(
    `SELECT p.organisation_id AS "organisationId", p.id, p.url FROM webhook_endpoints p
     WHERE p.is_enabled = 1 AND p.removed_at IS NULL AND EXISTS (SELECT 1 FROM webhook_deliveries d
       WHERE d.organisation_id = p.organisation_id AND d.endpoint_id = p.id AND d.state = 'waiting' AND d.next_at <= $1
         AND (d.lease_until IS NULL OR d.lease_until <= $1))`,
    [now],
  )
}

export interface Lease {
  readonly holder: string
  readonly until: number
}

/** A delivery that this server alone may send until its lease ends. */
export interface Leased {
  readonly id: string
  readonly eventId: string
  readonly verificationId: string
  readonly sequence: number
  readonly attempts: number
  readonly tries: number
  /** When it was made, or last replayed. */
  readonly since: number
  readonly lease: Lease
}

/**
 * Takes up to `limit` due deliveries to an endpoint: of each verification only the first that still waits. Another
 * server that chose the same rows waits for this update, and then finds them leased.
 */
export async function leaseDeliveries(
  queries: Queries,
  { organisationId, id }: EndpointPlace,
  lease: Lease,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<Leased[]> {
  const rows = await queries.query<Omit<Leased, 'lease'>>(
    `UPDATE webhook_deliveries SET lease_holder = $3, lease_until = $4
     WHERE organisation_id = $1 AND state = 'waiting' AND (lease_until IS NULL OR lease_until <= $5) AND id IN (
       SELECT d.id FROM webhook_deliveries d
       WHERE d.organisation_id = $1 AND d.endpoint_id = $2 AND d.state = 'waiting' AND d.next_at <= $5
         AND (d.lease_until IS NULL OR d.lease_until <= $5)
         AND NOT EXISTS (SELECT 1 FROM webhook_deliveries b
           WHERE b.organisation_id = d.organisation_id AND b.verification_id = d.verification_id
             AND b.endpoint_id = d.endpoint_id AND b.sequence < d.sequence AND b.state = 'waiting')
       ORDER BY d.next_at, d.id LIMIT $6)
     RETURNING id, event_id AS "eventId", verification_id AS "verificationId", sequence, attempts, tries,
       COALESCE(replayed_at, created_at) AS since`,
    [organisationId, id, lease.holder, lease.until, now, limit],
  )
  return rows.map((row) => ({ ...row, lease }))
}

/** Gives back what was leased and not sent. */
export async function dropLeases(queries: Queries, holder: string): Promise<void> {
  await queries.query(
    `UPDATE webhook_deliveries SET lease_holder = NULL, lease_until = NULL WHERE state = 'waiting' AND lease_holder = $1`,
    [holder],
  )
}

/** Only where no other server uses the database: leases there are of a process that is gone. */
export async function dropAllLeases(queries: Queries): Promise<void> {
  await queries.query(
    `UPDATE webhook_deliveries SET lease_holder = NULL, lease_until = NULL
     WHERE state = 'waiting' AND lease_holder IS NOT NULL`,
  )
}

export interface WebhookAttempt {
  readonly id: string
  readonly number: number
  readonly at: number
  /** Null where there was no answer. */
  readonly status: number | null
  /** Why it failed, in words; null where it did not. */
  readonly failure: string | null
  readonly milliseconds: number
}

/** What becomes of a delivery after an attempt. */
export type DeliveryEnd =
  | { readonly state: 'delivered' | 'given-up'; readonly at: number }
  | { readonly state: 'waiting'; readonly at: number; readonly nextAt: number }

/**
 * Writes down an attempt and what becomes of the delivery, in a transaction. False, with nothing written, where the
 * lease ran out and another server has it, or it was removed.
 */
export async function endAttempt(
  queries: Queries,
  { organisationId, id: endpointId }: EndpointPlace,
  { id, verificationId, sequence, lease }: Leased,
  attempt: WebhookAttempt,
  end: DeliveryEnd,
): Promise<boolean> {
  const nextAt = end.state === 'waiting' ? end.nextAt : end.at
  const rows = await queries.query(
    `UPDATE webhook_deliveries SET state = $5, attempts = attempts + 1, tries = tries + 1, next_at = $6, finished_at = $7,
       lease_holder = NULL, lease_until = NULL
     WHERE organisation_id = $1 AND id = $2 AND state = 'waiting' AND lease_holder = $3 AND lease_until = $4 RETURNING id`,
    [
      organisationId,
      id,
      lease.holder,
      lease.until,
      end.state,
      nextAt,
      end.state === 'waiting' ? null : end.at,
    ],
  )
  if (rows.length === 0) return false
  await queries.query(
    `INSERT INTO webhook_attempts (organisation_id, id, delivery_id, number, at, status, failure, milliseconds)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      organisationId,
      attempt.id,
      id,
      attempt.number,
      attempt.at,
      attempt.status,
      attempt.failure,
      attempt.milliseconds,
    ],
  )
  // Those behind it go when it goes: were they due before, every search would pass over them.
  await queries.query(
    `UPDATE webhook_deliveries SET next_at = $5
     WHERE organisation_id = $1 AND verification_id = $2 AND endpoint_id = $3 AND sequence > $4 AND state = 'waiting'`,
    [organisationId, verificationId, endpointId, sequence, nextAt],
  )
  return true
}

/** Lets all that waits for an endpoint be sent now: it answers again. */
export async function hurryDeliveries(
  queries: Queries,
  { organisationId, id }: EndpointPlace,
  now: number,
): Promise<void> {
  await queries.query(
    `UPDATE webhook_deliveries SET next_at = $3
     WHERE organisation_id = $1 AND endpoint_id = $2 AND state = 'waiting' AND next_at > $3`,
    [organisationId, id, now],
  )
}

/** Gives up what waits for endpoints that are not enabled, and was made before `time`; returns how many. */
export async function giveUpUnsent(queries: Queries, time: number, now: number): Promise<number> {
  const rows = await queries.query(
    `UPDATE webhook_deliveries SET state = 'given-up', finished_at = $2, lease_holder = NULL, lease_until = NULL
     WHERE state = 'waiting' AND COALESCE(replayed_at, created_at) < $1 AND EXISTS (SELECT 1 FROM webhook_endpoints p
       WHERE p.organisation_id = webhook_deliveries.organisation_id AND p.id = webhook_deliveries.endpoint_id
         AND p.is_enabled = 0) RETURNING id`,
    [time, now],
  )
  return rows.length
}

/** The oldest first. */
export function attemptsOfDelivery(
  queries: Queries,
  { organisationId, id }: { readonly organisationId: string; readonly id: string },
): Promise<WebhookAttempt[]> {
  return queries.query(
    `SELECT id, number, at, status, failure, milliseconds FROM webhook_attempts
     WHERE organisation_id = $1 AND delivery_id = $2 ORDER BY number, id`,
    [organisationId, id],
  )
}

/** What the message about an event is made of. */
export interface EventToSend {
  readonly type: string
  readonly at: number
  /** Sealed. */
  readonly data: Uint8Array
  readonly verificationId: string
  readonly externalPersonId: string
  readonly policyId: string
  readonly policyVersion: number
  readonly isTest: number
  /** Of the verification now. */
  readonly state: string
  /** Sealed. */
  readonly request: Uint8Array
}

/** Undefined where the verification was erased meanwhile. */
export async function eventToSend(
  queries: Queries,
  organisationId: string,
  eventId: string,
): Promise<EventToSend | undefined> {
  const rows = await queries.query<EventToSend>(
    `SELECT e.type, e.at, e.data, v.id AS "verificationId", v.external_person_id AS "externalPersonId",
       v.policy_id AS "policyId", v.policy_version AS "policyVersion", v.is_test AS "isTest", v.state, v.request
     FROM verification_events e
     JOIN verifications v ON v.organisation_id = e.organisation_id AND v.id = e.verification_id
     WHERE e.organisation_id = $1 AND e.id = $2`,
    [organisationId, eventId],
  )
  return rows[0]
}

export interface WebhookCounts {
  readonly waiting: number
  /** When the oldest that waits was made or last replayed; null where none waits. */
  readonly oldestAt: number | null
}

export async function webhookCounts(queries: Queries): Promise<WebhookCounts> {
  const rows = await queries.query<WebhookCounts>(
    `SELECT COUNT(*) AS waiting, MIN(COALESCE(replayed_at, created_at)) AS "oldestAt"
     FROM webhook_deliveries WHERE state = 'waiting'`,
  )
  return rows[0] ?? { waiting: 0, oldestAt: null }
}
