// Compares what an organisation said about a person with what was read, field by field, and says which differences it tolerates.
import { atLeast, type Check } from '../checks.ts'
import type { Read, WordRules } from './evidence.ts'
import { type ExpectedField, expectedFields } from './policies/policy.ts'

/** From the same to something else. `other-notation` is another spelling of the same day, place or word. */
export const comparisons = [
  'same',
  'without-tones',
  'other-order',
  'other-notation',
  'differs',
  'not-read',
] as const
export type ComparisonOutcome = (typeof comparisons)[number]

export type ExpectedData = Readonly<Partial<Record<ExpectedField, string | undefined>>>

export interface ComparedField {
  readonly field: ExpectedField
  readonly outcome: ComparisonOutcome
  readonly given: string
  /** Empty where nothing was read. */
  readonly read: string
  /** None where nothing was read. */
  readonly check?: Check
}

/** Addresses that are less alike are other places: a house further down the street has two other figures. */
const SAME_PLACE = 0.97

type Rule = (given: string, read: string, words: WordRules) => ComparisonOutcome

const plain = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ')
const loud = (text: string, { placeTones }: WordRules): string =>
  placeTones(plain(text)).toLocaleUpperCase('vi')

const names: Rule = (given, read, words) => {
  const [one, other] = [loud(given, words), loud(read, words)]
  if (one === other) return 'same'
  const [folded, against] = [words.fold(given), words.fold(read)]
  if (folded === '' || against === '') return 'differs'
  if (folded.replaceAll(' ', '') === against.replaceAll(' ', '')) return 'without-tones'
  const sorted = (name: string) => name.split(' ').toSorted().join(' ')
  return sorted(folded) === sorted(against) ? 'other-order' : 'differs'
}

const digits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

const numbers: Rule = (given, read) =>
  digits(given) !== '' && digits(given) === digits(read) ? 'same' : 'differs'

/** Where a document has no more than the year, the year must be the same. */
const days: Rule = (given, read, { day }) => {
  const [one, other] = [day(given), day(read)]
  if (one === undefined || other === undefined) return 'differs'
  if (one === other) return plain(given) === plain(read) ? 'same' : 'other-notation'
  const isYear = one.length === 4 || other.length === 4
  return isYear && one.slice(0, 4) === other.slice(0, 4) ? 'other-notation' : 'differs'
}

const oneOf =
  (parse: (words: WordRules) => (text: string) => string | undefined): Rule =>
  (given, read, words) => {
    if (loud(given, words) === loud(read, words)) return 'same'
    const [one, other] = [parse(words)(given), parse(words)(read)]
    if (one !== undefined && one === other)
      return words.fold(given) === words.fold(read) ? 'without-tones' : 'other-notation'
    return 'differs'
  }

const places: Rule = (given, read, words) => {
  if (loud(given, words) === loud(read, words)) return 'same'
  if (words.fold(given) === words.fold(read)) return 'without-tones'
  return words.addresses(given, read) >= SAME_PLACE ? 'other-notation' : 'differs'
}

const rules: Readonly<Record<ExpectedField, Rule>> = {
  name: names,
  number: numbers,
  birthday: days,
  sex: oneOf(({ sex }) => sex),
  nationality: oneOf(({ nation }) => nation),
  address: places,
}

/** Of several readings the one that comes nearest counts. */
export function compareExpected(
  expected: ExpectedData,
  values: Read['values'],
  words: WordRules,
): ComparedField[] {
  return expectedFields.flatMap((field): ComparedField[] => {
    const given = expected[field]
    if (given === undefined) return []
    const read = (values[field] ?? []).filter((value) => value !== '')
    const [best] = read
      .map((value) => ({ value, outcome: rules[field](given, value, words) }))
      .toSorted((a, b) => comparisons.indexOf(a.outcome) - comparisons.indexOf(b.outcome))
    if (!best) return [{ field, outcome: 'not-read', given, read: '' }]
    const check = {
      ...atLeast(`expected-${field}`, best.outcome === 'differs' ? 0 : 1, 1),
      field,
      values: { given, read: best.value },
    }
    return [{ field, outcome: best.outcome, given, read: best.value, check }]
  })
}
