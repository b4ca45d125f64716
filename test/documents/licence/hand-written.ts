// Builds the readings of driving licences by hand, for rules that only judge.
import type { Licence } from '../../../specimens/documents/facts/record.ts'
import type { ClassRow } from '../../../src/documents/fields/class-rows.ts'
import type { FieldReading } from '../../../src/documents/fields/reading.ts'
import type { FieldName } from '../../../src/documents/fields/rows.ts'
import type { Source } from '../../../src/documents/fields/source.ts'
import type { Kind, Side } from '../../../src/documents/kinds/kinds.ts'
import { type LicenceData, recognizedData } from '../../../src/documents/licence/record.ts'
import type { LicenceSide } from '../../../src/documents/licence/side-reading.ts'
import { readingsOfLicenceCode } from '../../../src/documents/qr/readings.ts'
import type { Day } from '../../../src/documents/text/dates.ts'

export const today = { day: 15, month: 11, year: 2026 }
export const goodQuality = { recapture: 0.02, photocopy: 0.01, blur: 0.1, glare: 0.05, darkness: 0.03 }

export type Values = Partial<Record<FieldName, string | readonly string[]>>

/** A list of lines stands for a value that is printed on several. */
export function said(values: Values, confidence = 0.97, source: Source = 'ocr'): FieldReading[] {
  return Object.entries(values).map(([field, value]) => {
    const lines = [value].flat()
    return {
      field: field as FieldName,
      source,
      value: lines.join(', '),
      lines,
      confidences: lines.map(() => confidence),
      places: [],
    }
  })
}

export const rowOf = (className: string, classDate: string, confidence = 0.96): ClassRow => ({
  className,
  classDate,
  confidence,
  places: [],
})

export function sideOf(
  kind: Kind,
  side: Side,
  readings: readonly FieldReading[],
  changes: Partial<LicenceSide> = {},
): LicenceSide {
  return {
    kind,
    side,
    confidence: 0.99,
    readings,
    rows: [],
    quality: goodQuality,
    pixelsPerMm: 12,
    ...changes,
  }
}

/** The card belongs to a man who passed in Hà Nội in 2020. */
export const printed = {
  id: '010201234567',
  name: 'NGUYỄN VĂN AN',
  birthday: '05/03/1990',
  nationality: 'Việt Nam',
  address: ['Số 12, Phường Trung Hòa', 'Cầu Giấy, Hà Nội'],
  class_type: 'A1, B2',
  issue_place: 'Hà Nội',
  issue_date: '05/03/2020',
  expiry: '05/03/2030',
} as const
export const rows = [rowOf('A1', '01/02/2011'), rowOf('B2', '20/01/2020')]

export const petFront = (changes: Values = {}, confidence = 0.97): LicenceSide =>
  sideOf('licence-pet', 'front', said({ ...printed, ...changes }, confidence))

export const petBack = (its: readonly ClassRow[] = rows): LicenceSide =>
  sideOf('licence-pet', 'back', said({ seri_id: 'AB123456' }), { rows: its })

/** The police issued this card, to the same man. */
export const policeCode = '010251234567|Nguyễn Văn An|05031990|A1,C1|10042025'
export const policeFront = (changes: Values = {}): LicenceSide =>
  sideOf(
    'licence-2025',
    'front',
    said({
      ...printed,
      id: '010251234567',
      class_type: 'A1, C1',
      issue_place: 'Cục Cảnh sát giao thông',
      issue_date: '10/04/2025',
      expiry: '10/04/2035',
      ...changes,
    }),
  )
export const policeBack = (code: string = policeCode, its: readonly ClassRow[] | undefined = undefined) =>
  sideOf('licence-2025', 'back', [...said({ seri_id: 'CA654321' }), ...readingsOfLicenceCode(code)], {
    rows: its ?? [rowOf('A1', '01/02/2011'), rowOf('C1', '01/04/2025')],
  })

/** Builds both sides from the facts of a specimen. */
export function sidesOf({ kind, front, back }: Licence): LicenceSide[] {
  const { id, name, birthday, nationality, issueDate, expiry } = front
  const { address, classType, issuePlace } = front
  return [
    sideOf(
      kind,
      'front',
      said({
        ...{ id, name, birthday, nationality, expiry },
        ...{ address: address.text, class_type: classType, issue_place: issuePlace, issue_date: issueDate },
      }),
    ),
    sideOf(kind, 'back', [...said({ seri_id: back.seriId }), ...readingsOfLicenceCode(back.qr ?? '')], {
      rows: back.rows.map((row) => rowOf(row.className, row.classDate)),
    }),
  ]
}

export const recordOf = (sides: readonly LicenceSide[], on: Day = today): LicenceData =>
  recognizedData(sides, { today: on, serverTag: 'test' })

/** Lists the names of checks with this outcome, with their fields. */
export const failures = ({ checks }: LicenceData, outcome = 'failed'): string[] =>
  checks
    .filter((check) => check.outcome === outcome)
    .map(({ name, field }) => (field === undefined ? name : `${name} ${field}`))
