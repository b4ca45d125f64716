// What was read on one side of a driving licence: all that an answer is made of, and all that is kept of it.
import { type ClassRow, classRowsOf } from '../fields/class-rows.ts'
import { readingsOfPage } from '../fields/read-fields.ts'
import { type FieldReading, minConfidence } from '../fields/reading.ts'
import { type Kind, kindDefinition, type Side } from '../kinds/kinds.ts'
import type { Page } from '../pages/page.ts'
import { type PagePlace, pagePlace, placedOn } from '../pages/places.ts'
import { type Pictured, pixelsPerMm } from '../pages/quality.ts'
import type { Size } from '../pages/straighten.ts'
import { foldName } from '../text/knowledge/fold.ts'
import { findProvince } from '../text/provinces.ts'
import { readingsOfLicenceQr } from './licence-qr.ts'

export interface LicenceSide extends Pictured {
  readonly kind: Kind
  readonly side: Side
  /** That it is of this kind and side, 0 to 1. */
  readonly confidence: number
  readonly readings: readonly FieldReading[]
  /** Of the back, from top to bottom. */
  readonly rows: readonly ClassRow[]
  readonly place?: PagePlace
}

/** `image` is the picture it lies in. */
export function licenceSideOf(page: Page, image: Size): LicenceSide {
  const { kind, side, confidences, codes, quality } = page
  if (!quality) throw new Error('a page was read without being judged')
  const coded = codes.flatMap(({ text, quad }) => readingsOfLicenceQr(text, quad))
  const readings = [...readingsOfPage(page).map(withTown), ...coded]
  return {
    kind,
    side,
    confidence: confidences.kind * confidences.side,
    readings: placedOn(
      page,
      readings.filter((reading) => isSound(reading, kind)),
    ),
    rows: placedOn(page, classRowsOf(page)),
    quality,
    pixelsPerMm: pixelsPerMm(kind, page.corners),
    place: pagePlace(page, image),
  }
}

/** Surer than this, letters stay as they were read. */
const SURE = 0.95

/** Before the date of issue stands a province, unless it is an office: its tones are known where they were hardly seen. */
function withTown(reading: FieldReading): FieldReading {
  if (reading.field !== 'issue_place' || minConfidence(reading) > SURE) return reading
  const text = reading.value.replace(/^[^\p{L}]+/u, '')
  const name = findProvince(text)?.name
  return { ...reading, value: name && foldName(name) === foldName(text) ? name : text }
}

/** A value that is not there is no reading, and half a number is no number. */
const isSound = ({ field, value }: FieldReading, kind: Kind): boolean =>
  value !== '' && (field !== 'id' || kindDefinition(kind).number?.pattern.test(value) === true)

export const encodeSides = (sides: readonly LicenceSide[]): Uint8Array => Buffer.from(JSON.stringify(sides))
