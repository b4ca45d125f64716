// Whether a driving licence is still in force, and whether its expiry is one that its classes allow.
import type { Check } from '../../checks.ts'
import { type Card, dayOf, fieldOf } from '../cards/card.ts'
import { daysUntilExpiry, expiryByRule } from '../cards/checks.ts'
import { FIELDS } from '../fields/rows.ts'
import { classNames } from '../text/licence-classes.ts'
import { erasOf, expiriesOf } from './classes.ts'
import { parseLicenceNumber } from './licence-number.ts'

export const expiryChecks = (card: Card): Check[] => [
  ...daysUntilExpiry(card, dayOf(card, FIELDS.expiry)),
  ...ruleCheck(card),
]

function ruleCheck(card: Card): Check[] {
  const [issue, type] = [fieldOf(card, FIELDS.issue_date), fieldOf(card, FIELDS.class_type)]
  const issued = dayOf(card, FIELDS.issue_date)
  if (!issue || !type || !issued) return []
  const [born, number] = [fieldOf(card, FIELDS.birthday), fieldOf(card, FIELDS.id)]
  const sex = number && parseLicenceNumber(number.value, card.today)?.sex
  const holder = {
    birthday: dayOf(card, FIELDS.birthday),
    issued,
    sexes: sex ? [sex] : (['Nam', 'Nữ'] as const),
  }
  const names = classNames(type.value)
  const allowed = erasOf(card.kind, issued).flatMap((era) => expiriesOf(names, era, holder))
  return expiryByRule(card, allowed, [issue, type, ...(born ? [born] : []), ...(number ? [number] : [])])
}
