// What the codes of cards and licences say about the fields of a document.
import type { Quad } from '../../image/geometry/perspective.ts'
import type { FieldReading } from '../fields/reading.ts'
import { FIELDS, type FieldName, fieldRows } from '../fields/rows.ts'
import { numberInCode, parseCitizenQr } from './citizen-qr.ts'
import { parseLicenceQr } from './licence-qr.ts'

/** The check words of a code leave no doubt about what it says. */
const CONFIDENCE = 1

/** Where a code stands on its page, and how its compression differs from that of the page. */
interface Standing {
  readonly quad?: Quad
  readonly history?: number
}

const readingOf = (
  field: FieldName,
  value: string | undefined,
  { quad, history }: Standing,
): FieldReading[] =>
  value
    ? [
        {
          field,
          source: 'qr',
          value,
          lines: [value],
          confidences: [CONFIDENCE],
          places: quad ? [quad] : [],
          ...(history !== undefined && { history }),
        },
      ]
    : []

/** For a code of an identity card: all that it says, or its number alone where it is of another form. */
export function readingsOfCitizenCode(text: string, place: Standing = {}): FieldReading[] {
  const code = parseCitizenQr(text)
  return code
    ? fieldRows.flatMap(({ field, qr }) => readingOf(field, qr?.citizen?.(code), place))
    : readingOf(FIELDS.id.field, numberInCode(text), place)
}

export function readingsOfLicenceCode(text: string, place: Standing = {}): FieldReading[] {
  const code = parseLicenceQr(text)
  return code ? fieldRows.flatMap(({ field, qr }) => readingOf(field, qr?.licence?.(code), place)) : []
}
