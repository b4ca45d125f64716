// A driving licence once its sides and sources are one: a card with its rows of classes.
import { type Card, cardOf } from '../cards/card.ts'
import { commonKind } from '../cards/same-card.ts'
import type { ClassRow } from '../fields/class-rows.ts'
import type { Day } from '../text/dates.ts'
import type { LicenceSide } from './side-reading.ts'

export interface LicenceCard extends Card {
  readonly rows: readonly ClassRow[]
}

/** `sides` are of one licence, as `findLicence` gives them. */
export function licenceCardOf(sides: readonly LicenceSide[], today: Day): LicenceCard {
  const kind = commonKind(sides)
  if (!kind) throw new Error('the sides of a licence are of several kinds')
  return { ...cardOf(kind, sides, today), rows: sides.flatMap(({ rows }) => rows) }
}
