// How the text of printed lines becomes the value of a field; each row of a field has one of these rules.
import { joinAddress } from '../text/addresses.ts'
import { formatDay, isNoExpiry, NO_EXPIRY, parseBirthYear, parseDate } from '../text/dates.ts'
import { foldName } from '../text/knowledge/fold.ts'
import { NATIONALITY } from '../text/knowledge/words.ts'
import { licenceClass } from '../text/licence-classes.ts'
import { cleanName } from '../text/names.ts'
import { provincesOfCmnd9 } from '../text/personal-number.ts'
import { parseAuthority, parseEthnicity, parseNational, parseReligion, parseSex } from '../text/words.ts'
import { findNumber, type NumberShape } from './numbers.ts'

interface ParsedValue {
  readonly value: string
  /** How many characters had to be read as others. */
  readonly corrected: number
}

export interface ValueRule {
  /** Only a text that can be parsed is taken; else any that can be read. */
  readonly closed: boolean
  /** Nothing of such a value can be hidden: it has all that its form has. */
  readonly isComplete?: (value: string) => boolean
  /** `number` is the shape of the number that documents of this kind have. */
  readonly parse: (lines: readonly string[], number: NumberShape) => ParsedValue | undefined
}

const plain = (value: string | undefined): ParsedValue | undefined =>
  value === undefined || value === '' ? undefined : { value, corrected: 0 }

const closed = (parse: (text: string) => string | undefined): ValueRule => ({
  closed: true,
  parse: (lines) => plain(parse(lines.join(' '))),
})

/** One of few words, none of which begins or ends another. */
const word = (parse: (text: string) => string | undefined): ValueRule => ({
  ...closed(parse),
  isComplete: () => true,
})

const open = (parse: (lines: readonly string[]) => string): ValueRule => ({
  closed: false,
  parse: (lines) => plain(parse(lines)),
})

/** A value of which one figure is another or lost is worth so many corrected characters. */
const LOST = 4

/** A number of its own shape, or of the one that the kind of document has. */
const number = (shape?: NumberShape): ValueRule => ({
  closed: true,
  parse: (lines, ofKind) => {
    const found = findNumber([...lines.join(' ')], shape ?? ofKind)
    // No province had numbers of nine figures that begin so: one of the first is misread.
    const isMisread =
      ofKind === 'cmnd' && found?.value.length === 9 && provincesOfCmnd9(found.value).length === 0
    return found && { ...found, corrected: found.corrected + (isMisread ? LOST : 0) }
  },
})

const day = (text: string): string | undefined => {
  const found = parseDate(text)
  return found && formatDay(found)
}

/** `7/04/1979`: a card that prints a month with two figures prints a day with two. The first ran into the label and was lost. */
const LOST_FIGURE = /(?<!\d)\d\s?[/.-]\s?0\d\s?[/.-]/
/** Machines print two figures always; forms that were filled in by hand may not. */
const LOST_IN_PRINT = /(?<!\d)\d\s?[/.-]\s?\d{2}\s?[/.-]/

/** Before a year alone there may have been more. */
const isWholeDay = (value: string): boolean => !/^\d{4}$/.test(value)

const days = (parse: (text: string) => string | undefined): ValueRule => ({
  closed: true,
  isComplete: isWholeDay,
  parse: (lines, number) => {
    const text = lines.join(' ')
    const value = parse(text)
    const mended = value === undefined && undoubled(text, parse)
    if (mended) return { value: mended, corrected: LOST }
    const lost = number === 'personal' ? LOST_IN_PRINT : LOST_FIGURE
    return value === undefined ? undefined : { value, corrected: lost.test(text) ? LOST : 0 }
  },
})

/** `038/01/2040`: where a day is printed over its label, its first figure may be read as two. */
const DOUBLED = /(?<!\d)(\d)(\d)(\d)(\s?[/.-]\s?\d{2}\s?[/.-]\s?\d{4})(?!\d)/

/** The day with one of the two, where only one is a day. */
function undoubled(text: string, parse: (text: string) => string | undefined): string | undefined {
  const [, one, other, last, rest] = DOUBLED.exec(text) ?? []
  if (rest === undefined) return undefined
  const found = new Set([one, other].flatMap((first) => parse(`${first}${last}${rest}`) ?? []))
  return found.size === 1 ? [...found][0] : undefined
}

/** Drops English words: they are small print, often misread, and may have run into the Vietnamese ones, `nămyear`. */
const bilingualDate = (text: string): string =>
  text.replaceAll(/(ng\p{L}y|th\p{L}ng|n\p{L}m)[\s/|]*\p{L}{3,7}(?=\s*\d)/giu, '$1')

