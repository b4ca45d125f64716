// What a chip says, by the names that answers of identity documents have, and what only a chip has; each with the file it stands in.
import type { FieldReading } from '../fields/reading.ts'
import { FIELDS, fieldRows, type NamedRow } from '../fields/rows.ts'
import { KINDS, type Kind } from '../kinds/kinds.ts'
import type { MrzReading } from '../mrz/reading.ts'
import { compareDays, type Day, isNoExpiry, NO_EXPIRY, parseDate } from '../text/dates.ts'
import { parseNational } from '../text/words.ts'
import type { ChipContents } from './contents/contents.ts'

type FactFile = 'dg1' | 'dg11' | 'dg12' | 'dg13'

/** What only chips have: its name in answers, what it is, and where it stands. */
// biome-ignore format: one fact a row
const ONLY_IN_CHIPS = {
  father_name: { about: 'Name of the father.', file: 'dg13', read: ({ citizen }: ChipContents) => citizen?.father },
  mother_name: { about: 'Name of the mother.', file: 'dg13', read: ({ citizen }: ChipContents) => citizen?.mother },
  spouse_name: { about: 'Name of the husband or wife.', file: 'dg13', read: ({ citizen }: ChipContents) => citizen?.spouse },
  old_id: { about: 'Number of the card before this one.', file: 'dg13', read: ({ citizen }: ChipContents) => citizen?.oldNumber },
  other_names: { about: 'Other names of the person, separated by semicolons.', file: 'dg11', read: ({ person }: ChipContents) => person?.otherNames?.join('; ') },
  telephone: { about: 'Telephone number.', file: 'dg11', read: ({ person }: ChipContents) => person?.telephone },
  profession: { about: 'Profession.', file: 'dg11', read: ({ person }: ChipContents) => person?.profession },
  title: { about: 'Title of the person.', file: 'dg11', read: ({ person }: ChipContents) => person?.title },
} as const

export type ChipOnly = keyof typeof ONLY_IN_CHIPS
export const CHIP_ONLY = Object.keys(ONLY_IN_CHIPS) as readonly ChipOnly[]
export const aboutChipOnly = (name: ChipOnly): string => ONLY_IN_CHIPS[name].about

type Details = readonly (readonly [
  row: NamedRow,
  file: FactFile,
  read: (contents: ChipContents) => string | undefined,
])[]

const capitals = (name: string | undefined): string | undefined => name?.toLocaleUpperCase('vi')

/** What identity documents have too, where it stands beside the zone; of several files the first that has it. */
// biome-ignore format: one place a row
const DETAILS: Details = [
  [FIELDS.id, 'dg13', ({ citizen }) => citizen?.number],
  [FIELDS.name, 'dg13', ({ citizen }) => capitals(citizen?.fullName)],
  [FIELDS.name, 'dg11', ({ person }) => capitals(person?.fullName)],
  [FIELDS.birthday, 'dg13', ({ citizen }) => citizen?.birthDate],
  [FIELDS.birthday, 'dg11', ({ person }) => person?.birthDate],
  [FIELDS.sex, 'dg13', ({ citizen }) => citizen?.gender],
  [FIELDS.national, 'dg13', ({ citizen }) => citizen?.nation && (parseNational(citizen.nation) ?? citizen.nation)],
  [FIELDS.ethnicity, 'dg13', ({ citizen }) => citizen?.people],
  [FIELDS.religion, 'dg13', ({ citizen }) => citizen?.faith],
  [FIELDS.hometown, 'dg13', ({ citizen }) => citizen?.origin],
  [FIELDS.hometown, 'dg11', ({ person }) => person?.birthplace],
  [FIELDS.address, 'dg13', ({ citizen }) => citizen?.residence],
  [FIELDS.address, 'dg11', ({ person }) => person?.residence],
  [FIELDS.expiry, 'dg13', ({ citizen }) => (citizen?.expiryDate && isNoExpiry(citizen.expiryDate) ? NO_EXPIRY : citizen?.expiryDate)],
  [FIELDS.issue_date, 'dg13', ({ citizen }) => citizen?.issueDate],
  [FIELDS.issue_date, 'dg12', ({ document }) => document?.issueDate],
  [FIELDS.issue_by, 'dg12', ({ document }) => document?.authority],
  [FIELDS.characteristics, 'dg13', ({ citizen }) => citizen?.marks],
  [FIELDS.optional_data, 'dg13', ({ citizen }) => citizen?.oldNumber],
  [FIELDS.optional_data, 'dg11', ({ person }) => person?.personalNumber],
]

