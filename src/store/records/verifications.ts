// Every query about verifications themselves: making, finding and listing them, and who judges them.
import type { Database, Queries, SqlValue } from '../port.ts'
import { beginning } from './beginning.ts'
import { addedBy, boundBy } from './binding.ts'

/** One verification of one organisation. */
export interface VerificationPlace {
  readonly organisationId: string
  readonly id: string
}

export type VerificationState =
  | 'created'
  | 'started'
  | 'processing'
  | 'review'
  | 'approved'
  | 'declined'
  | 'expired'
  | 'cancelled'

export interface NewVerification extends VerificationPlace {
  readonly externalPersonId: string
  /** The caller's reference to the person's consent. */
  readonly consentReference: string | null
  readonly policyId: string
  readonly policyVersion: number
  readonly isTest: boolean
  readonly createdAt: number
  readonly expiresAt: number
  /** The endpoint that its events go to; null for all of the organisation. */
  readonly webhookEndpointId: string | null
  /** Sealed. */
  readonly request: Uint8Array
  readonly keyVersion: number
}

export interface VerificationRecord extends NewVerification {
  readonly state: VerificationState
  /** How many events it has. */
  readonly sequence: number
  readonly updatedAt: number
  /** When it came to an end; null before. */
  readonly finishedAt: number | null
  readonly redactedAt: number | null
  /** How many links it has had. */
  readonly links: number
  /** A keyed hash of the number of its document; null before it is known. */
  readonly numberMark: string | null
  readonly judgeFailures: number
  /** Who works on it, and until when that holds; null for nobody. */
  readonly claimedBy: string | null
  readonly claimedUntil: number | null
}

type Row = Omit<VerificationRecord, 'isTest'> & { readonly isTest: number }

const recordFrom = ({ isTest, ...row }: Row): VerificationRecord => ({ ...row, isTest: isTest === 1 })

const columns = `organisation_id AS "organisationId", id, external_person_id AS "externalPersonId",
  consent_reference AS "consentReference", policy_id AS "policyId", policy_version AS "policyVersion", state, sequence,
  is_test AS "isTest", created_at AS "createdAt", updated_at AS "updatedAt", expires_at AS "expiresAt",
  finished_at AS "finishedAt", redacted_at AS "redactedAt", links, webhook_endpoint_id AS "webhookEndpointId",
  number_mark AS "numberMark", judge_failures AS "judgeFailures", claimed_by AS "claimedBy",
  claimed_until AS "claimedUntil", request, key_version AS "keyVersion"`

/** The same columns where other tables stand beside. */
const columnsOf = (table: string): string =>
  columns.replaceAll(
    /(^|, |\n {2})([a-z_]+)/g,
    (_, before: string, column: string) => `${before}${table}.${column}`,
  )

/** What binds a verification names it by. */
export const whereOf = ({ organisationId, id }: VerificationPlace) => ({
  organisation_id: organisationId,
  id,
})

export async function addVerification(queries: Queries, verification: NewVerification): Promise<void> {
  await addedBy(queries, 'verification', {
    sql: `INSERT INTO verifications (organisation_id, id, external_person_id, consent_reference, policy_id, policy_version,
       state, is_test, created_at, updated_at, expires_at, webhook_endpoint_id, request, key_version)
     VALUES ($1, $2, $3, $4, $5, $6, 'created', $7, $8, $8, $9, $10, $11, $12)`,
    values: [
      verification.organisationId,
      verification.id,
      verification.externalPersonId,
      verification.consentReference,
      verification.policyId,
      verification.policyVersion,
      verification.isTest ? 1 : 0,
      verification.createdAt,
      verification.expiresAt,
      verification.webhookEndpointId,
      verification.request,
      verification.keyVersion,
    ],
  })
}

