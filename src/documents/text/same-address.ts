// Compares two addresses as places: types of units dropped or abbreviated, parts left out, units merged in 2025.
import { partsOf, unitsOf } from './address-units.ts'
import { isProvinceSure, provinceOf } from './addresses.ts'
import { foldName } from './knowledge/fold.ts'
import { foldedProvince, type ProvinceMatch } from './knowledge/units.ts'
import { editDistance } from './likeness.ts'

/** No likeness of two provinces is higher. */
const ELSEWHERE = 0.5

/**
 * Returns the likeness of two addresses, 0 to 1. What only one of them says does not count against it: a form that
 * leaves out the house, the district or the province is the same place. What both say otherwise does.
 */
export function sameAddress(a: string, b: string): number {
  const alike = readingsOf(a).flatMap((one) => readingsOf(b).map((other) => placesAlike(one, other)))
  return Math.max(0, ...alike)
}

interface AddressParts {
  /** The parts before the province, each as words that say something. */
  readonly parts: readonly (readonly string[])[]
  readonly province?: ProvinceMatch
  /** What the last of the parts can be. */
  readonly last: { readonly isCommune2025: boolean; readonly isDistrict: boolean }
}

/** Where the last line was lost, the end may be a commune that has the name of a province: then both are possible. */
function readingsOf(address: string): AddressParts[] {
  const parts = partsOf(address.normalize('NFC'))
  if (parts.length === 0) return []
  const province = provinceOf(address)
  const bare = { parts: parts.map(wordsOf), last: { isCommune2025: false, isDistrict: false } }
  if (!province) return [bare]
  const before = withoutProvince(parts)
  const whole = { parts: before.map(wordsOf), province, last: unitsOf(before, province) }
  return isProvinceSure(address) ? [whole] : [whole, bare]
}

function placesAlike(one: AddressParts, other: AddressParts): number {
  const alike = Math.max(...ways(one, other).map(([x, y]) => likenessOf(x, y)))
  return areApart(one.province, other.province) ? Math.min(alike, ELSEWHERE) : alike
}

/** A province whose comma was lost is at most so many words: `Thành phố Bà Rịa - Vũng Tàu`. */
const MOST_WORDS = 7

function withoutProvince(parts: readonly string[]): readonly string[] {
  const units = foldName(parts.at(-1) ?? '') === 'viet nam' ? parts.slice(0, -1) : parts
  const words = (units.at(-1) ?? '').split(/\s+/)
  const longest = Math.min(MOST_WORDS, words.length - 1)
  for (let count = words.length; count > 0; count--)
    if ((count <= longest || count === words.length) && foldedProvince(words.slice(-count).join(' ')))
      return [...units.slice(0, -1), words.slice(0, -count).join(' ')].filter((part) => part !== '')
  return units.slice(0, -1)
}

/** They say what kind of place or unit it is; forms leave them out or write them short. Folded, the longest first. */
const TYPES = new RegExp(
  `(?<= |^)(?:${[
    'to dan pho',
    'khu dan cu',
    'khu tap the',
    'thi tran',
    't tran',
    'thi xa',
    'thanh pho',
    'dac khu',
    'khu pho',
    'khu vuc',
    'so nha',
    'chung cu',
    'phuong',
    'xa',
    'quan',
    'huyen',
    'tinh',
    'tdp',
    'kdc',
    'kp',
    'kv',
    'tp',
    'tx',
    'tt',
    'sn',
    'dk',
    'cc',
    'khu',
    'thon',
    'xom',
    'ap',
    'to',
    'doi',
    'ban',
    'buon',
    'lang',
    'khom',
    'so',
    'nha',
    'ngo',
    'ngach',
    'hem',
    'duong',
    'pho',
    'd',
    'p',
    'q',
    'h',
    'x',
    't',
    's',
    'k',
  ].join('|')})(?= |$)`,
  'gu',
)

