// What was read on one side of a document in one picture: all that a record is made of, and all that is kept of it.
import { readingsOfPage } from '../fields/read-fields.ts'
import type { FieldName, FieldReading } from '../fields/reading.ts'
import { isPassport, type Kind, kindDefinition, type Side } from '../kinds/kinds.ts'
import type { MrzCheck } from '../mrz/reading.ts'
import { readingsOfMrz } from '../mrz/readings.ts'
import type { Page } from '../pages/page.ts'
import { type PagePlace, pagePlace, placedOn } from '../pages/places.ts'
import { type Pictured, pixelsPerMm } from '../pages/quality.ts'
import type { Size } from '../pages/straighten.ts'
import { parseCitizenQr, readingsOfCode, readingsOfQr } from '../qr/citizen-qr.ts'
import type { Day } from '../text/dates.ts'

export interface SideReading extends Pictured {
  readonly kind: Kind
  readonly side: Side
  /** That it is of this kind and side, 0 to 1. */
  readonly confidence: number
  readonly readings: readonly FieldReading[]
  readonly mrzChecks: readonly MrzCheck[]
  /** Not told of what was kept before places were. */
  readonly place?: PagePlace
  /** Which file of the document it lies in, from 0; the first unless told. */
  readonly file?: number
}

/** `image` is the picture it lies in. */
export function sideReadingOf(page: Page, image: Size, today: Day): SideReading {
  const { kind, side, confidences, codes, mrz, quality } = page
  if (!quality) throw new Error('a page was read without being judged')
  const coded = codes.flatMap(({ text, quad }) => {
    const qr = parseCitizenQr(text)
    return qr ? readingsOfQr(qr, quad) : readingsOfCode(text, quad)
  })
  const zone = mrz ? readingsOfMrz(mrz, today) : []
  const readings = [...readingsOfPage(page).map((reading) => renamed(reading, kind)), ...coded, ...zone]
  return {
    kind,
    side,
    confidence: confidences.kind * confidences.side,
    readings: placedOn(
      page,
      readings.filter((reading) => isSound(reading, kind)),
    ),
    mrzChecks: mrz?.checkDigits ?? [],
    quality,
    pixelsPerMm: pixelsPerMm(kind, page.corners),
    place: pagePlace(page, image),
  }
}

/** A value that is not there is no reading, and half a number is no number. */
function isSound({ field, value }: FieldReading, kind: Kind): boolean {
  if (value === '') return false
  return field !== 'id' || kindDefinition(kind).number?.pattern.test(value) !== false
}

/** As answers have them, the number of a passport is its `id`, and that of the person beside it is additional. */
const IN_PASSPORTS: Readonly<Partial<Record<FieldName, FieldName>>> = {
  passport_id: 'id',
  id: 'optional_data',
}

const renamed = (reading: FieldReading, kind: Kind): FieldReading =>
  isPassport(kind) ? { ...reading, field: IN_PASSPORTS[reading.field] ?? reading.field } : reading

/** The same, as they lie in one of several files of a document. */
export const inFile = (sides: readonly SideReading[], file: number): SideReading[] =>
  sides.map((side) => ({
    ...side,
    file,
    readings: side.readings.map((reading) => ({ ...reading, file })),
  }))

export const encodeSides = (sides: readonly SideReading[]): Uint8Array => Buffer.from(JSON.stringify(sides))

export const decodeSides = (bytes: Uint8Array): SideReading[] =>
  JSON.parse(Buffer.from(bytes).toString('utf8')) as SideReading[]
