// Chứng minh nhân dân with nine digits, issued until 2016.
import type { KindDefinition } from './kind.ts'
import { labelCue } from './parts/cues.ts'
import {
  CARD_LABEL_VARIANTS,
  CMND_CUES,
  CMND_TITLE,
  END_OF_CMND,
  FIFTEEN_YEARS,
  HOME,
  SIGNED,
} from './parts/identity-cards.ts'
import { heading, label } from './parts/labels.ts'
import { ID1 } from './parts/sizes.ts'

export const cmnd9: KindDefinition<'cmnd-9'> = {
  kind: 'cmnd-9',
  family: 'identity-card',
  commonName: 'IDENTITY CARD',
  ...ID1,
  filmMm: 6,
  language: 'vietnamese',
  labelVariants: CARD_LABEL_VARIANTS,
  document: 'CMND',
  number: { pattern: /^\d{9}$/, shape: 'cmnd' },
  designs: ['cmnd'],
  expiry: FIFTEEN_YEARS,
  lastValidDay: END_OF_CMND,
  front: {
    titles: [CMND_TITLE],
    portrait: { x: 0.06, y: 0.41, width: 0.23, height: 0.48 },
    labels: [
      label('id', 'SỐ'),
      label('name', 'Họ tên'),
      label('birthday', 'Sinh ngày'),
      label('hometown', 'Nguyên quán'),
      label('address', 'Nơi ĐKHK thường trú'),
    ],
    cues: [...CMND_CUES, labelCue('Nơi ĐKHK thường trú', 2), labelCue('Nguyên quán', 2)],
    lines: { id: 1, name: 2, birthday: 1, ...HOME },
    unlabelled: ['number'],
    places: { name: [0.6, 0.41], birthday: [0.62, 0.585] },
    numberLength: 9,
  },
  back: {
    titles: [],
    labels: [
      label('ethnicity', 'Dân tộc'),
      label('religion', 'Tôn giáo'),
      label('characteristics', 'DẤU VẾT RIÊNG VÀ DỊ HÌNH'),
      heading('NGÓN TRỎ TRÁI'),
      heading('NGÓN TRỎ PHẢI'),
    ],
    cues: [
      { phrase: 'DẤU VẾT RIÊNG VÀ DỊ HÌNH', weight: 4, elsewhere: 4.5, isTitle: false },
      labelCue('Tôn giáo'),
    ],
    lines: { ethnicity: 1, religion: 1, characteristics: 2 },
    farthestBelow: 3.2,
    unlabelled: SIGNED,
    places: { ethnicity: [0.17, 0.11], religion: [0.65, 0.11] },
  },
}
