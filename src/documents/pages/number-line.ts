// Looks once more at a number of nine figures that is in doubt: it may be stamped in pale ink on a bar of waves.
import { distance, type Point } from '../../image/geometry/geometry.ts'
import type { Homography, Quad } from '../../image/geometry/perspective.ts'
import type { InkLight } from '../../image/ink-light.ts'
import type { Pixels } from '../../image/pixels.ts'
import { scoreLines, widened } from '../../models/text-reader.ts'
import { findNumber } from '../fields/numbers.ts'
import { partConfidence, placeOf, type Span, scanLines, spanOf } from '../fields/spans.ts'
import { numberAmong, rowsOf } from '../fields/unlabelled.ts'
import { pageDefinition } from '../kinds/kinds.ts'
import { readFigures } from '../text/decoding/figures.ts'
import { textOf } from '../text/decoding/read-line.ts'
import { knowledgeOf } from '../text/lexicon.ts'
import { provincesOfCmnd9 } from '../text/personal-number.ts'
import type { PageNetworks } from './networks.ts'
import type { Page, PageLine } from './page.ts'

const FIGURES = 9
/** Surer readings are right as they are. */
const SURE = 0.99

interface Look {
  readonly light: InkLight
  /** Margins around the number, in its heights. */
  readonly above: number
  readonly beside: number
}

/** Different boxes as well, so that their mistakes differ. */
const LOOKS: readonly Look[] = [
  { light: 'green', above: 0.06, beside: 0.25 },
  { light: 'magenta', above: 0, beside: 0.4 },
]

/** Returns the lines of the page, the number as a line of its own where it was looked at. */
export async function withNumberLine(
  { reader }: Pick<PageNetworks, 'reader'>,
  pixels: Pixels,
  onto: Homography,
  page: Pick<Page, 'kind' | 'side' | 'lines'>,
): Promise<readonly PageLine[]> {
  const found = pageDefinition(page)?.numberLength === FIGURES ? numberOn(page.lines) : undefined
  if (found === undefined || isSure(found)) return page.lines
  const quads = LOOKS.map(({ above, beside }) => widened(found.quad, above, beside))
  const lights = LOOKS.map(({ light }) => light)
  const scores = await scoreLines(reader, pixels, onto, quads, lights)
  const read = readFigures(scores, knowledgeOf(reader), FIGURES, found.text)
  const [quad] = quads
  if (read === undefined || quad === undefined || read.countIsRight < found.leastSeen) return page.lines
  const { text, confidence, characters } = read
  const [first] = found.parts
  return page.lines.flatMap((line) => {
    const part = found.parts.find(({ of }) => of.line === line)
    if (part === undefined) return [line]
    const before = labelOf(part)
    return part === first
      ? [...before, { text, confidence, characters, raw: { text, confidence }, quad, score: line.score }]
      : before
  })
}

interface FoundNumber {
  /** The figures as they were read, maybe not all of them. */
  readonly text: string
  readonly confidence: number
  /** How likely there must be nine figures. */
  readonly leastSeen: number
  /** Where it stands, with room for figures that were not read. */
  readonly quad: Quad
  /** The parts of lines that it was read in. */
  readonly parts: readonly Span[]
}

const isSure = ({ text, confidence }: FoundNumber): boolean =>
  confidence >= SURE && provincesOfCmnd9(text).length > 0

function numberOn(lines: readonly PageLine[]): FoundNumber | undefined {
  const spans = scanLines({ lines }).flatMap((line) => spanOf(line, 0, line.texts.length) ?? [])
  const [whole] = numberAmong(spans, 'cmnd') ?? []
  const text = whole && findNumber(whole.of.texts.slice(whole.from, whole.to), 'cmnd')?.value
  if (whole && text?.length === FIGURES)
    return { text, confidence: partConfidence(whole), leastSeen: 0, quad: placeOf(whole), parts: [whole] }
  return whole ? undefined : numberInPieces(spans)
}

/** Rows with fewer figures are something else. */
const LEAST_FIGURES = 6
/** The rest of a number may be hidden, and must not be guessed: of 108 numbers that lacked one to three figures the likeliest had 0.3. */
const LEAST_SEEN = 0.5
/** How far apart the pieces stand at most, in heights of a line. */
const APART = 6

/** `SỐ 375` and `330760`, or `24397798` whose first figure was not found. */
function numberInPieces(spans: readonly Span[]): FoundNumber | undefined {
  const pieces = spans.flatMap((span) => {
    const figures = /\d[\d ]*$/.exec(span.of.texts.join(''))?.[0].length ?? 0
    return figures > 0 ? (spanOf(span.of, span.to - figures, span.to) ?? []) : []
  })
  const rows = rowsOf(pieces, undefined, APART).map((parts) => ({
    parts,
    text: parts.map(figuresOf).join(''),
  }))
  const fitting = rows.filter(({ text }) => text.length >= LEAST_FIGURES && text.length <= FIGURES)
  const [row] = fitting.toSorted((one, other) => other.text.length - one.text.length)
  const [first, last] = [row?.parts[0], row?.parts.at(-1)]
  if (!row || !first || !last) return undefined
  const [a, , , d] = placeOf(first)
  const [, b, c] = placeOf(last)
  const missing = ((FIGURES - row.text.length) * distance(a, b)) / row.text.length
  // What is before it on its row, its label, ends where the number may begin.
  const labels = [...spans, ...row.parts.flatMap((part) => spanOf(part.of, 0, part.from) ?? [])]
  const ends = labels.filter((one) => isBefore(one, first)).map((one) => placeOf(one)[1].x)
  const room = Math.min(missing, a.x - Math.max(0, ...ends))
  return {
    text: row.text,
    confidence: 0,
    leastSeen: LEAST_SEEN,
    quad: lengthened([a, b, c, d], room, missing),
    parts: row.parts,
  }
}

const figuresOf = ({ of, from, to }: Span): string => of.texts.slice(from, to).join('').replaceAll(' ', '')

const isBefore = (one: Span, other: Span): boolean =>
  Math.abs(one.y - other.y) < other.height && placeOf(one)[1].x <= placeOf(other)[0].x + 1

/** By so many pixels to the left and right. */
function lengthened([a, b, c, d]: Quad, left: number, right: number): Quad {
  const beyond = (end: Point, from: Point, by: number): Point => {
    const share = by / Math.max(1, distance(from, end))
    return { x: end.x + share * (end.x - from.x), y: end.y + share * (end.y - from.y) }
  }
  return [beyond(a, b, left), beyond(b, a, right), beyond(c, d, right), beyond(d, c, left)]
}

/** What stands before the number, as a line of its own. */
function labelOf({ of, from }: Span): PageLine[] {
  const label = spanOf(of, 0, from)
  if (label === undefined) return []
  const { line } = of
  const quad = placeOf(label)
  const share = distance(quad[0], quad[1]) / Math.max(1, distance(line.quad[0], line.quad[1]))
  const characters = line.characters
    .slice(label.from, label.to)
    .map((one) => (one.at === undefined ? one : { ...one, at: Math.min(1, one.at / share) }))
  const [text, confidence] = [textOf(characters), partConfidence(label)]
  return [{ text, confidence, characters, raw: { text, confidence }, quad, score: line.score }]
}
