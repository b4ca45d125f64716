// The seals of frames, readings, receipts, verifications and other rows that hold sealed bytes, and queries for rotating the keys of such seals.
import type { Queries } from '../port.ts'
import type { SealContext } from '../seal.ts'

/** The columns that hold sealed bytes; the id of the row is part of the seal's label. */
export const sealedParts = {
  frame: { table: 'challenge_frames', column: 'seen' },
  shot: { table: 'seen_shots', column: 'print' },
  document: { table: 'document_images', column: 'reading' },
  receipt: { table: 'receipts', column: 'sealed' },
  confirmation: { table: 'chip_confirmations', column: 'answer' },
  verification: { table: 'verifications', column: 'request' },
  attempt: { table: 'verification_attempts', column: 'findings' },
  event: { table: 'verification_events', column: 'data' },
  note: { table: 'verification_notes', column: 'note' },
  secret: { table: 'webhook_secrets', column: 'secret' },
} as const
export type SealedPart = keyof typeof sealedParts

export const placeOfPart = (part: SealedPart, organisationId: string, pictureId: string): SealContext => ({
  organisationId,
  label: `${part}:${pictureId}`,
})

export function partsSealedBelow(
  queries: Queries,
  part: SealedPart,
  organisationId: string,
  keyVersion: number,
  limit: number,
): Promise<{ readonly id: string; readonly sealed: Uint8Array }[]> {
  const { table, column } = sealedParts[part]
  return queries.query(
    `SELECT id, ${column} AS sealed FROM ${table} WHERE organisation_id = $1 AND key_version < $2
     ORDER BY id LIMIT $3`,
    [organisationId, keyVersion, limit],
  )
}

/** Does nothing when the row was removed or written anew meanwhile: what was erased must not come back. */
export async function resealPart(
  queries: Queries,
  part: SealedPart,
  organisationId: string,
  fresh: {
    readonly id: string
    readonly old: Uint8Array
    readonly sealed: Uint8Array
    readonly keyVersion: number
  },
): Promise<void> {
  const { table, column } = sealedParts[part]
  await queries.query(
    `UPDATE ${table} SET ${column} = $3, key_version = $4
     WHERE organisation_id = $1 AND id = $2 AND ${column} = $5`,
    [organisationId, fresh.id, fresh.sealed, fresh.keyVersion, fresh.old],
  )
}
