// What a machine-readable zone says about the fields of a document, as the specification writes them.
import type { FieldName, FieldReading } from '../fields/reading.ts'
import { type Day, formatDay, mrzDay, NO_EXPIRY } from '../text/dates.ts'
import { NATIONALITY } from '../text/knowledge/words.ts'
import type { MrzField, MrzReading } from './reading.ts'

/** Of the mrz-reader (2.13). */
export type TravelField =
  | 'country'
  | 'id'
  | 'passport_id'
  | 'birthday'
  | 'expiry'
  | 'national'
  | 'name'
  | 'sex'

/** A value of the specification, and the fields of the zone it was made of. */
interface Value {
  readonly value: string
  readonly from: readonly MrzField[]
  readonly confidence?: number
}

const VIETNAM = 'VNM'
const TWELVE = /^\d{12}$/

export const isVietnamese = ({ fields }: MrzReading): boolean => fields.issuer.text === VIETNAM
/** A passport has code P, alone or with a letter of its country's choice. */
export const isPassport = ({ format, fields }: MrzReading): boolean =>
  format === 'TD3' && fields.documentCode.text.startsWith('P')

/** For identity documents (2.6): sex Nam or Nữ, the name without tones. */
export function readingsOfMrz(mrz: MrzReading, today: Day): FieldReading[] {
  const { documentCode, documentNumber, nationality } = mrz.fields
  const isOfPassport = isPassport(mrz)
  const values: Partial<Record<FieldName, Value>> = {
    ...valuesOf(mrz, today),
    id: isOfPassport ? plain(documentNumber) : numberOf(mrz),
    national: { value: nationality.text === VIETNAM ? NATIONALITY : nationality.text, from: [nationality] },
    sex: sexOf(mrz, { M: 'Nam', F: 'Nữ' }),
    optional_data: optionalOf(mrz),
    ...(isOfPassport && { passport_type: plain(documentCode) }),
  }
  return readingsFrom(mrz, values)
}

/**
 * For the mrz-reader (2.13): sex F or M. `passport_id` is the number of a passport and empty for all else; `id` is the
 * number of the person where the zone has it (a Vietnamese card or passport), else that of the document.
 */
export function travelReadings(mrz: MrzReading, today: Day): FieldReading<TravelField>[] {
  const { documentNumber, optional1, nationality } = mrz.fields
  const isOfPassport = isPassport(mrz)
  const isPersonal = isOfPassport && isVietnamese(mrz) && optional1.text !== ''
  return readingsFrom<TravelField>(mrz, {
    ...valuesOf(mrz, today),
    id: isPersonal ? plain(optional1) : numberOf(mrz),
    ...(isOfPassport && { passport_id: plain(documentNumber) }),
    national: plain(nationality),
    sex: sexOf(mrz, { M: 'M', F: 'F' }),
  })
}

const plain = (field: MrzField): Value => ({ value: field.text, from: [field] })

/** What both kinds of readings have alike. */
function valuesOf(mrz: MrzReading, today: Day) {
  const { issuer, birth, expiry, surname, givenNames } = mrz.fields
  const day = mrzDay(birth.text, 'birth', today)
  return {
    country: plain(issuer),
    birthday: { value: typeof day === 'object' ? formatDay(day) : '', from: [birth] },
    expiry: { value: expiryOf(mrz, today), from: [expiry] },
    name: { value: `${surname.text} ${givenNames.text}`.trim(), from: [surname, givenNames] },
  } as const
}

/** The last day of 99 means no end on Vietnamese cards alone. */
function expiryOf(mrz: MrzReading, today: Day): string {
  const day = mrzDay(mrz.fields.expiry.text, 'expiry', today)
  if (day === 'none') return isVietnamese(mrz) ? NO_EXPIRY : formatDay(LAST_OF_99)
  return day ? formatDay(day) : ''
}

const LAST_OF_99: Day = { day: 31, month: 12, year: 1999 }

/** A Vietnamese card has the twelve digits among its optional data, and repeats the last nine as its number. */
function numberOf(mrz: MrzReading): Value {
  const { documentNumber, optional1 } = mrz.fields
  if (mrz.format !== 'TD1' || !isVietnamese(mrz)) return plain(documentNumber)
  if (!TWELVE.test(optional1.text)) return { value: '', from: [] }
  const { confidence } = optional1
  const isRepeated = optional1.text.slice(-9) === documentNumber.text
  return {
    value: optional1.text,
    from: [optional1],
    confidence: isRepeated
      ? 1 - (1 - confidence) * (1 - documentNumber.confidence)
      : confidence * CONTRADICTED,
  }
}

/** Of a number whose two places differ. */
const CONTRADICTED = 0.5

/** The personal number of a passport; what is left of a card's once its number is known. */
function optionalOf(mrz: MrzReading): Value {
  const { optional1, optional2 } = mrz.fields
  const isNumber = mrz.format === 'TD1' && isVietnamese(mrz) && TWELVE.test(optional1.text)
  const from = (isNumber ? [optional2] : [optional1, optional2]).filter(({ text }) => text !== '')
  return { value: from.map(({ text }) => text.replaceAll('<', ' ')).join(' '), from }
}

/** Neither M nor F is not told. */
function sexOf({ fields: { sex } }: MrzReading, words: Readonly<Record<string, string>>): Value {
  return { value: words[sex.text] ?? '', from: [sex] }
}

function readingsFrom<Name extends string>(
  { lines }: MrzReading,
  values: Partial<Record<Name, Value>>,
): FieldReading<Name>[] {
  const entries = Object.entries(values) as [Name, Value][]
  return entries.flatMap(([field, { value, from, confidence }]) => {
    if (value === '') return []
    const places = [...new Set(from.map(({ line }) => line))].flatMap((line) => {
      const place = lines[line]?.quad
      return place ? [place] : []
    })
    const product = from.reduce((sum, one) => sum * one.confidence, 1)
    return [
      {
        field,
        source: 'mrz' as const,
        value,
        lines: [from.map(({ text }) => text).join(' ')],
        confidences: [confidence ?? product],
        places,
      },
    ]
  })
}
