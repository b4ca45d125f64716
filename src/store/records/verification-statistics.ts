// Every query of the statistics of verifications: each reads a bounded part of indexes made for it.
import type { Queries, SqlValue } from '../port.ts'
import type { VerificationState } from './verifications.ts'

/** Which verifications are counted, by when they were created. */
export interface Counted {
  readonly organisationId: string
  readonly isTest: boolean
  /** Inclusive, in milliseconds. */
  readonly from: number
  /** Exclusive. */
  readonly to: number
  readonly policyId?: string | undefined
}

function conditionOf({ organisationId, isTest, from, to, policyId }: Counted, values: SqlValue[]): string {
  values.push(organisationId, isTest ? 1 : 0, from, to)
  const first = values.length - 3
  const places = [0, 1, 2, 3].map((i) => `$${first + i}`)
  const range = `v.organisation_id = ${places[0]} AND v.is_test = ${places[1]}
    AND v.created_at >= ${places[2]} AND v.created_at < ${places[3]}`
  // Another index would have to look up each row.
  return policyId === undefined ? range : `${range} AND (v.policy_id || '') = $${values.push(policyId)}`
}

export interface DayCount {
  /** Days since 1970, in the time zone that `offsetMs` is of. */
  readonly day: number
  readonly state: VerificationState
  readonly count: number
}

export function countsByDay(queries: Queries, counted: Counted, offsetMs: number): Promise<DayCount[]> {
  const values: SqlValue[] = []
  const condition = conditionOf(counted, values)
  const day = `(v.created_at + ${offsetMs}) / 86400000`
  return queries.query(
    `SELECT ${day} AS day, v.state, COUNT(*) AS count FROM verifications v WHERE ${condition}
     GROUP BY ${day}, v.state ORDER BY 1, 2`,
    values,
  )
}

/**
 * Where people stopped, of those that came to no verdict: the step that was tried last, `opened` for a link that was
 * opened and nothing done, empty for one that was not.
 */
export function lastSteps(
  queries: Queries,
  counted: Counted,
): Promise<{ readonly step: string; readonly count: number }[]> {
  const values: SqlValue[] = []
  const condition = conditionOf(counted, values)
  return queries.query(
    `SELECT found.step, COUNT(*) AS count FROM (
       SELECT COALESCE(
         (SELECT a.step FROM verification_attempts a WHERE a.organisation_id = v.organisation_id
            AND a.verification_id = v.id ORDER BY a.begun_at DESC LIMIT 1),
         (SELECT 'opened' FROM verification_events e WHERE e.organisation_id = v.organisation_id
            AND e.verification_id = v.id AND e.type = 'verification.started' LIMIT 1), '') AS step
       FROM verifications v WHERE ${condition} AND v.state IN ('expired', 'cancelled')
     ) AS found GROUP BY found.step ORDER BY 2 DESC, 1`,
    values,
  )
}

export function countsByReason(
  queries: Queries,
  counted: Counted,
): Promise<{ readonly reason: string; readonly outcome: string; readonly count: number }[]> {
  const { organisationId, isTest, from, to, policyId } = counted
  const ofPolicy =
    policyId === undefined
      ? ''
      : `AND EXISTS (SELECT 1 FROM verifications v WHERE v.organisation_id = r.organisation_id
           AND v.id = r.verification_id AND v.policy_id = $5)`
  return queries.query(
    `SELECT r.reason, r.outcome, COUNT(*) AS count FROM verification_reasons r
     WHERE r.organisation_id = $1 AND r.is_test = $2 AND r.created_at >= $3 AND r.created_at < $4 ${ofPolicy}
     GROUP BY r.reason, r.outcome ORDER BY 3 DESC, 1, 2`,
    [organisationId, isTest ? 1 : 0, from, to, ...(policyId === undefined ? [] : [policyId])],
  )
}

export interface Times {
  readonly what: string
  readonly count: number
  readonly median: number
  readonly p90: number
}

/** The lower of two in the middle; each is a time that was measured. */
const quantiles = (of: string): string =>
  `SELECT what, MAX(n) AS count, MAX(CASE WHEN place = (n + 1) / 2 THEN ms END) AS median,
     MAX(CASE WHEN place = (9 * n + 9) / 10 THEN ms END) AS p90
   FROM (SELECT what, ms, ROW_NUMBER() OVER (PARTITION BY what ORDER BY ms) AS place,
     COUNT(*) OVER (PARTITION BY what) AS n FROM (${of}) AS measured) AS placed GROUP BY what ORDER BY what`

/** From creation to the end, of the newest that were decided. */
export function verdictTimes(queries: Queries, counted: Counted, most: number): Promise<Times[]> {
  const values: SqlValue[] = []
  const condition = conditionOf(counted, values)
  return queries.query(
    quantiles(
      `SELECT 'verdict' AS what, v.finished_at - v.created_at AS ms FROM verifications v
       WHERE ${condition} AND v.state IN ('approved', 'declined') AND v.finished_at IS NOT NULL
       ORDER BY v.created_at DESC LIMIT ${most}`,
    ),
    values,
  )
}

/** From the beginning to the end of attempts that passed, of the newest verifications. */
export function stepTimes(queries: Queries, counted: Counted, most: number): Promise<Times[]> {
  const values: SqlValue[] = []
  const condition = conditionOf(counted, values)
  return queries.query(
    quantiles(
      `SELECT a.step AS what, a.ended_at - a.begun_at AS ms FROM (
         SELECT v.organisation_id, v.id FROM verifications v WHERE ${condition}
         ORDER BY v.created_at DESC LIMIT ${most}
       ) AS newest JOIN verification_attempts a ON a.organisation_id = newest.organisation_id
         AND a.verification_id = newest.id
       WHERE a.outcome = 'passed' AND a.ended_at IS NOT NULL`,
    ),
    values,
  )
}
