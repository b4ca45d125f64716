// From what was read on a driving licence to the specification's recognized_data (2.8).
import type { Check } from '../../checks.ts'
import { confidenceText, numberText } from '../confidence-text.ts'
import type { FieldName, Source } from '../fields/reading.ts'
import { kindDefinition } from '../kinds/kinds.ts'
import type { Combined } from '../merge/combine.ts'
import { againstPrint } from '../merge/comparison-check.ts'
import { type FieldPlace, type PlacedPage, type Places, placedPages } from '../pages/places.ts'
import { qualityChecks, reliabilityOf } from '../pages/quality.ts'
import { serverTag } from '../server-tag.ts'
import { type Day, today } from '../text/dates.ts'
import { classChecks } from './class-checks.ts'
import { expiryChecks } from './expiry-checks.ts'
import { type Facts, factsOf } from './facts.ts'
import { numberChecks } from './number-checks.ts'
import type { LicenceSide } from './side-reading.ts'

interface ServedRow {
  readonly name: FieldName
  /** As answers name it. */
  readonly confidence: string
  /** For the description of the API. */
  readonly about: string
}

export const ANSWER_FIELDS = [
  { name: 'address', confidence: 'addressconf', about: 'Place of residence.' },
  { name: 'birthday', confidence: 'birthdayconf', about: 'Birth date, DD/MM/YYYY.' },
  {
    name: 'class_type',
    confidence: 'class_type_conf',
    about: 'Classes, such as `B2` or `A1, B2`; of before or since 2025.',
  },
  {
    name: 'expiry',
    confidence: 'expiryconf',
    about: 'Expiry date, DD/MM/YYYY, or `Không thời hạn`.',
  },
  { name: 'id', confidence: 'idconf', about: 'Licence number.' },
  { name: 'issue_date', confidence: 'issue_date_conf', about: 'Issue date, DD/MM/YYYY.' },
  {
    name: 'issue_place',
    confidence: 'issue_place_conf',
    about: 'Town before the date of issue; on a card of 2025 the office.',
  },
  { name: 'name', confidence: 'nameconf', about: 'Full name in capitals.' },
  { name: 'nationality', confidence: 'nationalityconf', about: 'Nationality.' },
  { name: 'seri_id', confidence: 'seri_id_conf', about: 'Serial number of the blank, on the back.' },
] as const satisfies readonly ServedRow[]

export type ServedValues = Readonly<Record<(typeof ANSWER_FIELDS)[number]['name' | 'confidence'], string>>

export interface BackRow {
  readonly class_name: string
  readonly class_date: string
  readonly class_conf: string
}

export interface RecognizedData extends ServedValues {
  readonly back_side_info: readonly BackRow[]
  readonly document: string
  readonly documentconf: string
  readonly document_version: string
  readonly id_type: '0' | '1' | ''
  readonly reliability: string
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
}

export const readContextAt = (nowMs: number, version: string): ReadContext => ({
  today: today(new Date(nowMs)),
  serverTag: serverTag(version),
})

/** Of at least one side. */
export function recognizedData(
  sides: readonly LicenceSide[],
  { today, serverTag: server_tag }: ReadContext,
): RecognizedData {
  const facts = factsOf(sides, today)
  return {
    ...servedValues(facts.combined),
    back_side_info: facts.rows.map(({ className, classDate, confidence }) => ({
      class_name: className,
      class_date: classDate,
      class_conf: numberText(confidence),
    })),
    document: kindDefinition(facts.kind).document ?? '',
    documentconf: confidenceText([facts.confidence]),
    document_version: facts.kind,
    id_type: sides.some(({ side }) => side === 'front') ? '0' : '1',
    reliability: confidenceText(reliabilityOf(sides)),
    server_tag,
    source: sourcesOf(facts),
    places: placesOf(facts),
    pages: placedPages(sides, (kind) => kindDefinition(kind).document),
    checks: [
      ...qualityChecks(sides),
      ...numberChecks(facts),
      ...expiryChecks(facts),
      ...classChecks(facts),
      ...facts.combined.comparisons.flatMap(againstPrint),
    ],
  }
}

function servedValues({ fields }: Pick<Combined, 'fields'>): ServedValues {
  const found = ANSWER_FIELDS.flatMap(({ name, confidence }) => {
    const field = fields.get(name)
    return [
      [name, field?.value ?? ''],
      [confidence, confidenceText(field?.confidences ?? [])],
    ]
  })
  return Object.fromEntries(found) as ServedValues
}

function sourcesOf({ combined, rows }: Facts): RecognizedData['source'] {
  const found = ANSWER_FIELDS.flatMap(({ name }) => {
    const field = combined.fields.get(name)
    return field ? [[name, field.sources] as const] : []
  })
  const table = rows.length > 0 ? [['back_side_info', ['ocr']] as const] : []
  return Object.fromEntries([...found, ...table])
}

/** Of the table cell by cell, row by row. */
function placesOf({ combined, rows }: Facts): Places {
  const found = ANSWER_FIELDS.map(({ name }) => [name, combined.fields.get(name)?.places ?? []] as const)
  const cells = rows.flatMap(({ places }) => places.map((quad): FieldPlace => ({ source: 'ocr', quad })))
  return Object.fromEntries([...found, ['back_side_info', cells] as const])
}

/** Where nothing was found. */
export const emptyData = (server_tag: string, checks: readonly Check[]): RecognizedData => ({
  ...servedValues({ fields: new Map() }),
  back_side_info: [],
  document: '',
  documentconf: '[]',
  document_version: '',
  id_type: '',
  reliability: '[]',
  server_tag,
  source: {},
  places: {},
  pages: [],
  checks,
})
