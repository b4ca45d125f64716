// A passport of another country, with a zone of format TD3.
import type { KindDefinition } from './kind.ts'
import { PASSPORT_TITLE } from './parts/cues.ts'
import { FOREIGN, FOREIGN_CUES, FOREIGN_PAGE } from './parts/foreign.ts'
import { ID3 } from './parts/sizes.ts'

export const foreignTd3: KindDefinition<'foreign-td3'> = {
  kind: 'foreign-td3',
  ...FOREIGN,
  chip: { format: 'TD3', isVietnamese: false },
  commonName: 'FOREIGN PASSPORT',
  ...ID3,
  front: {
    ...FOREIGN_PAGE,
    cues: [PASSPORT_TITLE, ...FOREIGN_CUES],
    zone: { begins: /^P[A-Z<][A-Z]/, isExpected: true },
  },
}
