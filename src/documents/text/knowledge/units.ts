// Administrative units before and since July 2025 and the codes that stand in numbers: lookups over units.json.
import { foldName } from './fold.ts'
import { FORMER_PROVINCES, PROVINCE_ALIASES } from './province-aliases.ts'
import data from './units.json' with { type: 'json' }

/** One of the 63 provinces before July 2025; `code` is the PPP of a personal number. */
export interface Province {
  readonly code: string
  readonly name: string
  /** It is a city under central government, not a province. */
  readonly city: boolean
  readonly code2025: string
}

/** One of the 34 provinces since July 2025; `code` has two digits. */
interface Province2025 {
  readonly code: string
  readonly name: string
  readonly city: boolean
}

export type UnitType = 'Quận' | 'Huyện' | 'Thành phố' | 'Thị xã' | 'Phường' | 'Xã' | 'Thị trấn' | 'Đặc khu'

export interface Unit {
  readonly type: UnitType
  /** The name without the type; a number for numbered wards and districts. */
  readonly name: string
}

export interface District extends Unit {
  readonly communes: readonly Unit[]
}

export interface Country {
  readonly code: string
  readonly iso2: string
  readonly name: string
}

/** What a printed province may mean: several where an old one was split. Compare by `codes2025`: a name may be of either time. */
export interface ProvinceMatch {
  readonly codes: readonly string[]
  readonly codes2025: readonly string[]
}

const TYPES: Readonly<Record<string, UnitType>> = {
  Q: 'Quận',
  H: 'Huyện',
  C: 'Thành phố',
  S: 'Thị xã',
  P: 'Phường',
  X: 'Xã',
  T: 'Thị trấn',
  D: 'Đặc khu',
}

export const PROVINCES: readonly Province[] = data.provinces.map(({ code, name, city, code2025 }) => ({
  code,
  name,
  city,
  code2025,
}))

export const PROVINCES_2025: readonly Province2025[] = data.provinces2025.map(({ code, name, city }) => ({
  code,
  name,
  city,
}))

const byCode = new Map(PROVINCES.map((province) => [province.code, province]))
const byCode2025 = new Map(PROVINCES_2025.map((province) => [province.code, province]))

export const provinceByCode = (code: string): Province | undefined => byCode.get(code)
export const province2025ByCode = (code: string): Province2025 | undefined => byCode2025.get(code)

/** The result is made on first use and kept. */
function once<Value>(make: () => Value): () => Value {
  let kept: { readonly value: Value } | undefined
  return () => {
    kept ??= { value: make() }
    return kept.value
  }
}

function spread(compact: string): Unit[] {
  return compact.split('|').flatMap((group) => {
    const type = TYPES[group.slice(0, 1)]
    return type === undefined
      ? []
      : group
          .slice(2)
          .split(',')
          .map((name) => ({ type, name }))
  })
}

function spreadDistrict(compact: string): District {
  const [district, ...communes] = spread(compact)
  if (district === undefined) throw new Error('a district without a name')
  return { ...district, communes }
}

const districts = new Map(
  data.provinces.map(({ code, districts }) => [code, once(() => districts.map(spreadDistrict))]),
)
const communes2025 = new Map(
  data.provinces2025.map(({ code, communes }) => [code, once(() => spread(communes))]),
)

/** Returns the districts of one of the 63, each with its communes; none where the code is unknown. */
export const districtsOf = (code: string): readonly District[] => districts.get(code)?.() ?? []

/** Returns the communes of one of the 34. */
export const communes2025Of = (code2025: string): readonly Unit[] => communes2025.get(code2025)?.() ?? []

const names = once(() => {
  const counts = new Map<string, number>()
  const add = ({ name }: { readonly name: string }) => counts.set(name, (counts.get(name) ?? 0) + 1)
  PROVINCES.forEach(add)
  for (const { code } of PROVINCES) {
    for (const district of districtsOf(code)) [district, ...district.communes].forEach(add)
  }
  for (const { code } of PROVINCES_2025) communes2025Of(code).forEach(add)
  return counts
})

/** Returns every name of a unit, old and new, without its type, and how many units have it. */
export const unitNames = (): ReadonlyMap<string, number> => names()

const namesByLetters = once(() => Map.groupBy(names().keys(), foldName))

/** Returns the names of units with these letters, which `foldName` made. */
export const namesLike = (folded: string): readonly string[] => namesByLetters().get(folded) ?? []

const countries = once(
  () =>
    new Map(
      data.countries.map((row): [string, Country] => {
        const [code = '', iso2 = '', name = ''] = row.split(':')
        return [code, { code, iso2, name }]
      }),
    ),
)

/** Looks up the first three digits of a number whose birth was registered abroad, 101 to 295. */
export const countryByCode = (code: string): Country | undefined => countries().get(code)

const matches = once(() => {
  const found = new Map<string, ProvinceMatch>()
  for (const { name, code, code2025 } of PROVINCES)
    found.set(foldName(name), { codes: [code], codes2025: [code2025] })
  for (const { name, code } of PROVINCES_2025) {
    const key = foldName(name)
    const codes =
      found.get(key)?.codes ?? PROVINCES.flatMap((old) => (old.code2025 === code ? [old.code] : []))
    found.set(key, { codes, codes2025: [...new Set([...(found.get(key)?.codes2025 ?? []), code])] })
  }
  for (const [alias, ...codes] of [...PROVINCE_ALIASES, ...FORMER_PROVINCES]) {
    const codes2025 = [...new Set(codes.flatMap((code) => byCode.get(code)?.code2025 ?? []))]
    found.set(foldName(alias), { codes, codes2025 })
  }
  return found
})

const PREFIX = /^(?:tinh|thanh pho|tp|t p|t) (?=\S)/

/** Looks up a province as printed or read: with any case, tone placement, prefix or former name. */
export function foldedProvince(name: string): ProvinceMatch | undefined {
  const folded = foldName(name)
  return matches().get(folded) ?? matches().get(folded.replace(PREFIX, ''))
}
