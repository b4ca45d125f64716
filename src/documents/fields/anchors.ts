// Where values are to be looked for: each label of a field with the column it heads and the text after it; and what is left over.

import type { Page } from '../pages/page.ts'
import { looksLikeMrz } from '../text/decoding/alphabets.ts'
import { type LabelSpan, labelsOn } from './find-labels.ts'
import { findPhrase } from './phrases.ts'
import { type Announced, FIELDS } from './rows.ts'
import {
  isLeader,
  type ScannedLine,
  type Span,
  scanLines,
  spanOf,
  textOf,
  withoutOrnaments,
} from './spans.ts'
import { isDateInWords } from './values.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface Anchor {
  readonly field: Announced
  readonly label: LabelSpan
  /** The text that follows the label in its own line. */
  readonly rest?: Span
  /** The x at which the next column begins, or the page ends. */
  readonly until: number
}

export interface PageLayout {
  readonly anchors: readonly Anchor[]
  /** All labels and headings: a value ends at each of them. */
  readonly labels: readonly LabelSpan[]
  /** Lines, or parts of them, that belong to no label yet, in the order of reading. */
  readonly free: readonly Span[]
}

export function layoutOf(page: Page, vocabulary: Vocabulary): PageLayout {
  const labels: LabelSpan[] = []
  const free: Span[] = []
  const rests = new Map<LabelSpan, Span>()
  for (const line of scanLines(page)) {
    if (isIgnored(line)) continue
    const found = isDateInWords(line.line.text) ? [] : labelsOn(line, vocabulary)
    labels.push(...found)
    const before = writtenOn(line, 0, found[0]?.from ?? line.texts.length)
    if (before !== undefined) free.push(before)
    for (const [i, label] of found.entries()) {
      const rest = writtenOn(line, label.to, found[i + 1]?.from ?? line.texts.length)
      const [own, other] = rest ? afterDate(label, rest) : []
      if (own !== undefined) rests.set(label, own)
      if (other !== undefined) free.push(other)
    }
  }
  const anchors = labels.flatMap((label) => {
    const { field } = label
    if (field === undefined) return []
    const rest = rests.get(label)
    return [{ field, label, ...(rest && { rest }), until: columnEnd(label, labels, page.width) }]
  })
  return { anchors, labels, free: inReadingOrder(free) }
}

/** From top to bottom, and on one row from left to right: the pieces of a line lie askew. */
function inReadingOrder(spans: readonly Span[]): Span[] {
  const rows: Span[][] = []
  for (const span of [...spans].sort((one, other) => one.y - other.y)) {
    const row = rows.at(-1)
    if (row?.every((part) => onOneRow(part, span))) row.push(span)
    else rows.push([span])
  }
  return rows.flatMap((row) => row.sort((one, other) => one.left - other.left))
}

function writtenOn(line: ScannedLine, from: number, to: number): Span | undefined {
  const span = spanOf(line, from, to)
  return span && withoutOrnaments(span)
}

/** `21/11/2030 . Phình Hồ, Yên Bái`: a column beside the date was found as one line with it. */
function afterDate({ field }: LabelSpan, rest: Span): readonly [own: Span, other?: Span] {
  const found = field === FIELDS.expiry.field ? DATE_AND_MORE.exec(textOf(rest)) : null
  const [, date = '', signs = ''] = found ?? []
  const own = spanOf(rest.of, rest.from, rest.from + date.length)
  const other = spanOf(rest.of, rest.from + date.length + signs.length, rest.to)
  return found && own && other ? [own, other] : [rest]
}

const DATE_AND_MORE = /^([\d\s./-]*\d{2,4})([\s.,-]*)(?=\p{L}{2})/u

/** The mark on our specimens is no text of the document, and the zone has a reader of its own. */
function isIgnored({ line, texts, folded }: ScannedLine): boolean {
  if (looksLikeMrz(texts.join('')) || isLeader(texts.join(''))) return true
  return line.characters.length <= 12 && findPhrase(folded, 'specimen') !== undefined
}

function columnEnd(label: LabelSpan, labels: readonly LabelSpan[], width: number): number {
  const right = labels.filter((other) => other.left > label.right - label.height && onOneRow(other, label))
  return Math.min(width, ...right.map(({ left }) => left))
}

type LineBand = Pick<Span, 'y' | 'height'>

export const onOneRow = (one: LineBand, other: LineBand): boolean =>
  Math.abs(one.y - other.y) < 0.55 * Math.max(one.height, other.height)
