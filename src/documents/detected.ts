// What a picture shows where the document that was asked for cannot be answered: `detected`, and the end of the message.
import { type Code, codes, saying } from '../codes.ts'
import type { Size } from '../image/geometry/geometry.ts'
import { type DetectedName, PHRASES } from './detected-names.ts'
import type { KindDefinition } from './kinds/kind.ts'
import { isKnown, type Kind, kindDefinition } from './kinds/kinds.ts'
import type { Page } from './pages/page.ts'
import { type PlacedPage, pagePlace } from './pages/places.ts'

/** As answers have it. */
export interface Detected {
  readonly detected: DetectedName
  /** Missing where there is nothing, or nothing that we know. */
  readonly detected_document?: NonNullable<KindDefinition['commonName']>
}

export function detectedOf(detected: DetectedName, kind: Kind): Detected {
  const { commonName } = kindDefinition(kind)
  return { detected, ...(commonName && { detected_document: commonName }) }
}

/** A page is named where its kind is surer than this, 0 to 1, and so many lines are on it: a wall has none. */
const [SURE_ENOUGH, LEAST_LINES] = [0.6, 3]

export type SeenPage = Pick<Page, 'kind' | 'side' | 'confidences' | 'lines'>

/** Pages of kinds that we know and that are surely such. */
const surestFirst = <Its extends SeenPage>(pages: readonly Its[]): Its[] =>
  pages
    .filter(({ kind, confidences }) => isKnown(kind) && confidences.kind > SURE_ENOUGH)
    .filter(({ lines }) => lines.length >= LEAST_LINES)
    .toSorted((a, b) => b.confidences.kind - a.confidences.kind)

/** The page of a kind that we know which is surest to be one. */
export const surestKnown = <Its extends SeenPage>(pages: readonly Its[]): Its | undefined =>
  surestFirst(pages)[0]

/** The documents in a picture beside the one that is answered, whose pages are `used`. */
export const othersAmong = (pages: readonly Page[], used: readonly Page[], image: Size): PlacedPage[] =>
  surestFirst(pages.filter((page) => !used.includes(page))).map((page) => ({
    ...pagePlace(page, image),
    document: kindDefinition(page.kind).document ?? kindDefinition(page.kind).commonName ?? '',
    idType: page.side === 'front' ? '0' : '1',
  }))

/** For pages among which there is none of the kind that was asked for. */
export function anotherDocument(pages: readonly SeenPage[]): Detected {
  const page = surestKnown(pages)
  return page ? detectedOf('another-document', page.kind) : { detected: 'nothing' }
}

/** 101 with its reason; `field` carried the picture, where a call has two of them. */
export function documentNotFound({ detected, detected_document: document }: Detected, field?: string): Code {
  const named = document && NAMED.includes(detected) ? [document] : []
  return saying(codes.documentNotFound, [...(field ? [field] : []), PHRASES[detected], ...named].join(': '))
}

const NAMED: readonly DetectedName[] = ['another-document', 'another-side', 'document-not-legible']
