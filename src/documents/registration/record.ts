// Makes the specification's recognized_data (2.9) of a certificate.
import type { Check } from '../../checks.ts'
import type { Detected } from '../detected.ts'
import type { PlacedPage, Places } from '../pages/places.ts'
import { serverTag } from '../server-tag.ts'
import { formatDay, parseDate } from '../text/dates.ts'
import type { RegistrationCertificate, Representative } from './certificate.ts'
import { checksOf } from './checks.ts'
import {
  COMPANY_FIELDS,
  type CompanyField,
  OTHER_SPELLINGS,
  PERSON_FIELDS,
  type PersonField,
} from './fields.ts'
import { pagesOf, placesOf } from './places.ts'
import type { Sheet } from './sheet.ts'
import { NO_VALUE, type SlotValue } from './slots.ts'

type OtherSpelling = keyof typeof OTHER_SPELLINGS
type Served<Name extends string> = Record<Name, string> & Record<`${Name}_conf`, number>
export type ServedPerson = Served<PersonField | OtherSpelling>
export type ServedCompany = Served<CompanyField>

/** Text was read from the picture, or written in the PDF and shown by it. */
type Source = Sheet['source']

export interface RegistrationData extends ServedCompany, ServedPerson, Partial<Detected> {
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

/** `sheets` are those that the certificate was read from, in the same order. */
export function recognizedData(
  certificate: RegistrationCertificate,
  sheets: readonly Sheet[],
  version: string,
): RegistrationData {
  const { company, kind, representatives, change } = certificate
  const [first] = representatives
  const changed = dateOf(change)
  return {
    ...served(COMPANY_FIELDS, (name) => company[name]),
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

/** The answer where nothing could be read. */
export const emptyData = (version: string): RegistrationData => ({
  ...served(COMPANY_FIELDS, () => NO_VALUE),
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

const person = (one: Representative | undefined): ServedPerson => ({
  ...served(PERSON_FIELDS, (name) => one?.[name] ?? NO_VALUE),
  ...served(
    Object.keys(OTHER_SPELLINGS) as OtherSpelling[],
    (name) => one?.[OTHER_SPELLINGS[name]] ?? NO_VALUE,
  ),
})

function served<Name extends string>(
  names: readonly Name[],
  valueFor: (name: Name) => SlotValue,
): Served<Name> {
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
function dateOf(change: SlotValue): SlotValue {
  const day = parseDate(change.text.replace(/^\d{1,3}\s*[,.]?\s*/u, ''))
  return day ? { ...change, text: formatDay(day) } : NO_VALUE
}

function sourcesOf({ company, representatives }: RegistrationCertificate, sheets: readonly Sheet[]) {
  const entries = [...Object.entries(company), ...Object.entries(representatives[0] ?? {})]
  const sources: Record<string, Source> = {}
  for (const [name, { parts }] of entries) {
    const isRead = parts.some(({ sheet }) => sheets[sheet]?.source === 'ocr')
    if (parts.length > 0) sources[name] = isRead ? 'ocr' : 'text'
  }
  return sources
}

/** Confidences are rounded down: an answer never claims more than was found. */
const rounded = (confidence: number): number => Math.floor(confidence * 1e4 + 1e-6) / 1e4
