// The fields of a page for people to read: one value each where its sources are combined, else what each source says.

import { sideReadingOf } from '../documents/cards/side-reading.ts'
import { readingsOfPage } from '../documents/fields/read-fields.ts'
import type { FieldReading } from '../documents/fields/reading.ts'
import type { Informant } from '../documents/fields/source.ts'
import { isIdentityDocument, isLicence } from '../documents/kinds/kinds.ts'
import { type LicenceSide, licenceSideOf } from '../documents/licence/side-reading.ts'
import { combine } from '../documents/merge/combine.ts'
import type { Page } from '../documents/pages/page.ts'
import { type FieldPlace, placedOn, placesBy } from '../documents/pages/places.ts'
import { today } from '../documents/text/dates.ts'
import type { Size } from '../image/geometry/geometry.ts'

export interface ShownField {
  readonly field: string
  readonly value: string
  /** One for each line. */
  readonly confidences: readonly number[]
  readonly sources: readonly (Informant | 'text')[]
  /** Where each line stands, in pixels of the picture or points of the PDF; empty where it is not known. */
  readonly places: readonly FieldPlace[]
}

/** `image` is the picture the page lies in. */
export function fieldsOf(page: Page, image: Size): ShownField[] {
  if (page.quality && isIdentityDocument(page.kind))
    return combinedFields(sideReadingOf(page, image, today(new Date())))
  if (!page.quality || !isLicence(page.kind)) return placedOn(page, readingsOfPage(page)).map(single)
  const side = licenceSideOf(page, image)
  return [...combinedFields(side), ...side.rows.map(classField)]
}

function combinedFields({ side, readings }: Pick<LicenceSide, 'side' | 'readings'>): ShownField[] {
  const combined = combine(readings.map((reading) => ({ ...reading, side })))
  return [...combined.fields.values()]
}

const single = ({ field, value, confidences, source, places }: FieldReading): ShownField => ({
  field,
  value,
  confidences,
  sources: [source],
  places: placesBy(source, places),
})

const classField = ({
  className,
  classDate,
  confidence,
  places,
}: LicenceSide['rows'][number]): ShownField => ({
  field: 'back_side_info',
  value: `${className || 'unread'}, passed ${classDate}`,
  confidences: [confidence],
  sources: ['ocr'],
  places: places.map((quad) => ({ source: 'ocr', quad })),
})

/** Columns as wide as their widest cell. */
export function fieldTable(fields: readonly ShownField[]): string[] {
  const rows = [
    ['field', 'value', 'confidence', 'source'],
    ...fields.map(({ field, value, confidences, sources }) => [
      field,
      value,
      confidences.map((one) => one.toFixed(2)).join(' '),
      sources.join(' '),
    ]),
  ]
  const widths = [0, 1, 2].map((k) => Math.max(...rows.map((row) => [...(row[k] ?? '')].length)))
  const padded = (cell: string, width: number): string =>
    cell + ' '.repeat(Math.max(0, width - [...cell].length))
  return rows.map((row) =>
    row
      .map((cell, k) => padded(cell, widths[k] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
