// Writes a list of verifications as CSV, page by page, with nothing in it that a spreadsheet would run.
import type { Database } from '../../store/port.ts'
import {
  type ListedVerification,
  listForTable,
  type VerificationFilter,
} from '../../store/records/verifications.ts'

const iso = (ms: number | null): string => (ms === null ? '""' : `"${new Date(ms).toISOString()}"`)

/**
 * A spreadsheet takes a value that begins so for a formula, which may send the sheet elsewhere; behind an apostrophe it is
 * text. Some skip spaces first, so they count as nothing.
 */
const isFormula = (value: string): boolean =>
  /^[\s\u00a0\ufeff]*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/.test(value)

export const csvValue = (value: string): string =>
  `"${(isFormula(value) ? `'${value}` : value).replaceAll('"', '""')}"`

/** Each column by its name, written. Only what organisations choose themselves may need more than quotes. */
const columns: Readonly<Record<string, (one: ListedVerification) => string>> = {
  id: ({ id }) => `"${id}"`,
  state: ({ state }) => `"${state}"`,
  external_person_id: ({ externalPersonId }) => csvValue(externalPersonId),
  policy: ({ policyId }) => csvValue(policyId),
  policy_version: ({ policyVersion }) => `"${policyVersion}"`,
  reasons: ({ reasons }) => `"${reasons ?? ''}"`,
  created_at: ({ createdAt }) => iso(createdAt),
  updated_at: ({ updatedAt }) => iso(updatedAt),
  finished_at: ({ finishedAt }) => iso(finishedAt),
  expires_at: ({ expiresAt }) => iso(expiresAt),
  redacted_at: ({ redactedAt }) => iso(redactedAt),
  is_test: ({ isTest }) => (isTest === 1 ? '"true"' : '"false"'),
}
const writers = Object.values(columns)

const line = (one: ListedVerification): string => `${writers.map((write) => write(one)).join(',')}\r\n`

const PAGE = 500

/** The mark at the beginning has spreadsheets read the letters as UTF-8. Other requests are served between two pages. */
export async function* csvOf(
  database: Database,
  organisationId: string,
  filter: VerificationFilter,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\ufeff${Object.keys(columns).map(csvValue).join(',')}\r\n`)
  let after = filter.after
  for (;;) {
    const page = await listForTable(database, organisationId, { ...filter, after }, PAGE)
    if (page.length > 0) yield Buffer.from(page.map(line).join(''))
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = { createdAt: last.createdAt, id: last.id }
  }
}
