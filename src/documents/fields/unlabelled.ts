// Values that no label announces: the number by its shape, the date in words with the place before it, the authority above the signature.
import { provincesOfCmnd9 } from '../text/personal-number.ts'
import { onOneRow } from './anchors.ts'
import { findNumber, type NumberShape } from './numbers.ts'
import { type Span, spanOf, textOf } from './spans.ts'
import type { ValueLine } from './take-values.ts'
import { lineText } from './take-values.ts'
import { AUTHORITY, isDateInWords } from './values.ts'

/** How far apart the parts of a row stand, in heights of a line: where they were printed together, and where filled in. */
const [PRINTED_APART, FILLED_IN_APART] = [3, 6]

/** What reaches under another by more heights than this is the line below it. */
const ONE_OVER_ANOTHER = 1.5

/** Joins spans that stand close together on one row; rows come from top to bottom. */
export function rowsOf(
  spans: readonly Span[],
  isBeside: (one: Span, other: Span) => boolean = onOneRow,
  apart = PRINTED_APART,
): Span[][] {
  const rows: Span[][] = []
  for (const span of [...spans].sort((one, other) => one.left - other.left)) {
    const row = rows.find((parts) => {
      const last = parts.at(-1)
      return (
        last !== undefined &&
        isBeside(last, span) &&
        span.left - last.right < apart * Math.max(last.height, span.height) &&
        span.left - last.right > -ONE_OVER_ANOTHER * Math.max(last.height, span.height)
      )
    })
    if (row === undefined) rows.push([span])
    else row.push(span)
  }
  return rows.sort((one, other) => (one[0]?.y ?? 0) - (other[0]?.y ?? 0))
}

/** The number of that shape in the largest print. */
export function numberAmong(spans: readonly Span[], shape: NumberShape): ValueLine | undefined {
  const found = spans.flatMap((span) => {
    const stamped = shape === 'cmnd' ? stampedNumberIn(span) : undefined
    return stamped ?? numberIn(span, shape) ?? []
  })
  const [first] = found.sort((one, other) => other.height - one.height)
  return first ? [first] : numberInTwo(spans, shape)
}

/** `AM` and `835599`: letters and figures of a number that stand apart. */
function numberInTwo(spans: readonly Span[], shape: NumberShape): ValueLine | undefined {
  for (const row of rowsOf(spans))
    for (const [i, letters] of row.entries()) {
      const pair = row.slice(i, i + 2)
      const text = [...lineText(pair)]
      const number = pair.length === 2 && /^\p{Lu}+$/u.test(textOf(letters)) && findNumber(text, shape)
      if (number && number.from === 0 && number.to === text.length) return pair
    }
  return undefined
}

function numberIn(span: Span, shape: NumberShape): Span | undefined {
  const number = findNumber(span.of.texts.slice(span.from, span.to), shape)
  return number && spanOf(span.of, span.from + number.from, span.from + number.to)
}

const STAMPED_FIGURES = 9
/** What is read of the bar is less sure than this, and than every figure of the number. */
const LEAST_STAMPED = 0.95

/**
 * The wavy bar that nine figures are stamped on is read as more figures at either end, `7024058622`, or as a letter.
 * No province had numbers that begin with such a figure; where that does not tell, the bar is what is read less surely.
 */
function stampedNumberIn({ of, from, to }: Span): Span | undefined {
  const text = of.texts.slice(from, to).join('')
  const figures = /\d+$/.exec(text)?.[0].length ?? 0
  const sure = (at: number): number => of.line.characters[at]?.confidence ?? 0
  const isMarked =
    figures === STAMPED_FIGURES && to - from > figures && sure(to - figures - 1) < LEAST_STAMPED
  if (figures <= STAMPED_FIGURES && !isMarked) return undefined
  const starts = Array.from({ length: figures - STAMPED_FIGURES + 1 }, (_, i) => to - figures + i)
  const issued = starts.filter((at) => {
    const number = of.texts.slice(at, at + STAMPED_FIGURES).join('')
    return provincesOfCmnd9(number).length > 0
  })
  const [only, ...others] = issued
  if (only !== undefined && others.length === 0) return spanOf(of, only, only + STAMPED_FIGURES)
  let [first, end] = [to - figures, to]
  let dropped = 0
  while (end - first > STAMPED_FIGURES) {
    dropped = Math.max(dropped, Math.min(sure(first), sure(end - 1)))
    if (sure(first) <= sure(end - 1)) first++
    else end--
  }
  const kept = Array.from({ length: STAMPED_FIGURES }, (_, i) => sure(first + i))
  return dropped < Math.min(LEAST_STAMPED, ...kept) ? spanOf(of, first, end) : undefined
}

