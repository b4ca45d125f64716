// Numbers that people and companies carry, built by their rules.
import type { Dice } from '../../person/dice.ts'

export type Sex = 'Nam' | 'Nữ'

export const digits = (dice: Dice, count: number): string =>
  Array.from({ length: count }, () => Math.floor(dice.next() * 10)).join('')

const two = (value: number): string => String(value % 100).padStart(2, '0')

/** Century and sex: 0 and 1 for the 1900s, 2 and 3 for the 2000s; women are odd. */
const sexDigit = (sex: Sex, year: number): string =>
  String((Math.floor(year / 100) - 19) * 2 + (sex === 'Nữ' ? 1 : 0))

/** PPP G YY RRRRRR; `code` is of a province or of a country. */
export const personalNumber = (dice: Dice, code: string, sex: Sex, birthYear: number): string =>
  code + sexDigit(sex, birthYear) + two(birthYear) + digits(dice, 6)

/** PP G YY NNNNNNN; the year is that of the test passed. */
export const licenceNumber = (
  dice: Dice,
  province: string,
  sex: Sex,
  birthYear: number,
  passed: number,
): string => province.slice(1) + sexDigit(sex, birthYear) + two(passed) + digits(dice, 7)

/** First digits of the nine-digit numbers each province gave out. */
const OLD_PREFIXES: Readonly<Record<string, readonly string[]>> = {
  '01': ['001'],
  '02': ['079'],
  '03': ['031'],
  '04': ['011', '012'],
  '05': ['014'],
  '06': ['010', '015'],
  '07': ['002', '008'],
  '08': ['020', '004'],
  '090': ['019'],
  '095': ['006'],
  '10': ['022'],
  '11': ['001', '017'],
  '12': ['024', '027'],
  '13': ['025', '026'],
  '14': ['030', '033'],
  '15': ['034'],
  '16': ['035', '036', '037'],
  '17': ['038'],
  '18': ['042', '040'],
  '19': ['044', '045', '046'],
  '20': ['049', '048'],
  '21': ['051', '052'],
  '22': ['056', '054'],
  '230': ['064'],
  '231': ['064'],
  '233': ['062'],
  '24': ['066'],
  '245': ['067'],
  '25': ['068'],
  '26': ['058', '060'],
  '27': ['077', '075'],
  '280': ['074'],
  '281': ['074'],
  '285': ['070'],
  '29': ['072'],
  '30': ['080'],
  '31': ['082'],
  '32': ['083'],
  '33': ['086', '084'],
  '34': ['087'],
  '35': ['089'],
  '36': ['093', '094', '092'],
  '37': ['091'],
  '38': ['095', '096'],
}

export const oldPrefixesOf = (province: string): readonly string[] =>
  Object.entries(OLD_PREFIXES)
    .filter(([, provinces]) => provinces.includes(province))
    .map(([prefix]) => prefix)
    .toSorted()

/** Nine digits, begun by the province whose police gave the card. */
export function oldNumber(dice: Dice, province: string): string {
  const prefix = dice.pick(oldPrefixesOf(province))
  return prefix + digits(dice, 9 - prefix.length)
}

const WEIGHTS = [31, 29, 23, 19, 17, 13, 7, 5, 3] as const

/** Of nine digits; undefined where the rule gives ten, which no sound code has. */
export function businessCheckDigit(nine: string): string | undefined {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(nine[index]), 0)
  const digit = 10 - (sum % 11)
  return digit === 10 ? undefined : String(digit)
}

/** Ten digits; the first two belong to the province of registration in the tax scheme. */
export function businessCode(dice: Dice, prefix: string): string {
  for (;;) {
    const nine = prefix + digits(dice, 9 - prefix.length)
    const digit = businessCheckDigit(nine)
    if (digit !== undefined) return nine + digit
  }
}
