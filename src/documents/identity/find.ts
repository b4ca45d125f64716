// Finds the one identity document in a picture: its pages, or why there is none.
import { atLeast } from '../../checks.ts'
import { type NothingFound, nothingFound } from '../cards/find.ts'
import { merge, worthOf } from '../cards/merge.ts'
import { commonKind, withoutStrays } from '../cards/same-card.ts'
import { type SideReading, sideReadingOf } from '../cards/side-reading.ts'
import { detectedOf, othersAmong } from '../detected.ts'
import { FIELDS } from '../fields/rows.ts'
import { isIdentityDocument } from '../kinds/kinds.ts'
import type { PageAsk, Pages } from '../pages/page.ts'
import type { PlacedPage } from '../pages/places.ts'
import type { Day } from '../text/dates.ts'

export const askOfDocument: PageAsk = {
  lines: true,
  quality: true,
  codes: 'expected',
  mrz: 'expected',
  seeks: 'identity',
}

export type FoundCard =
  | {
      readonly outcome: 'found'
      readonly sides: readonly SideReading[]
      /** What else the picture shows. */
      readonly others: readonly PlacedPage[]
    }
  | NothingFound<SideReading>
  | { readonly outcome: 'several-kinds' }
  /** Cards of several people lie side by side, and it is not known which one is meant. */
  | { readonly outcome: 'several-cards' }

/** What can be answered; several cards are refused before. */
export type ReadableCard = Exclude<FoundCard, { readonly outcome: 'several-cards' }>

/** A front and a back; where there are more, those that cannot be read may be of anybody. */
const MOST_PAGES = 2

export function findDocument({ pages, image }: Pages, today: Day): FoundCard {
  const own = pages.filter(({ kind }) => isIdentityDocument(kind))
  if (own.length > MOST_PAGES) return { outcome: 'several-cards' }
  const all = own.map((page) => sideReadingOf(page, image, today))
  const legible = all.filter(({ readings }) => readings.length > 0)
  if (legible.length === 0) return nothingFound(pages, all)
  const sides = withoutStrays(legible, worthOf)
  if (commonKind(sides) === undefined) return { outcome: 'several-kinds' }
  if (merge(sides)?.conflicts.length !== 0) return { outcome: 'several-cards' }
  const used = own.filter((_, i) => sides.some((side) => side === all[i]))
  return { outcome: 'found', sides, others: othersAmong(pages, used, image) }
}

/** A front is of no use as long as its number can be read nowhere; of a back, whatever can be read is enough. */
export const isNumbered = (sides: readonly SideReading[]): boolean =>
  sides.every(({ side }) => side === 'back') ||
  sides.some(({ readings }) => readings.some(({ field }) => field === FIELDS.id.field))

/** For the sides of one document without its number. */
export function unnumbered(sides: readonly SideReading[]): NothingFound<SideReading> {
  const front = sides.find(({ side }) => side === 'front')
  if (!front) throw new Error('backs need no number')
  return {
    outcome: 'nothing',
    detected: detectedOf('number-not-legible', front.kind),
    checks: [atLeast('numbers-legible', 0, 1)],
    sides,
  }
}
