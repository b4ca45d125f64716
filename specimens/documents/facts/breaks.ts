// Rules a specimen can break on request, one at a time, with what a reader should say to it.
import type { BreakName, FactKind } from './record.ts'

export interface BreakRow {
  readonly name: BreakName
  readonly kinds: readonly FactKind[]
  /** Of the specification's warnings (2.7), where one exists. */
  readonly code: 109 | 110 | 111 | 112 | 113 | null
  readonly warns: string
}

const NUMBERED: readonly FactKind[] = ['cmnd-12', 'cccd-12', 'cccd-chip', 'can-cuoc']
const PASSPORTS: readonly FactKind[] = ['passport-old', 'passport-new']
const LICENCES: readonly FactKind[] = ['licence-paper', 'licence-pet', 'licence-2025']
const FOREIGN: readonly FactKind[] = ['foreign-td1', 'foreign-td3']
const WITH_MRZ: readonly FactKind[] = ['cccd-chip', 'can-cuoc', ...PASSPORTS, ...FOREIGN]

export const BREAKS: readonly BreakRow[] = [
  {
    name: 'sex-digit',
    kinds: [...NUMBERED, 'passport-new'],
    code: 110,
    warns: 'the sex in the number is not the sex printed',
  },
  {
    name: 'province',
    kinds: NUMBERED,
    code: 111,
    warns: 'the province in the number is none of those printed',
  },
  {
    name: 'birth-year',
    kinds: [...NUMBERED, 'passport-new'],
    code: 112,
    warns: 'the year in the number is not the birth year printed',
  },
  {
    name: 'two-people',
    kinds: NUMBERED,
    code: 113,
    warns: 'front and back carry different numbers (109 where both sides come in one call)',
  },
  {
    name: 'expired',
    kinds: ['cmnd-9', ...NUMBERED, ...PASSPORTS, ...LICENCES, ...FOREIGN],
    code: null,
    warns: 'the document has expired on the day of reading',
  },
  { name: 'check-digit', kinds: WITH_MRZ, code: null, warns: 'one check digit of the MRZ is wrong' },
  {
    name: 'mrz-mismatch',
    kinds: WITH_MRZ,
    code: null,
    warns: 'the birth date of the MRZ, itself well formed, is not the one printed',
  },
  {
    name: 'qr-mismatch',
    kinds: ['cccd-chip', 'can-cuoc', 'licence-2025'],
    code: null,
    warns: 'the number in the QR code is not the number printed',
  },
  {
    name: 'expiry-rule',
    kinds: [...NUMBERED, ...PASSPORTS, 'licence-pet', 'licence-2025'],
    code: null,
    warns: 'the expiry does not follow from birth date or class and issue date',
  },
  {
    name: 'business-code',
    kinds: ['business-registration'],
    code: null,
    warns: 'the check digit of the business code is wrong',
  },
  {
    name: 'capital-words',
    kinds: ['business-registration'],
    code: null,
    warns: 'the capital in words is another amount than in figures',
  },
]

export const breaksOf = (kind: FactKind): readonly BreakRow[] =>
  BREAKS.filter(({ kinds }) => kinds.includes(kind))
