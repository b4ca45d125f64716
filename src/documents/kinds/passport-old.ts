// The Vietnamese passport of before July 2022, with the name on one line.
import type { KindDefinition } from './kind.ts'
import { FULL_NAME } from './parts/cues.ts'
import { PASSPORT, PASSPORT_CUES, PASSPORT_PAGE } from './parts/passports.ts'

export const passportOld: KindDefinition<'passport-old'> = {
  kind: 'passport-old',
  ...PASSPORT,
  // As the machine-readable zone has them.
  example: {
    country: 'VNM',
    id: 'B2031884',
    passport_id: 'B2031884',
    birthday: '26/07/1970',
    expiry: '09/10/2026',
    national: 'VNM',
    name: 'NGUYEN DUC LAM',
    sex: 'M',
    optional_data: '042070003918',
  },
  front: {
    ...PASSPORT_PAGE,
    portrait: { x: 0.052, y: 0.24, width: 0.25, height: 0.475 },
    cues: [...PASSPORT_CUES, FULL_NAME],
    places: {
      country: [0.57, 0.2],
      passport_id: [0.76, 0.2],
      name: [0.36, 0.3],
      national: [0.67, 0.34],
      birthday: [0.36, 0.44],
      sex: [0.36, 0.53],
      id: [0.67, 0.53],
      issue_date: [0.36, 0.62],
      expiry: [0.67, 0.62],
    },
  },
}
