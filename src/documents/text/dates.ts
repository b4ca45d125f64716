// Reads days of the calendar from any printed form or an MRZ, compares them, and writes them as DD/MM/YYYY.

import { dateShapes } from './date-shapes.ts'
import { foldName } from './knowledge/fold.ts'
import { distanceWithin } from './likeness.ts'

export { NO_EXPIRY } from './knowledge/words.ts'

export interface Day {
  readonly day: number
  readonly month: number
  readonly year: number
}

/** Tells the century of a year of two figures: a birth is past, an expiry not far ahead. */
interface Era {
  readonly as: 'birth' | 'expiry'
  readonly today: Day
}

/** No document has a day outside these years. */
const [FIRST_YEAR, LAST_YEAR] = [1850, 2150] as const
/** An expiry is not further ahead. */
const LONGEST_TERM = 60

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const daysIn = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

/** Returns the day if the calendar has it. */
function realDay(year: number, month: number, day: number): Day | undefined {
  const isReal =
    [year, month, day].every(Number.isInteger) &&
    year >= FIRST_YEAR &&
    year <= LAST_YEAR &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysIn(year, month)
  return isReal ? { day, month, year } : undefined
}

/** Returns the only date in a text; undefined where there is none, two, or no such day. A year of two figures needs an era. */
export function parseDate(text: string, era?: Era): Day | undefined {
  const [shape, ...others] = dateShapes(text.normalize('NFC'))
  if (shape === undefined || others.length > 0) return undefined
  const { day, month, year } = shape
  if (year >= 100) return realDay(year, month, day)
  return era && ofShortYear(year, month, day, era)
}

/** `1988`, also among the dots of a form: documents print the year alone of people whose day of birth is not known. */
export function parseBirthYear(text: string): string | undefined {
  return /^[\s.,:;·…_-]*((?:19|20)\d{2})[\s.,:;·…_-]*$/u.exec(text)?.[1]
}

/** The year of a day as answers write it, or of a year that stands alone. */
export function yearOf(date: string): number | undefined {
  const year = /(?:^|\/)(\d{4})$/.exec(date)?.[1]
  return year === undefined ? undefined : Number(year)
}

/** Reads DDMMYYYY, as in QR codes. */
export function parseJoinedDate(text: string): Day | undefined {
  if (!/^\d{8}$/.test(text)) return undefined
  return realDay(Number(text.slice(4)), Number(text.slice(2, 4)), Number(text.slice(0, 2)))
}

/** Reads YYMMDD; Vietnamese cards that do not expire say 991231. */
export function mrzDay(yymmdd: string, as: Era['as'], today: Day): Day | 'none' | undefined {
  if (!/^\d{6}$/.test(yymmdd)) return undefined
  if (as === 'expiry' && yymmdd === '991231') return 'none'
  const [year, month, day] = [yymmdd.slice(0, 2), yymmdd.slice(2, 4), yymmdd.slice(4)].map(Number)
  return ofShortYear(year ?? 0, month ?? 0, day ?? 0, { as, today })
}

function ofShortYear(year: number, month: number, day: number, { as, today }: Era): Day | undefined {
  const century = today.year - (today.year % 100)
  const candidates = [century + 100, century, century - 100].map((start) => realDay(start + year, month, day))
  const isPossible = (each: Day) =>
    as === 'birth' ? compareDays(each, today) <= 0 : each.year <= today.year + LONGEST_TERM
  return candidates.find((each) => each !== undefined && isPossible(each))
}

const two = (value: number): string => String(value).padStart(2, '0')

/** DD/MM/YYYY */
export const formatDay = ({ day, month, year }: Day): string => `${two(day)}/${two(month)}/${year}`

/** The result is below zero where the first day is earlier. */
export const compareDays = (a: Day, b: Day): number => a.year - b.year || a.month - b.month || a.day - b.day

const DAY_MS = 86_400_000

/** Counts the days from the first to the second; below zero where the second is earlier. */
export function daysBetween(from: Day, to: Day): number {
  const at = ({ day, month, year }: Day) => Date.UTC(year, month - 1, day)
  return Math.round((at(to) - at(from)) / DAY_MS)
}

/** Returns the same day in another year; 29 February becomes 28 February where that year has none. */
export function addYears({ day, month, year }: Day, years: number): Day {
  return { day: Math.min(day, daysIn(year + years, month)), month, year: year + years }
}

/** Returns the day in Việt Nam, which has one time zone and no summer time. */
export function today(now: Date): Day {
  const there = new Date(now.getTime() + 7 * 3_600_000)
  return { day: there.getUTCDate(), month: there.getUTCMonth() + 1, year: there.getUTCFullYear() }
}

const NONE = ['khongthoihan', 'vothoihan', 'indefinite'] as const
/** One letter in so many may be misread. */
const LETTERS_PER_FAULT = 6

/** Recognises `Không thời hạn`, also misread or after its label. */
export function isNoExpiry(text: string): boolean {
  const folded = foldName(text).replace(/ /g, '')
  return NONE.some((words) => distanceWithin(words, folded) <= words.length / LETTERS_PER_FAULT)
}
