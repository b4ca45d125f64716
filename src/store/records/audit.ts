// Every query about the audit trail: chains, their entries, and nothing that would change either.
import type { Queries, SqlValue } from '../port.ts'

/** An event of the audit trail; it contains nothing about a person. */
export interface AuditEvent {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Empty where a command concerns no organisation. */
  readonly organisationId: string
  /** The API key that was used, or that a command concerns; empty for none. */
  readonly apiKeyId: string
  /** The verification that a person came for, or that was judged, and the person's token; absent or empty for none. */
  readonly verificationId?: string
  readonly tokenId?: string
  /** The member who asked, or whom a command concerns; absent or empty for none. */
  readonly memberId?: string
  readonly requestId: string
  /** The operation of the API, or `command:` and the command. */
  readonly operation: string
  /** The path as the API writes it, never as it was called. */
  readonly route: string
  readonly status: number
  readonly resultCode: number
  /** JSON: rows that were bound before it, and a mark over them; absent or empty for none. */
  readonly bound?: string
}

/** The newest entry of a chain. */
export interface Head {
  readonly chain: string
  readonly number: number
  readonly hash: string
}

export interface AuditEntry extends AuditEvent, Head {
  readonly previousHash: string
}

export interface AuditChain {
  /** Counted from 1 over all chains. */
  readonly number: number
  readonly chain: string
  readonly openedAt: number
  /** JSON of heads. */
  readonly witnessed: string
  readonly previousHash: string
  readonly hash: string
}

/** Rows of one statement; each number of rows is a statement of its own, which engines keep prepared. */
export const mostEntries = 256
const columnCount = 16

/** Statements by the number of rows, each built once. */
const insertions: string[] = []

function insertionOf(count: number): string {
  const rows = Array.from({ length: count }, (_, row) => {
    const places = Array.from({ length: columnCount }, (_, column) => `$${row * columnCount + column + 1}`)
    return `(${places.join(', ')})`
  })
  return `INSERT INTO audit_entries (chain, number, at, organisation_id, request_id, operation, route, status, result_code,
    previous_hash, hash, api_key_id, verification_id, token_id, member_id, bound) VALUES ${rows.join(', ')}`
}

export async function addEntries(queries: Queries, entries: readonly AuditEntry[]): Promise<void> {
  insertions[entries.length] ??= insertionOf(entries.length)
  const values: SqlValue[] = []
  // biome-ignore format: one row of the statement
  for (const one of entries)
    values.push(
      one.chain, one.number, one.at, one.organisationId, one.requestId, one.operation, one.route, one.status,
      one.resultCode, one.previousHash, one.hash, one.apiKeyId,
      one.verificationId ?? '', one.tokenId ?? '', one.memberId ?? '', one.bound ?? '',
    )
  await queries.query(insertions[entries.length] ?? '', values)
}

const entryColumns = `chain, number, at, organisation_id AS "organisationId", request_id AS "requestId", operation,
  route, status, result_code AS "resultCode", previous_hash AS "previousHash", hash, api_key_id AS "apiKeyId",
  verification_id AS "verificationId", token_id AS "tokenId", member_id AS "memberId", bound`

export function entriesAfter(
  queries: Queries,
  chain: string,
  number: number,
  limit: number,
): Promise<AuditEntry[]> {
  return queries.query(
    `SELECT ${entryColumns} FROM audit_entries WHERE chain = $1 AND number > $2 ORDER BY number LIMIT $3`,
    [chain, number, limit],
  )
}

/** Returns entries in the order of time, after the given one. */
export function entriesSince(
  queries: Queries,
  after: Pick<AuditEntry, 'at' | 'chain' | 'number'>,
  limit: number,
): Promise<AuditEntry[]> {
  return queries.query(
    `SELECT ${entryColumns} FROM audit_entries WHERE (at, chain, number) > ($1, $2, $3)
     ORDER BY at, chain, number LIMIT $4`,
    [after.at, after.chain, after.number, limit],
  )
}

/** Undefined while the chain has no entry. */
export async function headOf(queries: Queries, chain: string): Promise<Head | undefined> {
  const rows = await queries.query<Head>(
    'SELECT chain, number, hash FROM audit_entries WHERE chain = $1 ORDER BY number DESC LIMIT 1',
    [chain],
  )
  return rows[0]
}

export async function countEntries(queries: Queries): Promise<number> {
  const rows = await queries.query<{ n: number }>('SELECT COUNT(*) AS n FROM audit_entries')
  return rows[0]?.n ?? 0
}

/** A chain that has entries but was never opened: somebody wrote to the table directly. */
export async function unknownChain(queries: Queries): Promise<string | undefined> {
  const rows = await queries.query<{ chain: string }>(
    `SELECT chain FROM audit_entries e
     WHERE NOT EXISTS (SELECT 1 FROM audit_chains c WHERE c.chain = e.chain) LIMIT 1`,
  )
  return rows[0]?.chain
}

const chainColumns =
  'number, chain, opened_at AS "openedAt", witnessed, previous_hash AS "previousHash", hash'

/** False when another writer opened one at the same moment and has this number. */
export async function addChain(queries: Queries, chain: AuditChain): Promise<boolean> {
  const rows = await queries.query(
    `INSERT INTO audit_chains (number, chain, opened_at, witnessed, previous_hash, hash)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (number) DO NOTHING RETURNING number`,
    [chain.number, chain.chain, chain.openedAt, chain.witnessed, chain.previousHash, chain.hash],
  )
  return rows.length === 1
}

/** Returns the newest first. */
export function latestChains(queries: Queries, limit: number): Promise<AuditChain[]> {
  return queries.query(`SELECT ${chainColumns} FROM audit_chains ORDER BY number DESC LIMIT $1`, [limit])
}

export function chainsAfter(queries: Queries, number: number, limit: number): Promise<AuditChain[]> {
  return queries.query(
    `SELECT ${chainColumns} FROM audit_chains WHERE number > $1 ORDER BY number LIMIT $2`,
    [number, limit],
  )
}

/** The hash of one entry. */
export async function entryAt(queries: Queries, chain: string, number: number): Promise<string | undefined> {
  const rows = await queries.query<{ hash: string }>(
    'SELECT hash FROM audit_entries WHERE chain = $1 AND number = $2',
    [chain, number],
  )
  return rows[0]?.hash
}
