// Holds the sources of a document against each other: code and zone against print, front against back, picture against picture.
import { atLeast, type Check } from '../../checks.ts'
import { sourcedReadings } from '../cards/card.ts'
import { againstPrint, comparisonCheck } from '../cards/checks.ts'
import { FIELDS, type NamedRow } from '../fields/rows.ts'
import type { Source } from '../fields/source.ts'
import type { Side } from '../kinds/kinds.ts'
import { compare } from '../merge/combine.ts'
import type { Combined, Comparison, SourcedReading } from '../merge/combined.ts'
import type { Merged } from './merge.ts'

const FRONT_AGAINST_BACK = 'front-against-back'
const PICTURES = 'picture-against-picture'
/** The fields that say whose card it is. */
const PERSON = [FIELDS.id, FIELDS.name, FIELDS.birthday, FIELDS.sex]
/** The source that a side is compared by is the first of these that it has: on a front what people see, on a back what machines see. */
const SOURCES: Readonly<Record<Side, readonly Source[]>> = {
  front: ['ocr', 'qr', 'mrz'],
  back: ['mrz', 'qr', 'ocr'],
}

export const agreementChecks = (merged: Merged, { comparisons }: Combined): Check[] => [
  ...comparisons.flatMap(againstPrint),
  ...frontAgainstBack(merged).map((each) => comparisonCheck(FRONT_AGAINST_BACK, each, ({ side }) => side)),
  ...merged.conflicts.map((each) => comparisonCheck(PICTURES, each, pictureNames(each))),
  ...merged.sides.flatMap(({ mrzChecks }) =>
    mrzChecks.map(({ name, isRight }) => atLeast(`mrz-check-digit-${kebab(name)}`, isRight ? 1 : 0, 1)),
  ),
]

function frontAgainstBack({ sides }: Merged): Comparison[] {
  const readings = sourcedReadings(sides)
  return PERSON.flatMap((row) => {
    const [front, back] = [readingOn('front', row, readings), readingOn('back', row, readings)]
    return front && back ? [compare(row, front, back)] : []
  })
}

function readingOn(
  side: Side,
  { field }: NamedRow,
  readings: readonly SourcedReading[],
): SourcedReading | undefined {
  const own = readings.filter((reading) => reading.field === field && reading.side === side)
  return SOURCES[side].map((source) => own.find((reading) => reading.source === source)).find(Boolean)
}

const pictureNames =
  ({ one }: Comparison) =>
  (reading: SourcedReading): string =>
    reading === one ? 'used' : 'not-used'

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Warning 113. */
export const isNumberSplit = (checks: readonly Check[]): boolean =>
  checks.some(
    ({ name, field, outcome }) =>
      name === FRONT_AGAINST_BACK && field === FIELDS.id.field && outcome === 'failed',
  )

/** The sides are of two people: another name, or two other facts. */
export function isAnotherCard(checks: readonly Check[]): boolean {
  const between = checks.filter(({ name, outcome }) => name === FRONT_AGAINST_BACK && outcome === 'failed')
  return between.length > 1 || between.some(({ field }) => field === FIELDS.name.field)
}

/** Two pictures of one side are of two people. */
export const isAnotherPicture = (checks: readonly Check[]): boolean =>
  checks.some(({ name, outcome }) => name === PICTURES && outcome === 'failed')
