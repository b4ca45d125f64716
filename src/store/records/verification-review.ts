// Every query about the review of verifications: notes, claims, reasons, pictures, who looked, and others of the same number.
import type { Queries } from '../port.ts'
import { addedBy } from './binding.ts'
import type { VerificationPlace, VerificationState } from './verifications.ts'

export interface NoteRecord {
  /** A UUID, which the label of its seal holds. */
  readonly id: string
  readonly author: string
  readonly at: number
  /** Sealed. */
  readonly note: Uint8Array
  readonly keyVersion: number
}

export async function addNote(
  queries: Queries,
  { organisationId, id: verificationId }: VerificationPlace,
  { id, author, at, note, keyVersion }: NoteRecord,
): Promise<void> {
  await addedBy(queries, 'note', {
    sql: `INSERT INTO verification_notes (organisation_id, id, verification_id, author, at, note, key_version)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [organisationId, id, verificationId, author, at, note, keyVersion],
  })
}

/** The oldest first. */
export function notesOf(
  queries: Queries,
  { organisationId, id }: VerificationPlace,
  limit: number,
): Promise<NoteRecord[]> {
  return queries.query(
    `SELECT id, author, at, note, key_version AS "keyVersion" FROM verification_notes
     WHERE organisation_id = $1 AND verification_id = $2 ORDER BY at, id LIMIT $3`,
    [organisationId, id, limit],
  )
}

export interface Claim {
  readonly claimedBy: string | null
  readonly claimedUntil: number | null
}

/**
 * Takes a case for a while, or longer where it is theirs already. It changes nothing where somebody else has it, unless
 * `takes` says that the caller knows. Returns who has it afterwards; undefined where it is not in review.
 */
export async function claim(
  queries: Queries,
  { organisationId, id }: VerificationPlace,
  wanted: { readonly by: string; readonly until: number; readonly now: number; readonly takes: boolean },
): Promise<Claim | undefined> {
  const { by, until, now, takes } = wanted
  await queries.query(
    `UPDATE verifications SET claimed_by = $3, claimed_until = $4
     WHERE organisation_id = $1 AND id = $2 AND state = 'review'
       AND (claimed_by IS NULL OR claimed_by = $3 OR claimed_until <= $5 OR $6 = 1)`,
    [organisationId, id, by, until, now, takes ? 1 : 0],
  )
  const rows = await queries.query<Claim>(
    `SELECT claimed_by AS "claimedBy", claimed_until AS "claimedUntil" FROM verifications
     WHERE organisation_id = $1 AND id = $2 AND state = 'review'`,
    [organisationId, id],
  )
  return rows[0]
}

/** Does nothing where somebody else has it. */
export async function release(
  queries: Queries,
  { organisationId, id }: VerificationPlace,
  by: string,
): Promise<void> {
  await queries.query(
    `UPDATE verifications SET claimed_by = NULL, claimed_until = NULL
     WHERE organisation_id = $1 AND id = $2 AND claimed_by = $3`,
    [organisationId, id, by],
  )
}

/** The reasons of the newest verdict, in the place of those before. */
export async function setReasons(
  queries: Queries,
  { organisationId, id }: VerificationPlace,
  reasons: readonly { readonly reason: string; readonly outcome: string }[],
): Promise<void> {
  await queries.query(
    'DELETE FROM verification_reasons WHERE organisation_id = $1 AND verification_id = $2',
    [organisationId, id],
  )
  for (const { reason, outcome } of new Map(reasons.map((one) => [one.reason, one])).values())
    await queries.query(
      `INSERT INTO verification_reasons (organisation_id, verification_id, reason, outcome, is_test, created_at)
       SELECT organisation_id, id, $3, $4, is_test, created_at FROM verifications
       WHERE organisation_id = $1 AND id = $2`,
      [organisationId, id, reason, outcome],
    )
}

export interface PictureRecord {
  /** It is also the id of the file. */
  readonly id: string
  readonly of: 'document' | 'chip' | 'liveness'
  /** The document or challenge that it belongs to. */
  readonly subjectId: string
  /** The task of a frame; empty for others. */
  readonly task: string
  readonly at: number
}

/**
 * What a person sent for the verification and is still there, in the order in which it came. Of a chip that is the
 * portrait: its other files are no pictures.
 */
export function picturesOf(
  queries: Queries,
  { organisationId, id }: VerificationPlace,
  limit: number,
): Promise<PictureRecord[]> {
  return queries.query(
    `SELECT p.id, p."of", p."subjectId", p.task, p.at FROM (
       SELECT i.id, CASE WHEN d.kind = 'chip' THEN 'chip' ELSE 'document' END AS "of", d.id AS "subjectId", '' AS task,
         i.received_at AS at
       FROM documents d JOIN document_images i ON i.organisation_id = d.organisation_id AND i.document_id = d.id
       WHERE d.organisation_id = $1 AND d.verification_id = $2 AND i.file_removed_at IS NULL
         AND (d.kind <> 'chip' OR i.number = 2)
       UNION ALL
       SELECT f.id, 'liveness', c.id, f.task, f.received_at
       FROM challenges c JOIN challenge_frames f ON f.organisation_id = c.organisation_id AND f.challenge_id = c.id
       WHERE c.organisation_id = $1 AND c.verification_id = $2
     ) AS p ORDER BY p.at, p.id LIMIT $3`,
    [organisationId, id, limit],
  )
}

export interface LookRecord {
  readonly at: number
  readonly operation: string
  readonly apiKeyId: string
  /** Empty where no member did. */
  readonly memberId: string
  /** Null where the member was removed. */
  readonly memberName: string | null
  readonly requestId: string
}

/** Who of the organisation saw or changed it, by the audit trail; the newest first. The person's own calls are left out. */
export function looksAt(
  queries: Queries,
  { organisationId, id }: VerificationPlace,
  limit: number,
): Promise<LookRecord[]> {
  return queries.query(
    `SELECT e.at, e.operation, e.api_key_id AS "apiKeyId", e.request_id AS "requestId", e.member_id AS "memberId",
       m.name AS "memberName" FROM audit_entries e
     LEFT JOIN members m ON m.organisation_id = e.organisation_id AND m.id = e.member_id
     WHERE e.organisation_id = $1 AND e.verification_id = $2 AND e.token_id = '' AND e.status = 200
     ORDER BY e.at DESC, e.number DESC LIMIT $3`,
    [organisationId, id, limit],
  )
}

export interface OtherVerification {
  readonly id: string
  readonly externalPersonId: string
  readonly state: VerificationState
  readonly createdAt: number
}

/** Others in which a document of the same number was read or expected, the newest first. */
export function othersOfNumber(
  queries: Queries,
  place: VerificationPlace,
  { numberMark, isTest }: { readonly numberMark: string; readonly isTest: boolean },
  limit: number,
): Promise<OtherVerification[]> {
  return queries.query(
    `SELECT id, external_person_id AS "externalPersonId", state, created_at AS "createdAt" FROM verifications
     WHERE organisation_id = $1 AND number_mark = $2 AND is_test = $3 AND id <> $4
     ORDER BY created_at DESC, id DESC LIMIT $5`,
    [place.organisationId, numberMark, isTest ? 1 : 0, place.id, limit],
  )
}
