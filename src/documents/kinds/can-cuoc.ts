// Căn cước under the Law on Identification 2023, issued since July 2024.
import type { KindDefinition } from './kind.ts'
import {
  DATE_OF_EXPIRY,
  englishLabelCue,
  FULL_NAME,
  IDENTITY_CARD_TITLE,
  MINISTRY,
  PERSONAL_NUMBER,
  rareCue,
  titleCue,
} from './parts/cues.ts'
import {
  BY_AGE,
  CARD_LABEL_VARIANTS,
  CARD_ZONE,
  HOME,
  PERSON,
  TWELVE_DIGITS,
} from './parts/identity-cards.ts'
import { label, NATIONALITY, SEX } from './parts/labels.ts'
import { ID1 } from './parts/sizes.ts'

export const canCuoc: KindDefinition<'can-cuoc'> = {
  kind: 'can-cuoc',
  family: 'identity-card',
  chip: { format: 'TD1', isVietnamese: true, issuedFrom: { day: 1, month: 7, year: 2024 } },
  commonName: 'IDENTITY CARD',
  ...ID1,
  language: 'vietnamese-and-english',
  labelVariants: CARD_LABEL_VARIANTS,
  document: 'CC',
  number: TWELVE_DIGITS,
  designs: ['chip'],
  expiry: BY_AGE,
  front: {
    titles: ['CĂN CƯỚC', 'IDENTITY CARD'],
    portrait: { x: 0.044, y: 0.352, width: 0.231, height: 0.534 },
    labels: [
      label('id', 'Số định danh cá nhân', 'Personal identification number'),
      label('name', 'Họ, chữ đệm và tên khai sinh', 'Full name'),
      label('birthday', 'Ngày, tháng, năm sinh', 'Date of birth'),
      SEX,
      NATIONALITY,
    ],
    cues: [
      titleCue('CĂN CƯỚC'),
      IDENTITY_CARD_TITLE,
      PERSONAL_NUMBER,
      rareCue('Họ, chữ đệm và tên khai sinh'),
      FULL_NAME,
    ],
    lines: { id: 1, ...PERSON, national: 1 },
    unlabelled: ['number'],
    places: {
      id: [0.3, 0.5],
      name: [0.3, 0.64],
      birthday: [0.3, 0.78],
      sex: [0.75, 0.78],
      national: [0.3, 0.91],
    },
  },
  back: {
    titles: [],
    labels: [
      label('address', 'Nơi cư trú', 'Place of residence'),
      label('hometown', 'Nơi đăng ký khai sinh', 'Place of birth'),
      label('issue_date', 'Ngày, tháng, năm cấp', 'Date of issue'),
      label('expiry', 'Ngày, tháng, năm hết hạn', 'Date of expiry'),
    ],
    cues: [
      MINISTRY,
      DATE_OF_EXPIRY,
      englishLabelCue('MINISTRY OF PUBLIC SECURITY', 2),
      rareCue('Nơi đăng ký khai sinh'),
      rareCue('Ngày, tháng, năm hết hạn'),
    ],
    lines: { ...HOME, issue_date: 1, expiry: 1 },
    unlabelled: ['authority'],
    places: { issue_date: [0.42, 0.37], expiry: [0.42, 0.48] },
    code: {
      region: { x: 0.62, y: 0, width: 0.38, height: 0.5 },
      effort: 'enlarged',
      isExpected: true,
      qrSides: [0.12, 0.23],
    },
    zone: CARD_ZONE,
  },
}
