// What is known of each field once its sources are one: the value, how sure it is, who says so, and where sources differ.
import type { FieldReading } from '../fields/reading.ts'
import type { FieldName } from '../fields/rows.ts'
import type { Informant, Source } from '../fields/source.ts'
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
  readonly sources: readonly Informant[]
  /** Where these say so, in the same order. */
  readonly places: readonly FieldPlace[]
}

/** Two readings of one field. */
export interface ReadingComparison {
  readonly field: FieldName
  readonly one: SourcedReading
  readonly other: SourcedReading
  /** 0 to 1. */
  readonly likeness: number
  /** How likely misread signs explain a difference, 0 to 1; 1 where there is none, or where it is not counted in signs. */
  readonly misreading: number
  /** `misread`: they differ, and a misreading explains it. */
  readonly outcome: 'same' | 'misread' | 'different'
}

/** A source as it stands on one side. */
export interface Witness {
  readonly source: Source
  readonly side: Side
}

/** Sources that are about two cards. The record holds only what the used ones say. */
export interface Dispute {
  /** What no misreading explains. */
  readonly contradictions: readonly ReadingComparison[]
  readonly used: readonly Witness[]
  readonly unused: readonly Witness[]
}

export interface Combined {
  readonly fields: ReadonlyMap<FieldName, CombinedField>
  readonly comparisons: readonly ReadingComparison[]
  /** Missing where all sources can be of one card. */
  readonly dispute?: Dispute
}
