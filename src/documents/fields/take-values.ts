// Gives every line that is no label to the label it most likely belongs to: on its row to the right, or below it.

import { parseBirthYear, parseDate } from '../text/dates.ts'
import { type Anchor, onOneRow, type PageLayout } from './anchors.ts'
import type { NumberShape } from './numbers.ts'
import { type Announced, FIELDS, printedRow } from './rows.ts'
import { legibility, type Span, textOf, trimmed } from './spans.ts'
import type { FieldTable } from './tables.ts'

/** Parts side by side that make one line of a value. */
export type ValueLine = readonly Span[]

export interface TakenValue {
  readonly anchor: Anchor
  readonly lines: readonly ValueLine[]
}

interface Taking {
  readonly anchor: Anchor
  readonly lines: Span[][]
  readonly most: number
}

export const lineText = (line: ValueLine): string => line.map(textOf).join(' ')

export function takeValues(layout: PageLayout, table: FieldTable): { taken: TakenValue[]; left: Span[] } {
  const takings = layout.anchors.map((anchor): Taking => {
    const { field, rest } = anchor
    const value = rest && fitting(field, [], rest, table.number)
    return { anchor, lines: value ? [[value]] : [], most: table.lines[field] ?? 1 }
  })
  const left: Span[] = []
  for (const span of layout.free) if (!give(span, takings, layout, table)) left.push(span)
  for (const taking of takings) completeYear(taking, left)
  const taken = takings.filter(({ lines }) => lines.length > 0)
  return { taken, left }
}

/** How far below its label, or the line before, a line of a value can stand, in heights of a line; forms may have wider lines. */
const FARTHEST_BELOW = 2.3
/** How far to the right of a label, and of another part of the same line, a value can stand, in heights of a line. */
const [FARTHEST_BESIDE, CLOSE_BESIDE] = [14, 3]

function give(
  span: Span,
  takings: readonly Taking[],
  layout: PageLayout,
  { number, farthestBelow: farthest = FARTHEST_BELOW }: FieldTable,
): boolean {
  const offers = takings.flatMap((taking) => {
    const beside = taking.lines.findLast((line) => line.every((part) => onOneRow(part, span)))
    const cost = beside
      ? costBeside(span, beside, CLOSE_BESIDE)
      : taking.lines.length === 0
        ? costOfFirst(span, taking, layout, farthest)
        : costOfNext(span, taking, layout, farthest)
    return cost === undefined ? [] : [{ taking, beside, cost }]
  })
  // Parsing a value takes longer than measuring where it stands: the nearest label is tried first, until one fits.
  for (const { taking, beside } of offers.sort((one, other) => one.cost - other.cost)) {
    const { field } = taking.anchor
    const before = beside ? taking.lines.slice(0, taking.lines.indexOf(beside)) : taking.lines
    if (beside && printedRow(field).value.closed && isFit(field, taking.lines, number)) continue
    const part = fitting(field, before, span, number, beside)
    if (part === undefined || (!beside && !goesOn(field, before, part))) continue
    if (beside) beside.push(part)
    else taking.lines.push([part])
    return true
  }
  return false
}

/** A year beside other figures is the end of a date that was found in pieces: it is the whole day, or nothing. */
function completeYear({ anchor, lines }: Taking, left: readonly Span[]): void {
  const [year] = lines[0] ?? []
  if (anchor.field !== FIELDS.birthday.field || !year || !parseBirthYear(textOf(year))) return
  // What was hardly read before it is the day and the month.
  const start = anchor.label.of === year.of ? anchor.label.to : 0
  if (/[\p{L}\d]/u.test(year.of.texts.slice(start, year.from).join(''))) lines.splice(0, lines.length)
  const before = left.filter(
    (span) => span.right < year.right && onOneRow(span, year) && /\d/.test(textOf(span)),
  )
  const close = before.filter((span) => year.left - span.right < FARTHEST_BESIDE * year.height)
  if (close.length === 0) return
  const whole = [...close.sort((one, other) => one.left - other.left), year]
  lines.splice(0, lines.length, ...(parseDate(lineText(whole)) ? [whole] : []))
}

const goesOn = (field: Announced, lines: readonly ValueLine[], next: Span): boolean =>
  lines.length === 0 || printedRow(field).goesOn?.(lines.map(lineText), textOf(next)) !== false

/** The span, or the sure part of it, if with it the lines can be a value of the field. */
function fitting(
  field: Announced,
  lines: readonly ValueLine[],
  span: Span,
  number: NumberShape,
  beside: ValueLine = [],
): Span | undefined {
  if (isFit(field, [...lines, [...beside, span]], number)) return span
  const part = printedRow(field).value.closed ? trimmed(span) : undefined
  return part && part !== span && isFit(field, [...lines, [...beside, part]], number) ? part : undefined
}

