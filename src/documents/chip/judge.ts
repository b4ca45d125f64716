// Judges what a worker read from a chip: who signed it, what it says, whether it is of the pictures it is attached to, and what to warn of.
import { type Check, hasFailed } from '../../checks.ts'
import type { Authenticity, Judgement } from '../../trust/judgement.ts'
import { type Card, cardOf } from '../cards/card.ts'
import {
  datesInOrder,
  daysUntilExpiry,
  identityCheck,
  isChipOfAnother,
  isChipOfAnotherPerson,
  sourceChecks,
} from '../cards/checks.ts'
import { merge } from '../cards/merge.ts'
import { ofChip, type StoredCard } from '../cards/stored.ts'
import { type CardWarning, chipNotDocument } from '../cards/warnings.ts'
import { FIELDS } from '../fields/rows.ts'
import { isPassport } from '../kinds/kinds.ts'
import { type Day, isNoExpiry, parseDate } from '../text/dates.ts'
import type { CopyState } from './chip.ts'
import type { ChipFacts } from './facts.ts'

/** Ours, all of them: the specification knows no chips. */
const STATES: Readonly<Partial<Record<Authenticity, CardWarning>>> = {
  'unknown-anchor': { code: 121, text: 'Chip signer not known' },
  revoked: { code: 122, text: 'Chip signer revoked' },
  expired: { code: 123, text: 'Chip signer not valid' },
}
const COPIED: CardWarning = { code: 124, text: 'Chip is a copy' }
const NOT_ONE_CARD: CardWarning = { code: 109, text: 'Information was not on the same card' }
const OVER: CardWarning = { code: 126, text: 'Document expired' }
/** Two signed files of one chip are about two people. */
const MIXED: CardWarning = { code: 127, text: 'Chip contradicts itself' }

export interface JudgedChip {
  readonly card: Card
  readonly checks: readonly Check[]
  readonly warnings: readonly CardWarning[]
}

/** Whether a chip can be of the document that it is attached to: a passport's is of no card. */
export const isOfKind = (
  facts: Pick<ChipFacts, 'kind'>,
  stored: StoredCard,
  isPassportChip: boolean,
): boolean => isPassport(stored.kind) === (isPassport(facts.kind) || isPassportChip)

export function judgeChip(
  facts: Pick<ChipFacts, 'kind' | 'readings'>,
  { authenticity, checks: trusted }: Pick<Judgement, 'authenticity' | 'checks'>,
  { copy, checks: read }: { readonly copy: CopyState; readonly checks: readonly Check[] },
  stored: StoredCard | undefined,
  today: Day,
): JudgedChip {
  const merged = stored && merge(stored.sides)
  const card = cardOf(merged?.kind ?? facts.kind, merged?.sides ?? [], today, ofChip(facts))
  const { combined } = card
  const own = [...daysUntilExpiry(card, expiryOf(card)), ...datesInOrder(card)]
  const against = [...sourceChecks(combined), ...identityCheck(combined)]
  const state = STATES[authenticity]
  const isMixed = read.some((check) => check.name === 'dg13-against-dg1' && hasFailed(check))
  return {
    card,
    checks: [...read, ...trusted, ...own, ...against],
    warnings: [
      ...(isChipOfAnotherPerson(combined) ? [NOT_ONE_CARD] : []),
      ...(state ? [state] : []),
      ...(copy === 'copy' ? [COPIED] : []),
      ...(isChipOfAnother(combined) ? [chipNotDocument] : []),
      ...(own.some((check) => check.name === 'days-until-expiry' && hasFailed(check)) ? [OVER] : []),
      ...(isMixed ? [MIXED] : []),
    ],
  }
}

function expiryOf({ combined }: Card): Day | undefined {
  const value = combined.fields.get(FIELDS.expiry.field)?.value
  return value === undefined || isNoExpiry(value) ? undefined : parseDate(value)
}
