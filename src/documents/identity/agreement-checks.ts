// Holds the sources of a document against each other: code and zone against print, front against back, picture against picture.
import { atMost, type Check, hasFailed, softly } from '../../checks.ts'
import { sourcedReadings } from '../cards/card.ts'
import { comparisonCheck, identityCheck, isOfChip, sourceChecks } from '../cards/checks.ts'
import type { Merged } from '../cards/merge.ts'
import { SAME_SIDE_TWICE } from '../cards/record.ts'
import type { SideReading } from '../cards/side-reading.ts'
import { FIELDS, type NamedRow } from '../fields/rows.ts'
import type { Source } from '../fields/source.ts'
import type { Side } from '../kinds/kinds.ts'
import { compare } from '../merge/combine.ts'
import type { Combined, ReadingComparison, SourcedReading } from '../merge/combined.ts'
import { digitCheck } from '../mrz/digit-check.ts'

const FRONT_AGAINST_BACK = 'front-against-back'
const PICTURES = 'picture-against-picture'
/** The fields that say whose card it is. */
const PERSON = [FIELDS.id, FIELDS.name, FIELDS.birthday, FIELDS.sex]
/** The source that a side is compared by is the first of these that it has: on a front what people see, on a back what machines see. */
const SOURCES: Readonly<Record<Side, readonly Source[]>> = {
  front: ['ocr', 'qr', 'mrz'],
  back: ['mrz', 'qr', 'ocr'],
}

export const agreementChecks = (merged: Merged, combined: Combined, isOneCall: boolean): Check[] => [
  ...sourceChecks(combined),
  ...identityCheck(combined),
  ...sideTwice(merged, isOneCall),
  ...frontAgainstBack(merged).map((each) => comparisonCheck(FRONT_AGAINST_BACK, each, ({ side }) => side)),
  ...merged.conflicts.map((each) => comparisonCheck(PICTURES, each, pictureNames(each))),
  ...merged.sides.flatMap(({ mrzChecks }) => mrzChecks.map(digitCheck)),
]

function frontAgainstBack({ sides }: Merged): ReadingComparison[] {
  const readings = sourcedReadings(sides)
  return PERSON.flatMap((row) => {
    const [front, back] = [readingOn('front', row, readings), readingOn('back', row, readings)]
    return front && back ? [compare(row, front, back)] : []
  })
}

/** Where corners of two pictures differ by more than this, in thousandths of their size, the pictures were taken apart: a hand does not hold a camera so still. */
const SAME_PLACE = 1

/** Sides that come one by one may come again, so there only the very same picture counts. */
function sideTwice({ pages }: Merged, isOneCall: boolean): Check[] {
  const twice = (['front', 'back'] as const)
    .map((side) => pages.filter((page) => page.side === side))
    .filter((own) => own.length > 1)
  const check = atMost(SAME_SIDE_TWICE, Math.max(0, ...twice.map((own) => own.length - 1)), 0)
  return [isOneCall || twice.some(hasSamePicture) ? check : softly(check)]
}

const hasSamePicture = (pages: readonly SideReading[]): boolean =>
  pages.some((one, i) => pages.slice(i + 1).some((other) => isSamePicture(one, other)))

function isSamePicture(
  { place: one, file: a }: SideReading,
  { place: other, file: b }: SideReading,
): boolean {
  if (!one || !other || a === b) return false
  return one.corners.every((corner, k) => {
    const at = other.corners[k] ?? corner
    const apart = [corner.x / one.width - at.x / other.width, corner.y / one.height - at.y / other.height]
    return apart.every((share) => 1000 * Math.abs(share) <= SAME_PLACE)
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
  ({ one }: ReadingComparison) =>
  (reading: SourcedReading): string =>
    reading === one ? 'used' : 'not-used'

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

/** Sources of one side contradict each other, or sides do in a way that `isToldOfSides` does not tell. */
export const isCodeOfAnother = ({ dispute }: Combined, isToldOfSides: boolean): boolean =>
  dispute?.contradictions.some(
    (each) => !isOfChip(each) && (each.one.side === each.other.side || !isToldOfSides),
  ) === true

export const isSideTwice = (checks: readonly Check[]): boolean =>
  checks.some((check) => check.name === SAME_SIDE_TWICE && hasFailed(check))
