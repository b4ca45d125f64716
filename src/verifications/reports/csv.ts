// Writes a list of verifications as CSV, page by page, with nothing in it that a spreadsheet would run.
import type { Database } from '../../store/port.ts'
import { reasonsOfMany } from '../../store/records/verification-review.ts'
import {
  listVerifications,
  type VerificationFilter,
  type VerificationRecord,
} from '../../store/records/verifications.ts'

const iso = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString())

interface Column {
  readonly name: string
  readonly of: (record: VerificationRecord, reasons: readonly string[]) => string
}

const columns: readonly Column[] = [
  { name: 'id', of: ({ id }) => id },
  { name: 'state', of: ({ state }) => state },
  { name: 'external_person_id', of: ({ externalPersonId }) => externalPersonId },
  { name: 'policy', of: ({ policyId }) => policyId },
  { name: 'policy_version', of: ({ policyVersion }) => String(policyVersion) },
  { name: 'reasons', of: (_, reasons) => reasons.join(' ') },
  { name: 'created_at', of: ({ createdAt }) => iso(createdAt) },
  { name: 'updated_at', of: ({ updatedAt }) => iso(updatedAt) },
  { name: 'finished_at', of: ({ finishedAt }) => iso(finishedAt) },
  { name: 'expires_at', of: ({ expiresAt }) => iso(expiresAt) },
  { name: 'redacted_at', of: ({ redactedAt }) => iso(redactedAt) },
  { name: 'is_test', of: ({ isTest }) => String(isTest) },
]

/**
 * A spreadsheet takes a value that begins so for a formula, which may send the sheet elsewhere; behind an apostrophe it is
 * text. Some skip spaces first, so they count as nothing.
 */
const isFormula = (value: string): boolean =>
  /^[\s\u00a0\ufeff]*[=+\-@\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/.test(value)

export const csvValue = (value: string): string =>
  `"${(isFormula(value) ? `'${value}` : value).replaceAll('"', '""')}"`

const line = (values: readonly string[]): string => `${values.map(csvValue).join(',')}\r\n`

const PAGE = 500

/** The mark at the beginning has spreadsheets read the letters as UTF-8. */
export async function* csvOf(
  database: Database,
  organisationId: string,
  filter: VerificationFilter,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\ufeff${line(columns.map(({ name }) => name))}`)
  let after = filter.after
  for (;;) {
    const page = await listVerifications(database, organisationId, { ...filter, after }, PAGE)
    const reasons = await reasonsOfMany(
      database,
      organisationId,
      page.map(({ id }) => id),
    )
    const text = page.map((record) => line(columns.map(({ of }) => of(record, reasons.get(record.id) ?? []))))
    if (text.length > 0) yield Buffer.from(text.join(''))
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = { createdAt: last.createdAt, id: last.id }
  }
}
