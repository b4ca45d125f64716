// What was read on one side of a driving licence: the side of a card, and the rows of classes of its back.

import type { Size } from '../../image/geometry/geometry.ts'
import { type CardSide, cardSideOf } from '../cards/side.ts'
import { type ClassRow, classRowsOf } from '../fields/class-rows.ts'
import type { Page } from '../pages/page.ts'
import { placedOn } from '../pages/places.ts'
import { readingsOfLicenceCode } from '../qr/readings.ts'

export interface LicenceSide extends CardSide {
  /** From top to bottom; none on a front. */
  readonly rows: readonly ClassRow[]
}

/** `image` is the picture that the page lies in. */
export function licenceSideOf(page: Page, image: Size): LicenceSide {
  const coded = page.codes.flatMap((code) => readingsOfLicenceCode(code.text, code))
  return { ...cardSideOf(page, image, coded), rows: placedOn(page, classRowsOf(page)) }
}
