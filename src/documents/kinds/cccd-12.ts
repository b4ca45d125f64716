// Căn cước công dân with a barcode, issued from 1 January 2016 to 2021.
import type { KindDefinition } from './kind.ts'
import {
  BY_AGE,
  CARD_LABEL_VARIANTS,
  CCCD_CUE,
  DIRECTOR_CUE,
  HOME,
  MARKS_CUE,
  PERSON,
  RESIDENCE_OFFICE_CUE,
  SIGNED,
  SOCIAL_ORDER_OFFICE_CUE,
  TWELVE_DIGITS,
} from './parts/identity-cards.ts'
import { heading, label } from './parts/labels.ts'
import { ID1 } from './parts/sizes.ts'

export const cccd12: KindDefinition<'cccd-12'> = {
  kind: 'cccd-12',
  family: 'identity-card',
  commonName: 'IDENTITY CARD',
  ...ID1,
  language: 'vietnamese',
  labelVariants: CARD_LABEL_VARIANTS,
  document: 'CCCD',
  number: TWELVE_DIGITS,
  designs: ['barcode', 'cccd'],
  expiry: BY_AGE,
  front: {
    titles: ['CĂN CƯỚC CÔNG DÂN'],
    portrait: { x: 0.045, y: 0.41, width: 0.245, height: 0.49 },
    labels: [
      label('id', 'Số'),
      label('name', 'Họ và tên'),
      label('birthday', 'Ngày, tháng, năm sinh'),
      label('sex', 'Giới tính'),
      label('national', 'Quốc tịch'),
      label('hometown', 'Quê quán'),
      label('address', 'Nơi thường trú'),
      label('expiry', 'Có giá trị đến'),
    ],
    cues: [CCCD_CUE],
    lines: { id: 1, ...PERSON, national: 1, ethnicity: 1, ...HOME, expiry: 1 },
    unlabelled: ['number'],
    places: {
      name: [0.46, 0.47],
      birthday: [0.46, 0.55],
      sex: [0.44, 0.63],
      national: [0.78, 0.63],
      expiry: [0.16, 0.94],
    },
  },
  back: {
    titles: [],
    labels: [
      label('characteristics', 'Đặc điểm nhận dạng'),
      heading('Ngón trỏ trái'),
      heading('Ngón trỏ phải'),
    ],
    cues: [MARKS_CUE, DIRECTOR_CUE, RESIDENCE_OFFICE_CUE, SOCIAL_ORDER_OFFICE_CUE],
    lines: { characteristics: 2 },
    unlabelled: SIGNED,
    code: { region: { x: 0, y: 0, width: 1, height: 0.28 }, effort: 'enlarged' },
    issueYears: { from: 2016 },
  },
}
