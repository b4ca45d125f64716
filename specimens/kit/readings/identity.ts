// Builds the readings of identity documents by hand, for rules that only judge.
import type { Check } from '../../../src/checks.ts'
import { merge } from '../../../src/documents/cards/merge.ts'
import type { SideReading } from '../../../src/documents/cards/side-reading.ts'
import { ofChip } from '../../../src/documents/cards/stored.ts'
import type { FieldReading } from '../../../src/documents/fields/reading.ts'
import type { FieldName } from '../../../src/documents/fields/rows.ts'
import type { Source } from '../../../src/documents/fields/source.ts'
import { type IdentityData, recognizedData } from '../../../src/documents/identity/record.ts'
import type { Kind, Side } from '../../../src/documents/kinds/kinds.ts'

export const today = { day: 15, month: 11, year: 2026 }
export const goodQuality = { recapture: 0.02, photocopy: 0.01, blur: 0.1, glare: 0.05, darkness: 0.03 }

/** A list of lines stands for a value that is printed on several. */
export function said(
  source: Source,
  values: Partial<Record<FieldName, string | readonly string[]>>,
  confidence = 0.97,
): FieldReading[] {
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

export function sideOf(
  kind: Kind,
  side: Side,
  readings: readonly FieldReading[],
  changes: Partial<SideReading> = {},
): SideReading {
  return {
    kind,
    side,
    confidence: 0.99,
    readings,
    mrzChecks: [],
    quality: goodQuality,
    pixelsPerMm: 12,
    ...changes,
  }
}

/** The card belongs to a woman born in 1990 whose birth was registered in Nghệ An. */
export const id = '040190001234'
const person = {
  id,
  name: 'NGUYỄN THỊ HƯƠNG',
  birthday: '05/03/1990',
  sex: 'Nữ',
} as const
export const printed = {
  ...person,
  national: 'Việt Nam',
  hometown: 'Nghi Lộc, Nghệ An',
  address: ['Số 12, Phường Trung Hòa', 'Cầu Giấy, Hà Nội'],
  expiry: '05/03/2030',
} as const
export const coded = {
  ...person,
  address: 'Số 12, Phường Trung Hòa, Cầu Giấy, Hà Nội',
  issue_date: '20/08/2021',
  optional_data: '182345678',
} as const
export const zoned = {
  ...person,
  name: 'NGUYEN THI HUONG',
  expiry: '05/03/2030',
  national: 'Việt Nam',
  country: 'VNM',
} as const
const endorsed = {
  issue_date: '20/08/2021',
  issue_by: 'Cục Cảnh sát quản lý hành chính về trật tự xã hội',
  characteristics: 'Nốt ruồi C: 1cm dưới mắt phải',
} as const

/** The front whose code was not read. */
export const codeless = (ocr: object = {}, confidence = 0.97): SideReading =>
  sideOf('cccd-chip', 'front', said('ocr', { ...printed, ...ocr }, confidence))

export const chipFront = (ocr: object = {}, qr: object = {}, confidence = 0.97): SideReading =>
  sideOf('cccd-chip', 'front', [
    ...said('ocr', { ...printed, ...ocr }, confidence),
    ...said('qr', { ...coded, ...qr }, 1),
  ])

const allDigitsRight = (['documentNumber', 'birth', 'expiry', 'personal', 'composite'] as const).map(
  (name) => ({ name, isRight: true }),
)

export const chipBack = (mrz: object = {}, ocr: object = {}): SideReading =>
  sideOf(
    'cccd-chip',
    'back',
    [...said('ocr', { ...endorsed, ...ocr }), ...said('mrz', { ...zoned, ...mrz }, 0.995)],
    {
      mrzChecks: allDigitsRight,
    },
  )

export function recordOf(
  sides: readonly SideReading[],
  isOneCall = true,
  chip: readonly FieldReading[] = [],
): IdentityData {
  const merged = merge(sides)
  if (!merged) throw new Error('these are several documents')
  return recognizedData(
    { ...merged, chip: ofChip({ readings: chip }) },
    { today, serverTag: 'test', isOneCall },
  )
}

export const checkOf = ({ checks }: IdentityData, name: string, field?: string): Check | undefined =>
  checks.find((check) => check.name === name && (field === undefined || check.field === field))

/** Lists the names of checks that failed, with their fields. */
export const failures = ({ checks }: IdentityData, outcome = 'failed'): string[] =>
  checks
    .filter((check) => check.outcome === outcome)
    .map(({ name, field }) => (field === undefined ? name : `${name} ${field}`))

export const numbersIn = (text: string): number[] => JSON.parse(text) as number[]
