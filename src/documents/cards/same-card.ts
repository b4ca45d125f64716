// Whether pages can be of one card: by their kinds, and by the fields that tell one card from another.
import { minConfidence } from '../fields/reading.ts'
import { FIELDS, type NamedRow } from '../fields/rows.ts'
import { areAlike, type Kind } from '../kinds/kinds.ts'
import { compare } from '../merge/combine.ts'
import type { ReadingComparison, SourcedReading } from '../merge/combined.ts'
import type { CardSide } from './side.ts'

/** A page below this confidence may be of a kind that looks like the one it was taken for. */
const SURE_KIND = 0.9

type KindReading = Pick<CardSide, 'kind' | 'confidence'>

/** The kind that all pages can be of, which is that of the surest page; undefined where they show two. */
export function commonKind(pages: readonly KindReading[]): Kind | undefined {
  const [surest] = pages.toSorted((a, b) => b.confidence - a.confidence)
  if (!surest) return undefined
  const fits = ({ kind, confidence }: KindReading): boolean =>
    kind === surest.kind || (confidence < SURE_KIND && areAlike(surest.kind, kind))
  return pages.every(fits) ? surest.kind : undefined
}

/** A page with one of these is a document of its own. */
const NUMBERS: readonly string[] = [FIELDS.id.field, FIELDS.seri_id.field]

/** A page of which so little of the other's was read, and no number, is hardly a document of its own kind. */
const STRAY = 0.35

/** Drops pages of another kind that were hardly read: something else in the picture was taken for a card. */
export function withoutStrays<Its extends CardSide>(
  sides: readonly Its[],
  worthOf: (side: Its) => number,
): readonly Its[] {
  const [best] = sides.toSorted((a, b) => worthOf(b) - worthOf(a))
  if (!best || commonKind(sides) !== undefined) return sides
  const isStray = (side: Its): boolean =>
    side.kind !== best.kind &&
    worthOf(side) < STRAY * worthOf(best) &&
    !side.readings.some(({ field }) => NUMBERS.includes(field))
  return sides.filter((side) => !isStray(side))
}

/** What the surest readings of two pictures of one side contradict each other in. */
export const differences = (
  one: CardSide,
  other: CardSide,
  decisive: readonly NamedRow[],
): readonly ReadingComparison[] =>
  decisive.flatMap((row) => {
    const [a, b] = [surestReading(one, row), surestReading(other, row)]
    const compared = a && b && compare(row, a, b)
    return compared?.outcome === 'different' ? [compared] : []
  })

function surestReading({ readings, side }: CardSide, { field }: NamedRow): SourcedReading | undefined {
  const [surest] = readings
    .filter((one) => one.field === field)
    .toSorted((a, b) => minConfidence(b) - minConfidence(a))
  return surest && { ...surest, side }
}
