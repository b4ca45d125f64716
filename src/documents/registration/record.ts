// From a certificate to the specification's recognized_data (2.9).
import type { Check } from '../../checks.ts'
import type { PlacedPage, Places } from '../pages/places.ts'
import { serverTag } from '../server-tag.ts'
import { formatDay, parseDate } from '../text/dates.ts'
import type { Certificate, Representative } from './certificate.ts'
import { checksOf } from './checks.ts'
import { COMPANY_FIELDS, PERSON_FIELDS } from './fields.ts'
import { pagesOf, placesOf } from './places.ts'
import type { Sheet } from './sheet.ts'
import { NO_VALUE, type Value } from './values.ts'

/** The specification spells one name in two ways: both are served. */
const OTHER_SPELLING = { id_issue_at: 'id_issued_at' } as const

type ServedPersonName = (typeof PERSON_FIELDS)[number] | 'id_issued_at'
export const PERSON_ANSWER_FIELDS: readonly ServedPersonName[] = [
  ...PERSON_FIELDS,
  ...Object.values(OTHER_SPELLING),
]
export const COMPANY_ANSWER_FIELDS = COMPANY_FIELDS

type Served<Name extends string> = Record<Name, string> & Record<`${Name}_conf`, number>
export type ServedPerson = Served<ServedPersonName>
export type ServedCompany = Served<(typeof COMPANY_FIELDS)[number]>

/** Read from the picture, or written in the PDF and shown by it. */
export type Source = 'ocr' | 'text'

export interface RecognizedData extends ServedCompany, ServedPerson {
  readonly doc_type: string
  readonly doc_type_conf: number
  readonly legal_form: string
  readonly date_of_change: string
  readonly date_of_change_conf: number
  readonly representatives: readonly ServedPerson[]
  readonly source: Readonly<Record<string, Source>>
  readonly places: Places
  readonly pages: readonly PlacedPage[]
  readonly checks: readonly Check[]
  readonly server_tag: string
}

/** `sheets` as they were handed to the certificate's reader. */
export function recognizedData(
  certificate: Certificate,
  sheets: readonly Sheet[],
  version: string,
): RecognizedData {
  const { company, kind, representatives, change } = certificate
  const [first] = representatives
  const changed = dateOf(change)
  return {
    ...served(COMPANY_ANSWER_FIELDS, (name) => company[name]),
    ...person(first),
    doc_type: kind.docType,
    doc_type_conf: rounded(kind.confidence),
    legal_form: kind.form ?? '',
    date_of_change: changed.text,
    date_of_change_conf: rounded(changed.confidence),
    representatives: representatives.map(person),
    source: sourcesOf(certificate, sheets),
    places: placesOf(certificate, sheets),
    pages: pagesOf(certificate, sheets),
    checks: checksOf(certificate, sheets),
    server_tag: serverTag(version),
  }
}

/** Where nothing could be read. */
export const emptyData = (version: string): RecognizedData => ({
  ...served(COMPANY_ANSWER_FIELDS, () => NO_VALUE),
  ...person(undefined),
  doc_type: '',
  doc_type_conf: 0,
  legal_form: '',
  date_of_change: '',
  date_of_change_conf: 0,
  representatives: [],
  source: {},
  places: {},
  pages: [],
  checks: [],
  server_tag: serverTag(version),
})

const person = (one: Representative | undefined): ServedPerson =>
  served(PERSON_ANSWER_FIELDS, (name) => one?.[name === 'id_issued_at' ? 'id_issue_at' : name] ?? NO_VALUE)

function served<Name extends string>(names: readonly Name[], valueFor: (name: Name) => Value): Served<Name> {
  const entries = names.flatMap((name) => {
    const { text, confidence } = valueFor(name)
    return [
      [name, text],
      [`${name}_conf`, rounded(confidence)],
    ]
  })
  return Object.fromEntries(entries) as Served<Name>
}

/** `13, ngày 02 tháng 01 năm 2025` */
function dateOf(change: Value): Value {
  const day = parseDate(change.text.replace(/^\d{1,3}\s*[,.]?\s*/u, ''))
  return day ? { ...change, text: formatDay(day) } : NO_VALUE
}

function sourcesOf({ company, representatives }: Certificate, sheets: readonly Sheet[]) {
  const entries = [...Object.entries(company), ...Object.entries(representatives[0] ?? {})]
  const sources: Record<string, Source> = {}
  for (const [name, { parts }] of entries) {
    const isRead = parts.some(({ sheet }) => sheets[sheet]?.source === 'ocr')
    if (parts.length > 0) sources[name] = isRead ? 'ocr' : 'text'
  }
  return sources
}

/** Down: what is written is never more than what was found. */
const rounded = (confidence: number): number => Math.floor(confidence * 1e4 + 1e-6) / 1e4
