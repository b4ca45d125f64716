// Says what a person's page needs to read the chip of the document that was photographed: which files, and what opens it.
import { findKind } from './kinds/kinds.ts'
import { type Day, isNoExpiry, parseDate } from './text/dates.ts'

/** As the chip's own zone has them: number and days open it, without check digits. */
interface ChipKey {
  readonly document_number: string
  /** YYMMDD */
  readonly date_of_birth: string
  readonly date_of_expiry: string
}

export interface ReadableChip {
  readonly files: readonly string[]
  /** Absent where one of the three was not read. */
  readonly key?: ChipKey
}

const ALWAYS = ['dg1', 'dg2', 'dg14', 'dg15', 'sod', 'com']
/** What the zone has no room for: Vietnamese cards keep it in DG13, others in DG11 and DG12. */
const CITIZEN = ['dg13']
const DETAILS = ['dg11', 'dg12']

/** A card that does not expire has the last day of the century in its zone. */
const NO_EXPIRY = '991231'
/** The number in the zone of a Vietnamese card is the end of its twelve digits. */
const ZONE_DIGITS = 9

/** Undefined for a kind without a chip. */
export function readableChip(
  kind: string,
  read: { readonly id: string; readonly birthday: string; readonly expiry: string },
): ReadableChip | undefined {
  const chip = findKind(kind)?.chip
  if (!chip) return undefined
  const isCitizen = chip.isVietnamese && chip.format === 'TD1'
  const files = [...ALWAYS, ...(isCitizen ? CITIZEN : DETAILS)]
  const number = read.id.replace(/[^0-9A-Z]/gi, '').toUpperCase()
  const date_of_birth = short(parseDate(read.birthday))
  const date_of_expiry = isNoExpiry(read.expiry) ? NO_EXPIRY : short(parseDate(read.expiry))
  if (number === '' || date_of_birth === undefined || date_of_expiry === undefined) return { files }
  const document_number = isCitizen ? number.slice(-ZONE_DIGITS) : number
  return { files, key: { document_number, date_of_birth, date_of_expiry } }
}

const two = (value: number): string => String(value % 100).padStart(2, '0')
const short = (day: Day | undefined): string | undefined =>
  day && `${two(day.year)}${two(day.month)}${two(day.day)}`
