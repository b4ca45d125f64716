// The hashes of the audit trail: over every value of an entry or a chain, and the hash before it.
import { hash as digest } from 'node:crypto'
import type { Binding, Digests } from '../store/port.ts'
import type { AuditChain, AuditEntry, Head } from '../store/records/audit.ts'

/** The hash before the first chain. */
export const nothingBefore = '0'.repeat(64)

/** A list of texts and integers has one spelling in JSON; its first word keeps entries and chains apart. */
const hashOf = (words: readonly (string | number)[]): string => digest('sha256', JSON.stringify(words), 'hex')

/**
 * An entry without an API key is hashed as it was before there were keys, and one without a verification as before there
 * were those, one without a member as before there were those, and one that binds no rows as before rows were bound, so
 * that older chains still hold.
 */
export const hashOfEntry = (entry: Omit<AuditEntry, 'hash'>): string => {
  const { form, added } = addedTo(entry)
  return hashOf([
    `selfsame-audit-entry-${form}`,
    entry.chain,
    entry.number,
    entry.at,
    entry.organisationId,
    entry.requestId,
    entry.operation,
    entry.route,
    entry.status,
    entry.resultCode,
    entry.previousHash,
    ...added,
  ])
}

function addedTo(entry: Omit<AuditEntry, 'hash'>) {
  const { apiKeyId, verificationId = '', tokenId = '', memberId = '', bound = '' } = entry
  if (bound !== '') return { form: 5, added: [apiKeyId, verificationId, tokenId, memberId, bound] }
  if (memberId !== '') return { form: 4, added: [apiKeyId, verificationId, tokenId, memberId] }
  if (verificationId !== '' || tokenId !== '') return { form: 3, added: [apiKeyId, verificationId, tokenId] }
  return apiKeyId === '' ? { form: 1, added: [] } : { form: 2, added: [apiKeyId] }
}

export const hashOfChain = (chain: Omit<AuditChain, 'hash'>): string =>
  hashOf([
    'selfsame-audit-chain-1',
    chain.number,
    chain.chain,
    chain.openedAt,
    chain.witnessed,
    chain.previousHash,
  ])

export const writeHeads = (heads: readonly Head[]): string =>
  JSON.stringify(heads.map(({ chain, number, hash }) => [chain, number, hash]))

/** The text must have passed its hash check. */
export const readHeads = (text: string): Head[] =>
  (JSON.parse(text) as [string, number, string][]).map(([chain, number, hash]) => ({ chain, number, hash }))

/**
 * What an entry says of rows that were bound. The mark is keyed and covers the hash before the entry: who can write to
 * the database but has no key cannot make a chain without them that still holds.
 */
export function writeBound(digests: Digests, previousHash: string, bound: readonly Binding[]): string {
  const rows = bound.map(({ kind, id, revision, digest }) => [kind, id, revision, digest])
  return JSON.stringify([rows, markOf(digests, previousHash, rows)])
}

const markOf = (digests: Digests, previousHash: string, rows: readonly unknown[]): string =>
  digests.of(JSON.stringify(['selfsame-audit-bound', previousHash, rows]))

/** The text must have passed its hash check. Undefined where its mark is not of this key. */
export function readBound(
  digests: Digests,
  { bound = '', previousHash }: Pick<AuditEntry, 'bound' | 'previousHash'>,
): Binding[] | undefined {
  if (bound === '') return []
  const [rows, mark] = JSON.parse(bound) as [[string, string, number, string][], string]
  if (markOf(digests, previousHash, rows) !== mark) return undefined
  return rows.map(([kind, id, revision, digest]) => ({ kind, id, revision, digest }))
}
