// Whether the document is still in force, and whether its expiry is the one that law gives it.
import { atLeast, type Check, softly } from '../../checks.ts'
import { kindDefinition } from '../kinds/kinds.ts'
import { dayOf, fieldOf, SURE_ENOUGH, sureOfAll } from '../merge/known.ts'
import { addYears, type Day, daysBetween, formatDay, isNoExpiry, NO_EXPIRY } from '../text/dates.ts'
import { expectedExpiry } from '../text/expiry-rule.ts'
import type { Facts } from './facts.ts'

export function expiryChecks(facts: Facts): Check[] {
  const { lastValidDay } = kindDefinition(facts.merged.kind)
  const ends = endOf(facts)
  return [
    ...(ends
      ? [{ ...atLeast('days-until-expiry', daysBetween(facts.today, ends), 0), field: 'expiry' }]
      : []),
    ...(lastValidDay ? [atLeast('days-until-cmnd-ended', daysBetween(facts.today, lastValidDay), 0)] : []),
    ...ruleCheck(facts),
  ]
}

/** Where no expiry is printed, the rule of the kind may give one; it is checked, and never answered as read. */
function endOf(facts: Facts): Day | undefined {
  const printed = dayOf(facts, 'expiry')
  const issued = dayOf(facts, 'issue_date')
  const rule = kindDefinition(facts.merged.kind).expiry
  return printed || rule?.by !== 'issue' || !issued ? printed : addYears(issued, rule.years)
}

function ruleCheck(facts: Facts): Check[] {
  const expiry = fieldOf(facts, 'expiry')
  const [born, issue] = [fieldOf(facts, 'birthday'), fieldOf(facts, 'issue_date')]
  const [birthday, issued] = [dayOf(facts, 'birthday'), dayOf(facts, 'issue_date')]
  if (!expiry || !born || !issue || !birthday || !issued) return []
  const allowed = expectedExpiry({ kind: facts.merged.kind, birthday, issued })
  if (allowed.length === 0) return []
  const texts = allowed.map((day) => (day === 'none' ? NO_EXPIRY : formatDay(day)))
  const printed = isNoExpiry(expiry.value) ? NO_EXPIRY : expiry.value
  const check = {
    ...atLeast('expiry-by-rule', texts.includes(printed) ? 1 : 0, 1),
    field: 'expiry',
    values: { [expiry.sources[0] ?? 'ocr']: expiry.value, rule: texts.join(', ') },
  }
  return [sureOfAll(expiry, born, issue) > SURE_ENOUGH ? check : softly(check)]
}
