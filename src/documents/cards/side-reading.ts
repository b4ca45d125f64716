// What was read on one side of an identity document: the side of a card, and the check digits of its zone.

import { boundingBox, type Size } from '../../image/geometry/geometry.ts'
import type { Quad } from '../../image/geometry/perspective.ts'
import { mostHistory } from '../fields/reading.ts'
import type { MrzCheck } from '../mrz/reading.ts'
import { readingsOfMrz } from '../mrz/readings.ts'
import type { Page } from '../pages/page.ts'
import { readingsOfCitizenCode } from '../qr/readings.ts'
import type { Day } from '../text/dates.ts'
import { type CardSide, cardSideOf } from './side.ts'

export interface SideReading extends CardSide {
  readonly mrzChecks: readonly MrzCheck[]
}

/** `image` is the picture that the page lies in. */
export function sideReadingOf(page: Page, image: Size, today: Day): SideReading {
  const { codes, mrz } = page
  const coded = codes.flatMap((code) => readingsOfCitizenCode(code.text, code))
  const zone = mrz
    ? readingsOfMrz(mrz, today).map((reading) => ({ ...reading, ...historyAt(page, reading.places) }))
    : []
  return { ...cardSideOf(page, image, [...coded, ...zone]), mrzChecks: mrz?.checkDigits ?? [] }
}

/** Of the lines that were found where those of the zone stand. */
function historyAt({ lines }: Page, places: readonly Quad[]): { readonly history?: number } {
  const boxes = places.map((place) => boundingBox(place))
  return mostHistory(
    lines.filter(({ quad: [a, , c] }) => {
      const middle = (a.y + c.y) / 2
      return boxes.some(({ y, height }) => middle > y && middle < y + height)
    }),
  )
}

/** Opens what `encodeSides` of the cards wrote, also in earlier versions. */
export const decodeSides = (bytes: Uint8Array): SideReading[] =>
  JSON.parse(Buffer.from(bytes).toString('utf8')) as SideReading[]
