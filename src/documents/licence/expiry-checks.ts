// Whether a driving licence is still in force, and whether its expiry is one that its classes allow.
import { atLeast, type Check, softly } from '../../checks.ts'
import { dayOf, fieldOf, SURE_ENOUGH, sureOfAll } from '../merge/known.ts'
import { daysBetween, formatDay, isNoExpiry, NO_EXPIRY } from '../text/dates.ts'
import { classNames, erasOf, expiriesOf } from './classes.ts'
import type { Facts } from './facts.ts'
import { parseLicenceNumber } from './licence-number.ts'

export function expiryChecks(facts: Facts): Check[] {
  const ends = dayOf(facts, 'expiry')
  const days = ends && { ...atLeast('days-until-expiry', daysBetween(facts.today, ends), 0), field: 'expiry' }
  return [...(days ? [days] : []), ...ruleCheck(facts)]
}

function ruleCheck(facts: Facts): Check[] {
  const [expiry, issue, type] = [
    fieldOf(facts, 'expiry'),
    fieldOf(facts, 'issue_date'),
    fieldOf(facts, 'class_type'),
  ]
  const issued = dayOf(facts, 'issue_date')
  if (!expiry || !issue || !type || !issued) return []
  const [born, number] = [fieldOf(facts, 'birthday'), fieldOf(facts, 'id')]
  const sex = number && parseLicenceNumber(number.value, facts.today)?.sex
  const holder = {
    birthday: dayOf(facts, 'birthday'),
    issued,
    sexes: sex ? [sex] : (['Nam', 'Nữ'] as const),
  }
  const names = classNames(type.value)
  const allowed = erasOf(facts.kind, issued).flatMap((era) => expiriesOf(names, era, holder))
  if (allowed.length === 0) return []
  const texts = [...new Set(allowed.map((day) => (day === 'none' ? NO_EXPIRY : formatDay(day))))]
  const printed = isNoExpiry(expiry.value) ? NO_EXPIRY : expiry.value
  const check = {
    ...atLeast('expiry-by-rule', texts.includes(printed) ? 1 : 0, 1),
    field: 'expiry',
    values: { [expiry.sources[0] ?? 'ocr']: expiry.value, rule: texts.join(', ') },
  }
  const read = [expiry, issue, type, ...(born ? [born] : []), ...(number ? [number] : [])]
  return [sureOfAll(...read) > SURE_ENOUGH ? check : softly(check)]
}
