// Parses the QR code of an identity card: seven fields divided by bars, then more on newer cards.
import { type Day, formatDay, parseBirthYear, parseJoinedDate } from '../text/dates.ts'

/** The code is not signed: anyone can print one. */
export interface CitizenQr {
  /** Twelve digits. */
  readonly id: string
  /** The nine digits of the previous card, or nothing. */
  readonly oldId: string
  /** The name has its tones. */
  readonly name: string
  /** DD/MM/YYYY, or the year alone. */
  readonly birthday: string
  readonly sex: 'Nam' | 'Nữ'
  readonly address: string
  readonly issued?: Day
  /** The fields after the seventh: cancelled numbers, parents of a child. */
  readonly extra: readonly string[]
}

const MOST = { text: 1000, fields: 16, name: 100, address: 300, extra: 100 } as const
/** Controls, marks of direction, lone surrogates, what could not be decoded. */
const HOSTILE = /[\p{C}\u2028\u2029\uFFFD]/u
const NAME = /^\p{L}[\p{L}\p{M}'’.\- ]*$/u

/** Returns undefined for any other text. */
export function parseCitizenQr(text: string): CitizenQr | undefined {
  if (text.length > MOST.text) return undefined
  const trimmed = text.replace(/[\r\n]+$/, '').normalize('NFC')
  const fields = trimmed.split('|').map((field) => field.trim())
  if (HOSTILE.test(trimmed) || fields.length < 6 || fields.length > MOST.fields) return undefined
  const [id = '', oldId = '', name = '', birth = '', sex = '', address = '', issue = '', ...extra] = fields
  const birthday = birthdayIn(birth)
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

/** Where day and month are not known, they are left out or zero. */
function birthdayIn(text: string): string | undefined {
  const day = parseJoinedDate(text)
  return day ? formatDay(day) : parseBirthYear(text.replace(/^0000/, ''))
}

/** The content of other codes is not public; a number of twelve digits that stands alone among bars is the card's. */
export function numberInCode(text: string): string | undefined {
  if (text.length > MOST.text) return undefined
  const [number, ...others] = new Set(text.split('|').filter((field) => /^\d{12}$/.test(field)))
  return others.length === 0 ? number : undefined
}
