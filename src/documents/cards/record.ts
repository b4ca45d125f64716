// The part of recognized_data that answers about identity documents (2.6) and driving licences (2.8) have in common.
import type { Check, CheckName } from '../../checks.ts'
import { confidenceText } from '../confidence-text.ts'
import type { Capability } from '../fields/row.ts'
import { ANSWER_FIELDS, type AnswerName, type FieldName } from '../fields/rows.ts'
import type { Informant } from '../fields/source.ts'
import { kindDefinition } from '../kinds/kinds.ts'
import type { CombinedField } from '../merge/combined.ts'
import { type PlacedPage, type Places, placedPages, servedPages, servedPlaces } from '../pages/places.ts'
import { reliabilityOf } from '../pages/quality.ts'
import { serverTag } from '../server-tag.ts'
import { type Day, today } from '../text/dates.ts'
import type { Card } from './card.ts'
import {
  CODE_EXPECTED,
  CODE_IN_SIGHT,
  CODE_PHOTOGRAPHED,
  DATES_IN_ORDER,
  EXPIRY_BY_RULE,
  ONE_IDENTITY,
  PORTRAIT_IN_PLACE,
  PRINT_IN_PLACE,
} from './checks.ts'
import type { CardSide } from './side.ts'

/** When a card is read, and by which build. */
export interface ReadContext {
  /** In Việt Nam. */
  readonly today: Day
  readonly serverTag: string
}

export const readContextAt = (nowMs: number, version: string): ReadContext => ({
  today: today(new Date(nowMs)),
  serverTag: serverTag(version),
})

interface CardFacts {
  readonly document: string
  readonly documentconf: string
  readonly document_version: string
  readonly id_type: '0' | '1' | 'UNIDENTIFIED' | ''
  readonly reliability: string
  readonly server_tag: string
  readonly source: Readonly<Record<string, readonly Informant[]>>
  readonly places: Places
  readonly pages: readonly PlacedPage[]
  /** The documents beside it in the picture of this call. */
  readonly other_documents: readonly PlacedPage[]
  readonly checks: readonly Check[]
}

/** Every field that the capability answers and its confidence, by their names in the specification. */
export type AnswerValues<Of extends Capability> = Readonly<Record<AnswerName<Of>, string>>
export type CardRecord<Of extends Capability> = AnswerValues<Of> & CardFacts

export interface RecordParts {
  /** All pages that were read of the card, used or not. */
  readonly pages: readonly CardSide[]
  readonly checks: readonly Check[]
  readonly serverTag: string
}

export function cardRecord<Of extends Capability>(
  capability: Of,
  { kind, confidence, sides, combined }: Card,
  { pages, checks, serverTag: server_tag }: RecordParts,
): CardRecord<Of> {
  const found = ANSWER_FIELDS[capability].flatMap(({ name, field }) => {
    const value = combined.fields.get(field)
    return value ? [{ name, value }] : []
  })
  return {
    ...answerValues(capability, (field) => combined.fields.get(field)),
    document: kindDefinition(kind).document ?? '',
    documentconf: confidenceText([confidence]),
    document_version: kind,
    id_type: sides.some(({ side }) => side === 'front') ? '0' : '1',
    reliability: confidenceText(lowered(reliabilityOf(sides), checks)),
    server_tag,
    source: Object.fromEntries(found.map(({ name, value }) => [name, value.sources])),
    places: Object.fromEntries(found.map(({ name, value }) => [name, value.places])),
    pages: placedPages(pages, (of) => kindDefinition(of).document),
    other_documents: [],
    checks,
  }
}

export const SAME_SIDE_TWICE = 'same-side-twice'

/** What is left of the reliability where a check is not passed; noted ones count where they are listed as such. */
const LEFT: Readonly<Partial<Record<CheckName, { readonly share: number; readonly isNotedEnough?: true }>>> =
  {
    [ONE_IDENTITY]: { share: 0.3 },
    [SAME_SIDE_TWICE]: { share: 0.9 },
    [PORTRAIT_IN_PLACE]: { share: 0.3 },
    [PRINT_IN_PLACE]: { share: 0.3 },
    [EXPIRY_BY_RULE]: { share: 0.7 },
    [DATES_IN_ORDER]: { share: 0.5 },
    [CODE_IN_SIGHT]: { share: 0.5 },
    [CODE_PHOTOGRAPHED]: { share: 0.5, isNotedEnough: true },
    // Codes are often not legible on honest pictures.
    [CODE_EXPECTED]: { share: 0.9, isNotedEnough: true },
  }

function lowered([first = 0, ...others]: readonly number[], checks: readonly Check[]): readonly number[] {
  const left = checks.reduce((share, { name, outcome }) => {
    const row = LEFT[name]
    const counts = outcome === 'failed' || (outcome === 'noted' && row?.isNotedEnough === true)
    return row && counts ? share * row.share : share
  }, 1)
  return [first * left, ...others]
}

/** For a picture in which nothing was found, and a document that is not known. */
export const emptyRecord = <Of extends Capability>(capability: Of, server_tag: string): CardRecord<Of> => ({
  ...answerValues(capability, () => undefined),
  document: '',
  documentconf: '[]',
  document_version: '',
  id_type: '',
  reliability: '[]',
  server_tag,
  source: {},
  places: {},
  pages: [],
  other_documents: [],
  checks: [],
})

/** A field that was not read is an empty text, its confidence `[]`. */
export function answerValues<Of extends Capability>(
  capability: Of,
  readingOf: (field: FieldName) => Pick<CombinedField, 'value' | 'confidences'> | undefined,
): AnswerValues<Of> {
  const values = ANSWER_FIELDS[capability].flatMap(({ name, confidence, field }) => {
    const found = readingOf(field)
    return [
      [name, found?.value ?? ''],
      [confidence, confidenceText(found?.confidences ?? [])],
    ]
  })
  return Object.fromEntries(values) as AnswerValues<Of>
}

/** The record as it is sent: places and pages name the files that were stored. */
export const servedRecord = <Its extends CardFacts>(record: Its, fileIds: readonly string[]) => ({
  ...record,
  source: Object.fromEntries(Object.entries(record.source).map(([name, sources]) => [name, [...sources]])),
  places: servedPlaces(record.places, fileIds),
  pages: servedPages(record.pages, fileIds),
  other_documents: servedPages(record.other_documents, fileIds),
  checks: [...record.checks],
})
