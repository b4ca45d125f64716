// Reads the machine-readable zone of a travel document: the specification's recognized_data (2.13), as far as it can be read.
import { atLeast, type Check } from '../../checks.ts'
import { type Code, codes } from '../../codes.ts'
import type { Size } from '../../image/geometry/geometry.ts'
import { type AnswerValues, answerValues } from '../cards/record.ts'
import { type Detected, detectedOf, documentNotFound, surestKnown } from '../detected.ts'
import type { FieldReading } from '../fields/reading.ts'
import type { PageDefinition } from '../kinds/kind.ts'
import { isKnown, kindDefinition, pageDefinition, pagesOf } from '../kinds/kinds.ts'
import { digitCheck } from '../mrz/digit-check.ts'
import type { MrzReading } from '../mrz/reading.ts'
import { travelReadings } from '../mrz/readings.ts'
import type { Page, PageAsk, Pages } from '../pages/page.ts'
import { type PlacedPage, type Places, pagePlace, placedOn, placesBy } from '../pages/places.ts'
import { today } from '../text/dates.ts'

export const askOfZone: PageAsk = { lines: true, mrz: 'everywhere' }

/** A line of the zone as it was read, and that all of it was read right, 0 to 1. */
interface ZoneLine {
  readonly text: string
  readonly confidence: number
}

export type ZoneOutcome =
  | {
      readonly code: Code
      readonly values: AnswerValues<'travel'>
      readonly format: string
      readonly lines: readonly ZoneLine[]
      readonly detected?: Detected
      readonly places: Places
      readonly pages: readonly PlacedPage[]
      readonly checks: readonly Check[]
    }
  /** Several documents, and it is not known which one is meant. */
  | 'several'

export function readZone({ pages, image }: Pages, nowMs: number): ZoneOutcome {
  const zones = pages
    .flatMap((page) => (page.mrz ? [{ page, zone: page.mrz }] : []))
    .toSorted((a, b) => worth(b.zone) - worth(a.zone))
  const [best, second] = zones
  if (!best) {
    const detected = instead(pages)
    return {
      code: documentNotFound(detected),
      values: valuesOf([]),
      format: '',
      lines: [],
      detected,
      places: {},
      pages: [],
      checks: [atLeast('zones-found', 0, 1)],
    }
  }
  const { page, zone } = best
  if (second && isAnother(zone, second.zone)) return 'several'
  const readings = placedOn(page, travelReadings(zone, today(new Date(nowMs))))
  return {
    code: codes.success,
    values: valuesOf(readings),
    format: zone.format,
    lines: zone.lines.map(({ text, characters }) => ({
      text,
      confidence: characters.reduce((product, one) => product * one.confidence, 1),
    })),
    places: Object.fromEntries(
      readings.map(({ field, source, places }) => [field, placesBy(source, places)]),
    ),
    pages: [pageOf(page, image, zone.format)],
    checks: zone.checkDigits.map(digitCheck),
  }
}

/** What there is where no zone can be read: a page that has one, its other side, or a document that has none. */
function instead(pages: readonly Page[]): Detected {
  const page = surestKnown(pages)
  if (!page) return { detected: 'nothing' }
  const hasZone = (one: PageDefinition | undefined): boolean => one?.zone?.isExpected === true
  if (hasZone(pageDefinition(page))) return detectedOf('document-not-legible', page.kind)
  const isOnOtherSide = pagesOf(kindDefinition(page.kind)).some(hasZone)
  return detectedOf(isOnOtherSide ? 'another-side' : 'another-document', page.kind)
}

/** The side of a document of no known kind is not known. */
const pageOf = (page: Page, image: Size, document: string): PlacedPage => ({
  ...pagePlace(page, image),
  document,
  idType: !isKnown(page.kind) ? '' : page.side === 'front' ? '0' : '1',
})

/** Right check digits count first, then how surely it was read. */
const worth = ({ checkDigits, confidence }: MrzReading): number =>
  checkDigits.filter(({ isRight }) => isRight).length + confidence

/** Whether two zones were both read well and name different documents. */
function isAnother(one: MrzReading, other: MrzReading): boolean {
  const isWhole = ({ fields }: MrzReading) => fields.documentNumber.proof === 'right'
  return isWhole(one) && isWhole(other) && one.fields.documentNumber.text !== other.fields.documentNumber.text
}

const valuesOf = (readings: readonly FieldReading[]): AnswerValues<'travel'> =>
  answerValues('travel', (name) => readings.find(({ field }) => field === name))
