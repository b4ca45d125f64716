// Every query about the links of verifications and the tokens that they were exchanged for; only hashes are kept.
import type { Queries } from '../port.ts'
import { addedBy } from './binding.ts'
import type { VerificationState } from './verifications.ts'

export interface OwningVerification {
  readonly organisationId: string
  readonly verificationId: string
}

export type LinkMaker = 'organisation' | 'person'

interface NewLink extends OwningVerification {
  readonly hash: Uint8Array
  readonly number: number
  readonly madeBy: LinkMaker
  readonly createdAt: number
  readonly expiresAt: number
}

/** Takes the number of the next link, and with it the row of the verification until the transaction ends. */
export async function takeLinkNumber(
  queries: Queries,
  { organisationId, verificationId }: OwningVerification,
): Promise<number | undefined> {
  const rows = await queries.query<{ links: number }>(
    'UPDATE verifications SET links = links + 1 WHERE organisation_id = $1 AND id = $2 RETURNING links',
    [organisationId, verificationId],
  )
  return rows[0]?.links
}

export async function addLink(queries: Queries, link: NewLink): Promise<void> {
  await addedBy(queries, 'link', {
    sql: `INSERT INTO verification_links (hash, organisation_id, verification_id, number, made_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      link.hash,
      link.organisationId,
      link.verificationId,
      link.number,
      link.madeBy,
      link.createdAt,
      link.expiresAt,
    ],
  })
}

/** Links that were used stay as they are; `madeBy` names whose are ended, all where it is left out. */
export async function endLinks(
  queries: Queries,
  { organisationId, verificationId }: OwningVerification,
  now: number,
  madeBy?: LinkMaker,
): Promise<void> {
  await queries.query(
    `UPDATE verification_links SET ended_at = $3
     WHERE organisation_id = $1 AND verification_id = $2 AND used_at IS NULL AND ended_at IS NULL
       ${madeBy === undefined ? '' : 'AND made_by = $4'}`,
    [organisationId, verificationId, now, ...(madeBy === undefined ? [] : [madeBy])],
  )
}

/** A link or token with whom it stands for; a token is never used up. */
export interface LinkRecord extends OwningVerification {
  readonly expiresAt: number
  readonly usedAt: number | null
  readonly endedAt: number | null
  readonly externalPersonId: string
  readonly consentReference: string | null
  readonly isTest: number
  /** Of the verification. */
  readonly state: VerificationState
  readonly verificationExpiresAt: number
  /** Empty for a link. */
  readonly tokenId: string
  /** The hash of the key that came with its exchange; null where none did, or it was not exchanged. */
  readonly exchangedWith: Uint8Array | null
}

const columns = `s.organisation_id AS "organisationId", s.verification_id AS "verificationId",
  s.expires_at AS "expiresAt", s.ended_at AS "endedAt", s.exchanged_with AS "exchangedWith", v.external_person_id AS "externalPersonId",
  v.consent_reference AS "consentReference", v.is_test AS "isTest",
  v.state, v.expires_at AS "verificationExpiresAt"`
const ofVerification =
  'JOIN verifications v ON v.organisation_id = s.organisation_id AND v.id = s.verification_id'

export async function findLink(queries: Queries, hash: Uint8Array): Promise<LinkRecord | undefined> {
  const rows = await queries.query<LinkRecord>(
    `SELECT ${columns}, s.used_at AS "usedAt", '' AS "tokenId" FROM verification_links s ${ofVerification}
     WHERE s.hash = $1`,
    [hash],
  )
  return rows[0]
}

export async function findToken(queries: Queries, hash: Uint8Array): Promise<LinkRecord | undefined> {
  const rows = await queries.query<LinkRecord>(
    `SELECT ${columns}, NULL AS "usedAt", s.id AS "tokenId" FROM verification_tokens s ${ofVerification}
     WHERE s.hash = $1`,
    [hash],
  )
  return rows[0]
}

/** What a link or token becomes: a token, for a request that may carry a key. */
interface Exchange {
  readonly hash: Uint8Array
  readonly key: Uint8Array | null
  readonly gaveTokenId: string
  readonly now: number
}

/** Of several who use a link at once, one does. */
export async function useLink(queries: Queries, { hash, key, gaveTokenId, now }: Exchange): Promise<boolean> {
  const rows = await queries.query(
    `UPDATE verification_links SET used_at = $2, exchanged_with = $3, gave_token_id = $4
     WHERE hash = $1 AND used_at IS NULL AND ended_at IS NULL AND expires_at > $2 RETURNING number`,
    [hash, now, key, gaveTokenId],
  )
  return rows.length === 1
}

/** Of several who renew a token at once, one does. */
export async function renewToken(
  queries: Queries,
  { hash, key, gaveTokenId, now }: Exchange,
): Promise<boolean> {
  const rows = await queries.query(
    `UPDATE verification_tokens SET ended_at = $2, exchanged_with = $3, gave_token_id = $4
     WHERE hash = $1 AND ended_at IS NULL AND expires_at > $2 RETURNING id`,
    [hash, now, key, gaveTokenId],
  )
  return rows.length === 1
}

/** Ends the token that an earlier exchange with the same key gave, and names the one that takes its place. */
export async function repeatExchange(
  queries: Queries,
  table: 'verification_links' | 'verification_tokens',
  { hash, key, gaveTokenId, now }: Exchange & { readonly key: Uint8Array },
): Promise<boolean> {
  const [before] = await queries.query<{ gaveTokenId: string; organisationId: string }>(
    `SELECT gave_token_id AS "gaveTokenId", organisation_id AS "organisationId" FROM ${table}
     WHERE hash = $1 AND exchanged_with = $2`,
    [hash, key],
  )
  if (!before) return false
  const ended = await queries.query(
    `UPDATE verification_tokens SET ended_at = $3
     WHERE organisation_id = $1 AND id = $2 AND ended_at IS NULL RETURNING id`,
    [before.organisationId, before.gaveTokenId, now],
  )
  // It was ended for a reason: a newer link, or somebody who renewed it.
  if (ended.length === 0) return false
  await queries.query(`UPDATE ${table} SET gave_token_id = $2 WHERE hash = $1`, [hash, gaveTokenId])
  return true
}

interface NewToken extends OwningVerification {
  readonly hash: Uint8Array
  readonly id: string
  readonly createdAt: number
  readonly expiresAt: number
}

export async function addToken(queries: Queries, token: NewToken): Promise<void> {
  await addedBy(queries, 'token', {
    sql: `INSERT INTO verification_tokens (hash, id, organisation_id, verification_id, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [
      token.hash,
      token.id,
      token.organisationId,
      token.verificationId,
      token.createdAt,
      token.expiresAt,
    ],
  })
}

/** All of a verification. */
export async function endTokens(
  queries: Queries,
  { organisationId, verificationId }: OwningVerification,
  now: number,
): Promise<void> {
  await queries.query(
    `UPDATE verification_tokens SET ended_at = $3
     WHERE organisation_id = $1 AND verification_id = $2 AND ended_at IS NULL`,
    [organisationId, verificationId, now],
  )
}
