// The driving licence issued by the police since March 2025; it is on PET plastic as the one before.
import type { KindDefinition } from './kind.ts'
import {
  DATE_OF_EXPIRY,
  englishTitleCue,
  FULL_NAME,
  labelCue,
  MINISTRY,
  PLACE_OF_ISSUE,
  rareCue,
  titleCue,
} from './parts/cues.ts'
import {
  LICENCE,
  LICENCE_BACK,
  LICENCE_CUE,
  LICENCE_ENGLISH_CUES,
  LICENCE_FRONT,
  LICENCE_NUMBER,
} from './parts/licences.ts'
import { ID1 } from './parts/sizes.ts'

export const licence2025: KindDefinition<'licence-2025'> = {
  kind: 'licence-2025',
  ...LICENCE,
  ...ID1,
  language: 'vietnamese-and-english',
  document: 'GPLX PET',
  number: LICENCE_NUMBER,
  classes: 'since-2025',
  front: {
    ...LICENCE_FRONT,
    portrait: { x: 0.04, y: 0.25, width: 0.23, height: 0.46 },
    cues: [
      LICENCE_CUE,
      ...LICENCE_ENGLISH_CUES,
      labelCue('PHÒNG CSGT', 2),
      labelCue('CỤC CẢNH SÁT GIAO THÔNG', 2),
      MINISTRY,
      PLACE_OF_ISSUE,
      DATE_OF_EXPIRY,
      FULL_NAME,
    ],
    places: {
      name: [0.51, 0.37],
      birthday: [0.57, 0.43],
      nationality: [0.55, 0.5],
      class_type: [0.22, 0.74],
      expiry: [0.05, 0.9],
    },
  },
  back: {
    ...LICENCE_BACK,
    cues: [
      titleCue('LOẠI XE ĐƯỢC ĐIỀU KHIỂN'),
      englishTitleCue('VEHICLES PERMITTED TO DRIVE'),
      rareCue('Mã hạn chế'),
    ],
    code: { region: { x: 0, y: 0, width: 1, height: 1 }, effort: 'enlarged', isExpected: true, isOpen: true },
  },
}
