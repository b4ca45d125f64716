// Chứng minh nhân dân with twelve digits and a barcode, issued from 2012 to 2015.
import type { KindDefinition } from './kind.ts'
import { labelCue } from './parts/cues.ts'
import {
  CARD_LABEL_VARIANTS,
  CMND_CUES,
  CMND_TITLE,
  DIRECTOR_CUE,
  END_OF_CMND,
  FIFTEEN_YEARS,
  HOME,
  MARKS_CUE,
  PERSON,
  RESIDENCE_OFFICE_CUE,
  SIGNED,
  TWELVE_DIGITS,
} from './parts/identity-cards.ts'
import { heading, label } from './parts/labels.ts'
import { ID1 } from './parts/sizes.ts'

export const cmnd12: KindDefinition<'cmnd-12'> = {
  kind: 'cmnd-12',
  family: 'identity-card',
  commonName: 'IDENTITY CARD',
  ...ID1,
  language: 'vietnamese',
  labelVariants: CARD_LABEL_VARIANTS,
  document: 'CMND',
  number: TWELVE_DIGITS,
  designs: ['cmnd', 'barcode'],
  expiry: FIFTEEN_YEARS,
  lastValidDay: END_OF_CMND,
  front: {
    titles: [CMND_TITLE, 'CHỨNG MINH NHÂN DÂN'],
    portrait: { x: 0.045, y: 0.41, width: 0.245, height: 0.49 },
    labels: [
      label('id', 'Số'),
      label('name', 'Họ và tên khai sinh'),
      heading('Họ và tên gọi khác'),
      label('birthday', 'Ngày, tháng, năm sinh'),
      label('sex', 'Giới tính'),
      label('ethnicity', 'Dân tộc'),
      label('hometown', 'Quê quán'),
      label('address', 'Nơi thường trú'),
      label('expiry', 'Có giá trị đến'),
    ],
    cues: [...CMND_CUES, labelCue('Họ và tên gọi khác', 2)],
    lines: { id: 1, ...PERSON, ethnicity: 1, ...HOME, expiry: 1 },
    unlabelled: ['number'],
    places: {
      name: [0.56, 0.47],
      birthday: [0.6, 0.61],
      sex: [0.44, 0.67],
      ethnicity: [0.75, 0.67],
      expiry: [0.16, 0.94],
    },
    numberLength: 12,
  },
  back: {
    titles: [],
    labels: [
      heading('Họ và tên cha'),
      heading('Họ và tên mẹ'),
      label('religion', 'Tôn giáo'),
      label('characteristics', 'Đặc điểm nhận dạng'),
      heading('Ngón trỏ trái'),
      heading('Ngón trỏ phải'),
    ],
    cues: [
      labelCue('Tôn giáo'),
      MARKS_CUE,
      DIRECTOR_CUE,
      RESIDENCE_OFFICE_CUE,
      labelCue('Họ và tên cha', 2),
      labelCue('Họ và tên mẹ', 2),
    ],
    lines: { religion: 1, characteristics: 2 },
    unlabelled: SIGNED,
    code: { region: { x: 0, y: 0, width: 1, height: 0.28 }, effort: 'enlarged' },
    issueYears: { to: 2015 },
  },
}
