// A card once its sides and sources are one, as its checks ask for it.
import { type Check, softly } from '../../checks.ts'
import { minConfidence } from '../fields/reading.ts'
import type { NamedRow } from '../fields/rows.ts'
import type { Kind } from '../kinds/kinds.ts'
import { combine } from '../merge/combine.ts'
import type { Combined, CombinedField, SourcedReading } from '../merge/combined.ts'
import { type Day, parseDate } from '../text/dates.ts'
import type { CardSide } from './side.ts'

export interface Card {
  readonly kind: Kind
  /** That it is of this kind, 0 to 1. */
  readonly confidence: number
  /** At most one front and one back, the front first. */
  readonly sides: readonly CardSide[]
  readonly combined: Combined
  /** In Việt Nam. */
  readonly today: Day
}

/** `chip` is what a chip says that belongs to the card. */
export const cardOf = (
  kind: Kind,
  sides: readonly CardSide[],
  today: Day,
  chip: readonly SourcedReading[] = [],
): Card => ({
  kind,
  confidence: Math.min(...sides.map(({ confidence }) => confidence)),
  sides,
  combined: combine([...chip, ...sourcedReadings(sides)]),
  today,
})

export const sourcedReadings = (sides: readonly CardSide[]): SourcedReading[] =>
  sides.flatMap(({ side, readings }) => readings.map((reading) => ({ ...reading, side })))

export const fieldOf = ({ combined }: Card, { field }: NamedRow): CombinedField | undefined =>
  combined.fields.get(field)

export function dayOf(card: Card, row: NamedRow): Day | undefined {
  const value = fieldOf(card, row)?.value
  return value === undefined ? undefined : parseDate(value)
}

/** That all of these were read right, 0 to 1. */
export const sureOfAll = (...fields: readonly CombinedField[]): number =>
  fields.reduce((sure, field) => sure * minConfidence(field), 1)

/** A mismatch fails a check where it is likelier than a misreading; else it is only noted. */
export const weighed = (check: Check, sure: number): Check => (sure > SURE_ENOUGH ? check : softly(check))

const SURE_ENOUGH = 0.5
