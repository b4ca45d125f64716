// The warnings that identity documents and driving licences share: ours, because the specification (2.7) has none for what they say.
import { type Check, type CheckName, hasFailed } from '../../checks.ts'

/** Every warning of a document or chip; words for all of them stand with each language. */
export type WarningNumber =
  | 109
  | 110
  | 111
  | 112
  | 113
  | 115
  | 121
  | 122
  | 123
  | 124
  | 125
  | 126
  | 127
  | 190
  | 191
  | 192
  | 193
  | 194
  | 195
  | 196
  | 197
  | 198
  | 199

/** A warning as answers have it. */
export interface CardWarning {
  readonly code: WarningNumber
  readonly text: string
}

export const failed =
  (name: CheckName) =>
  (checks: readonly Check[]): boolean =>
    checks.some((check) => check.name === name && hasFailed(check))

/** By the check that raises each. */
const WARNINGS: readonly (CardWarning & { readonly check: CheckName })[] = [
  { code: 190, text: 'Print not in place', check: 'print-in-place' },
  { code: 191, text: 'Photocopy', check: 'photocopy' },
  { code: 192, text: 'Code not in sight', check: 'code-in-sight' },
  { code: 193, text: 'Expiry not by rule', check: 'expiry-by-rule' },
  { code: 194, text: 'Number not certain', check: 'number-certain' },
  { code: 195, text: 'Part of a field not in sight', check: 'hidden-fields' },
  { code: 197, text: 'Page cut off', check: 'page-cut' },
  { code: 199, text: 'Portrait not in place', check: 'portrait-in-place' },
]

export const sharedWarnings = (checks: readonly Check[]): CardWarning[] =>
  WARNINGS.filter(({ check }) => failed(check)(checks)).map(({ code, text }) => ({
    code,
    text,
  }))

/** A code or zone that is not of the card it stands on. */
export const codeNotPrint: CardWarning = { code: 196, text: 'Code not match print' }

export const chipNotDocument: CardWarning = { code: 125, text: 'Chip not match document' }

/** As `recognized_data` lists them. */
export const warningFields = (warnings: readonly CardWarning[]) => {
  const all = warnings.toSorted((one, other) => one.code - other.code)
  return { warning: all.map(({ text }) => text), warning_code: all.map(({ code }) => code) }
}
