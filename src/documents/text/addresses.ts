// Joins the lines of an address, and finds its province.

import { beginsUnit, endsWithinUnit, fitOfEnd, isUnitName, isUnitOf, partsOf } from './address-units.ts'
import { foldName } from './knowledge/fold.ts'
import { foldedProvince, type ProvinceMatch } from './knowledge/units.ts'
import { findProvince, likelyProvinces } from './provinces.ts'

/** Cards cut an address after the house, with a comma or without, or anywhere between two words. */
export function joinAddress(lines: readonly string[]): string {
  const clean = lines
    .map((line, i) => (i === 0 ? cleanLine(line).replace(/^[\s,-]+/, '') : cleanLine(line)))
    .filter((line) => line !== '')
  const whole = evenlyDashed(
    clean.reduceRight((rest, line) => (rest === '' ? line : joinTwo(line, rest)), ''),
  )
  return doubled(whole.replace(/\s*,(?:\s*,|\s*-\s)*\s*/g, ', ').replace(/^[\s,.;:-]+|[\s,.;:-]+$/g, ''))
}

/** Where units are parted by dashes, each dash stands between two spaces; what was read close to it does too. */
const evenlyDashed = (address: string): string =>
  isDashed(address) ? address.replace(/(?<=[\p{Ll}\d])(?:\s?-\s?)+(?=\p{Lu})/gu, ' - ') : address

/** Provinces with a dash in their name, which is thin and often lost. */
const doubled = (address: string): string =>
  address.replace(/(Bà Rịa|Gia Lai) (?=(?:Vũng Tàu|Kon Tum)$)/u, '$1 - ')

/** Units that numbers name. */
const NUMBERED = '(?:Khu phố|Tổ dân phố|Khu|Tổ|Thôn|Ấp|Xóm|Khóm|Đội|Phường|Quận|Bản|Buôn|KP|TDP)'
/** Typewriters have one key for `1` and `l`; their numbers stand close to the word before. */
const ONE = new RegExp(`(?<!\\p{L})(${NUMBERED}) ?[lI](?=\\s*(?:[,.]|\\s-|$))`, 'gu')
const CLOSE = new RegExp(`(?<!\\p{L})(${NUMBERED})(?=\\d)`, 'gu')

/** Removes the dots of the form; a comma at either end stays, because it shows where a unit ends. */
const cleanLine = (line: string): string =>
  line
    .normalize('NFC')
    .replace(/[…_]+|\.{2,}|(?:\s\.)+(?=\s|$)/g, ' ')
    .replace(/(\p{L}{2,})\.(?=[\s,]|$)/gu, (dotted, word: string) => (isShort(word) ? dotted : word))
    .replace(/(\d)\.(?=\s*(?:,|$))/g, '$1')
    // The edge of the form before an address, or the number of its line.
    .replace(/^(?:[iìíỉĩịl|]|\d\.)\s+(?=\p{Lu}\p{L})/u, '')
    .replace(ONE, '$1 1')
    .replace(CLOSE, '$1 ')
    // A comma after a number is read as a point: `Tổ 6. Ấp Hòa Bình`.
    .replace(/(?<=\p{L} ?\d+)\.\s+(?=\p{Lu})/gu, ', ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.;:·*]+|[\s;:·*]+$/g, '')

/** An abbreviation such as `TP.` or `Tx.` has no vowel; after a whole word a dot belongs to the form. */
const isShort = (word: string): boolean => !/[aeiouy]/.test(foldName(word))

function joinTwo(line: string, rest: string): string {
  const divider = isDashed(line) || (isDashed(rest) && !line.includes(',')) ? ' -' : ','
  const [spaced, divided] = [`${line} ${rest}`, `${line}${divider} ${rest}`]
  if (line.endsWith(',') || rest.startsWith(',')) return spaced
  if (/[^\s]-$/.test(line)) return line + rest
  if (line.endsWith('-') || rest.startsWith('-') || endsWithinUnit(line)) return spaced
  if (beginsUnit(rest)) return divided
  return isDivided(spaced, divided, rest) ? divided : spaced
}

/** Licences on paper part units by dashes; the one at the end of a line is often lost. */
const isDashed = (line: string): boolean => / - /.test(line) && !line.includes(',')

/** Tells whether a unit ends at the break: the right one of the two ways makes an address that exists. */
function isDivided(spaced: string, divided: string, rest: string): boolean {
  const [whole, apart] = [fitOfEnd(partsOf(spaced)), fitOfEnd(partsOf(divided))]
  if (whole.units !== apart.units) return apart.units > whole.units
  // With a part more than there are units, the break is within the house or street.
  const parts = partsOf(rest).length
  return parts >= 2 && parts <= Math.round(apart.units) + 1 && apart.likeness > whole.likeness
}

/** Commune, district and province, each hardly misread. */
const ALL_UNITS = 2.75

const isComplete = (lines: readonly string[]): boolean =>
  fitOfEnd(partsOf(joinAddress(lines))).units >= ALL_UNITS

/** Nothing follows a province after its district and commune, but the rest of its name: `Hà Nam` and `Ninh`. */
export const addressGoesOn = (lines: readonly string[], next: string): boolean =>
  !isComplete(lines) || isComplete([...lines, next])

/** The last two parts, but for the country. */
function endOf(address: string): readonly [last: string, before: string] {
  const parts = partsOf(address.normalize('NFC'))
  const units = foldName(parts.at(-1) ?? '') === 'viet nam' ? parts.slice(0, -1) : parts
  return [units.at(-1) ?? '', units.at(-2) ?? '']
}

/** Tells whether a unit of it stands before the province: where a line was lost, a commune of that name may be the end. */
export function isProvinceSure(address: string): boolean {
  const [last, before] = endOf(address)
  if (provinceOf(address) === undefined) return false
  return fitOfEnd([before, last]).units > 1 || afterUnit(last) !== undefined
}

/** Returns the province that ends the address; undefined where it is unknown. */
export function provinceOf(address: string): ProvinceMatch | undefined {
  const [last, before] = endOf(address)
  const likely = likelyProvinces(last).filter(({ match }) => foldedProvince(last) || isUnitOf(before, match))
  if (likely.length === 1) return likely[0]?.match
  return afterUnit(last) ?? (isUnitName(last) ? undefined : findProvince(last)?.match)
}

/** Finds a province whose comma was lost; it counts only after a unit of that province. */
function afterUnit(part: string): ProvinceMatch | undefined {
  const words = part.split(/\s+/)
  for (let count = Math.min(MOST_WORDS, words.length - 1); count > 0; count--) {
    const match = foldedProvince(words.slice(-count).join(' '))
    const before = words.slice(0, -count)
    const isAfterUnit = match && before.some((_, from) => isUnitOf(before.slice(from).join(' '), match))
    if (isAfterUnit) return match
  }
  return undefined
}

/** `Thành phố Bà Rịa - Vũng Tàu` */
const MOST_WORDS = 7
