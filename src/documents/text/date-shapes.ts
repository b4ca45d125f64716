// Finds dates in a printed text by their shape: figures with signs between, words, names of months.
import { foldName } from './knowledge/fold.ts'
import { editDistance } from './likeness.ts'

/** The day may not exist in the calendar; a year below 100 was printed with two figures. */
interface DateShape {
  readonly day: number
  readonly month: number
  readonly year: number
}

/** The figures that letters stand for; they count only where the rest shows that it is a date. */
const MISREAD: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  l: '1',
  I: '1',
  i: '1',
  Z: '2',
  z: '2',
  S: '5',
  s: '5',
  B: '8',
}
const FIGURE = `[0-9${Object.keys(MISREAD).join('')}]`
/** Misread figures count if at least so many others are plain. */
const LEAST_PLAIN = 5

const SIGN = String.raw`\s*[/\\|.,:;·\-–—]\s*`
const TWO = `(${FIGURE}\\s?${FIGURE}?)`
const FOUR = `(${FIGURE}\\s?${FIGURE}\\s?${FIGURE}\\s?${FIGURE})`
/** A date never stands within a longer number, word or row of signs. */
const START = String.raw`(?<![\p{L}\p{N}]|\p{N}[/\\|.,:\-–—])`
const END = String.raw`(?![\p{L}\p{N}]|[/\\|\-–—]\p{N})`
const pattern = (source: string): RegExp => new RegExp(source, 'gu')

const DAY_FIRST = pattern(`${START}${TWO}${SIGN}${TWO}${SIGN}${FOUR}${END}`)
const YEAR_FIRST = pattern(String.raw`${START}(\d{4})[-./](\d{2})[-./](\d{2})${END}`)
const SHORT_YEAR = pattern(String.raw`${START}(\d{1,2})\s?[-./]\s?(\d{1,2})\s?[-./]\s?(\d{2})${END}`)
/** The text must be nothing but the date: with spaces, or with one sign lost or read as a figure. */
const ALONE = [
  /^(\d{2})\s+(\d{2})\s+(\d{4})$/,
  /^(\d)\s(\d)\s(\d)\s(\d)\s(\d)\s(\d)\s(\d)\s(\d)$/,
  /^(\d{2})[17]?(\d{2})\s?[/.-]\s?(\d{4})$/,
  /^(\d{2})\s?[/.-]\s?(\d{2})[17]?(\d{4})$/,
] as const

const LOW_TWO = '([0-9oil]\\s?[0-9oil]?)'
const WORD = String.raw`[\s.,:/]*([a-z]{2,7}(?:\s?[/|ilj]?\s?(?:month|year))?)(?:\s?\/\s?[a-z]{3,6})?[\s.,:/|-]*`
const IN_WORDS = new RegExp(
  `(?<![0-9])${LOW_TWO}${WORD}${LOW_TWO}${WORD}([0-9oil]\\s?[0-9oil]\\s?[0-9oil]\\s?[0-9oil])(?![0-9])`,
  'g',
)

const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'january', 'janv', 'janvier', 'ene', 'gen'],
  ['feb', 'february', 'fev', 'fevr', 'fevrier'],
  ['mar', 'march', 'mars', 'mrt'],
  ['apr', 'april', 'avr', 'avril', 'abr'],
  ['may', 'mai', 'mei', 'mag'],
  ['jun', 'june', 'juin', 'giu'],
  ['jul', 'july', 'juil', 'juillet', 'lug'],
  ['aug', 'august', 'aou', 'aout', 'ago'],
  ['sep', 'sept', 'september', 'septembre', 'set'],
  ['oct', 'october', 'octobre', 'okt', 'ott'],
  ['nov', 'november', 'novembre'],
  ['dec', 'december', 'decembre', 'dic', 'dez'],
]
const monthNames = new Map(MONTHS.flatMap((names, k) => names.map((name) => [name, k + 1] as const)))
const NAMED =
  /(?<![0-9]|(?<![a-z])[oil])([0-9]{1,2})[\s.\-/]*(?:(?:thang|thg)[\s.]*([0-9]{1,2})[\s/]+)?([a-z0]{3,9})\.?(?:\s?\/\s?([a-z0]{3,9})\.?)?[\s.,\-/]*([0-9]{4}|[0-9]{2})(?![0-9])/g

/** Returns every shape in the text once. */
export function dateShapes(text: string): DateShape[] {
  const folded = foldLetters(text)
  const found = [...figures(text), ...inWords(folded), ...monthInWords(folded)]
  const keys = new Set<string>()
  return found.filter(({ day, month, year }) => {
    const key = `${day} ${month} ${year}`
    return !keys.has(key) && keys.add(key)
  })
}

function figures(text: string): DateShape[] {
  const found: DateShape[] = []
  for (const [whole, day = '', month = '', year = ''] of text.matchAll(DAY_FIRST))
    if (whole.replace(/\D/g, '').length >= LEAST_PLAIN) found.push(shape(day, month, year))
  for (const [, year = '', month = '', day = ''] of text.matchAll(YEAR_FIRST))
    found.push(shape(day, month, year))
  if (found.length > 0) return found
  for (const [, day = '', month = '', year = ''] of text.matchAll(SHORT_YEAR))
    found.push(shape(day, month, year))
  const alone = text.trim()
  for (const form of ALONE) {
    const figures = form.exec(alone)?.slice(1).join('')
    if (figures !== undefined) found.push(shape(figures.slice(0, 2), figures.slice(2, 4), figures.slice(4)))
  }
  return found
}

function inWords(folded: string): DateShape[] {
  return [...folded.matchAll(IN_WORDS)].flatMap(
    ([, day = '', first = '', month = '', second = '', year = '']) =>
      isLike(first, 'thang', 2) &&
      isLike(second, 'nam', 1) &&
      hasFigure(...[day, month].map((part) => (TYPED.test(part) ? '11' : part)), year)
        ? [shape(day, month, year)]
        : [],
  )
}

/** The English word may have run into the Vietnamese one: `nămyear`. */
const isLike = (read: string, word: string, most: number): boolean =>
  editDistance(read.replace(/\s?[/|ilj]?\s?(?:month|year)$/, ''), word) <= most

/** Typewriters have one key for `1` and `l`, and no other day or month is two of them. */
const TYPED = /^l\s?l$/

const hasFigure = (...parts: readonly string[]): boolean => parts.every((part) => /\d/.test(part))

function monthInWords(folded: string): DateShape[] {
  return [...folded.matchAll(NAMED)].flatMap(([, day = '', figure, one = '', other = '', year = '']) => {
    const months = [
      ...(figure === undefined ? [] : [Number(figure)]),
      ...[one, other].flatMap((word) => monthNames.get(word.replace(/0/g, 'o')) ?? []),
    ]
    const [month] = months
    return month !== undefined && months.every((each) => each === month)
      ? [{ day: Number(day), month, year: Number(year) }]
      : []
  })
}

/** Folds as `foldName` does, but keeps signs and spaces. */
const foldLetters = (text: string): string =>
  text.replace(/\p{L}\p{M}*/gu, (letter) => foldName(letter).slice(0, 1))

const shape = (day: string, month: string, year: string): DateShape => ({
  day: plain(day),
  month: plain(month),
  year: plain(year),
})

const plain = (figures: string): number =>
  Number(Array.from(figures.replace(/\s/g, ''), (sign) => MISREAD[sign] ?? sign).join(''))
