// Holds the number and the expiry of a driving licence against their rules.
import { atLeast, atMost, type Check, softly } from '../../checks.ts'
import { type Card, dayOf, fieldOf, sureOfAll, weighed } from '../cards/card.ts'
import { datesInOrder, daysUntilExpiry, expiryByRule, structureCheck } from '../cards/checks.ts'
import { FIELDS } from '../fields/rows.ts'
import type { Day } from '../text/dates.ts'
import { parseDate, yearOf } from '../text/dates.ts'
import { type Province, provinceByCode } from '../text/knowledge/units.ts'
import { classNames } from '../text/licence-classes.ts'
import type { LicenceCard } from './card.ts'
import { BACK_ROWS } from './class-checks.ts'
import { erasOf, expiriesOf } from './classes.ts'

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

/** A licence cannot be issued before the test was passed. */
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
  const birthYear = yearOf(fieldOf(card, FIELDS.birthday)?.value ?? '')
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
  ...datesInOrder(card),
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

export interface LicenceNumber {
  /** The province whose office issued it. */
  readonly province: Province
  readonly sex: 'Nam' | 'Nữ'
  /** The century of birth: 1900 or 2000. */
  readonly century: number
  /** The year in which the test was passed. */
  readonly passed: number
}

/** Drivers who passed their test before this year are too old to drive, so an earlier year is not believed. */
const FIRST_YEAR = 1950
/** Digits 0 to 3 stand for men and women born in the 1900s and 2000s. */
const MOST_SEX_DIGIT = 3

/** PP G YY NNNNNNN: province, century and sex, year of the test, and a serial number; undefined where a part cannot be. */
export function parseLicenceNumber(id: string, today: Day): LicenceNumber | undefined {
  if (!/^\d{12}$/.test(id)) return undefined
  const [province, digit] = [provinceByCode(`0${id.slice(0, 2)}`), Number(id[2])]
  const passed = [2000, 1900]
    .map((century) => century + Number(id.slice(3, 5)))
    .find((year) => year <= today.year && year >= FIRST_YEAR)
  if (province === undefined || digit > MOST_SEX_DIGIT || passed === undefined) return undefined
  return {
    province,
    sex: digit % 2 === 0 ? 'Nam' : 'Nữ',
    century: 1900 + 100 * Math.floor(digit / 2),
    passed,
  }
}
