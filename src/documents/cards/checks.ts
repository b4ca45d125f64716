// Checks that identity documents and driving licences share: of the number, of the expiry, and of sources against each other.
import { atLeast, type Check } from '../../checks.ts'
import { FIELDS } from '../fields/rows.ts'
import type { CombinedField, Comparison, SourcedReading } from '../merge/combined.ts'
import { type Day, daysBetween, formatDay, isNoExpiry, NO_EXPIRY } from '../text/dates.ts'
import { type Card, fieldOf, sureOfAll, weighed } from './card.ts'

export const structureCheck = (number: CombinedField, isRight: boolean): Check =>
  weighed(
    {
      ...atLeast('number-structure', isRight ? 1 : 0, 1),
      field: number.field,
      values: { number: number.value },
    },
    sureOfAll(number),
  )

export const daysUntilExpiry = ({ today }: Card, end: Day | undefined): Check[] =>
  end ? [{ ...atLeast('days-until-expiry', daysBetween(today, end), 0), field: FIELDS.expiry.field }] : []

/** Whether the printed expiry is one of those that the rules allow; no check where they allow none at all. */
export function expiryByRule(
  card: Card,
  allowed: readonly (Day | 'none')[],
  evidence: readonly CombinedField[],
): Check[] {
  const expiry = fieldOf(card, FIELDS.expiry)
  if (!expiry || allowed.length === 0) return []
  const texts = [...new Set(allowed.map((day) => (day === 'none' ? NO_EXPIRY : formatDay(day))))]
  const printed = isNoExpiry(expiry.value) ? NO_EXPIRY : expiry.value
  const check = {
    ...atLeast('expiry-by-rule', texts.includes(printed) ? 1 : 0, 1),
    field: expiry.field,
    values: { [expiry.sources[0] ?? 'ocr']: expiry.value, rule: texts.join(', ') },
  }
  return [weighed(check, sureOfAll(expiry, ...evidence))]
}

/** `keyOf` names each of the two readings among the values of the check. */
export function comparisonCheck(
  name: string,
  { field, one, other, likeness, outcome }: Comparison,
  keyOf: (reading: SourcedReading) => string,
): Check {
  const check = atLeast(name, likeness, FIELDS[field].merge.same)
  return {
    ...check,
    outcome: outcome === 'misread' ? 'noted' : check.outcome,
    field,
    values: { [keyOf(one)]: one.value, [keyOf(other)]: other.value },
  }
}

/** `qr-against-print`, `mrz-against-print`; none where the readings are not of a machine and the print. */
export function againstPrint(comparison: Comparison): Check[] {
  const sources = [comparison.one.source, comparison.other.source]
  const machine = sources.find((source) => source !== 'ocr')
  if (!sources.includes('ocr') || !machine) return []
  return [comparisonCheck(`${machine}-against-print`, comparison, ({ source }) => source)]
}