/** `P12`, `12A`, `ThônĐông`: words that were run together. Zeros before a figure do not count. */
const wordsOf = (part: string): string[] =>
  foldName(part.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .replaceAll(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/gu, ' ')
    .replaceAll(TYPES, '')
    .split(' ')
    .map((word) => word.replace(/^0+(?=\d)/, ''))
    .filter((word) => word !== '')

/** All words; and, where one may have the units of 2025 and the other those before, the words before the units: nobody can say which was merged into which. */
function ways(
  one: AddressParts,
  other: AddressParts,
): readonly (readonly [readonly string[], readonly string[]])[] {
  const whole = [one.parts.flat(), other.parts.flat()] as const
  const across = [
    [one, other],
    [other, one],
  ].flatMap(([old, now]) => (old && now && isMerged(old, now) ? [housesOf(old, now)] : []))
  return [whole, ...across]
}

const housesOf = (old: AddressParts, now: AddressParts) =>
  [old.parts.slice(0, -2).flat(), now.parts.slice(0, -1).flat()] as const

/** The form of 2025 has no district, and so a part less; many a commune of today has the name of a district. */
function isMerged(old: AddressParts, now: AddressParts): boolean {
  if (!old.province || !now.province || areApart(old.province, now.province)) return false
  if (!now.last.isCommune2025 || old.parts.length < 2) return false
  const isRenamed = !old.province.codes.some((code) => now.province?.codes.includes(code))
  return isRenamed || !now.last.isDistrict || now.parts.length < old.parts.length
}

const areApart = (one: ProvinceMatch | undefined, other: ProvinceMatch | undefined): boolean =>
  one !== undefined && other !== undefined && !one.codes2025.some((code) => other.codes2025.includes(code))

/** A misread letter of a word that is otherwise the same counts this much of one that both say otherwise. */
const MISREAD = 0.4
/** Texts with fewer letters are compared as if they had so many. */
const LEAST_LETTERS = 8

function likenessOf(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [one.join(''), other.join('')]
  const letters = Math.max(LEAST_LETTERS, Math.min(a.length, b.length))
  // Spaces may have been lost.
  const joined = editDistance(a, b) / letters
  const { changed, left, right } = aligned(one, other)
  return Math.max(0, 1 - Math.min(joined, (MISREAD * changed + Math.min(left, right)) / letters))
}

interface Alignment {
  /** Letters that differ within words that stand for each other. */
  readonly changed: number
  /** Letters of words that stand for none of the other address. */
  readonly left: number
  readonly right: number
}

const costOf = ({ changed, left, right }: Alignment): number => changed + (left + right) / 2
const least = (...ways: readonly (Alignment | undefined)[]): Alignment =>
  ways.reduce<Alignment | undefined>(
    (best, way) => (way && (!best || costOf(way) < costOf(best)) ? way : best),
    undefined,
  ) ?? { changed: 0, left: 0, right: 0 }

/** The way to lay the words of one beside those of the other that leaves the fewest letters alone. */
function aligned(one: readonly string[], other: readonly string[]): Alignment {
  let row: (Alignment | undefined)[] = []
  for (let i = 0; i <= one.length; i++) {
    const next: (Alignment | undefined)[] = []
    for (let k = 0; k <= other.length; k++) {
      const [word, against] = [one[i - 1], other[k - 1]]
      const [above, beside, diagonal] = [row[k], next[k - 1], row[k - 1]]
      const apart = word !== undefined && against !== undefined ? distance(word, against) : undefined
      next.push(
        least(
          word !== undefined && above ? { ...above, left: above.left + word.length } : undefined,
          against !== undefined && beside ? { ...beside, right: beside.right + against.length } : undefined,
          apart !== undefined && diagonal ? { ...diagonal, changed: diagonal.changed + apart } : undefined,
        ),
      )
    }
    row = next
  }
  return row.at(-1) ?? { changed: 0, left: 0, right: 0 }
}

/** Letters by which two words differ; undefined where one cannot be the other misread, or its first letter alone. */
function distance(word: string, against: string): number | undefined {
  if (word === against) return 0
  if (/\d/.test(word + against)) return undefined
  if (Math.min(word.length, against.length) === 1) return word[0] === against[0] ? 0 : undefined
  const letters = editDistance(word, against)
  return letters <= Math.max(word.length, against.length) / 3 ? letters : undefined
}