/** A date with signs between its figures. */
const SIGNED_DATE = /\d\s?[/.-]\s?\d/

/** A date in words has two of the three words; a slashed date after a label is none. */
export function isDateInWords(text: string): boolean {
  const folded = foldName(text)
  const words = ['ngay', 'thang', 'nam'].filter((word) => folded.includes(word))
  return words.length >= 2 && day(bilingualDate(text)) !== undefined && !SIGNED_DATE.test(text)
}

/** The words of a date, folded, each before its figures; the English one between them may be misread. */
const DATE_WORDS = [
  /(?:ngay|date)(?: ?[a-z]{2,6})? ?\d/,
  /(?:thang|month)(?: ?[a-z]{3,7})? ?\d/,
  /(?:nam|year)(?: ?[a-z]{2,6})? ?\d{4}/,
] as const
const BILINGUAL = /ngay ?date|thang ?month|nam ?year/

/** A part of a line with a date in words, whether or not the whole date can be read. */
export function isPartOfDate(text: string): boolean {
  const folded = foldName(text)
  if (SIGNED_DATE.test(text)) return false
  return BILINGUAL.test(folded) || DATE_WORDS.filter((words) => words.test(folded)).length >= 2
}

/** A name is always printed in capitals; on a licence, two letters alone are the series of its number. */
export const NAME: ValueRule = {
  closed: true,
  parse: (lines, ofKind) => {
    const clean = cleanName(lines.join(' '))
    const letters = clean.replace(/[^\p{L}]/gu, '')
    const capitals = letters.replace(/[^\p{Lu}]/gu, '').length
    const isName = letters.length >= (ofKind === 'licence' ? 3 : 2) && capitals >= 0.7 * letters.length
    return plain(isName ? clean.toUpperCase() : undefined)
  },
}

export const ADDRESS = open(joinAddress)

/** Drops the dots of the form, and signs at the ends. */
const words = (lines: readonly string[]): string =>
  lines
    .join(' ')
    .replace(/[…_]+|\.{2,}/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.,;:/-]+|[\s,;:/-]+$/g, '')

/** `C:2cm` is how far (cách) a mark is from what is named; its colon is often read as a point. */
const marks = (lines: readonly string[]): string =>
  words(lines).replaceAll(/(?<!\p{L})([Cc])(?:\.:?|:\.)(?=\s?\d)/gu, '$1:')

/** `B2`, `A1, C`; the figure may stand apart, `A 1`. */
const classes = (text: string): string | undefined => {
  const close = text.replaceAll(/(?<!\p{L})([A-F]) (?=[1-4](?!\p{N}))/gu, '$1')
  const found = close.split(/[\s,;./-]+/).filter((part) => part !== '')
  const known = found.flatMap((part) => licenceClass(part) ?? [])
  return known.length > 0 && known.length === found.length ? known.join(', ') : undefined
}

/** The stroke between both languages may have been lost. */
export const NATIONALITY_NAME = word((text) => {
  const isVietnam = foldName(text).replaceAll(' ', '').startsWith('vietnam')
  return parseNational(text) ?? (isVietnam ? NATIONALITY : undefined)
})

/** A passport always has the whole day. */
export const DAY_OF_BIRTH: ValueRule = {
  closed: true,
  isComplete: isWholeDay,
  parse: (lines, ofKind) => {
    const whole = days(day).parse(lines, ofKind)
    return whole ?? (ofKind === 'passport' ? undefined : plain(parseBirthYear(lines.join(' '))))
  },
}
export const DAY_OF_ISSUE = days((text) => day(bilingualDate(text)))
export const DAY_OR_NONE = days((text) => day(text) ?? (isNoExpiry(text) ? NO_EXPIRY : undefined))
export const NUMBER = number()
export const PASSPORT_NUMBER = number('passport')
export const SERIAL_NUMBER = number('serial')
export const MARKS = open(marks)
export const WORDS = open(words)
export const CLASSES = closed(classes)
export const COUNTRY_CODE = word((text) => /\b[A-Z]{3}\b/.exec(text)?.[0])
export const PASSPORT_TYPE = word((text) => /^[^A-Z]*(P[A-Z]?)[^A-Z]*$/.exec(text)?.[1])
export const ETHNICITY = closed(parseEthnicity)
export const RELIGION = closed(parseReligion)
export const SEX = word(parseSex)
export const AUTHORITY: ValueRule = { closed: true, parse: (lines) => plain(parseAuthority(lines)) }
