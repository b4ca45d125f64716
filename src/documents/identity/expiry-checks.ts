// Whether the document is still in force, and whether its expiry is the one that law gives it.
import { atLeast, type Check, softly } from '../../checks.ts'
import type { Kind } from '../kinds.ts'
import { dayOf, fieldOf, SURE_ENOUGH, sureOfAll } from '../merge/known.ts'
import { addYears, type Day, daysBetween, formatDay, isNoExpiry, NO_EXPIRY } from '../text/dates.ts'
import { expectedExpiry } from '../text/expiry-rule.ts'
import type { Facts } from './facts.ts'

/** Law on Identification 2023, article 46. */
const END_OF_CMND: Day = { day: 31, month: 12, year: 2024 }
const CMND_YEARS = 15
const isCmnd = (kind: Kind): boolean => kind === 'cmnd-9' || kind === 'cmnd-12'

export function expiryChecks(facts: Facts): Check[] {
  const { kind } = facts.merged
  const ends = endOf(facts)
  return [
    ...(ends
      ? [{ ...atLeast('days-until-expiry', daysBetween(facts.today, ends), 0), field: 'expiry' }]
      : []),
    ...(isCmnd(kind) ? [atLeast('days-until-cmnd-ended', daysBetween(facts.today, END_OF_CMND), 0)] : []),
    ...ruleCheck(facts),
  ]
}

/** A CMND without a printed expiry runs fifteen years; that is judged by, and never told as read. */
function endOf(facts: Facts): Day | undefined {
  const printed = dayOf(facts, 'expiry')
  const issued = dayOf(facts, 'issue_date')
  if (printed || !isCmnd(facts.merged.kind) || !issued) return printed
  return addYears(issued, CMND_YEARS)
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
