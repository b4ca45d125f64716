// What the twelve digits of a driving licence say.

import type { Day } from '../text/dates.ts'
import { type Province, provinceByCode } from '../text/knowledge/units.ts'

export interface LicenceNumber {
  /** The province whose office issued it. */
  readonly province: Province
  readonly sex: 'Nam' | 'Nữ'
  /** The century of birth: 1900 or 2000. */
  readonly century: number
  /** The year in which the test was passed. */
  readonly passed: number
}

/** Nobody who passed a test before this year can be driving. */
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
