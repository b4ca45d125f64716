// What a machine-readable zone says about the fields of a document, as the specification writes them.
import type { FieldReading } from '../fields/reading.ts'
import { type FieldName, fieldRows } from '../fields/rows.ts'
import type { Day } from '../text/dates.ts'
import type { MrzReading } from './reading.ts'
import type { ZoneValue } from './values.ts'

/** The readings for identity documents (specification 2.6). */
export const readingsOfMrz = (mrz: MrzReading, today: Day): FieldReading[] =>
  fieldRows.flatMap(({ field, zone }) => readingOf(mrz, field, zone?.identity?.(mrz, today)))

/** The readings for the mrz-reader (specification 2.13). */
export const travelReadings = (mrz: MrzReading, today: Day): FieldReading[] =>
  fieldRows.flatMap(({ field, zone }) => readingOf(mrz, field, zone?.travel?.(mrz, today)))

function readingOf({ lines }: MrzReading, field: FieldName, found: ZoneValue | undefined): FieldReading[] {
  if (!found || found.value === '') return []
  const { value, from, confidence } = found
  const places = [...new Set(from.map(({ line }) => line))].flatMap((line) => {
    const place = lines[line]?.quad
    return place ? [place] : []
  })
  const product = from.reduce((sum, one) => sum * one.confidence, 1)
  return [
    {
      field,
      source: 'mrz',
      value,
      lines: [from.map(({ text }) => text).join(' ')],
      confidences: [confidence ?? product],
      places,
    },
  ]
}
