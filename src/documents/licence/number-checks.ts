// Holds the number of a driving licence against its structure, the birthday and the days of issue and test.
import { atLeast, atMost, type Check, softly } from '../../checks.ts'
import { dayOf, fieldOf, sureOfAll, weighed } from '../cards/card.ts'
import { structureCheck } from '../cards/checks.ts'
import { FIELDS } from '../fields/rows.ts'
import { parseDate } from '../text/dates.ts'
import type { LicenceCard } from './card.ts'
import { BACK_ROWS } from './class-checks.ts'
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
