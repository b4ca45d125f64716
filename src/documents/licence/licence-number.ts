// What the twelve digits of a driving licence say.

import type { Day } from '../text/dates.ts'
import { type Province, provinceByCode } from '../text/knowledge/units.ts'

export interface LicenceNumber {
  /** Whose office issued it. */
  readonly province: Province
  readonly sex: 'Nam' | 'Nữ'
  /** Of birth: 1900 or 2000. */
  readonly century: number
  /** In which the test was passed. */
  readonly passed: number
}

/** Nobody who passed before can be driving. */
const FIRST_YEAR = 1950
/** Men and women of the 1900s and of the 2000s; the next century is not born yet. */
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
