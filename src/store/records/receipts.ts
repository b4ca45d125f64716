// Every query about receipts and the keys that sign them.
import type { Queries } from '../port.ts'
import { added } from './binding.ts'

interface ReceiptRecord {
  readonly organisationId: string
  readonly id: string
  readonly requestId: string
  readonly madeAt: number
  readonly sealed: Uint8Array
  readonly keyVersion: number
}

/** False where the key that sealed it is gone: rotated away, or removed with its organisation. */
export async function addReceipt(queries: Queries, receipt: ReceiptRecord): Promise<boolean> {
  const rows = await queries.query(
    `INSERT INTO receipts (organisation_id, id, request_id, made_at, sealed, key_version)
     SELECT organisation_id, $2, $3, $4, $5, version FROM organisation_keys WHERE organisation_id = $1 AND version = $6
     RETURNING id`,
    [
      receipt.organisationId,
      receipt.id,
      receipt.requestId,
      receipt.madeAt,
      receipt.sealed,
      receipt.keyVersion,
    ],
  )
  return rows.length === 1
}

/** Returns the newest when a caller used a request id twice. */
export async function findReceipt(
  queries: Queries,
  organisationId: string,
  requestId: string,
): Promise<{ readonly id: string; readonly sealed: Uint8Array } | undefined> {
  const rows = await queries.query<{ id: string; sealed: Uint8Array }>(
    `SELECT id, sealed FROM receipts WHERE organisation_id = $1 AND request_id = $2
     ORDER BY made_at DESC, id LIMIT 1`,
    [organisationId, requestId],
  )
  return rows[0]
}

/** Removes at most `limit` receipts and returns how many. */
export async function removeReceiptsBefore(queries: Queries, time: number, limit: number): Promise<number> {
  const rows = await queries.query(
    `DELETE FROM receipts WHERE (organisation_id, id) IN
       (SELECT organisation_id, id FROM receipts WHERE made_at < $1 ORDER BY made_at LIMIT $2) RETURNING id`,
    [time, limit],
  )
  return rows.length
}

interface ReceiptKey {
  readonly id: string
  readonly createdAt: number
  readonly publicKey: string
  readonly masterId: string
  /** Null once another key has replaced it. */
  readonly wrapped: Uint8Array | null
}

export const labelOfReceiptKey = (id: string): string => `receipt-key:${id}`

/** Returns the newest first. */
export function receiptKeys(queries: Queries): Promise<ReceiptKey[]> {
  return queries.query(
    `SELECT id, created_at AS "createdAt", public_key AS "publicKey", master_id AS "masterId", wrapped
     FROM receipt_keys ORDER BY created_at DESC, id`,
  )
}

export async function addReceiptKey(queries: Queries, key: ReceiptKey): Promise<void> {
  await queries.query(
    'INSERT INTO receipt_keys (id, created_at, public_key, master_id, wrapped) VALUES ($1, $2, $3, $4, $5)',
    [key.id, key.createdAt, key.publicKey, key.masterId, key.wrapped],
  )
  await added(queries, 'receipt-key', { id: key.id })
}

export async function rewrapReceiptKey(
  queries: Queries,
  key: Pick<ReceiptKey, 'id' | 'masterId' | 'wrapped'>,
): Promise<void> {
  await queries.query('UPDATE receipt_keys SET master_id = $2, wrapped = $3 WHERE id = $1', [
    key.id,
    key.masterId,
    key.wrapped,
  ])
}
