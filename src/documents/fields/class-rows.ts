// The rows on the back of a driving licence: each class with the day on which its test was passed.
import type { Quad } from '../../image/geometry/perspective.ts'
import { isLicence } from '../kinds/kinds.ts'
import type { Page } from '../pages/page.ts'
import { formatDay, parseDate } from '../text/dates.ts'
import { licenceClass } from '../text/licence-classes.ts'
import { partConfidence, placeOf, type Span, scanLines, spanOf, textOf, trimmed } from './spans.ts'

export interface ClassRow {
  /** It is empty where it could not be read. */
  readonly className: string
  /** DD/MM/YYYY */
  readonly classDate: string
  /** The probability that both are right, 0 to 1. */
  readonly confidence: number
  readonly places: readonly Quad[]
}

interface Cell {
  readonly span: Span
  readonly value: string
}

/** The rows stand from top to bottom; a page that is no such back has none. */
export function classRowsOf(page: Pick<Page, 'kind' | 'side' | 'lines'>): ClassRow[] {
  if (!isLicence(page.kind) || page.side !== 'back') return []
  const spans = scanLines(page).flatMap((line) => spanOf(line, 0, line.texts.length) ?? [])
  const dates = spans.flatMap((span) => cell(span, dayIn) ?? [])
  const column = Math.min(...dates.map(({ span }) => span.left))
  const names = spans.flatMap((span) => classCell(span, column) ?? [])
  return [...rowsWith(dates, names)].sort((one, other) => one.y - other.y).map(({ row }) => row)
}

function* rowsWith(dates: readonly Cell[], names: readonly Cell[]): Generator<{ y: number; row: ClassRow }> {
  const left = new Set(names)
  for (const date of dates) {
    const apart = ({ span }: Cell): number => Math.abs(span.y - date.span.y)
    const [name] = [...left].sort((one, other) => apart(one) - apart(other))
    const isBeside = name !== undefined && apart(name) < 0.9 * Math.max(name.span.height, date.span.height)
    if (isBeside) left.delete(name)
    yield rowOf(isBeside ? name : undefined, date)
  }
}

function rowOf(name: Cell | undefined, date: Cell): { y: number; row: ClassRow } {
  const cells = name ? [name, date] : [date]
  return {
    y: date.span.y,
    row: {
      className: name?.value ?? '',
      classDate: date.value,
      confidence:
        name === undefined ? 0 : cells.reduce((product, { span }) => product * partConfidence(span), 1),
      places: cells.map(({ span }) => placeOf(span)),
    },
  }
}

const dayIn = (text: string): string | undefined => {
  const day = parseDate(text)
  return day && formatDay(day)
}

function cell(span: Span, parse: (text: string) => string | undefined): Cell | undefined {
  for (const part of [span, trimmed(span)]) {
    const value = part && parse(textOf(part))
    if (part && value !== undefined) return { span: part, value }
  }
  return undefined
}

/** A class stands alone at the left, or has run together with what may be driven. */
function classCell(span: Span, column: number): Cell | undefined {
  const length = [...(/^\S+/.exec(textOf(span))?.[0] ?? '')].length
  const isAlone = length === span.to - span.from
  if (span.left > (isAlone ? ALONE : RUN_TOGETHER) * column) return undefined
  const word = spanOf(span.of, span.from, span.from + length)
  return word && cell(word, licenceClass)
}

/** Classes stand left of these shares of the way to the dates, also on a page that is not cut at its edges. */
const [ALONE, RUN_TOGETHER] = [0.4, 0.18]
