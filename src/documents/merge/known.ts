// What is known of a document once its sources are one, as rules ask for it.
import { type FieldName, minConfidence } from '../fields/reading.ts'
import { type Day, parseDate } from '../text/dates.ts'
import type { Combined, CombinedField } from './combine.ts'

export interface Known {
  readonly combined: Combined
  /** In Việt Nam. */
  readonly today: Day
}

export const fieldOf = ({ combined }: Known, field: FieldName): CombinedField | undefined =>
  combined.fields.get(field)

export function dayOf(known: Known, field: FieldName): Day | undefined {
  const value = fieldOf(known, field)?.value
  return value === undefined ? undefined : parseDate(value)
}

/** That all of these were read right. */
export const sureOfAll = (...fields: readonly CombinedField[]): number =>
  fields.reduce((sure, field) => sure * minConfidence(field), 1)

/** A mismatch counts where it is likelier than a misreading of either side of it. */
export const SURE_ENOUGH = 0.5
