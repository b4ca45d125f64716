// An identity card of another country with a zone of format TD1.
import type { KindDefinition } from './kind.ts'
import { IDENTITY_CARD_TITLE } from './parts/cues.ts'
import { FOREIGN, FOREIGN_CARD_ZONE, FOREIGN_CUES, FOREIGN_PAGE } from './parts/foreign.ts'
import { ID1 } from './parts/sizes.ts'

export const foreignTd1: KindDefinition<'foreign-td1'> = {
  kind: 'foreign-td1',
  ...FOREIGN,
  chip: { format: 'TD1', isVietnamese: false },
  commonName: 'FOREIGN IDENTITY CARD',
  ...ID1,
  front: {
    ...FOREIGN_PAGE,
    cues: [IDENTITY_CARD_TITLE, ...FOREIGN_CUES],
    zone: { begins: FOREIGN_CARD_ZONE, isExpected: false },
  },
  back: { ...FOREIGN_PAGE, zone: { begins: FOREIGN_CARD_ZONE, isExpected: true } },
}
