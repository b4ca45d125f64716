// The Vietnamese passport of since July 2022, with surname and given names apart.
import type { KindDefinition } from './kind.ts'
import { GIVEN_NAMES, PERSONAL_NUMBER, rareCue, SURNAME } from './parts/cues.ts'
import { PASSPORT, PASSPORT_CUES, PASSPORT_PAGE } from './parts/passports.ts'

export const passportNew: KindDefinition<'passport-new'> = {
  kind: 'passport-new',
  ...PASSPORT,
  chip: { format: 'TD3', isVietnamese: true },
  front: {
    ...PASSPORT_PAGE,
    portrait: { x: 0.048, y: 0.225, width: 0.26, height: 0.485 },
    cues: [...PASSPORT_CUES, PERSONAL_NUMBER, rareCue('Chữ đệm và tên'), SURNAME, GIVEN_NAMES],
    places: {
      country: [0.48, 0.21],
      passport_id: [0.67, 0.21],
      surname: [0.34, 0.3],
      given_names: [0.34, 0.39],
      birthday: [0.34, 0.47],
      sex: [0.53, 0.47],
      national: [0.34, 0.55],
      id: [0.67, 0.55],
      issue_date: [0.34, 0.63],
      expiry: [0.67, 0.63],
    },
  },
}
