// What is known of each field once its sources are one: the value, how sure it is, who says so, and where sources differ.
import type { FieldReading } from '../fields/reading.ts'
import type { FieldName } from '../fields/rows.ts'
import type { Source } from '../fields/source.ts'
import type { Side } from '../kinds/kinds.ts'
import type { FieldPlace } from '../pages/places.ts'

/** What one source on one side says of a field. */
export interface SourcedReading extends FieldReading {
  readonly side: Side
}

export interface CombinedField {
  readonly field: FieldName
  readonly value: string
  /** One for each line of text. */
  readonly confidences: readonly number[]
  /** The sources that say so; the one that gave the value comes first. */
  readonly sources: readonly Source[]
  /** Where these say so, in the same order. */
  readonly places: readonly FieldPlace[]
}

/** Two readings of one field. */
export interface Comparison {
  readonly field: FieldName
  readonly one: SourcedReading
  readonly other: SourcedReading
  /** 0 to 1. */
  readonly likeness: number
  /** `misread`: nearly the same, and one of them was not sure. */
  readonly outcome: 'same' | 'misread' | 'different'
}

export interface Combined {
  readonly fields: ReadonlyMap<FieldName, CombinedField>
  readonly comparisons: readonly Comparison[]
}
