// Which function draws which kind: a row each.
import { canCuoc } from './cards/can-cuoc.ts'
import { cccd12 } from './cards/cccd-12.ts'
import { cccdChip } from './cards/cccd-chip.ts'
import { cmnd9 } from './cards/cmnd-9.ts'
import { cmnd12 } from './cards/cmnd-12.ts'
import type { Making } from './drawing/words.ts'
import type { FactKind, Facts, FactsOf } from './facts/record.ts'
import { certificate } from './papers/certificate.ts'
import { foreignCard } from './papers/foreign-card.ts'
import { foreignPassport } from './papers/foreign-passport.ts'
import { licencePaper } from './papers/licence-paper.ts'
import { licencePlastic } from './papers/licence-plastic.ts'
import { passportNew, passportOld } from './papers/passports.ts'
import type { Sheet } from './sheet.ts'

type Makers = { readonly [K in FactKind]: (facts: FactsOf<K>, making: Making) => readonly Sheet[] }

const SHEETS: Makers = {
  'cmnd-9': cmnd9,
  'cmnd-12': cmnd12,
  'cccd-12': cccd12,
  'cccd-chip': cccdChip,
  'can-cuoc': canCuoc,
  'passport-old': passportOld,
  'passport-new': passportNew,
  'licence-paper': licencePaper,
  'licence-pet': licencePlastic,
  'licence-2025': licencePlastic,
  'business-registration': certificate,
  'foreign-td1': foreignCard,
  'foreign-td3': foreignPassport,
}

/** Every side or page of a document, fronts first. */
export function sheetsOf(facts: Facts, making: Making): readonly Sheet[] {
  // The table pairs every kind with the facts of that kind, which the checker cannot follow through a lookup.
  const make = SHEETS[facts.kind] as (facts: Facts, making: Making) => readonly Sheet[]
  return make(facts, making)
}
