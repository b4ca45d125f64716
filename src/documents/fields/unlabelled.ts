// Values that no label announces: the number by its shape, the date in words with the place before it, the authority above the signature.
import { onOneRow } from './anchors.ts'
import { findNumber, type NumberShape } from './numbers.ts'
import { type Span, spanOf, textOf } from './spans.ts'
import type { ValueLine } from './take-values.ts'
import { lineText } from './take-values.ts'
import { AUTHORITY, isDateInWords } from './values.ts'

/** Joins spans that stand close together on one row; rows come from top to bottom. */
export function rowsOf(
  spans: readonly Span[],
  isBeside: (one: Span, other: Span) => boolean = onOneRow,
): Span[][] {
  const rows: Span[][] = []
  for (const span of [...spans].sort((one, other) => one.left - other.left)) {
    const row = rows.find((parts) => {
      const last = parts.at(-1)
      return last !== undefined && isBeside(last, span) && span.left - last.right < 3 * span.height
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
  return first && [first]
}

function numberIn(span: Span, shape: NumberShape): Span | undefined {
  const number = findNumber(span.of.texts.slice(span.from, span.to), shape)
  return number && spanOf(span.of, span.from + number.from, span.from + number.to)
}

const STAMPED_FIGURES = 9
/** What is read of the bar is less sure than this, and than every figure of the number. */
const LEAST_STAMPED = 0.95

/** The wavy bar that nine figures are stamped on is read as more figures at either end: `777233928586`. */
function stampedNumberIn({ of, from, to }: Span): Span | undefined {
  const text = of.texts.slice(from, to).join('')
  const figures = /\d+$/.exec(text)?.[0].length ?? 0
  if (figures <= STAMPED_FIGURES) return undefined
  const sure = (at: number): number => of.line.characters[at]?.confidence ?? 0
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
  for (const row of [...rowsOf(spans), ...rowsOf(spans, isFilledIn)]) {
    const start = row.findIndex((span) => dayWord(span) !== undefined)
    const span = row[start]
    const at = span && dayWord(span)
    if (span === undefined || at === undefined) continue
    const head = spanOf(span.of, at, span.to)
    const date = head ? [head, ...row.slice(start + 1)] : []
    if (!isDateInWords(lineText(date))) continue
    const before = spanOf(span.of, span.from, at)
    const place = [...row.slice(0, start), ...(before ? [before] : [])]
    return { date, ...(place.length > 0 && { place }), y: span.y }
  }
  return undefined
}

/** On a form, day, month and year are filled in above the line of their words. What stands under a word is the next line. */
const isFilledIn = (one: Span, other: Span): boolean =>
  Math.abs(one.y - other.y) < 0.9 * Math.max(one.height, other.height) &&
  Math.max(one.left, other.left) > Math.min(one.right, other.right) - 0.5 * one.height

/** The index of the character where `ngày` begins; where the word was lost, the whole span must be a date. */
function dayWord(span: Span): number | undefined {
  const text = textOf(span)
  const word = /(?:^|[\s,.])ng[àaáạảãăâ]y/iu.exec(text)
  if (word) return span.from + [...text.slice(0, word.index)].length + (word.index === 0 ? 0 : 1)
  return isDateInWords(text) ? span.from : undefined
}

const MOST_LINES = 4

/** The fewest lines that name an authority; they stand below the date where there is one. */
export function authorityAmong(rows: readonly Span[][], below: number): readonly ValueLine[] | undefined {
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