export async function findVerification(
  queries: Queries,
  { organisationId, id }: VerificationPlace,
): Promise<VerificationRecord | undefined> {
  const rows = await queries.query<Row>(
    `SELECT ${columns} FROM verifications WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id],
  )
  return rows[0] && recordFrom(rows[0])
}

/** Reads it and has others who lock or change it wait until this transaction ends. */
export async function lockVerification(
  queries: Queries,
  { organisationId, id }: VerificationPlace,
): Promise<VerificationRecord | undefined> {
  const rows = await queries.query<Row>(
    `UPDATE verifications SET sequence = sequence WHERE organisation_id = $1 AND id = $2 RETURNING ${columns}`,
    [organisationId, id],
  )
  return rows[0] && recordFrom(rows[0])
}

/** What a list may be narrowed by; undefined does not narrow. */
export interface VerificationFilter {
  readonly isTest: boolean
  readonly state?: VerificationState | undefined
  readonly policyId?: string | undefined
  readonly externalPersonId?: string | undefined
  readonly numberMark?: string | undefined
  /** The newest verdict has this reason. */
  readonly reason?: string | undefined
  /** How an id of a verification or person begins. */
  readonly search?: string | undefined
  /** Inclusive, in milliseconds. */
  readonly createdFrom?: number | undefined
  /** Exclusive. */
  readonly createdTo?: number | undefined
  /** The last one of the page before. */
  readonly after?: { readonly createdAt: number; readonly id: string } | undefined
}

/** Returns the newest first. */
export async function listVerifications(
  database: Database,
  organisationId: string,
  filter: VerificationFilter,
  limit: number,
): Promise<VerificationRecord[]> {
  return (await listed<Row>(database, organisationId, filter, limit, columnsOf('v'))).map(recordFrom)
}

/** What a table of many shows of each: nothing that is sealed. */
export type ListedVerification = Pick<
  Row,
  | 'id'
  | 'state'
  | 'externalPersonId'
  | 'policyId'
  | 'policyVersion'
  | 'createdAt'
  | 'updatedAt'
  | 'finishedAt'
  | 'expiresAt'
  | 'redactedAt'
  | 'isTest'
> & {
  /** Names of the newest verdict's reasons, with spaces between them; null where there is none. */
  readonly reasons: string | null
}

/** The same list for a table of many. */
export const listForTable = (
  database: Database,
  organisationId: string,
  filter: VerificationFilter,
  limit: number,
): Promise<ListedVerification[]> =>
  listed(
    database,
    organisationId,
    filter,
    limit,
    `v.id, v.state, v.external_person_id AS "externalPersonId", v.policy_id AS "policyId",
     v.policy_version AS "policyVersion", v.created_at AS "createdAt", v.updated_at AS "updatedAt",
     v.finished_at AS "finishedAt", v.expires_at AS "expiresAt", v.redacted_at AS "redactedAt",
     v.is_test AS "isTest", (SELECT string_agg(n.reason, ' ' ORDER BY n.reason) FROM verification_reasons n
       WHERE n.organisation_id = v.organisation_id AND n.verification_id = v.id) AS reasons`,
  )

async function listed<Found extends object>(
  database: Database,
  organisationId: string,
  filter: VerificationFilter,
  limit: number,
  shown: string,
): Promise<Found[]> {
  const values: SqlValue[] = [organisationId, filter.isTest ? 1 : 0]
  const conditions = ['v.organisation_id = $1']
  const narrow = (condition: (place: string) => string, value: SqlValue | undefined): void => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`))
  }
  const isRare =
    filter.search !== undefined && (await isRareBeginning(database, organisationId, filter.search))
  // Few are found by their ids and sorted: the index in the order of time would be gone through to its end.
  conditions.push(isRare ? 'COALESCE(v.is_test, 0) = $2' : 'v.is_test = $2')
  // A person or a number has few of them: no index of states or policies must be taken instead, which SQLite might.
  const isOfFew = isRare || [filter.externalPersonId, filter.numberMark, filter.reason].some(isGiven)
  const plain = (column: string): string => (isOfFew ? `COALESCE(${column}, '')` : column)
  narrow((place) => `${plain('v.state')} = ${place}`, filter.state)
  narrow((place) => `${plain('v.policy_id')} = ${place}`, filter.policyId)
  narrow((place) => `v.external_person_id = ${place}`, filter.externalPersonId)
  narrow((place) => `v.number_mark = ${place}`, filter.numberMark)
  if (filter.search !== undefined) {
    const begins = beginning(database, values, filter.search)
    const rare = ['external_person_id', 'id'].map(
      (column) => `SELECT id FROM verifications WHERE organisation_id = $1 AND ${begins(column)}`,
    )
    const frequent = ["(v.external_person_id || '')", "(v.id || '')"].map(begins)
    conditions.push(isRare ? `v.id IN (${rare.join(' UNION ')})` : `(${frequent.join(' OR ')})`)
  }
  // Reasons have an index in the same order, so that the first page of a frequent one is as near as that of a rare one.
  const [time, id] =
    filter.reason === undefined ? ['v.created_at', 'v.id'] : ['r.created_at', 'r.verification_id']
  if (filter.reason !== undefined)
    conditions.push(`r.organisation_id = $1 AND r.is_test = $2 AND r.reason = $${values.push(filter.reason)}`)
  narrow((place) => `${time} >= ${place}`, filter.createdFrom)
  narrow((place) => `${time} < ${place}`, filter.createdTo)
  if (filter.after) {
    const [at, last] = [values.push(filter.after.createdAt), values.push(filter.after.id)]
    conditions.push(`(${time}, ${id}) < ($${at}, $${last})`)
  }
  // CROSS JOIN keeps SQLite to this order of the tables.
  const from =
    filter.reason === undefined ? 'verifications v' : `verification_reasons r CROSS JOIN verifications v`
  if (filter.reason !== undefined)
    conditions.push('v.organisation_id = r.organisation_id AND v.id = r.verification_id')
  return database.query<Found>(
    `SELECT ${shown} FROM ${from} WHERE ${conditions.join(' AND ')}
     ORDER BY ${time} DESC, ${id} DESC LIMIT $${values.push(limit)}`,
    values,
  )
}

