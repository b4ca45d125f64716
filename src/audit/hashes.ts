// The hashes of the audit trail: over every value of an entry or a chain, and the hash before it.
import { hash as digest } from 'node:crypto'
import type { AuditChain, AuditEntry, Head } from '../store/records/audit.ts'

/** The hash before the first chain. */
export const nothingBefore = '0'.repeat(64)

/** A list of texts and integers has one spelling in JSON; its first word keeps entries and chains apart. */
const hashOf = (words: readonly (string | number)[]): string => digest('sha256', JSON.stringify(words), 'hex')

/**
 * An entry without an API key is hashed as it was before there were keys, and one without a verification as before there
 * were those, so that older chains still hold.
 */
export const hashOfEntry = (entry: Omit<AuditEntry, 'hash'>): string => {
  const { apiKeyId, verificationId = '', tokenId = '' } = entry
  const visit = verificationId === '' && tokenId === '' ? [] : [apiKeyId, verificationId, tokenId]
  const added = visit.length > 0 || apiKeyId === '' ? visit : [apiKeyId]
  return hashOf([
    `selfsame-audit-entry-${visit.length > 0 ? 3 : added.length + 1}`,
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
