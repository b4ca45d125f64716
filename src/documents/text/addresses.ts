// Addresses: lines joined to one text, the province in it, and how alike two of them are.

import {
  beginsUnit,
  endsWithinUnit,
  fitOfEnd,
  isUnitName,
  isUnitOf,
  partsOf,
  withoutType,
} from './address-units.ts'
import { foldName } from './knowledge/fold.ts'
import { foldedProvince, type ProvinceMatch } from './knowledge/units.ts'
import { editDistance } from './likeness.ts'
import { findProvince, likelyProvinces } from './provinces.ts'

/** Cards cut an address after the house, with a comma or without, or anywhere between two words. */
export function joinAddress(lines: readonly string[]): string {
  const clean = lines.map(cleanLine).filter((line) => line !== '')
  const whole = clean.reduceRight((rest, line) => (rest === '' ? line : joinTwo(line, rest)), '')
  return whole.replace(/\s*,(?:\s*,)*\s*/g, ', ').replace(/^[\s,.;:]+|[\s,.;:]+$/g, '')
}

/** Without the dots of the form; a comma at either end stays, it tells where a unit ends. */
const cleanLine = (line: string): string =>
  line
    .normalize('NFC')
    .replace(/[…_]+|\.{2,}|(?:\s\.)+(?=\s|$)/g, ' ')
    .replace(/(\p{L}{2,})\.(?=[\s,]|$)/gu, (dotted, word: string) => (isShort(word) ? dotted : word))
    .replace(/(\d)\.(?=\s*(?:,|$))/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.;:·*]+|[\s;:·*]+$/g, '')

/** `TP.`, `Tx.`: what is cut short has no vowel; after a whole word a dot is one of the form's. */
const isShort = (word: string): boolean => !/[aeiouy]/.test(foldName(word))

function joinTwo(line: string, rest: string): string {
  const [spaced, divided] = [`${line} ${rest}`, `${line}, ${rest}`]
  if (line.endsWith(',') || rest.startsWith(',')) return spaced
  if (/[^\s]-$/.test(line)) return line + rest
  if (line.endsWith('-') || rest.startsWith('-') || endsWithinUnit(line)) return spaced
  if (beginsUnit(rest)) return divided
  return isDivided(spaced, divided, rest) ? divided : spaced
}

/** Does a unit end at the break? Known by which of the two is an address that exists. */
function isDivided(spaced: string, divided: string, rest: string): boolean {
  const [whole, apart] = [fitOfEnd(partsOf(spaced)), fitOfEnd(partsOf(divided))]
  if (whole.units !== apart.units) return apart.units > whole.units
  // A part more than the units are makes the break one within the house or street.
  const parts = partsOf(rest).length
  return parts >= 2 && parts <= Math.round(apart.units) + 1 && apart.likeness > whole.likeness
}

/** The province an address ends with; undefined where none can be told. */
export function provinceOf(address: string): ProvinceMatch | undefined {
  const parts = partsOf(address.normalize('NFC'))
  const units = foldName(parts.at(-1) ?? '') === 'viet nam' ? parts.slice(0, -1) : parts
  const [last = '', before = ''] = [units.at(-1), units.at(-2)]
  const likely = likelyProvinces(last).filter(({ match }) => foldedProvince(last) || isUnitOf(before, match))
  if (likely.length === 1) return likely[0]?.match
  return afterUnit(last) ?? (isUnitName(last) ? undefined : findProvince(last)?.match)
}

/** Where the comma before the province was lost: only after a unit that the province has. */
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

/** 0 to 1: letters alone, without tones, signs and types of units; a province by any of its names is the same. */
export function sameAddress(a: string, b: string): number {
  const [one, other] = [withProvince(a), withProvince(b)]
  return Math.max(...[byPart, anywhere].map((letters) => likeness(letters(one), letters(other))))
}

function withProvince(address: string): readonly string[] {
  const parts = partsOf(address.normalize('NFC'))
  const last = parts.at(-1) ?? ''
  return [...parts.slice(0, -1), findProvince(last)?.name ?? last]
}

const TYPES =
  /(?<= |^)(?:phuong|xa|thi tran|quan|huyen|thanh pho|thi xa|tinh|dac khu|tp|tx|tt|[pqhx])(?= |$)/g

/** A type is one where a part begins; where commas were lost, wherever it stands. */
const byPart = (parts: readonly string[]): string => parts.map(withoutType).join('')
const anywhere = (parts: readonly string[]): string =>
  foldName(parts.join(' ')).replace(TYPES, '').replace(/ /g, '')

const likeness = (one: string, other: string): number => {
  const longest = Math.max(one.length, other.length)
  return longest === 0 ? 0 : 1 - editDistance(one, other) / longest
}