/** Whether the lines can be a value of the field, as far as they go. */
function isFit(field: Announced, lines: readonly ValueLine[], number: NumberShape): boolean {
  const rule = printedRow(field).value
  const texts = lines.map(lineText)
  // What is read of a rosette is joined to nothing; one line that can be parsed at all may be read less surely.
  const least = rule.closed && lines.length === 1 ? LEAST_PARSED : LEAST_LEGIBLE
  if (!lines.every((line) => line.every((span) => legibility(span) >= least))) return false
  if (rule.closed) return rule.parse(texts, number) !== undefined
  // What follows a slash is the label once more, in the other language.
  const isLabel = texts.some((text) => /^[/|]/.test(text))
  return !isLabel && !endsInCapitals(texts)
}

/** A line with so many letters is no abbreviation, `TP. HCM`. */
const LEAST_CAPITALS = 8

/** Below a line of small letters, one of capitals is the title of the person who signed. */
function endsInCapitals(texts: readonly string[]): boolean {
  const [first = '', ...more] = texts.map((text) => text.replace(/\P{L}/gu, ''))
  const isCapitals = (letters: string) => letters === letters.toUpperCase()
  return !isCapitals(first) && more.some((each) => each.length >= LEAST_CAPITALS && isCapitals(each))
}

const [LEAST_LEGIBLE, LEAST_PARSED] = [0.5, 0.3]

function costBeside(span: Span, before: readonly Span[], most: number): number | undefined {
  const end = Math.max(...before.map(({ right }) => right))
  const gap = (span.left - end) / span.height
  return gap > -1 && gap < most ? Math.max(0, gap) / 8 : undefined
}

/** Forms are filled in above or below the line of the label, or at a slant: a value beside it may be so far off, in heights. */
const OFF_LINE = 0.8
/** A value of a closed field cannot be mistaken; it may stand so far above the label's line. */
const ABOVE_LINE = 1.1

function costOfFirst(
  span: Span,
  { anchor }: Taking,
  layout: PageLayout,
  farthest: number,
): number | undefined {
  const { label } = anchor
  const off = Math.abs(span.y - label.y) / Math.max(span.height, label.height)
  const beside = span.left <= anchor.until ? costBeside(span, [label], FARTHEST_BESIDE) : undefined
  if (onOneRow(span, label)) return beside
  const isClosed = printedRow(anchor.field).value.closed
  const mostOff = isClosed && span.y < label.y ? ABOVE_LINE : OFF_LINE
  const slanting = beside !== undefined && off < mostOff ? beside + off : Infinity
  const least = Math.min(slanting, costBelow(span, label, anchor, layout, farthest) ?? Infinity)
  return least === Infinity ? undefined : least
}

/** A next line may be lower or higher by these factors: a short one, `Tre` of `Bến Tre`, has neither tones nor tails. */
const [LOWER, HIGHER] = [0.45, 1.9]

function costOfNext(
  span: Span,
  { anchor, lines, most }: Taking,
  layout: PageLayout,
  farthest: number,
): number | undefined {
  const last = lines.at(-1)?.[0]
  if (last === undefined || lines.length >= most) return undefined
  // Lines of one value are printed alike.
  if (span.height < LOWER * last.height || span.height > HIGHER * last.height) return undefined
  return costBelow(span, last, anchor, layout, farthest)
}

/** The cost is in heights of a line; undefined where the span stands above, too far below, in another column or behind another label. */
function costBelow(
  span: Span,
  above: Span,
  { label, until }: Anchor,
  { labels }: PageLayout,
  farthest: number,
): number | undefined {
  const height = Math.max(span.height, above.height)
  const drop = (span.y - above.y) / height
  if (drop < 0.55 || drop > farthest) return undefined
  const column = { left: Math.min(label.left, above.left), right: Math.max(until, above.right) }
  const inside = Math.min(span.right, column.right) - Math.max(span.left, column.left)
  if (inside < 0.5 * (span.right - span.left)) return undefined
  const isBehind = labels.some(
    (other) =>
      other !== label &&
      other.y > above.y + 0.3 * height &&
      other.y < span.y + 0.3 * height &&
      Math.min(other.right, span.right) > Math.max(other.left, span.left),
  )
  if (isBehind) return undefined
  const aside = Math.max(0, Math.abs(span.left - label.left) / height - 3)
  return drop - 0.6 + 0.05 * aside
}