/** `Hà Nội, ngày 05 tháng 03 năm 2014`: the date, and the place where one is named. */
export function datedLine(
  spans: readonly Span[],
): { readonly date: ValueLine; readonly place?: ValueLine; readonly y: number } | undefined {
  const filledIn = rowsOf(spans.filter(isOfDate), isFilledIn, FILLED_IN_APART)
  for (const row of [...rowsOf(spans), ...filledIn]) {
    const start = row.findIndex((span) => dayWord(span) !== undefined)
    const span = row[start]
    const at = span && dayWord(span)
    if (span === undefined || at === undefined) continue
    const head = spanOf(span.of, at, span.to)
    const date = head ? [head, ...row.slice(start + 1)] : []
    if (!isDateInWords(lineText(date))) continue
    const before = spanOf(span.of, span.from, at)
    const printed = [...row.slice(0, start), ...(before ? [before] : [])]
    const place = printed.length > 0 ? printed : placeBefore(span, spans)
    return { date, ...(place.length > 0 && { place }), y: span.y }
  }
  return undefined
}

/** A place that was filled in stands apart from the word that follows it. */
function placeBefore(date: Span, spans: readonly Span[]): Span[] {
  const near = spans.filter((span) => {
    const gap = (date.left - span.right) / date.height
    return onOneRow(span, date) && gap > -0.5 && gap < FILLED_IN_APART && !/\d/.test(textOf(span))
  })
  return near.sort((one, other) => one.right - other.right).slice(-1)
}

/** Figures alone, a typed `l` among them, or a word of a date; `Nam` is a part of a province. */
const isOfDate = (span: Span): boolean =>
  /^[\dl\s.,]+$|(?:^|[^\p{L}])(?:[Nn]g\p{L}y|[Tt]h\p{L}ng|n\p{L}m)(?:$|[^\p{L}])/u.test(textOf(span))

/** The dots after a word are read as a part of it and reach under what was filled in, by so many heights. */
const OVERLAP = 0.8

/** On a form, day, month and year are filled in above the line of their words. What stands under a word is the next line. */
const isFilledIn = (one: Span, other: Span): boolean =>
  Math.abs(one.y - other.y) < 1.2 * Math.max(one.height, other.height) &&
  Math.max(one.left, other.left) > Math.min(one.right, other.right) - OVERLAP * one.height

/** The index of the character where `ngày` begins; where the word was lost, the whole span must be a date. */
function dayWord(span: Span): number | undefined {
  const text = textOf(span)
  const word = /(?:^|[\s,.])ng[àaáạảãăâ]y/iu.exec(text)
  if (word) return span.from + [...text.slice(0, word.index)].length + (word.index === 0 ? 0 : 1)
  return isDateInWords(text) ? span.from : undefined
}

const MOST_LINES = 4

/** The fewest lines that name an authority; they stand below the date where there is one. Its province may be filled in. */
export const authorityAmong = (spans: readonly Span[], below: number): readonly ValueLine[] | undefined =>
  authorityOn(rowsOf(spans), below) ?? authorityOn(rowsOf(spans, onOneRow, FILLED_IN_APART), below)

function authorityOn(rows: readonly Span[][], below: number): readonly ValueLine[] | undefined {
  const lines = rows.filter(([first]) => first !== undefined && first.y > below)
  const parse = (some: readonly ValueLine[]) => AUTHORITY.parse(some.map(lineText), 'personal')?.value
  for (let from = 0; from < lines.length; from++) {
    const whole = parse(lines.slice(from, from + MOST_LINES))
    if (whole === undefined) continue
    for (let start = from; start < Math.min(from + MOST_LINES, lines.length); start++)
      for (let count = 1; count <= MOST_LINES; count++) {
        const some = lines.slice(start, start + count)
        if (parse(some) === whole) return some
      }
  }
  return undefined
}
