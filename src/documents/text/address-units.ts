// Matches the end of an address with a commune, a district and a province that exist.
import { foldName } from './knowledge/fold.ts'
import {
  communes2025Of,
  districtsOf,
  foldedProvince,
  type ProvinceMatch,
  type Unit,
  unitNames,
} from './knowledge/units.ts'
import { editDistance } from './likeness.ts'
import { likelyProvinces, type NamedProvince } from './provinces.ts'

/** The types of units as documents write them, folded. */
const TYPE =
  /^(?:phuong|p|xa|x|thi tran|tt|t tran|quan|q|huyen|h|thanh pho|tp|thi xa|tx|tinh|dac khu|dk) (?=\S)/

/** `Q. Bình Thạnh` -> `binhthanh` */
const withoutType = (part: string): string => foldName(part).replace(TYPE, '').replace(/ /g, '')

/** The form with the type is kept too, because a name may begin like a type. */
const formsOf = (part: string): readonly string[] => [foldName(part).replace(/ /g, ''), withoutType(part)]

/** Licences on paper divide by strokes what others divide by commas; a few provinces have one in their name. */
export function partsOf(address: string): string[] {
  const parts = address
    .split(',')
    .flatMap((part) => (foldedProvince(part) ? [part] : part.split(/\s[-–—]\s/)))
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const [left = '', right = ''] = parts.slice(-2)
  const words = left.split(/\s+/)
  const isDouble = [1, 2, 3].some((count) => foldedProvince([...words.slice(-count), right].join(' ')))
  return parts.length > 1 && isDouble && !foldedProvince(right)
    ? [...parts.slice(0, -2), `${left} - ${right}`]
    : parts
}

const keys = new Map<string, string>()

/** The names are folded once, because a search compares hundreds of units. */
function keyOf(name: string): string {
  const key = keys.get(name) ?? foldName(name).replace(/ /g, '')
  keys.set(name, key)
  return key
}

/** The likeness of two names, 0 to 1. */
const likenessTo = (forms: readonly string[], { name }: Unit): number =>
  Math.max(...forms.map((form) => likeness(form, keyOf(name))))

const likeness = (form: string, key: string): number =>
  form === key ? 1 : 1 - editDistance(form, key) / Math.max(form.length, key.length)

/** Below this likeness, the text is another unit. */
const LEAST_LIKE = 0.75

export interface UnitFit {
  /** The number of last parts that are units, weighted by their likeness to the names. */
  readonly units: number
  /** The likeness of the commune before them, even where it is too low to count. */
  readonly likeness: number
}

const NO_FIT: UnitFit = { units: 0, likeness: 0 }
const better = (one: UnitFit, other: UnitFit): UnitFit =>
  (other.units - one.units || other.likeness - one.likeness) > 0 ? other : one

/** Returns the best of the ways to read the end of an address. */
export function fitOfEnd(parts: readonly string[]): UnitFit {
  return likelyProvinces(parts.at(-1) ?? '')
    .map((province) => fitWithin(province, parts))
    .reduce(better, NO_FIT)
}

/** An address has a district or, since July 2025, none. */
function fitWithin({ match }: NamedProvince, parts: readonly string[]): UnitFit {
  const [commune, middle] = [formsOf(parts.at(-3) ?? ''), formsOf(parts.at(-2) ?? '')]
  let best: UnitFit = { units: 1, likeness: 0 }
  for (const code of match.codes) {
    for (const district of districtsOf(code)) {
      const like = likenessTo(middle, district)
      if (like < LEAST_LIKE) continue
      const likeness = bestOf(commune, district.communes)
      best = better(best, { units: 1 + like + (likeness < LEAST_LIKE ? 0 : likeness), likeness })
    }
  }
  for (const code of match.codes2025) {
    const likeness = bestOf(middle, communes2025Of(code))
    best = better(best, { units: 1 + (likeness < LEAST_LIKE ? 0 : likeness), likeness })
  }
  return best
}

function bestOf(forms: readonly string[], units: readonly Unit[]): number {
  const written = forms.filter((form) => form !== '')
  return written.length === 0
    ? 0
    : units.reduce(
        (best, { name }) =>
          Math.max(
            best,
            ...written.map((form) => (mayBeat(best, form, keyOf(name)) ? likeness(form, keyOf(name)) : 0)),
          ),
        0,
      )
}

/** The lengths alone often rule a likeness out, and are quick to compare. */
const mayBeat = (best: number, form: string, key: string): boolean =>
  Math.min(form.length, key.length) > best * Math.max(form.length, key.length)

/** Tells whether a province has a district, or since July 2025 a commune, of this name. */
export function isUnitOf(part: string, { codes, codes2025 }: ProvinceMatch): boolean {
  const forms = formsOf(part)
  const is = (units: readonly Unit[]) => units.some(({ name }) => forms.includes(keyOf(name)))
  return codes.some((code) => is(districtsOf(code))) || codes2025.some((code) => is(communes2025Of(code)))
}

/** Tells whether the last of the parts before the province can be a commune since 2025, and whether a district. */
export function unitsOf(
  parts: readonly string[],
  { codes, codes2025 }: ProvinceMatch,
): { readonly isCommune2025: boolean; readonly isDistrict: boolean } {
  const forms = formsOf(parts.at(-1) ?? '')
  const isLike = (units: readonly Unit[]) => bestOf(forms, units) >= LEAST_LIKE
  return {
    isCommune2025: codes2025.some((code) => isLike(communes2025Of(code))),
    isDistrict: codes.some((code) => isLike(districtsOf(code))),
  }
}

/** Tells whether there is a unit of exactly this name anywhere, with or without its type. */
export const isUnitName = (part: string): boolean =>
  [part, part.replace(BEGIN, '').trim()].some((name) => unitNames().has(name))

const TYPES = 'Phường|Xã|Thị trấn|Quận|Huyện|Thành phố|Thị xã|Tỉnh|Đặc khu'
const SHORT = String.raw`(?:P|Q|H|X|TT|TX|TP)\.`
const BEGIN = new RegExp(String.raw`^(?:(?:${TYPES})\s|${SHORT})`, 'iu')
const END = new RegExp(String.raw`(?:^|[\s,])(?:${TYPES}|${SHORT})$|(?:^|,\s*)(?:Thị|Thành|Đặc)$`, 'iu')

/** A line that begins with the type of a unit begins something new. */
export const beginsUnit = (text: string): boolean => BEGIN.test(text)
/** A line that ends with the type of a unit, or half of it, goes on in the next. */
export const endsWithinUnit = (text: string): boolean => END.test(text)
