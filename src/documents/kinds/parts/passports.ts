// What Vietnamese passports have in common; only cues and places differ between the two.
import type { KindDefinition, Label, PageDefinition } from '../kind.ts'
import { DATE_OF_EXPIRY, PASSPORT_TITLE, PLACE_OF_ISSUE, titleCue } from './cues.ts'
import { PERSON } from './identity-cards.ts'
import { BIRTHDAY, EXPIRY, heading, label, NAME, NATIONALITY, SEX } from './labels.ts'
import { ID3 } from './sizes.ts'

const LABEL_VARIANTS: readonly Label[] = [
  label('surname', 'Họ', 'Surname'),
  label('given_names', 'Chữ đệm và tên', 'Given names'),
  label('given_names', 'Tên', 'Given names'),
  label('passport_id', 'Số hộ chiếu', 'Passport No.'),
  label('id', 'Số ĐDCN/CMND', 'Personal No.'),
  label('id', 'Số CMND/CCCD', 'ID card No.'),
  label('id', 'Số CMND', 'ID card No.'),
  label('id', 'Số định danh cá nhân', 'ID No.'),
  label('issue_by', 'Cơ quan cấp', 'Issuing authority'),
  label('issue_by', 'Nơi cấp', 'Authority'),
  label('expiry', 'Ngày hết hạn', 'Date of expiry'),
  heading('Chữ ký người mang hộ chiếu', 'Signature of bearer'),
  heading('Chữ ký của người mang hộ chiếu', "Holder's signature"),
]

export const PASSPORT = {
  family: 'passport',
  commonName: 'PASSPORT',
  ...ID3,
  language: 'vietnamese-and-english',
  labelVariants: LABEL_VARIANTS,
  document: 'PASSPORT',
  number: { pattern: /^[A-Z]\d{7,8}$/, shape: 'personal' },
  // The number of a passport is its `id`; the number of the person beside it is additional.
  answeredAs: { passport_id: 'id', id: 'optional_data' },
  designs: ['passport'],
  expiry: { by: 'issue-and-age', years: 10, below: { age: 14, years: 5 } },
} as const satisfies Partial<KindDefinition>

export const PASSPORT_CUES = [titleCue('HỘ CHIẾU'), PASSPORT_TITLE, PLACE_OF_ISSUE, DATE_OF_EXPIRY] as const

export const PASSPORT_PAGE = {
  titles: ['HỘ CHIẾU', 'PASSPORT'],
  labels: [
    label('passport_type', 'Loại', 'Type'),
    label('country', 'Mã số', 'Code'),
    label('passport_id', 'Hộ chiếu số', 'Passport No.'),
    NAME,
    NATIONALITY,
    BIRTHDAY,
    label('hometown', 'Nơi sinh', 'Place of birth'),
    SEX,
    label('id', 'Số GCMND', 'ID card No.'),
    label('issue_date', 'Ngày cấp', 'Date of issue'),
    EXPIRY,
    label('issue_by', 'Nơi cấp', 'Place of issue'),
  ],
  lines: {
    passport_type: 1,
    country: 1,
    passport_id: 1,
    ...PERSON,
    surname: 1,
    given_names: 2,
    national: 1,
    hometown: 1,
    id: 1,
    issue_date: 1,
    expiry: 1,
    issue_by: 1,
  },
  unlabelled: ['authority'],
  zone: { begins: /^P[A-Z<]VNM/, isExpected: true },
} as const satisfies Partial<PageDefinition>
