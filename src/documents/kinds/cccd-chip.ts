// Căn cước công dân with a chip and a QR code, issued from 2021 to 2024.
import type { KindDefinition } from './kind.ts'
import { DATE_OF_EXPIRY, englishLabelCue, englishTitleCue, FULL_NAME } from './parts/cues.ts'
import {
  BY_AGE,
  CARD_LABEL_VARIANTS,
  CARD_ZONE,
  CCCD_CUE,
  DIRECTOR_CUE,
  HOME,
  MARKS_CUE,
  PERSON,
  SIGNED,
  SOCIAL_ORDER_OFFICE_CUE,
  TWELVE_DIGITS,
} from './parts/identity-cards.ts'
import { BIRTHDAY, EXPIRY, heading, label, NAME, NATIONALITY, NUMBER, SEX } from './parts/labels.ts'
import { ID1 } from './parts/sizes.ts'

export const cccdChip: KindDefinition<'cccd-chip'> = {
  kind: 'cccd-chip',
  family: 'identity-card',
  chip: { format: 'TD1', isVietnamese: true },
  commonName: 'IDENTITY CARD',
  ...ID1,
  language: 'vietnamese-and-english',
  labelVariants: CARD_LABEL_VARIANTS,
  document: 'CHIP ID',
  number: TWELVE_DIGITS,
  example: {
    id: '048304923694',
    name: 'VŨ XUÂN THỦY',
    birthday: '15/01/2004',
    sex: 'Nữ',
    national: 'Việt Nam',
    hometown: 'Tiên Ngoại, Duy Tiên, Hà Nam',
    address: 'Tổ 1, Khu phố 7, Nại Hiên Đông, Sơn Trà, Đà Nẵng',
    expiry: '15/01/2029',
  },
  designs: ['cccd', 'chip'],
  expiry: BY_AGE,
  front: {
    titles: ['CĂN CƯỚC CÔNG DÂN', 'Citizen Identity Card'],
    portrait: { x: 0.04, y: 0.33, width: 0.24, height: 0.525 },
    labels: [
      NUMBER,
      NAME,
      BIRTHDAY,
      SEX,
      NATIONALITY,
      label('hometown', 'Quê quán', 'Place of origin'),
      label('address', 'Nơi thường trú', 'Place of residence'),
      EXPIRY,
    ],
    cues: [CCCD_CUE, englishTitleCue('Citizen Identity Card', 3), DATE_OF_EXPIRY, FULL_NAME],
    lines: { id: 1, ...PERSON, national: 1, ...HOME, expiry: 1 },
    unlabelled: ['number'],
    places: {
      name: [0.31, 0.58],
      birthday: [0.61, 0.65],
      sex: [0.5, 0.71],
      national: [0.86, 0.71],
      expiry: [0.16, 0.9],
    },
    code: {
      region: { x: 0.74, y: 0, width: 0.26, height: 0.38 },
      effort: 'enlarged',
      isExpected: true,
      qrSides: [0.11, 0.175],
    },
  },
  back: {
    titles: [],
    labels: [
      label('characteristics', 'Đặc điểm nhận dạng', 'Personal identification'),
      label('issue_date', 'Ngày, tháng, năm', 'Date, month, year'),
      heading('Ngón trỏ trái', 'Left index finger'),
      heading('Ngón trỏ phải', 'Right index finger'),
    ],
    cues: [MARKS_CUE, englishLabelCue('Personal identification', 2), DIRECTOR_CUE, SOCIAL_ORDER_OFFICE_CUE],
    lines: { characteristics: 2, issue_date: 1 },
    unlabelled: SIGNED,
    places: { issue_date: [0.61, 0.23] },
    zone: CARD_ZONE,
  },
}
