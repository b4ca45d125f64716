// Makes the specification's values from the fields of a machine-readable zone.
import { type Day, formatDay, mrzDay, NO_EXPIRY } from '../text/dates.ts'
import { NATIONALITY } from '../text/knowledge/words.ts'
import type { MrzField, MrzReading } from './reading.ts'

/** A value, and the fields of the zone from which it was made. */
export interface ZoneValue {
  /** The text is empty where the zone does not say it. */
  readonly value: string
  readonly from: readonly MrzField[]
  /** Given where it is not the product of the confidences of the fields. */
  readonly confidence?: number
}

const VIETNAM = 'VNM'
const TWELVE = /^\d{12}$/
const NOTHING: ZoneValue = { value: '', from: [] }

const isVietnamese = ({ fields }: MrzReading): boolean => fields.issuer.text === VIETNAM

/** A passport has code P, alone or with a letter of its country's choice. */
const isPassport = ({ format, fields }: MrzReading): boolean =>
  format === 'TD3' && fields.documentCode.text.startsWith('P')

const plain = (field: MrzField): ZoneValue => ({ value: field.text, from: [field] })

export const issuingCountry = ({ fields }: MrzReading): ZoneValue => plain(fields.issuer)

export function birthday({ fields: { birth } }: MrzReading, today: Day): ZoneValue {
  const day = mrzDay(birth.text, 'birth', today)
  return { value: typeof day === 'object' ? formatDay(day) : '', from: [birth] }
}

const LAST_OF_99: Day = { day: 31, month: 12, year: 1999 }

/** The last day of 99 means no end on Vietnamese cards alone. */
export function expiry(mrz: MrzReading, today: Day): ZoneValue {
  const from = [mrz.fields.expiry]
  const day = mrzDay(mrz.fields.expiry.text, 'expiry', today)
  if (day === 'none') return { value: isVietnamese(mrz) ? NO_EXPIRY : formatDay(LAST_OF_99), from }
  return { value: day ? formatDay(day) : '', from }
}

/** A zone has names without tones. */
export const fullName = ({ fields: { surname, givenNames } }: MrzReading): ZoneValue => ({
  value: `${surname.text} ${givenNames.text}`.trim(),
  from: [surname, givenNames],
})

/** The confidence of a number that stands in two places is multiplied by this where they differ. */
const CONTRADICTED = 0.5

/** A Vietnamese card has the twelve digits among its optional data, and repeats the last nine as its number. */
function cardNumber(mrz: MrzReading): ZoneValue {
  const { documentNumber, optional1 } = mrz.fields
  if (mrz.format !== 'TD1' || !isVietnamese(mrz)) return plain(documentNumber)
  if (!TWELVE.test(optional1.text)) return NOTHING
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

export const documentNumber = (mrz: MrzReading): ZoneValue =>
  isPassport(mrz) ? plain(mrz.fields.documentNumber) : cardNumber(mrz)

export const passportNumber = (mrz: MrzReading): ZoneValue =>
  isPassport(mrz) ? plain(mrz.fields.documentNumber) : NOTHING

export const passportType = (mrz: MrzReading): ZoneValue =>
  isPassport(mrz) ? plain(mrz.fields.documentCode) : NOTHING

export const nationalityCode = ({ fields }: MrzReading): ZoneValue => plain(fields.nationality)

/** Returns the Vietnamese name for Việt Nam, else the code of the country. */
export const nationality = ({ fields: { nationality } }: MrzReading): ZoneValue => ({
  value: nationality.text === VIETNAM ? NATIONALITY : nationality.text,
  from: [nationality],
})

/** Returns the personal number of a passport, or the rest of a card's optional data without its number. */
export function optionalData(mrz: MrzReading): ZoneValue {
  const { optional1, optional2 } = mrz.fields
  const isNumber = mrz.format === 'TD1' && isVietnamese(mrz) && TWELVE.test(optional1.text)
  const from = (isNumber ? [optional2] : [optional1, optional2]).filter(({ text }) => text !== '')
  return { value: from.map(({ text }) => text.replaceAll('<', ' ')).join(' '), from }
}

/** Translates `M` and `F`; any other letter is no answer. */
export const sexAs =
  (words: { readonly M: string; readonly F: string }) =>
  ({ fields: { sex } }: MrzReading): ZoneValue => ({
    value: sex.text === 'M' ? words.M : sex.text === 'F' ? words.F : '',
    from: [sex],
  })
