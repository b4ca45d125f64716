// The driving licence on PET plastic, issued from 2012 to February 2025.
import type { KindDefinition } from './kind.ts'
import { englishTitleCue, FULL_NAME, labelCue } from './parts/cues.ts'
import {
  LICENCE,
  LICENCE_BACK,
  LICENCE_CUE,
  LICENCE_ENGLISH_CUES,
  LICENCE_FRONT,
  LICENCE_NUMBER,
  TRANSPORT_OFFICE_CUES,
  VEHICLES_CUE,
} from './parts/licences.ts'
import { ID1 } from './parts/sizes.ts'

export const licencePet: KindDefinition<'licence-pet'> = {
  kind: 'licence-pet',
  ...LICENCE,
  ...ID1,
  language: 'vietnamese-and-english',
  document: 'GPLX PET',
  number: LICENCE_NUMBER,
  example: {
    id: '360229429772',
    name: 'HÀ THANH THÀNH',
    birthday: '16/06/1984',
    nationality: 'Việt Nam',
    address: 'Thôn 3, Yên Tiến, Ý Yên, Nam Định',
    class_type: 'A3, B2',
    issue_place: 'Nam Định',
    issue_date: '20/09/2022',
    expiry: '20/09/2032',
  },
  // The names of the new classes came two months before the new card.
  classes: 'by-day-of-issue',
  front: {
    ...LICENCE_FRONT,
    portrait: { x: 0.02, y: 0.25, width: 0.26, height: 0.52 },
    cues: [LICENCE_CUE, ...LICENCE_ENGLISH_CUES, labelCue('BỘ GTVT', 2), ...TRANSPORT_OFFICE_CUES, FULL_NAME],
    places: {
      name: [0.51, 0.37],
      birthday: [0.57, 0.43],
      nationality: [0.55, 0.5],
      class_type: [0.22, 0.74],
      expiry: [0.28, 0.89],
    },
  },
  back: {
    ...LICENCE_BACK,
    cues: [VEHICLES_CUE, englishTitleCue('CLASSIFICATION OF MOTOR VEHICLES')],
    code: { region: { x: 0, y: 0, width: 1, height: 1 }, effort: 'plain' },
  },
}
