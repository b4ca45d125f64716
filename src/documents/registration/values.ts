// The text of each field as it is answered: cleaned, in the forms of the specification, empty where it makes no sense.
import { partConfidence, textOf } from '../fields/spans.ts'
import { joinAddress } from '../text/addresses.ts'
import { formatDay, parseDate } from '../text/dates.ts'
import { cleanName } from '../text/names.ts'
import { parseEthnicity, parseNational, parseSex } from '../text/words.ts'
import type { CompanyField, Noted, PersonField } from './fields.ts'
import type { Part, Slot } from './slots.ts'

export interface Value {
  readonly text: string
  /** That all of it is right, 0 to 1; 0 where nothing was read. */
  readonly confidence: number
  readonly parts: readonly Part[]
}

export const NO_VALUE: Value = { text: '', confidence: 0, parts: [] }

type Field = CompanyField | PersonField | Noted
type Clean = (text: string) => string

const spaced: Clean = (text) =>
  text
    .normalize('NFC')
    .replace(/[…_]+|\.{3,}/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s:;,.*•-]+|[\s:;,*•-]+$/gu, '')

const paragraph: Clean = (text) =>
  spaced(text)
    .replace(/\s+([,;.])(?=\s|$)/gu, '$1')
    .replace(/\.$/u, '')

/** Letters that a reader takes for figures, between figures. */
const FIGURES: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  l: '1',
  I: '1',
  i: '1',
  S: '5',
  B: '8',
}
const figures: Clean = (text) =>
  text.replace(/[OoQDlIiSB](?=\d)|(?<=\d)[OoQDlIiSB]/gu, (letter) => FIGURES[letter] ?? letter)

const code: Clean = (text) => {
  const plain = figures(text).replace(/\s+/gu, '')
  const found = /\d{10}(?:[-–.]?\d{3})?(?!\d)/u.exec(plain)?.[0]
  return found ? found.replace(/^(\d{10})[-–.]?(\d{3})$/u, '$1-$2') : ''
}

const date: Clean = (text) => {
  const day = parseDate(text)
  return day ? formatDay(day) : ''
}

const phone: Clean = (text) => {
  const plain = spaced(figures(text))
  return /\d{5,}/u.test(plain.replace(/\D/gu, '')) ? plain.replace(/\s*([/;])\s*/gu, ' $1 ') : ''
}

/** `600.000.000.000 đồng`: what follows in brackets or as words is another way to say so. */
const money: Clean = (text) => {
  const found = /(\d[\d.,\s]*\d|\d)\s*(đồng|VNĐ|VND|USD|EUR|đ(?!\p{L}))?/iu.exec(figures(spaced(text)))
  if (!found?.[1]) return ''
  const amount = found[1].replace(/\s+/gu, '').replace(/,(?=\d{3}(?!\d))/gu, '.')
  return found[2] ? `${amount} ${found[2]}` : amount
}

const identity: Clean = (text) => figures(text).replace(/[^\p{L}\p{N}]/gu, '')
/** The comma at the end of a line is the mark that is lost most. */
const address: Clean = (text) =>
  joinAddress(text.split('\n')).replace(/(?<=[\p{L}\p{N}])\s+(?=Việt Nam$)/u, ', ')
const web: Clean = (text) => spaced(text).replace(/\s+/gu, '')
const email: Clean = (text) => (/@/u.test(text) ? web(text) : '')
const website: Clean = (text) => (/\./u.test(text) ? web(text) : '')

const CLEAN: Readonly<Partial<Record<Field, Clean>>> = {
  business_code: code,
  first_register: date,
  change: spaced,
  company_address: address,
  company_phone: phone,
  fax: phone,
  email,
  website,
  authorized_capital: money,
  par_value: money,
  total_shares: money,
  birthday: date,
  id_issue_date: date,
  id_number: identity,
  id_address: address,
  contact_address: address,
  name: cleanName,
  gender: (text) => parseSex(text) ?? '',
  ethnicity: (text) => parseEthnicity(text) ?? paragraph(text),
  nationality: (text) => parseNational(text) ?? paragraph(text),
  company_short_name: (text) => spaced(text),
}

export function valueIn(slot: Slot | undefined): Value {
  if (slot === undefined || slot.parts.length === 0) return NO_VALUE
  const read = slot.parts.map(({ span }) => textOf(span)).join('\n')
  const clean = CLEAN[slot.field as Field] ?? paragraph
  const text = clean(read)
  if (text === '') return NO_VALUE
  const confidence = slot.parts.reduce((product, { span }) => product * partConfidence(span), 1)
  return { text, confidence, parts: slot.parts }
}
