// Everything that stands on one document that does not exist: by kind and seed, obeying every rule but the one asked to be broken.

import { BREAKS } from './breaks.ts'
import { type Asked, canCuoc, cccd12, cccdChip, cmnd9, cmnd12 } from './cards.ts'
import { company } from './company.ts'
import type { Day } from './days.ts'
import { foreigner } from './foreigner.ts'
import { licence } from './licence.ts'
import { passport } from './passport.ts'
import type { BreakName, FactKind, Facts, FactsOf } from './record.ts'

interface FactOptions {
  readonly breaks?: BreakName | undefined
  /** The day on which the document is valid; a fixed one per kind where none is given, never the clock. */
  readonly today?: Day | undefined
}

const MAKERS: { readonly [K in FactKind]: (asked: Asked) => Facts } = {
  'cmnd-9': cmnd9,
  'cmnd-12': cmnd12,
  'cccd-12': cccd12,
  'cccd-chip': cccdChip,
  'can-cuoc': canCuoc,
  'passport-old': (asked) => passport('passport-old', asked),
  'passport-new': (asked) => passport('passport-new', asked),
  'licence-paper': (asked) => licence('licence-paper', asked),
  'licence-pet': (asked) => licence('licence-pet', asked),
  'licence-2025': (asked) => licence('licence-2025', asked),
  'business-registration': company,
  'foreign-td1': (asked) => foreigner('foreign-td1', asked),
  'foreign-td3': (asked) => foreigner('foreign-td3', asked),
}

export const FACT_KINDS = Object.keys(MAKERS) as readonly FactKind[]

export function facts<K extends FactKind>(kind: K, seed: number, options: FactOptions = {}): FactsOf<K> {
  const { breaks, today } = options
  const row = BREAKS.find(({ name }) => name === breaks)
  if (row !== undefined && !row.kinds.includes(kind)) throw new Error(`a ${kind} has no rule of ${row.name}`)
  return MAKERS[kind]({ seed, breaks, today }) as FactsOf<K>
}
