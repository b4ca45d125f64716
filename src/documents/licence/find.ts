// Finds the one driving licence in a picture: its front, its back or both, or why there is none.
import { type NothingFound, nothingLegible } from '../cards/find.ts'
import { commonKind, differences } from '../cards/same-card.ts'
import { minConfidence } from '../fields/reading.ts'
import { FIELDS, type NamedRow } from '../fields/rows.ts'
import { isLicence, type Side } from '../kinds/kinds.ts'
import type { PageAsk, Pages } from '../pages/page.ts'
import { type LicenceSide, licenceSideOf } from './side-reading.ts'

export const askOfLicence: PageAsk = { lines: true, quality: true, codes: 'expected' }

export type Found =
  /** At most one front and one back, the front first. */
  | { readonly outcome: 'found'; readonly sides: readonly LicenceSide[] }
  | NothingFound
  /** Licences of several people: nobody can say which one is meant. */
  | { readonly outcome: 'several' }

/** What can be answered; several licences are refused before. */
export type Readable = Exclude<Found, { readonly outcome: 'several' }>

export function findLicence({ pages, image }: Pages): Found {
  const own = pages.filter(({ kind }) => isLicence(kind))
  const sides = own
    .map((page) => licenceSideOf(page, image))
    .filter(({ readings, rows }) => readings.length + rows.length > 0)
  if (sides.length === 0) return nothingLegible(own.length)
  const bySide = (['front', 'back'] as const).map((side) => sides.filter((one) => one.side === side))
  if (bySide.some(areSeveral) || commonKind(sides) === undefined) return { outcome: 'several' }
  return { outcome: 'found', sides: bySide.flatMap((pictures) => pictures.toSorted(byWorth).slice(0, 1)) }
}

/** The fields that tell a side of one licence from that of another. */
const DECISIVE: Readonly<Record<Side, readonly NamedRow[]>> = {
  front: [FIELDS.id, FIELDS.name, FIELDS.birthday],
  back: [FIELDS.seri_id, FIELDS.id],
}

const areSeveral = (sides: readonly LicenceSide[]): boolean =>
  sides.some((one, i) =>
    sides.slice(i + 1).some((other) => differences(one, other, DECISIVE[one.side]).length > 0),
  )

/** The side of which more was read comes first. */
const byWorth = (one: LicenceSide, other: LicenceSide): number => worth(other) - worth(one)

const worth = ({ readings, rows }: LicenceSide): number =>
  readings.reduce((sum, reading) => sum + minConfidence(reading), 0) +
  rows.reduce((sum, { confidence }) => sum + confidence, 0)
