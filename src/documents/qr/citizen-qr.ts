// What the QR code of an identity card says: seven fields divided by bars, then more on newer cards.
import type { Quad } from '../../image/geometry/perspective.ts'
import type { FieldName, FieldReading } from '../fields/reading.ts'
import { type Day, formatDay, parseJoinedDate } from '../text/dates.ts'

/** Not signed: anyone can print one. */
export interface CitizenQr {
  /** Twelve digits. */
  readonly id: string
  /** Nine digits of the card before, or nothing. */
  readonly oldId: string
  /** With tones, as written. */
  readonly name: string
  readonly birthday: Day
  readonly sex: 'Nam' | 'Nữ'
  readonly address: string
  readonly issued?: Day
  /** After the seventh: cancelled numbers, parents of a child. */
  readonly extra: readonly string[]
}

const MOST = { text: 1000, fields: 16, name: 100, address: 300, extra: 100 } as const
/** Controls, marks of direction, lone surrogates, what could not be decoded. */
const HOSTILE = /[\p{C}\u2028\u2029\uFFFD]/u
const NAME = /^\p{L}[\p{L}\p{M}'’.\- ]*$/u

/** Undefined for any other text. */
export function parseCitizenQr(text: string): CitizenQr | undefined {
  if (text.length > MOST.text) return undefined
  const trimmed = text.replace(/[\r\n]+$/, '').normalize('NFC')
  const fields = trimmed.split('|').map((field) => field.trim())
  if (HOSTILE.test(trimmed) || fields.length < 6 || fields.length > MOST.fields) return undefined
  const [id = '', oldId = '', name = '', birth = '', sex = '', address = '', issue = '', ...extra] = fields
  const birthday = parseJoinedDate(birth)
  const issued = parseJoinedDate(issue)
  const isSound =
    /^\d{12}$/.test(id) &&
    /^(?:\d{9})?$/.test(oldId) &&
    NAME.test(name) &&
    name.length <= MOST.name &&
    address.length <= MOST.address &&
    (issue === '' || issued !== undefined) &&
    extra.every(({ length }) => length <= MOST.extra)
  if (!isSound || birthday === undefined || (sex !== 'Nam' && sex !== 'Nữ')) return undefined
  return { id, oldId, name, birthday, sex, address, ...(issued && { issued }), extra }
}

/** Its check words leave no doubt that this is what the code says. */
const CONFIDENCE = 1

/** The name in capitals, as it is printed. */
export function readingsOfQr(qr: CitizenQr, place?: Quad): FieldReading[] {
  const { id, oldId, name, birthday, sex, address, issued } = qr
  const values: Partial<Record<FieldName, string>> = {
    id,
    name: name.toLocaleUpperCase('vi'),
    birthday: formatDay(birthday),
    sex,
    address,
    issue_date: issued ? formatDay(issued) : '',
    optional_data: oldId,
  }
  return Object.entries(values).flatMap(([field, value]) =>
    value === '' ? [] : [readingOf(field as FieldName, value, place)],
  )
}

const readingOf = (field: FieldName, value: string, place: Quad | undefined): FieldReading => ({
  field,
  source: 'qr',
  value,
  lines: [value],
  confidences: [CONFIDENCE],
  places: place ? [place] : [],
})

/** What other codes of cards and licences hold is not public; a number of twelve digits that stands alone among bars is the card's. */
export function numberInCode(text: string): string | undefined {
  if (text.length > MOST.text) return undefined
  const [number, ...others] = new Set(text.split('|').filter((field) => /^\d{12}$/.test(field)))
  return others.length === 0 ? number : undefined
}

export function readingsOfCode(text: string, place?: Quad): FieldReading[] {
  const number = numberInCode(text)
  return number === undefined ? [] : [readingOf('id', number, place)]
}
