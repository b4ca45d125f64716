// Days of the calendar without clocks or time zones: compared, moved by years, drawn, and written as documents write them.
import type { Dice } from '../../person/dice.ts'

export interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

export const dayOf = (year: number, month: number, day: number): Day => ({ year, month, day })

const two = (value: number): string => String(value).padStart(2, '0')

/** DD/MM/YYYY */
export const slashed = ({ year, month, day }: Day): string => `${two(day)}/${two(month)}/${year}`
/** DDMMYYYY, as in QR codes. */
export const joined = ({ year, month, day }: Day): string => `${two(day)}${two(month)}${year}`
/** YYMMDD, as in an MRZ. */
export const short = ({ year, month, day }: Day): string => `${two(year % 100)}${two(month)}${two(day)}`
export const inWords = ({ year, month, day }: Day): string =>
  `ngày ${two(day)} tháng ${two(month)} năm ${year}`

const rank = ({ year, month, day }: Day): number => year * 10_000 + month * 100 + day
export const before = (one: Day, other: Day): boolean => rank(one) < rank(other)
export const earlier = (one: Day, other: Day): Day => (before(one, other) ? one : other)
export const later = (one: Day, other: Day): Day => (before(one, other) ? other : one)

const leap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const daysIn = (year: number, month: number): number =>
  month === 2 ? (leap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

/** The same day in another year; the last of February where that year has no 29th. */
export function addYears({ year, month, day }: Day, years: number): Day {
  return dayOf(year + years, month, Math.min(day, daysIn(year + years, month)))
}

/** Whole years lived on a day. */
export function ageOn(birth: Day, day: Day): number {
  const years = day.year - birth.year
  return before(day, addYears(birth, years)) ? years - 1 : years
}

/** Days since a fixed day long ago, for drawing evenly. */
const serial = ({ year, month, day }: Day): number => Date.UTC(year, month - 1, day) / 86_400_000

/** Any day from the first to the last; never 29 February, whose birthdays the rules do not settle. */
export function drawDay(dice: Dice, first: Day, last: Day): Day {
  const [from, to] = [serial(first), serial(last)]
  const date = new Date(Math.floor(dice.between(from, to + 1)) * 86_400_000)
  const drawn = dayOf(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
  return drawn.month === 2 && drawn.day === 29 ? { ...drawn, day: 28 } : drawn
}
