// Every query about idempotency keys, by which a caller that repeats a request makes nothing twice.
import type { Queries } from '../port.ts'

export interface IdempotentRequest {
  readonly organisationId: string
  readonly operation: string
  readonly key: string
  /** SHA-256 of the request. */
  readonly requestHash: Uint8Array
  /** The verification that it makes or changes. */
  readonly verificationId: string
  /** The number of the link that it answers; null for none. */
  readonly linkNumber: number | null
  readonly createdAt: number
}

type FirstRequest = Pick<IdempotentRequest, 'requestHash' | 'verificationId' | 'linkNumber'>

/**
 * Takes a key for this request. Undefined where it is the first; otherwise what the first one was. A second request
 * while the first is under way waits until its transaction ends. Keys from before `since` are forgotten.
 */
export async function takeIdempotencyKey(
  queries: Queries,
  request: IdempotentRequest,
  since: number,
): Promise<FirstRequest | undefined> {
  const { organisationId, operation, key } = request
  await queries.query(
    'DELETE FROM idempotency_keys WHERE organisation_id = $1 AND operation = $2 AND key = $3 AND created_at < $4',
    [organisationId, operation, key, since],
  )
  const made = await queries.query(
    `INSERT INTO idempotency_keys (organisation_id, operation, key, request_hash, verification_id, link_number,
       created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (organisation_id, operation, key) DO NOTHING RETURNING key`,
    [
      organisationId,
      operation,
      key,
      request.requestHash,
      request.verificationId,
      request.linkNumber,
      request.createdAt,
    ],
  )
  if (made.length > 0) return undefined
  const rows = await queries.query<FirstRequest>(
    `SELECT request_hash AS "requestHash", verification_id AS "verificationId", link_number AS "linkNumber"
     FROM idempotency_keys WHERE organisation_id = $1 AND operation = $2 AND key = $3`,
    [organisationId, operation, key],
  )
  return rows[0]
}

/** Says which link the first request answered. */
export async function setLinkOfKey(
  queries: Queries,
  { organisationId, operation, key }: Pick<IdempotentRequest, 'organisationId' | 'operation' | 'key'>,
  linkNumber: number,
): Promise<void> {
  await queries.query(
    'UPDATE idempotency_keys SET link_number = $4 WHERE organisation_id = $1 AND operation = $2 AND key = $3',
    [organisationId, operation, key, linkNumber],
  )
}
