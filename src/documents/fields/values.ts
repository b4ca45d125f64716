// What each field may hold, and how the text of its lines becomes the value that is answered.

import type { Announced } from '../kinds/kind.ts'
import { type Kind, kindDefinition } from '../kinds/kinds.ts'
import { joinAddress } from '../text/addresses.ts'
import { formatDay, isNoExpiry, NO_EXPIRY, parseDate } from '../text/dates.ts'
import { foldName } from '../text/knowledge/fold.ts'
import { NATIONALITY } from '../text/knowledge/words.ts'
import { cleanName } from '../text/names.ts'
import { parseAuthority, parseEthnicity, parseNational, parseReligion, parseSex } from '../text/words.ts'
import { findNumber, type NumberShape } from './numbers.ts'

export interface ParsedValue {
  readonly value: string
  /** Characters that had to be read as others. */
  readonly mended: number
}

interface ValueRule {
  /** Only a text that can be parsed is taken; else any that can be read. */
  readonly closed: boolean
  readonly parse: (lines: readonly string[], kind: Kind) => ParsedValue | undefined
}

const plain = (value: string | undefined): ParsedValue | undefined =>
  value === undefined || value === '' ? undefined : { value, mended: 0 }

const closed = (parse: (text: string) => string | undefined): ValueRule => ({
  closed: true,
  parse: (lines) => plain(parse(lines.join(' '))),
})

const open = (parse: (lines: readonly string[]) => string): ValueRule => ({
  closed: false,
  parse: (lines) => plain(parse(lines)),
})

const number = (shapeOf: (kind: Kind) => NumberShape): ValueRule => ({
  closed: true,
  parse: (lines, kind) => findNumber([...lines.join(' ')], shapeOf(kind)),
})

const day = (text: string): string | undefined => {
  const found = parseDate(text)
  return found && formatDay(found)
}

/** Words of both languages may have run into each other: `nămyear`. The English one is small print and often misread. */
const bilingualDate = (text: string): string =>
  text.replaceAll(/(ng\p{L}y|th\p{L}ng|n\p{L}m)[\s/|]*\p{L}{3,7}(?=\s*\d)/giu, '$1')

/** Two of the three words and a day, so that a slashed date after a label is none. */
export function isDateInWords(text: string): boolean {
  const folded = foldName(text)
  const words = ['ngay', 'thang', 'nam'].filter((word) => folded.includes(word))
  return words.length >= 2 && day(bilingualDate(text)) !== undefined && !/\d\s?[/.-]\s?\d/.test(text)
}

/** Capitals: a name is never printed otherwise, and what is not is no name. */
const name = closed((text) => {
  const clean = cleanName(text)
  const letters = clean.replace(/[^\p{L}]/gu, '')
  const capitals = letters.replace(/[^\p{Lu}]/gu, '').length
  return letters.length >= 2 && capitals >= 0.7 * letters.length ? clean.toUpperCase() : undefined
})

const ADDRESS = open(joinAddress)

/** Without dots of the form and signs at the ends. */
const words = (lines: readonly string[]): string =>
  lines
    .join(' ')
    .replace(/[…_]+|\.{2,}/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.,;:/-]+|[\s,;:/-]+$/g, '')

/** `C:2cm` is how far (cách) a mark is from what is named; its colon is often read as a point. */
const marks = (lines: readonly string[]): string =>
  words(lines).replaceAll(/(?<!\p{L})([Cc])(?:\.:?|:\.)(?=\s?\d)/gu, '$1:')

const CLASS = /^(?:A[1-4]?|B(?:11?|2)?|C1?|D[12]?|E|F|BE|C1E|CE|D[12]?E|DE|F[BCDE]|FB2)$/

/** Of before and since 2025; only what cannot be otherwise is mended. */
export function licenceClass(text: string): string | undefined {
  const mended = text
    .toUpperCase()
    .replace(/^([ABCD])[IL|T7]$/, '$11')
    .replace(/^8/, 'B')
    .replace(/^4(?=[1-4]$)/, 'A')
  return CLASS.test(mended) ? mended : undefined
}

/** `B2`, `A1, C` */
const classes = (text: string): string | undefined => {
  const found = text.split(/[\s,;./-]+/).filter((part) => part !== '')
  const known = found.flatMap((part) => licenceClass(part) ?? [])
  return known.length > 0 && known.length === found.length ? known.join(', ') : undefined
}

/** Also where the stroke between both languages was lost. */
const national = closed((text) => {
  const isVietnam = foldName(text).replaceAll(' ', '').startsWith('vietnam')
  return parseNational(text) ?? (isVietnam ? NATIONALITY : undefined)
})

const numberShape = (kind: Kind): NumberShape => kindDefinition(kind).number?.shape ?? 'personal'

export const VALUE_RULES: Readonly<Record<Announced, ValueRule>> = {
  address: ADDRESS,
  birthday: closed(day),
  characteristics: open(marks),
  class_type: closed(classes),
  country: closed((text) => /\b[A-Z]{3}\b/.exec(text)?.[0]),
  ethnicity: closed(parseEthnicity),
  expiry: closed((text) => day(text) ?? (isNoExpiry(text) ? NO_EXPIRY : undefined)),
  given_names: name,
  hometown: ADDRESS,
  id: number(numberShape),
  issue_by: { closed: true, parse: (lines) => plain(parseAuthority(lines)) },
  issue_date: closed((text) => day(bilingualDate(text))),
  issue_place: open(words),
  name,
  national,
  nationality: national,
  optional_data: open(words),
  passport_id: number(() => 'passport'),
  passport_type: closed((text) => /^[^A-Z]*(P[A-Z]?)[^A-Z]*$/.exec(text)?.[1]),
  religion: closed(parseReligion),
  seri_id: number(() => 'serial'),
  sex: closed(parseSex),
  surname: name,
}