/** The newest of a policy that were judged and not redacted, of any version. */
export async function judgedVerifications(
  queries: Queries,
  wanted: { readonly organisationId: string; readonly isTest: boolean; readonly policyId: string },
  limit: number,
): Promise<VerificationRecord[]> {
  const rows = await queries.query<Row>(
    `SELECT ${columns} FROM verifications
     WHERE organisation_id = $1 AND is_test = $2 AND policy_id = $3 AND redacted_at IS NULL
       AND COALESCE(state, '') IN ('approved', 'declined', 'review')
     ORDER BY created_at DESC, id DESC LIMIT $4`,
    [wanted.organisationId, wanted.isTest ? 1 : 0, wanted.policyId, limit],
  )
  return rows.map(recordFrom)
}

const isGiven = (value: unknown): boolean => value !== undefined

/** Up to so many are sorted at once; where there are more, the first page is found soon by going through all in order. */
const RARE = 2000

async function isRareBeginning(database: Database, organisationId: string, text: string): Promise<boolean> {
  const values: SqlValue[] = [organisationId]
  const begins = beginning(database, values, text)
  const of = (column: string) =>
    `SELECT 1 AS one FROM verifications WHERE organisation_id = $1 AND ${begins(column)}`
  const rows = await database.query<{ n: number }>(
    `SELECT COUNT(*) AS n FROM (${of('external_person_id')} UNION ALL ${of('id')} LIMIT ${RARE}) AS found`,
    values,
  )
  return (rows[0]?.n ?? 0) < RARE
}

export async function setNumberMark(
  queries: Queries,
  place: VerificationPlace,
  mark: string | null,
): Promise<void> {
  await boundBy(queries, 'verification', whereOf(place), {
    sql: 'UPDATE verifications SET number_mark = $3 WHERE organisation_id = $1 AND id = $2',
    values: [place.organisationId, place.id, mark],
  })
}

interface Lease {
  readonly holder: string
  readonly until: number
  readonly now: number
}

/** Of several servers that want to judge a verification, one gets it, until its lease ends. */
export async function takeToJudge(
  queries: Queries,
  { organisationId, id }: VerificationPlace,
  { holder, until, now }: Lease,
): Promise<VerificationRecord | undefined> {
  const rows = await queries.query<Row>(
    `UPDATE verifications SET lease_holder = $3, lease_until = $4
     WHERE organisation_id = $1 AND id = $2 AND state = 'processing' AND (lease_until IS NULL OR lease_until <= $5)
     RETURNING ${columns}`,
    [organisationId, id, holder, until, now],
  )
  return rows[0] && recordFrom(rows[0])
}

/** Counts a failure to judge; no server tries again before `until`. */
export async function putOffJudging(
  queries: Queries,
  { organisationId, id }: VerificationPlace,
  { holder, until }: Omit<Lease, 'now'>,
): Promise<void> {
  await queries.query(
    `UPDATE verifications SET lease_holder = NULL, lease_until = $4, judge_failures = judge_failures + 1
     WHERE organisation_id = $1 AND id = $2 AND state = 'processing' AND lease_holder = $3`,
    [organisationId, id, holder, until],
  )
}

/** Those that wait to be judged and that no server judges now; never leased ones come first. */
export function toJudge(queries: Queries, now: number, limit: number): Promise<VerificationPlace[]> {
  return queries.query(
    `SELECT organisation_id AS "organisationId", id FROM verifications
     WHERE state = 'processing' AND (lease_until IS NULL OR lease_until <= $1)
     ORDER BY COALESCE(lease_until, 0), id LIMIT $2`,
    [now, limit],
  )
}

/** Verifications whose time was over before `now`, and that were not finished. */
export function toExpire(queries: Queries, now: number, limit: number): Promise<VerificationPlace[]> {
  return queries.query(
    `SELECT organisation_id AS "organisationId", id FROM verifications
     WHERE state IN ('created', 'started') AND expires_at <= $1 ORDER BY expires_at, id LIMIT $2`,
    [now, limit],
  )
}

interface OpenVerifications {
  readonly state: VerificationState
  readonly count: number
  /** When the one that has waited longest was changed last. */
  readonly since: number
}

/** Those of all organisations that have not come to an end, by state. */
export function openVerifications(queries: Queries): Promise<OpenVerifications[]> {
  return queries.query(
    `SELECT state, COUNT(*) AS count, MIN(updated_at) AS since FROM verifications
     WHERE finished_at IS NULL GROUP BY state ORDER BY state`,
  )
}
