// Every query about attempts at the steps of verifications.
import type { Queries } from '../port.ts'
import { addedBy, boundBy, removedBy } from './binding.ts'
import type { VerificationPlace } from './verifications.ts'

export type AttemptStep = 'consent' | 'document' | 'chip' | 'liveness' | 'confirmation'

/**
 * `open` was begun and not ended: its server may have died. `set-aside` was asked for again by a reviewer. `doubtful` says
 * neither yes nor no, and costs nothing.
 */
export type AttemptOutcome = 'open' | 'passed' | 'failed' | 'skipped' | 'set-aside' | 'doubtful'

export interface NewAttempt {
  /** A UUID, which the label of its seal holds. */
  readonly id: string
  readonly verificationId: string
  readonly step: AttemptStep
  readonly outcome: AttemptOutcome
  /** The operation that made it, and its request: the id of its receipt. */
  readonly operation: string
  readonly requestId: string
  /** The document or challenge that it made; null for none. */
  readonly subjectId: string | null
  readonly resultCode: number | null
  readonly begunAt: number
  /** Null while it is open. */
  readonly endedAt: number | null
  /** Sealed. */
  readonly findings: Uint8Array
  readonly keyVersion: number
}

export type AttemptRecord = NewAttempt

export async function addAttempt(
  queries: Queries,
  organisationId: string,
  attempt: NewAttempt,
): Promise<void> {
  await addedBy(queries, 'attempt', {
    sql: `INSERT INTO verification_attempts (organisation_id, id, verification_id, step, outcome, operation, request_id,
       subject_id, result_code, begun_at, ended_at, findings, key_version)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    values: [
      organisationId,
      attempt.id,
      attempt.verificationId,
      attempt.step,
      attempt.outcome,
      attempt.operation,
      attempt.requestId,
      attempt.subjectId,
      attempt.resultCode,
      attempt.begunAt,
      attempt.endedAt,
      attempt.findings,
      attempt.keyVersion,
    ],
  })
}

const whereOf = (organisationId: string, id: string) => ({ organisation_id: organisationId, id })

type AttemptEnd = Pick<
  NewAttempt,
  'outcome' | 'operation' | 'requestId' | 'subjectId' | 'resultCode' | 'endedAt' | 'findings' | 'keyVersion'
>

/** Ends an open attempt; false where it was ended, dropped or set aside before. */
export async function endAttempt(
  queries: Queries,
  organisationId: string,
  id: string,
  end: AttemptEnd,
): Promise<boolean> {
  const rows = await boundBy(queries, 'attempt', whereOf(organisationId, id), {
    sql: `UPDATE verification_attempts SET outcome = $3, operation = $4, request_id = $5, subject_id = $6, result_code = $7,
       ended_at = $8, findings = $9, key_version = $10
     WHERE organisation_id = $1 AND id = $2 AND outcome = 'open'`,
    values: [
      organisationId,
      id,
      end.outcome,
      end.operation,
      end.requestId,
      end.subjectId,
      end.resultCode,
      end.endedAt,
      end.findings,
      end.keyVersion,
    ],
  })
  return rows.length === 1
}

/** Names what an open attempt made and found so far, such as a card of which the back is missing. */
export async function keepUnfinished(
  queries: Queries,
  organisationId: string,
  id: string,
  { subjectId, findings, keyVersion }: Pick<NewAttempt, 'subjectId' | 'findings' | 'keyVersion'>,
): Promise<void> {
  await boundBy(queries, 'attempt', whereOf(organisationId, id), {
    sql: `UPDATE verification_attempts SET subject_id = $3, findings = $4, key_version = $5
     WHERE organisation_id = $1 AND id = $2 AND outcome = 'open'`,
    values: [organisationId, id, subjectId, findings, keyVersion],
  })
}

/** Removes an open attempt, which then does not count. */
export async function dropAttempt(queries: Queries, organisationId: string, id: string): Promise<void> {
  await removedBy(queries, 'attempt', {
    sql: `DELETE FROM verification_attempts WHERE organisation_id = $1 AND id = $2 AND outcome = 'open'`,
    values: [organisationId, id],
  })
}

/** An attempt that was begun and not ended makes way for another. */
export async function giveUp(
  queries: Queries,
  organisationId: string,
  id: string,
  outcome: 'set-aside' | 'failed',
  now: number,
): Promise<void> {
  await boundBy(queries, 'attempt', whereOf(organisationId, id), {
    sql: `UPDATE verification_attempts SET outcome = $3, ended_at = $4
     WHERE organisation_id = $1 AND id = $2 AND outcome = 'open'`,
    values: [organisationId, id, outcome, now],
  })
}

/** Opens the step anew: what was tried before counts no more, and open attempts end. */
export async function setAside(
  queries: Queries,
  { organisationId, id }: VerificationPlace,
  step: AttemptStep,
  now: number,
): Promise<void> {
  const where = { organisation_id: organisationId, verification_id: id, step }
  await boundBy(queries, 'attempt', where, {
    sql: `UPDATE verification_attempts SET outcome = 'set-aside', ended_at = COALESCE(ended_at, $4)
     WHERE organisation_id = $1 AND verification_id = $2 AND step = $3`,
    values: [organisationId, id, step, now],
  })
}

/** In the order in which they were begun. */
export function attemptsOf(
  queries: Queries,
  { organisationId, id }: VerificationPlace,
): Promise<AttemptRecord[]> {
  return queries.query(
    `SELECT id, verification_id AS "verificationId", step, outcome, operation, request_id AS "requestId",
       subject_id AS "subjectId", result_code AS "resultCode", begun_at AS "begunAt", ended_at AS "endedAt", findings,
       key_version AS "keyVersion"
     FROM verification_attempts WHERE organisation_id = $1 AND verification_id = $2 ORDER BY begun_at, id`,
    [organisationId, id],
  )
}
