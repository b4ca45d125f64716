// Every query about chips of documents: challenges to them, the pictures they belong to, and what authorities answered.
import type { Queries } from '../port.ts'
import { addedBy, removedBy } from './binding.ts'
import type { DocumentPlace } from './documents.ts'

interface ChipChallenge extends DocumentPlace {
  /** The verification that it was asked for; null for none. */
  readonly verificationId: string | null
  readonly challenge: Uint8Array
  readonly expiresAt: number
}

/** Each new one removes a few that are long over, so that the table stays as small as its traffic. */
const REMOVED_WITH_EACH = 4

export async function addChipChallenge(
  queries: Queries,
  { organisationId, id, challenge, expiresAt, verificationId }: ChipChallenge,
  overBefore: number,
): Promise<void> {
  await removedBy(queries, 'chip-challenge', {
    sql: `DELETE FROM chip_challenges WHERE (organisation_id, id) IN
       (SELECT organisation_id, id FROM chip_challenges WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`,
    values: [overBefore, REMOVED_WITH_EACH],
  })
  await addedBy(queries, 'chip-challenge', {
    sql: `INSERT INTO chip_challenges (organisation_id, id, challenge, expires_at, verification_id)
     VALUES ($1, $2, $3, $4, $5)`,
    values: [organisationId, id, challenge, expiresAt, verificationId],
  })
}

/** A person sees only the challenges of their own verification; an organisation sees all of its own. */
export interface OwnChallenge extends DocumentPlace {
  readonly verificationId?: string | undefined
}

/** Of several who take a challenge at once, one gets it. Undefined where it is unknown, used or over. */
export async function takeChipChallenge(
  queries: Queries,
  { organisationId, id, verificationId }: OwnChallenge,
  now: number,
): Promise<Uint8Array | undefined> {
  const own = verificationId === undefined ? '' : 'AND verification_id = $4'
  const rows = await queries.query<{ challenge: Uint8Array }>(
    `UPDATE chip_challenges SET used_at = $3
     WHERE organisation_id = $1 AND id = $2 AND used_at IS NULL AND expires_at > $3 ${own} RETURNING challenge`,
    [organisationId, id, now, ...(verificationId === undefined ? [] : [verificationId])],
  )
  return rows[0]?.challenge
}

/** Undoes `takeChipChallenge` where nothing was judged with it. */
export async function giveBackChipChallenge(
  queries: Queries,
  { organisationId, id }: DocumentPlace,
): Promise<void> {
  await queries.query('UPDATE chip_challenges SET used_at = NULL WHERE organisation_id = $1 AND id = $2', [
    organisationId,
    id,
  ])
}

/** Why `takeChipChallenge` gave nothing. */
export async function stateOfChipChallenge(
  queries: Queries,
  { organisationId, id, verificationId }: OwnChallenge,
): Promise<'unknown' | 'used' | 'expired'> {
  const rows = await queries.query<{ usedAt: number | null; of: string | null }>(
    `SELECT used_at AS "usedAt", verification_id AS "of" FROM chip_challenges
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id],
  )
  if (!rows[0] || (verificationId !== undefined && rows[0].of !== verificationId)) return 'unknown'
  return rows[0].usedAt === null ? 'expired' : 'used'
}

/** Says that a chip belongs to a document made of pictures; throws `ReferenceMissing` where that is gone. */
export async function attachChip(
  queries: Queries,
  { organisationId, id }: DocumentPlace,
  documentId: string,
  now: number,
): Promise<void> {
  await addedBy(queries, 'chip', {
    sql: 'INSERT INTO document_chips (organisation_id, chip_id, document_id, attached_at) VALUES ($1, $2, $3, $4)',
    values: [organisationId, id, documentId, now],
  })
}

/** The chip that was attached to a document last. */
export async function chipOfDocument(
  queries: Queries,
  { organisationId, id }: DocumentPlace,
): Promise<string | undefined> {
  const rows = await queries.query<{ id: string }>(
    `SELECT chip_id AS id FROM document_chips WHERE organisation_id = $1 AND document_id = $2
     ORDER BY attached_at DESC, chip_id LIMIT 1`,
    [organisationId, id],
  )
  return rows[0]?.id
}

/** The document made of pictures that a chip belongs to. */
export async function documentOfChip(
  queries: Queries,
  { organisationId, id }: DocumentPlace,
): Promise<string | undefined> {
  const rows = await queries.query<{ id: string }>(
    'SELECT document_id AS id FROM document_chips WHERE organisation_id = $1 AND chip_id = $2',
    [organisationId, id],
  )
  return rows[0]?.id
}

/** The file of the portrait of a chip; undefined where there is no such chip, or no portrait in it. */
export async function portraitOfChip(
  queries: Queries,
  { organisationId, id }: DocumentPlace,
): Promise<string | undefined> {
  const rows = await queries.query<{ id: string }>(
    `SELECT i.id FROM documents d JOIN document_images i ON i.organisation_id = d.organisation_id AND i.document_id = d.id
     WHERE d.organisation_id = $1 AND d.id = $2 AND d.kind = 'chip' AND i.number = 2`,
    [organisationId, id],
  )
  return rows[0]?.id
}

export interface ConfirmationRecord {
  readonly id: string
  readonly receivedAt: number
  /** Sealed. */
  readonly answer: Uint8Array
  readonly keyVersion: number
}

export async function addConfirmation(
  queries: Queries,
  { organisationId, id: chipId }: DocumentPlace,
  { id, receivedAt, answer, keyVersion }: ConfirmationRecord,
): Promise<void> {
  await queries.query(
    `INSERT INTO chip_confirmations (organisation_id, id, chip_id, received_at, answer, key_version)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [organisationId, id, chipId, receivedAt, answer, keyVersion],
  )
}

/** In the order in which they came. */
export function confirmationsOf(
  queries: Queries,
  { organisationId, id }: DocumentPlace,
): Promise<ConfirmationRecord[]> {
  return queries.query(
    `SELECT id, received_at AS "receivedAt", answer, key_version AS "keyVersion" FROM chip_confirmations
     WHERE organisation_id = $1 AND chip_id = $2 ORDER BY received_at, id`,
    [organisationId, id],
  )
}
