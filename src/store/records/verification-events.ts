// Every query about what happened to verifications: each change is counted, kept as an event, and put in the outbox.
import type { Queries } from '../port.ts'
import { addedBy, boundBy } from './binding.ts'
import { type VerificationPlace, type VerificationState, whereOf } from './verifications.ts'

export type EventType =
  | 'verification.created'
  | 'verification.started'
  | 'verification.step_passed'
  | 'verification.step_failed'
  | 'verification.step_doubtful'
  | 'verification.processing'
  | 'verification.approved'
  | 'verification.declined'
  | 'verification.review'
  | 'verification.proposed'
  | 'verification.cancelled'
  | 'verification.expired'
  | 'verification.redacted'
  | 'verification.link_created'
  | 'verification.ask_again'

export type Actor = 'organisation' | 'person' | 'server' | 'reviewer'

export interface NewEvent {
  /** A UUID, which the label of its seal holds. */
  readonly id: string
  readonly type: EventType
  readonly at: number
  readonly actor: Actor
  /** Sealed. */
  readonly data: Uint8Array
  readonly keyVersion: number
}

export interface EventRecord extends NewEvent {
  readonly sequence: number
}

/**
 * Keeps an event under the next number of its verification, and puts it in the outbox of every endpoint that wants it.
 * Returns the number; undefined where the verification is gone. Others who change it wait until the transaction ends.
 */
export async function addEvent(
  queries: Queries,
  { organisationId, id }: VerificationPlace,
  event: NewEvent,
): Promise<number | undefined> {
  const rows = await queries.query<Counted>(
    `UPDATE verifications SET sequence = sequence + 1, updated_at = $3
     WHERE organisation_id = $1 AND id = $2 RETURNING ${counted}`,
    [organisationId, id, event.at],
  )
  return rows[0] && insertEvent(queries, { organisationId, id }, event, rows[0])
}

export interface StateChange {
  readonly from: VerificationState
  readonly to: VerificationState
  /** Set where the change was judged from what was known then: it is made only if nothing happened since. */
  readonly sequence?: number
  /** Set where the change opens it again until another time. */
  readonly expiresAt?: number
  /** When it came to an end; null where it has not. */
  readonly finishedAt: number | null
}

/**
 * Changes the state together with the event that tells of it. Undefined, with nothing done, where it is in another
 * state by now: of several requests at once, one changes it. A server that held it for judging loses it.
 */
export async function changeState(
  queries: Queries,
  place: VerificationPlace,
  { from, to, sequence, expiresAt, finishedAt }: StateChange,
  event: NewEvent,
): Promise<number | undefined> {
  const { organisationId, id } = place
  const rows = await boundBy<Counted>(queries, 'verification', whereOf(place), {
    sql: `UPDATE verifications SET state = $4, sequence = sequence + 1, updated_at = $5, finished_at = $6,
         expires_at = COALESCE($7, expires_at), lease_holder = NULL, lease_until = NULL, judge_failures = 0,
         claimed_by = NULL, claimed_until = NULL
       WHERE organisation_id = $1 AND id = $2 AND state = $3 AND sequence = COALESCE($8, sequence)`,
    values: [organisationId, id, from, to, event.at, finishedAt, expiresAt ?? null, sequence ?? null],
    returning: counted,
  })
  return rows[0] && insertEvent(queries, place, event, rows[0])
}

const counted = 'sequence, webhook_endpoint_id AS "endpointId", is_test AS "isTest"'

interface Counted {
  readonly sequence: number
  readonly endpointId: string | null
  readonly isTest: number
}

async function insertEvent(
  queries: Queries,
  { organisationId, id: verificationId }: VerificationPlace,
  event: NewEvent,
  { sequence, endpointId, isTest }: Counted,
): Promise<number> {
  await addedBy(queries, 'event', {
    sql: `INSERT INTO verification_events (organisation_id, id, verification_id, sequence, type, at, actor, data, key_version)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      organisationId,
      event.id,
      verificationId,
      sequence,
      event.type,
      event.at,
      event.actor,
      event.data,
      event.keyVersion,
    ],
  })
  // An event goes to an endpoint once, so that both ids together name the delivery. What a test key makes goes to
  // endpoints for tests alone: a receiver that is live must not take it for true.
  await queries.query(
    `INSERT INTO webhook_deliveries (organisation_id, id, endpoint_id, event_id, verification_id, sequence, state,
       created_at, next_at)
     SELECT e.organisation_id, $2 || '.' || e.id, e.id, $2, $3, $4, 'waiting', $5, $5 FROM webhook_endpoints e
     WHERE e.organisation_id = $1 AND e.is_enabled = 1 AND e.is_test = $7
       AND (e.events LIKE '%,*,%' OR e.events LIKE $6)${endpointId === null ? '' : ' AND e.id = $8'}`,
    [
      organisationId,
      event.id,
      verificationId,
      sequence,
      event.at,
      `%,${event.type},%`,
      isTest,
      ...(endpointId === null ? [] : [endpointId]),
    ],
  )
  return sequence
}

const columns = 'id, sequence, type, at, actor, data, key_version AS "keyVersion"'

/** Returns events in their order, after the one with the number `after`. */
export function eventsOf(
  queries: Queries,
  { organisationId, id }: VerificationPlace,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<EventRecord[]> {
  return queries.query(
    `SELECT ${columns} FROM verification_events
     WHERE organisation_id = $1 AND verification_id = $2 AND sequence > $3 ORDER BY sequence LIMIT $4`,
    [organisationId, id, after, limit],
  )
}

/**
 * What a reviewer proposed since the newest verdict, where the policy wants a second one to agree; undefined where
 * nobody did.
 */
export async function openProposal(
  queries: Queries,
  { organisationId, id }: VerificationPlace,
): Promise<EventRecord | undefined> {
  const rows = await queries.query<EventRecord>(
    `SELECT ${columns} FROM verification_events
     WHERE organisation_id = $1 AND verification_id = $2
       AND type IN ('verification.approved', 'verification.declined', 'verification.review', 'verification.proposed')
     ORDER BY sequence DESC LIMIT 1`,
    [organisationId, id],
  )
  return rows[0]?.type === 'verification.proposed' ? rows[0] : undefined
}

/** The newest event by which the policy decided, whatever a reviewer did after it. */
export async function verdictOfPolicy(
  queries: Queries,
  { organisationId, id }: VerificationPlace,
): Promise<EventRecord | undefined> {
  const rows = await queries.query<EventRecord>(
    `SELECT ${columns} FROM verification_events
     WHERE organisation_id = $1 AND verification_id = $2 AND actor = 'server'
       AND type IN ('verification.approved', 'verification.declined', 'verification.review')
     ORDER BY sequence DESC LIMIT 1`,
    [organisationId, id],
  )
  return rows[0]
}

/** The event that decided last; it holds the verdict. */
export async function newestVerdict(
  queries: Queries,
  { organisationId, id }: VerificationPlace,
): Promise<EventRecord | undefined> {
  const rows = await queries.query<EventRecord>(
    `SELECT ${columns} FROM verification_events
     WHERE organisation_id = $1 AND verification_id = $2
       AND type IN ('verification.approved', 'verification.declined', 'verification.review')
     ORDER BY sequence DESC LIMIT 1`,
    [organisationId, id],
  )
  return rows[0]
}
