// The lines of all sheets as rows from top to bottom, each with its parts from left to right.
import type { Point } from '../../image/geometry/geometry.ts'
import { type ScannedLine, type Span, scanLines, spanOf } from '../fields/spans.ts'
import type { Sheet } from './sheet.ts'

export interface Row {
  /** Index of its sheet. */
  readonly sheet: number
  readonly parts: readonly Span[]
  readonly y: number
  readonly height: number
  /** By the usual step from row to row of its sheet; 1 for the first of a sheet. */
  readonly step: number
  readonly isFirst: boolean
}

/** Of the lower part's height by which two parts of one row may be apart. */
const LEVEL = 0.55
/** Lower than this share of the usual height it is a footnote, a watermark, a page number. */
const SMALL = 0.56
/** Rows back from the last that a part may still belong to. */
const NEAR = 3
/** Pixels of a line long enough to tell how it runs. */
const LONG = 200
const MARGIN = 0.07

/** `index` tells its rows from those of other sheets. */
export function rowsOf(sheet: Sheet, index: number): Row[] {
  const parts = scanLines(sheet).flatMap((line) => wholeOf(line) ?? [])
  const usual = median(parts.map(({ height }) => height))
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
  const step = lowerQuartile(steps.filter((one) => one > 0)) || 1
  return grouped.map((row, i) => ({
    sheet: index,
    parts: row,
    y: middles[i] ?? 0,
    height: Math.max(...row.map(({ height }) => height)),
    step: i === 0 ? 1 : (steps[i] ?? step) / step,
    isFirst: i === 0,
  }))
}

/** Sheets are bent: of two parts beside each other the longer tells where the row runs. */
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

/** Figures alone, in the upper or lower margin: `2`, `2/4`, `Trang 2`. */
function isPageNumber({ of, y }: Span, { height }: Sheet): boolean {
  const isMarginal = y < MARGIN * height || y > (1 - MARGIN) * height
  return isMarginal && /^(?:trang)?\s*\d{1,2}(?:\s*\/\s*\d{1,2})?$/iu.test(of.line.text.trim())
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

/** Tables have rows of several lines: the text's own step is among the smaller. */
function lowerQuartile(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 3)] ?? 0
}
