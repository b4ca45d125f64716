// Makes audit events for tests, records them, and tampers with the trail behind its triggers.
import type { Trail } from '../../../src/audit/trail.ts'
import type { Database } from '../../../src/store/port.ts'
import {
  type AuditEntry,
  type AuditEvent,
  chainsAfter,
  entriesAfter,
} from '../../../src/store/records/audit.ts'

export const auditEvent = (requestId: string, more: Partial<AuditEvent> = {}): AuditEvent => ({
  at: 1_700_000_000_000,
  organisationId: 'organisation-1',
  apiKeyId: '',
  requestId,
  operation: 'compareFaces',
  route: '/face-matching/compare-faces',
  status: 200,
  resultCode: 200,
  ...more,
})

export function recordedBy(trail: Trail, what: AuditEvent): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  trail.record(what, (error) => (error ? reject(error) : resolve()))
  return promise
}

export async function allEntries(database: Database): Promise<AuditEntry[]> {
  const chains = await chainsAfter(database, 0, 1000)
  const pages = await Promise.all(chains.map(({ chain }) => entriesAfter(database, chain, 0, 100_000)))
  return pages.flat()
}

/** Changes the trail as an owner of the database could, with the triggers removed. */
export async function tamper(
  database: Database,
  sql: string,
  { keepsReferences = false } = {},
): Promise<void> {
  const triggers =
    database.engine === 'sqlite'
      ? [
          'DROP TRIGGER IF EXISTS audit_entries_not_changed',
          'DROP TRIGGER IF EXISTS audit_entries_not_removed',
          'DROP TRIGGER IF EXISTS audit_chains_not_changed',
          'DROP TRIGGER IF EXISTS audit_chains_not_removed',
          ...(keepsReferences ? [] : ['PRAGMA foreign_keys = OFF']),
        ]
      : [
          'DROP TRIGGER IF EXISTS audit_entries_stay ON audit_entries',
          'DROP TRIGGER IF EXISTS audit_chains_stay ON audit_chains',
          ...(keepsReferences
            ? []
            : ['ALTER TABLE audit_entries DROP CONSTRAINT IF EXISTS audit_entries_chain_fkey']),
        ]
  for (const one of [...triggers, ...sql.split(';')]) if (one.trim() !== '') await database.query(one)
}
