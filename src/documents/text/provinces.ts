// Finds provinces by the names that documents print, present and former, also slightly misread.
import { foldName } from './knowledge/fold.ts'
import { FORMER_PROVINCES, PROVINCE_ALIASES } from './knowledge/province-aliases.ts'
import {
  foldedProvince,
  PROVINCES,
  PROVINCES_2025,
  type ProvinceMatch,
  provinceByCode,
} from './knowledge/units.ts'
import { editDistance, nearest } from './likeness.ts'

export interface NamedProvince {
  /** The name as written today; a former province keeps its own. */
  readonly name: string
  /** It is a city under central government. */
  readonly city: boolean
  readonly match: ProvinceMatch
}

/** Shorter names are too much alike to be corrected. */
const LEAST_LETTERS = 6
const LONG = 9

const joined = (folded: string): string => folded.replace(/ /g, '')

function* rows(): Iterable<{ name: string; shown: string; city: boolean }> {
  for (const [alias, code = ''] of PROVINCE_ALIASES) {
    const { name, city } = provinceByCode(code) ?? { name: alias, city: false }
    yield { name: alias, shown: name, city }
  }
  for (const [name] of FORMER_PROVINCES) yield { name, shown: name, city: false }
  for (const { name, city } of [...PROVINCES_2025, ...PROVINCES]) yield { name, shown: name, city }
}

const named = new Map<string, NamedProvince>()
for (const { name, shown, city } of rows()) {
  const match = foldedProvince(name)
  if (match !== undefined) named.set(joined(foldName(name)), { name: shown, city, match })
}

const PREFIX = /^(?:tinh|thanh pho|tp|t p|t) (?=\S)/

function known(text: string): { readonly found?: NamedProvince; readonly letters: string } {
  const folded = foldName(text)
  const forms = [folded, folded.replace(PREFIX, '')].map(joined)
  const found = forms.map((form) => named.get(form)).find((each) => each !== undefined)
  return { letters: forms.at(-1) ?? '', ...(found && { found }) }
}

/** The name may have any case, tone placement or prefix; it may be misread only where no other province is near. */
export function findProvince(text: string): NamedProvince | undefined {
  const { found, letters } = known(text)
  return found ?? misread(letters)
}

/** Returns the province that is written, or all that a misread name may mean; the caller may know more. */
export function likelyProvinces(text: string): readonly NamedProvince[] {
  const { found, letters } = known(text)
  if (found !== undefined) return [found]
  if (letters.length < LEAST_LETTERS - 1) return []
  const near = [...named].filter(([key]) => editDistance(letters, key) <= 2).map(([, province]) => province)
  return [...new Map(near.map((province) => [province.name, province])).values()]
}

function misread(letters: string): NamedProvince | undefined {
  if (letters.length < LEAST_LETTERS) return undefined
  return nearest(letters, named, { most: letters.length < LONG ? 1 : 2, lead: 2 })
}

/** A few letters of a seal before the word for a province. */
const STRAY = /^\S{1,4} (?=(?:tinh|thanh pho|tp) \S)/

/** Returns the longest run of words at the beginning that is a province; an exact one comes before a misread one. */
export function provinceAtStart(text: string): NamedProvince | undefined {
  const folded = foldName(text)
  const [runs, afterStray] = [folded, folded.replace(STRAY, '')].map((each) => {
    const words = each.replace(PREFIX, '').split(' ')
    return [5, 4, 3, 2, 1].map((count) => words.slice(0, count).join(''))
  }) as [string[], string[]]
  return (
    [...runs, ...afterStray].map((run) => named.get(run)).find((found) => found !== undefined) ??
    runs.map(misread).find((found) => found !== undefined)
  )
}
