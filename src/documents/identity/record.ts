// From what was read on the pages of a document to the specification's recognized_data (2.6).
import type { Check } from '../../checks.ts'
import { confidenceText } from '../confidence-text.ts'
import type { FieldName, Source } from '../fields/reading.ts'
import { kindDefinition } from '../kinds/kinds.ts'
import type { Combined } from '../merge/combine.ts'
import { type PlacedPage, type Places, placedPages } from '../pages/places.ts'
import { qualityChecks, reliabilityOf } from '../pages/quality.ts'
import { serverTag } from '../server-tag.ts'
import { type Day, today } from '../text/dates.ts'
import { agreementChecks } from './agreement-checks.ts'
import { expiryChecks } from './expiry-checks.ts'
import { combineMerged, hasSide, type Merged } from './merge.ts'
import { numberChecks } from './number-checks.ts'
import { notOneCard, type Warning, warningsOf } from './warnings.ts'

interface ServedRow {
  /** As answers name the value and its confidence. */
  readonly name: string
  readonly confidence: string
  readonly field: FieldName
  /** For the description of the API. */
  readonly about: string
}

/** `characteristic` is spelled in two ways by the specification. */
export const ANSWER_FIELDS = [
  { name: 'address', confidence: 'addressconf', field: 'address', about: 'Place of residence.' },
  { name: 'birthday', confidence: 'birthdayconf', field: 'birthday', about: 'Birth date, DD/MM/YYYY.' },
  {
    name: 'characteristic',
    confidence: 'characteristicconf',
    field: 'characteristics',
    about: 'Identifying marks.',
  },
  {
    name: 'characteristics',
    confidence: 'characteristicsconf',
    field: 'characteristics',
    about: 'The same, in its other spelling.',
  },
  { name: 'country', confidence: 'countryconf', field: 'country', about: 'Issuing country, three letters.' },
  { name: 'ethnicity', confidence: 'ethnicityconf', field: 'ethnicity', about: 'Ethnic group.' },
  {
    name: 'expiry',
    confidence: 'expiryconf',
    field: 'expiry',
    about: 'Expiry date, DD/MM/YYYY, or `Không thời hạn`.',
  },
  {
    name: 'hometown',
    confidence: 'hometownconf',
    field: 'hometown',
    about:
      'Place of origin; on a card of 2024 where the birth was registered, on a passport the place of birth.',
  },
  {
    name: 'id',
    confidence: 'idconf',
    field: 'id',
    about: 'Document number; of a passport the passport number.',
  },
  {
    name: 'issue_by',
    confidence: 'issue_by_conf',
    field: 'issue_by',
    about: 'Issuing authority, in one wording.',
  },
  {
    name: 'issue_date',
    confidence: 'issue_date_conf',
    field: 'issue_date',
    about: 'Issue date, DD/MM/YYYY.',
  },
  { name: 'name', confidence: 'nameconf', field: 'name', about: 'Full name in capitals.' },
  { name: 'national', confidence: 'nationalconf', field: 'national', about: 'Nationality.' },
  {
    name: 'optional_data',
    confidence: 'optional_dataconf',
    field: 'optional_data',
    about: 'The number of the card before, of a passport the personal number.',
  },
  {
    name: 'passport_type',
    confidence: 'passport_typeconf',
    field: 'passport_type',
    about: '`P` for a passport.',
  },
  { name: 'religion', confidence: 'religionconf', field: 'religion', about: 'Religion.' },
  { name: 'sex', confidence: 'sexconf', field: 'sex', about: '`Nam` or `Nữ`.' },
] as const satisfies readonly ServedRow[]

type ServedName = (typeof ANSWER_FIELDS)[number]['name' | 'confidence']
export type ServedValues = Readonly<Record<ServedName, string>>

export interface RecognizedData extends ServedValues {
  readonly document: string
  readonly documentconf: string
  readonly document_version: string
  readonly id_type: '0' | '1' | 'UNIDENTIFIED' | ''
  readonly reliability: string
  readonly warning: readonly string[]
  readonly warning_code: readonly number[]
  readonly server_tag: string
  readonly source: Readonly<Record<string, readonly Source[]>>
  readonly places: Places
  readonly pages: readonly PlacedPage[]
  readonly checks: readonly Check[]
}

export interface ReadContext {
  /** In Việt Nam. */
  readonly today: Day
  readonly serverTag: string
  /** All pages came in one call. */
  readonly isOneCall: boolean
}

export const readContextAt = (nowMs: number, version: string, isOneCall: boolean): ReadContext => ({
  today: today(new Date(nowMs)),
  serverTag: serverTag(version),
  isOneCall,
})

export function recognizedData(merged: Merged, circumstances: ReadContext): RecognizedData {
  const combined = combineMerged(merged)
  const { today, serverTag: server_tag, isOneCall } = circumstances
  const facts = { merged, combined, today }
  const checks = [
    ...qualityChecks(merged.sides),
    ...numberChecks(facts),
    ...expiryChecks(facts),
    ...agreementChecks(facts),
  ]
  const served = servedFields(combined)
  return {
    ...served.values,
    document: kindDefinition(merged.kind).document ?? '',
    documentconf: confidenceText([merged.confidence]),
    document_version: merged.kind,
    id_type: hasSide(merged, 'front') ? '0' : '1',
    reliability: confidenceText(reliabilityOf(merged.sides)),
    ...warningFields(warningsOf(checks, isOneCall)),
    server_tag,
    source: served.sources,
    places: served.places,
    pages: placedPages(merged.pages, (kind) => kindDefinition(kind).document),
    checks,
  }
}

function servedFields({ fields }: Combined) {
  const rows: readonly ServedRow[] = ANSWER_FIELDS
  const found = rows.map(({ name, confidence, field }) => ({
    name,
    confidence,
    field: fields.get(field),
  }))
  const values = found.flatMap(({ name, confidence, field }) => [
    [name, field?.value ?? ''],
    [confidence, confidenceText(field?.confidences ?? [])],
  ])
  const sources = found.flatMap(({ name, field }) => (field ? [[name, field.sources]] : []))
  const places = found.flatMap(({ name, field }) => (field ? [[name, field.places]] : []))
  return {
    values: Object.fromEntries(values) as ServedValues,
    sources: Object.fromEntries(sources) as RecognizedData['source'],
    places: Object.fromEntries(places) as Places,
  }
}

const warningFields = (warnings: readonly Warning[]) => ({
  warning: warnings.map(({ text }) => text),
  warning_code: warnings.map(({ code }) => code),
})

const nothing = Object.fromEntries(
  ANSWER_FIELDS.flatMap(({ name, confidence }) => [
    [name, ''],
    [confidence, '[]'],
  ]),
) as ServedValues

/** Where nothing was found, or no such document is known. */
export const emptyData = (server_tag: string, checks: readonly Check[] = []): RecognizedData => ({
  ...nothing,
  document: '',
  documentconf: '[]',
  document_version: '',
  id_type: '',
  reliability: '[]',
  ...warningFields([]),
  server_tag,
  source: {},
  places: {},
  pages: [],
  checks,
})

/** Where pages are of several documents. */
export const multipleData = (server_tag: string): RecognizedData => ({
  ...emptyData(server_tag),
  document: 'MULTIPLE',
  id_type: 'UNIDENTIFIED',
  ...warningFields([notOneCard]),
})
