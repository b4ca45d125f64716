// Finds the one identity document in a picture: its pages, or why there is none to speak of.
import { atLeast, type Check } from '../../checks.ts'
import { isIdentityDocument } from '../kinds/kinds.ts'
import type { PageAsk, Pages } from '../pages/page.ts'
import type { Day } from '../text/dates.ts'
import { commonKind, merge } from './merge.ts'
import { type SideReading, sideReadingOf } from './side-reading.ts'

export const askOfDocument: PageAsk = { lines: true, quality: true, codes: 'expected', mrz: 'expected' }

export type Found =
  | { readonly outcome: 'found'; readonly sides: readonly SideReading[] }
  /** `checks` says how far it got. */
  | { readonly outcome: 'nothing'; readonly checks: readonly Check[] }
  | { readonly outcome: 'several-kinds' }
  /** Cards of several people side by side: nobody can say which one is meant. */
  | { readonly outcome: 'several-cards' }

/** What a verb can answer; several cards are refused before. */
export type Readable = Exclude<Found, { readonly outcome: 'several-cards' }>

/** A front and a back; where there are more, those that cannot be read may be of anybody. */
const MOST_PAGES = 2

export function findDocument({ pages, image }: Pages, today: Day): Found {
  const known = pages.filter(({ kind }) => isIdentityDocument(kind))
  if (known.length > MOST_PAGES) return { outcome: 'several-cards' }
  const sides = known
    .map((page) => sideReadingOf(page, image, today))
    .filter(({ readings }) => readings.length > 0)
  if (sides.length === 0)
    return nothing(
      atLeast('documents-found', known.length, 1),
      ...(known.length > 0 ? [atLeast('documents-legible', 0, 1)] : []),
    )
  if (commonKind(sides) === undefined) return { outcome: 'several-kinds' }
  return merge(sides)?.conflicts.length === 0 ? { outcome: 'found', sides } : { outcome: 'several-cards' }
}

const nothing = (...checks: readonly Check[]) => ({ outcome: 'nothing', checks }) as const

/** A front is a document to nobody as long as its number can be read nowhere; of a back whatever can be read is. */
export const isNumbered = (sides: readonly SideReading[]): boolean =>
  sides.every(({ side }) => side === 'back') ||
  sides.some(({ readings }) => readings.some(({ field }) => field === 'id'))

export const unnumbered = nothing(atLeast('numbers-legible', 0, 1))
