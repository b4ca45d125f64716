// A comparison of what two sources say, as a check of the answer.
import { atLeast, type Check } from '../../checks.ts'
import type { Comparison, SourcedReading } from './combine.ts'
import { FIELD_RULES } from './rules.ts'

/** `keyOf` names each of the two among the values. */
export function comparisonCheck(
  name: string,
  comparison: Comparison,
  keyOf: (voice: SourcedReading) => string,
): Check {
  const { field, one, other, likeness, outcome } = comparison
  const threshold = FIELD_RULES.find((rule) => rule.field === field)?.same ?? 1
  const check = atLeast(name, likeness, threshold)
  return {
    ...check,
    outcome: outcome === 'misread' ? 'noted' : check.outcome,
    field,
    values: { [keyOf(one)]: one.value, [keyOf(other)]: other.value },
  }
}

/** `qr-against-print`; none where no print, or no machine, has a say. */
export function againstPrint(comparison: Comparison): Check[] {
  const sources = [comparison.one.source, comparison.other.source]
  const machine = sources.find((source) => source !== 'ocr')
  if (!sources.includes('ocr') || !machine) return []
  return [comparisonCheck(`${machine}-against-print`, comparison, ({ source }) => source)]
}
