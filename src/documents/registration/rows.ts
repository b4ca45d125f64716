// Groups the lines of a sheet into rows from top to bottom, each with its parts from left to right.
import type { Point } from '../../image/geometry/geometry.ts'
import { upperMedian } from '../../system/statistics.ts'
import { type ScannedLine, type Span, scanLines, spanOf } from '../fields/spans.ts'
import type { Sheet } from './sheet.ts'

export interface SheetRow {
  /** Index of its sheet. */
  readonly sheet: number
  readonly parts: readonly Span[]
  readonly y: number
  readonly height: number
  /** Distance from the row above, in usual steps of its sheet; 1 for the first row. */
  readonly step: number
  readonly isFirst: boolean
}

/** Two parts of one row are at most this share of the smaller height above or below each other. */
const LEVEL = 0.55
/** A part below this share of the usual height is a footnote, a watermark or a page number. */
const SMALL = 0.56
/** A part may belong to one of so many last rows. */
const NEAR = 3
/** A line of so many pixels is long enough to have a slope of its own. */
const LONG = 200
/** Share of the height of a sheet in which page numbers stand, above and below. */
const MARGIN = 0.07

/** `index` is the place of the sheet among the others. */
export function rowsOf(sheet: Sheet, index: number): SheetRow[] {
  const parts = scanLines(sheet).flatMap((line) => wholeOf(line) ?? [])
  const usual = upperMedian(parts.map(({ height }) => height))
  const grouped: Span[][] = []
  for (const part of parts.toSorted((a, b) => a.y - b.y)) {
    if (part.height < SMALL * usual || isPageNumber(part, sheet)) continue
    const row = grouped.slice(-NEAR).findLast((one) => one.some((other) => isLevel(other, part)))
    if (row) row.push(part)
    else grouped.push([part])
  }
  for (const row of grouped) row.sort((a, b) => a.left - b.left)
  const middles = grouped.map(([first]) => first?.y ?? 0)
  const steps = middles.map((y, i) => y - (middles[i - 1] ?? y))
  const step = lowerThird(steps.filter((one) => one > 0)) || 1
  return grouped.map((row, i) => ({
    sheet: index,
    parts: row,
    y: middles[i] ?? 0,
    height: Math.max(...row.map(({ height }) => height)),
    step: i === 0 ? 1 : (steps[i] ?? step) / step,
    isFirst: i === 0,
  }))
}

/** Sheets are bent: the longer of two parts beside each other tells where the row runs. */
function isLevel(one: Span, other: Span): boolean {
  const [longer, shorter] = lengthOf(one) >= lengthOf(other) ? [one, other] : [other, one]
  const [a, b] = [middleOf(longer), middleOf(shorter)]
  if (Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0) return false
  const expected = a.y + slopeOf(longer) * (b.x - a.x)
  return Math.abs(b.y - expected) < LEVEL * Math.min(one.height, other.height)
}

const lengthOf = ({ left, right }: Span): number => right - left

function middleOf({ of: { line } }: Span): Point {
  const [a, b, c, d] = line.quad
  return { x: (a.x + b.x + c.x + d.x) / 4, y: (a.y + b.y + c.y + d.y) / 4 }
}

function slopeOf({ of: { line, slope } }: Span): number {
  const [a, b, c, d] = line.quad
  const run = (b.x - a.x + c.x - d.x) / 2
  return run < LONG ? slope : (b.y - a.y + c.y - d.y) / 2 / run
}

const wholeOf = (line: ScannedLine): Span | undefined => spanOf(line, 0, line.texts.length)

/** A page number stands alone in the upper or lower margin: `2`, `2/4`, `Trang 2`. */
function isPageNumber({ of, y }: Span, { height }: Sheet): boolean {
  const isMarginal = y < MARGIN * height || y > (1 - MARGIN) * height
  return isMarginal && /^(?:trang)?\s*\d{1,2}(?:\s*\/\s*\d{1,2})?$/iu.test(of.line.text.trim())
}

/**
 * Tables have rows of several lines, so the step of the running text is among the smaller ones. It is the value below
 * which a third lies: the largest step within a value (`MAX_STEP`) was chosen on certificates with it.
 */
function lowerThird(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 3)] ?? 0
}
