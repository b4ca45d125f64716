// Whether the document is still in force, and whether its expiry is the one that law gives it.
import { atLeast, type Check } from '../../checks.ts'
import { type Card, dayOf, fieldOf } from '../cards/card.ts'
import { daysUntilExpiry, expiryByRule } from '../cards/checks.ts'
import { FIELDS } from '../fields/rows.ts'
import { kindDefinition } from '../kinds/kinds.ts'
import { addYears, type Day, daysBetween } from '../text/dates.ts'
import { expectedExpiry } from '../text/expiry-rule.ts'

export function expiryChecks(card: Card): Check[] {
  const { lastValidDay } = kindDefinition(card.kind)
  return [
    ...daysUntilExpiry(card, endOf(card)),
    ...(lastValidDay ? [atLeast('days-until-cmnd-ended', daysBetween(card.today, lastValidDay), 0)] : []),
    ...ruleCheck(card),
  ]
}

/** Where no expiry is printed, the rule of the kind may give one; it is checked, and never answered as read. */
function endOf(card: Card): Day | undefined {
  const printed = dayOf(card, FIELDS.expiry)
  const issued = dayOf(card, FIELDS.issue_date)
  const rule = kindDefinition(card.kind).expiry
  return printed || rule?.by !== 'issue' || !issued ? printed : addYears(issued, rule.years)
}

function ruleCheck(card: Card): Check[] {
  const [born, issue] = [fieldOf(card, FIELDS.birthday), fieldOf(card, FIELDS.issue_date)]
  const [birthday, issued] = [dayOf(card, FIELDS.birthday), dayOf(card, FIELDS.issue_date)]
  if (!born || !issue || !birthday || !issued) return []
  return expiryByRule(card, expectedExpiry({ kind: card.kind, birthday, issued }), [born, issue])
}
