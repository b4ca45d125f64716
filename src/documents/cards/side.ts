// What was read on one side of a card in one picture: all that a record is made of, and all that is stored of it.

import type { Size } from '../../image/geometry/geometry.ts'
import { readingsOfPage } from '../fields/read-fields.ts'
import { type FieldReading, minConfidence } from '../fields/reading.ts'
import { FIELDS } from '../fields/rows.ts'
import { type Kind, kindDefinition, type Side } from '../kinds/kinds.ts'
import type { Page } from '../pages/page.ts'
import { type PagePlace, pagePlace, placedOn } from '../pages/places.ts'
import type { PortraitLook } from '../pages/portrait-look.ts'
import type { Pictured } from '../pages/quality.ts'
import { pixelsPerMm } from '../pages/quality-limits.ts'
import type { PairLook } from '../pages/tilted-pair.ts'

export interface CardSide extends Pictured {
  readonly kind: Kind
  readonly side: Side
  /** That it is of this kind and side, 0 to 1. */
  readonly confidence: number
  readonly readings: readonly FieldReading[]
  /** How many codes were read, whatever they say; missing in what was stored before. */
  readonly codesRead?: number
  /** Missing where a code was read or none should be, and in what was stored before it was looked at. */
  readonly codeContrast?: number
  /** The most of its codes; missing where none was read, and in what was stored before it was looked at. */
  readonly codePurity?: number
  /** Beside an earlier picture of the same side in which it was held at another angle; missing where there is none. */
  readonly pair?: PairLook
  /** Missing where there is none, and in what was stored before portraits were looked at. */
  readonly portrait?: PortraitLook
  /** Missing in what was stored before places were. */
  readonly place?: PagePlace
  /** The file of the document it lies in, from 0; the first if missing. */
  readonly file?: number
}

/** `image` is the picture that the page lies in; `machine` is what its codes and its zone say. */
export function cardSideOf(page: Page, image: Size, machine: readonly FieldReading[]): CardSide {
  const { kind, side, confidences, quality, portrait, codeContrast } = page
  if (!quality) throw new Error('a page was read without being judged')
  const purities = page.codes.flatMap(({ purity }) => purity ?? [])
  const printed = readingsOfPage(page).map((reading) => answered(settled(reading), kind))
  return {
    kind,
    side,
    confidence: confidences.kind * confidences.side,
    readings: placedOn(
      page,
      [...printed, ...machine].filter((reading) => isSound(reading, kind)),
    ),
    quality,
    ...(portrait && { portrait }),
    pixelsPerMm: pixelsPerMm(kind, page.corners),
    codesRead: page.codes.length,
    ...(codeContrast !== undefined && { codeContrast }),
    ...(purities.length > 0 && { codePurity: Math.max(...purities) }),
    place: pagePlace(page, image),
  }
}

function settled(reading: FieldReading): FieldReading {
  const { settle } = FIELDS[reading.field]
  return settle ? { ...reading, value: settle(reading.value, minConfidence(reading)) } : reading
}

const answered = (reading: FieldReading, kind: Kind): FieldReading => ({
  ...reading,
  field: kindDefinition(kind).answeredAs?.[reading.field] ?? reading.field,
})

/** A value that is not there is no reading, and half a number is no number. */
const isSound = ({ field, value }: FieldReading, kind: Kind): boolean =>
  value !== '' && (field !== FIELDS.id.field || kindDefinition(kind).number?.pattern.test(value) !== false)

/** The same sides, as they lie in one of several files of a document. */
export const inFile = <Its extends CardSide>(sides: readonly Its[], file: number): Its[] =>
  sides.map((side) => ({
    ...side,
    file,
    readings: side.readings.map((reading) => ({ ...reading, file })),
  }))

export const encodeSides = (sides: readonly CardSide[]): Uint8Array => Buffer.from(JSON.stringify(sides))
