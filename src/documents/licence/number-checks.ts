// Holds the number of a driving licence against its structure, the birthday and the days of issue and test.
import { atLeast, atMost, type Check, softly } from '../../checks.ts'
import { dayOf, fieldOf, SURE_ENOUGH, sureOfAll } from '../merge/known.ts'
import { parseDate } from '../text/dates.ts'
import type { Facts } from './facts.ts'
import { type LicenceNumber, parseLicenceNumber } from './licence-number.ts'

/** Of a number with letters, as paper has them, nothing is known. */
export function numberChecks(facts: Facts): Check[] {
  const number = fieldOf(facts, 'id')
  if (!number || !/^\d{12}$/.test(number.value)) return []
  const isSure = sureOfAll(number) > SURE_ENOUGH
  const weighed = (check: Check): Check => (isSure ? check : softly(check))
  const parts = parseLicenceNumber(number.value, facts.today)
  const structure = { ...atLeast('number-structure', parts ? 1 : 0, 1), field: 'id' }
  return [
    weighed({ ...structure, values: { number: number.value } }),
    ...(parts ? [...issueCheck(facts, parts).map(weighed), ...softChecks(facts, parts).map(softly)] : []),
  ]
}

/** Nobody gets a licence before the test. */
function issueCheck(facts: Facts, { passed }: LicenceNumber): Check[] {
  const issue = fieldOf(facts, 'issue_date')
  const year = dayOf(facts, 'issue_date')?.year
  if (!issue || year === undefined) return []
  const check = {
    ...atMost('number-test-year', passed, year),
    field: 'issue_date',
    values: { number: String(passed), [issue.sources[0] ?? 'ocr']: issue.value },
  }
  return [sureOfAll(issue) > SURE_ENOUGH ? check : softly(check)]
}

/** Which of several tests gives the year, and whose century the digit means, is told in one place and another: to be noted. */
function softChecks(facts: Facts, { century, passed }: LicenceNumber): Check[] {
  const birthYear = dayOf(facts, 'birthday')?.year
  const years = facts.rows.flatMap(({ classDate }) => parseDate(classDate)?.year ?? [])
  const isSame = birthYear !== undefined && Math.floor(birthYear / 100) * 100 === century
  return [
    ...(birthYear === undefined
      ? []
      : [
          {
            ...atLeast('number-birth-century', isSame ? 1 : 0, 1),
            field: 'birthday',
            values: { number: String(century), ocr: String(birthYear) },
          },
        ]),
    ...(years.length === 0
      ? []
      : [
          {
            ...atLeast('number-class-year', years.includes(passed) ? 1 : 0, 1),
            field: 'back_side_info',
            values: { number: String(passed), ocr: years.join(', ') },
          },
        ]),
  ]
}
