// The rows of a foreign document: what is said, under which labels, and how its country writes dates.
import type { Foreign } from '../facts/record.ts'
import type { DateStyle, Nation } from './nations.ts'
import { WORDINGS, type Wording } from './wordings.ts'

export interface ForeignRow {
  readonly label: string
  readonly text: string
  readonly field: string
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const MOIS = ['JAN', 'FEV', 'MAR', 'AVR', 'MAI', 'JUIN', 'JUIL', 'AOUT', 'SEPT', 'OCT', 'NOV', 'DEC']

/** From DD/MM/YYYY to what the country prints. */
export function dated(date: string, style: DateStyle): string {
  const [day = '', month = '', year = ''] = date.split('/')
  const at = Number(month) - 1
  const written: Readonly<Record<DateStyle, string>> = {
    dots: `${day}.${month}.${year}`,
    slashes: `${day}/${month}/${year}`,
    spaces: `${day} ${month} ${year}`,
    month: `${day} ${MONTHS[at]} ${year}`,
    'two-months': `${day} ${MONTHS[at]}/${MOIS[at]} ${year.slice(2)}`,
  }
  return written[style]
}

/** A label in all languages of the document. */
export function labelled(nation: Nation, word: keyof Wording): string {
  return [...new Set(nation.languages.map((language) => WORDINGS[language][word]))].join(' / ')
}

export type RowName =
  | 'surname'
  | 'given'
  | 'nationality'
  | 'birthday'
  | 'sex'
  | 'birthplace'
  | 'issued'
  | 'expires'
  | 'authority'
  | 'number'

export function rowsOf({ front, kind }: Foreign, nation: Nation): Readonly<Record<RowName, ForeignRow>> {
  const row = (word: RowName, field: string, text: string): ForeignRow => ({
    label: labelled(nation, word),
    text,
    field,
  })
  const number = kind === 'foreign-td3' ? 'passport_id' : 'id'
  return {
    surname: row('surname', 'name', front.surname),
    given: row('given', 'name', front.givenNames),
    nationality: row('nationality', 'national', front.nationality),
    birthday: row('birthday', 'birthday', dated(front.birthday, nation.dates)),
    sex: row('sex', 'sex', front.sexLetter),
    birthplace: row('birthplace', 'hometown', front.birthplace),
    issued: row('issued', 'issue_date', dated(front.issueDate, nation.dates)),
    expires: row('expires', 'expiry', dated(front.expiry, nation.dates)),
    authority: row('authority', 'issue_by', front.authority),
    number: row('number', number, front.documentNumber),
  }
}
