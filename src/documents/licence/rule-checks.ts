// Holds the number and the expiry of a driving licence against their rules.

import { atLeast, atMost, type Check, softly } from '../../checks.ts'
import { type Card, dayOf, fieldOf, sureOfAll, weighed } from '../cards/card.ts'
import { daysUntilExpiry, expiryByRule, structureCheck } from '../cards/checks.ts'
import { FIELDS } from '../fields/rows.ts'
import { parseDate } from '../text/dates.ts'
import { classNames } from '../text/licence-classes.ts'
import type { LicenceCard } from './card.ts'
import { BACK_ROWS } from './class-checks.ts'
import { erasOf, expiriesOf } from './classes.ts'
import { type LicenceNumber, parseLicenceNumber } from './licence-number.ts'

/** Nothing is known of a number with letters, as licences on paper have them. */
export function numberChecks(card: LicenceCard): Check[] {
  const number = fieldOf(card, FIELDS.id)
  if (!number || !/^\d{12}$/.test(number.value)) return []
  const parts = parseLicenceNumber(number.value, card.today)
  if (!parts) return [structureCheck(number, false)]
  const sure = sureOfAll(number)
  return [
    structureCheck(number, true),
    ...issueCheck(card, parts).map((check) => weighed(check, sure)),
    ...softChecks(card, parts).map(softly),
  ]
}

/** Nobody gets a licence before the test. */
function issueCheck(card: LicenceCard, { passed }: LicenceNumber): Check[] {
  const issue = fieldOf(card, FIELDS.issue_date)
  const year = dayOf(card, FIELDS.issue_date)?.year
  if (!issue || year === undefined) return []
  const check = {
    ...atMost('number-test-year', passed, year),
    field: issue.field,
    values: { number: String(passed), [issue.sources[0] ?? 'ocr']: issue.value },
  }
  return [weighed(check, sureOfAll(issue))]
}

/** Sources differ on which of several tests gives the year, and on whose century the digit means: these are only noted. */
function softChecks(card: LicenceCard, { century, passed }: LicenceNumber): Check[] {
  const birthYear = dayOf(card, FIELDS.birthday)?.year
  const years = card.rows.flatMap(({ classDate }) => parseDate(classDate)?.year ?? [])
  const isSame = birthYear !== undefined && Math.floor(birthYear / 100) * 100 === century
  return [
    ...(birthYear === undefined
      ? []
      : [
          {
            ...atLeast('number-birth-century', isSame ? 1 : 0, 1),
            field: FIELDS.birthday.field,
            values: { number: String(century), ocr: String(birthYear) },
          },
        ]),
    ...(years.length === 0
      ? []
      : [
          {
            ...atLeast('number-class-year', years.includes(passed) ? 1 : 0, 1),
            field: BACK_ROWS,
            values: { number: String(passed), ocr: years.join(', ') },
          },
        ]),
  ]
}

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