export interface ChipFacts {
  readonly kind: Kind
  /** Of identity documents; the source is `chip`. */
  readonly readings: readonly FieldReading[]
  readonly only: Readonly<Partial<Record<ChipOnly, string>>>
  /** The file of each value, by its name in answers. */
  readonly files: Readonly<Record<string, FactFile>>
}

export function factsOf(contents: ChipContents, zone: MrzReading, today: Day): ChipFacts {
  const found = fieldRows.flatMap((row) => {
    const fact = factOf(row, contents, zone, today)
    return fact ? [{ row, ...fact }] : []
  })
  const only = CHIP_ONLY.flatMap((name) => {
    const value = ONLY_IN_CHIPS[name].read(contents)
    return value ? [[name, value] as const] : []
  })
  const issued = found.find(({ row }) => row.field === FIELDS.issue_date.field)?.value
  return {
    kind: kindOf(zone, issued === undefined ? undefined : parseDate(issued)),
    readings: found.map(({ row, value, file }) => readingOf(row, value, file)),
    only: Object.fromEntries(only),
    files: {
      ...Object.fromEntries(found.map(({ row, file }) => [row.field, file])),
      ...Object.fromEntries(only.map(([name]) => [name, ONLY_IN_CHIPS[name].file])),
    },
  }
}

/** The number of a passport is its own, and that of its holder comes from the zone as well, whatever DG13 numbers. */
const BY_ZONE_IN_PASSPORTS: readonly string[] = [FIELDS.id.field, FIELDS.optional_data.field]

function factOf(
  { field, answers, zone: rules }: NamedRow,
  contents: ChipContents,
  zone: MrzReading,
  today: Day,
): { readonly value: string; readonly file: FactFile } | undefined {
  if (answers.identity === undefined) return undefined
  const details = DETAILS.filter(([row]) => row.field === field).map(
    ([, file, read]) => [file, read(contents)] as const,
  )
  const zoned = ['dg1', rules?.identity?.(zone, today).value] as const
  const isByZone = zone.format === 'TD3' && BY_ZONE_IN_PASSPORTS.includes(field)
  const [file, value] =
    (isByZone ? [zoned, ...details] : [...details, zoned]).find(([, value]) => value) ?? []
  return file && value ? { value, file } : undefined
}

/** Signed letters leave no doubt. Capitals without any mark are those of a zone, wherever they stand. */
const readingOf = ({ field, merge }: NamedRow, value: string, file: FactFile): FieldReading => ({
  field,
  source: 'chip',
  value,
  lines: [value],
  confidences: [1],
  places: [],
  ...(merge.printStays &&
    file !== 'dg13' &&
    /^[\x20-\x7e]*$/.test(value) && { isZoneSpelling: true as const }),
})

/** The newest kind of the zone's format that was issued by then. */
function kindOf(zone: MrzReading, issued: Day | undefined): Kind {
  const isVietnamese = zone.fields.issuer.text === 'VNM'
  const format = zone.format === 'TD3' ? 'TD3' : 'TD1'
  const fitting = KINDS.filter(({ chip }) => chip?.format === format && chip.isVietnamese === isVietnamese)
  const newest = fitting.find(
    ({ chip }) => chip?.issuedFrom && issued && compareDays(issued, chip.issuedFrom) >= 0,
  )
  const one = newest ?? fitting.find(({ chip }) => !chip?.issuedFrom)
  if (!one) throw new Error(`no kind has a chip with a zone of ${format}`)
  return one.kind
}
