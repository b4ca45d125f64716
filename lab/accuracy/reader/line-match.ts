// Matches found lines with the true lines of the page: whole, cut, split, merged, or missed.
import { area, type Box, sharedArea } from '../../../src/image/geometry/geometry.ts'

/** A found line makes a readable crop of a true one within these limits, as shares of the true line's height. */
const MISSING_AT_AN_END = 0.4
const LEAST_COVERED = 0.75
const MOST_HEIGHT = 1.8
/** The share of a line's width that others must cover for it to count as seen at all. */
const MOST_OF_IT = 0.9
const SOME_OF_IT = 0.5
/** The share of a found line that must lie on text for it not to be invented. */
const ON_TEXT = 0.2

export const lineOutcomes = ['whole', 'merged', 'split', 'cut', 'missed'] as const
export type LineOutcome = (typeof lineOutcomes)[number]

export function outcomeOf(line: Box, all: readonly Box[], found: readonly Box[]): LineOutcome {
  const touching = found.filter((one) => isOnBand(line, one) && alongShare(line, [one]) > 0)
  const readable = touching.filter((one) => isReadable(line, one))
  const alone = readable.filter((one) => all.every((other) => other === line || !swallows(one, other)))
  if (alone.length > 0) return 'whole'
  if (readable.length > 0) return 'merged'
  const together = alongShare(line, touching)
  if (touching.length > 1 && together >= MOST_OF_IT) return 'split'
  return together >= SOME_OF_IT ? 'cut' : 'missed'
}

export function isInvented(found: Box, all: readonly Box[]): boolean {
  const onText = all.reduce((sum, line) => sum + sharedArea(line, found), 0)
  return onText < ON_TEXT * area(found)
}

function isReadable(line: Box, found: Box): boolean {
  const slack = MISSING_AT_AN_END * line.height
  return (
    downShare(line, found) >= LEAST_COVERED &&
    found.height <= MOST_HEIGHT * line.height &&
    found.x <= line.x + slack &&
    found.x + found.width >= line.x + line.width - slack
  )
}

/** Two boxes are on one row when the middle of one is within the other. */
function isOnBand(line: Box, found: Box): boolean {
  const [middle, other] = [line.y + line.height / 2, found.y + found.height / 2]
  const isWithin = (y: number, { y: top, height }: Box) => y > top && y < top + height
  return isWithin(middle, found) && isWithin(other, line)
}

const swallows = (found: Box, other: Box): boolean =>
  isOnBand(other, found) && alongShare(other, [found]) >= SOME_OF_IT

/** The share of the line's width that the boxes cover. */
function alongShare({ x, width }: Box, boxes: readonly Box[]): number {
  let [covered, end] = [0, x]
  for (const box of boxes.toSorted((one, other) => one.x - other.x)) {
    const from = Math.max(end, box.x)
    const to = Math.min(x + width, box.x + box.width)
    if (to > from) {
      covered += to - from
      end = to
    }
  }
  return covered / width
}

function downShare(line: Box, found: Box): number {
  const shared = Math.min(line.y + line.height, found.y + found.height) - Math.max(line.y, found.y)
  return shared / line.height
}

interface ReadBox {
  readonly text: string
  readonly box: Box
}

interface TextPair {
  readonly truth: string
  readonly read: string
}

/** The share of the smaller box that must overlap for two to belong together. */
const TOGETHER = 0.3

/** Joins lines that overlap, directly or through others, into one text each; lines found off any text are left out. */
export function pairedTexts(lines: readonly ReadBox[], found: readonly ReadBox[]): TextPair[] {
  const groups: { truth: ReadBox[]; read: ReadBox[] }[] = lines.map((line) => ({ truth: [line], read: [] }))
  for (const one of found) {
    const own = groups.filter(({ truth }) => truth.some(({ box }) => belong(box, one.box)))
    const [first, ...rest] = own
    if (first === undefined) continue
    first.read.push(one)
    for (const other of rest) {
      first.truth.push(...other.truth)
      first.read.push(...other.read)
      groups.splice(groups.indexOf(other), 1)
    }
  }
  return groups.map(({ truth, read }) => ({ truth: joined(truth), read: joined(read) }))
}

const belong = (one: Box, other: Box): boolean =>
  sharedArea(one, other) >= TOGETHER * Math.min(area(one), area(other))

/** Texts are joined from left to right, and rows from top to bottom. */
function joined(lines: readonly ReadBox[]): string {
  const ordered = lines.toSorted((one, other) =>
    isOnBand(one.box, other.box) ? one.box.x - other.box.x : one.box.y - other.box.y,
  )
  return ordered.map(({ text }) => text).join(' ')
}
