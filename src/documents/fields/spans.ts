// Parts of read lines: their text, where they stand on a page whose tilt is taken out, and how sure they are.
import type { Point } from '../../image/geometry/geometry.ts'
import type { Quad } from '../../image/geometry/perspective.ts'
import { upperMedian } from '../../system/statistics.ts'
import type { Page, PageLine } from '../pages/page.ts'
import type { SeenLetters } from './corrections.ts'
import { type Folded, foldCharacters } from './phrases.ts'

/** A line with what is needed to look for phrases in it. */
export interface ScannedLine {
  readonly line: PageLine
  readonly texts: readonly string[]
  readonly folded: Folded
  /** Estimates where each character begins along the line, 0 to 1, and where the last ends, by how wide such characters are. */
  readonly stops: readonly number[]
  /** How far all lines of the page fall per pixel to the right. */
  readonly slope: number
}

/** Characters from..to of a line, `to` not included. */
export interface Span {
  readonly of: ScannedLine
  readonly from: number
  readonly to: number
  readonly left: number
  readonly right: number
  /** The y of its middle, as if the page lay straight. */
  readonly y: number
  readonly height: number
}

export function scanLines({ lines }: Pick<Page, 'lines'>): ScannedLine[] {
  const slope = slopeOf(lines)
  return lines.map((line) => {
    const texts = line.characters.map(({ text }) => text)
    return { line, texts, folded: foldCharacters(texts), stops: stopsOf(texts), slope }
  })
}

/** The tilt that is left after straightening: the median of long lines that can be read. */
function slopeOf(lines: readonly PageLine[]): number {
  const slopes = lines
    .filter(({ characters }) => meanConfidence(characters) > 0.85)
    .map(({ quad: [a, b] }) => ({ run: b.x - a.x, rise: b.y - a.y }))
    .filter(({ run }) => run > 150)
    .map(({ run, rise }) => rise / run)
  return upperMedian(slopes)
}

const meanConfidence = (characters: PageLine['characters']): number =>
  characters.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, characters.length)

const NARROW = /^[iljtfr1 .,:;'/|()!-]$/u
const WIDE = /^[\p{Lu}mw@]$/u

/** Labels are set smaller than what follows them. */
const AFTER_LABEL = 1.2

function stopsOf(texts: readonly string[]): number[] {
  const colon = texts.lastIndexOf(':')
  const widths = texts.map((text, i) => {
    const width = NARROW.test(text) ? 0.55 : WIDE.test(text) ? 1.3 : 1
    return colon >= 0 && i > colon ? AFTER_LABEL * width : width
  })
  const sum = widths.reduce((total, width) => total + width, 0) || 1
  const stops = [0]
  for (const width of widths) stops.push((stops.at(-1) ?? 0) + width / sum)
  return stops
}

/** Drops spaces at the ends. Undefined where no letter or digit is left. */
export function spanOf(of: ScannedLine, from: number, to: number): Span | undefined {
  const { texts } = of
  while (from < to && texts[from] === ' ') from++
  while (to > from && texts[to - 1] === ' ') to--
  if (!texts.slice(from, to).some((text) => /[\p{L}\p{N}]/u.test(text))) return undefined
  const [a, b, c, d] = cut(of, of.stops[from] ?? 0, of.stops[to] ?? 1)
  const [x, y] = [(a.x + b.x + c.x + d.x) / 4, (a.y + b.y + c.y + d.y) / 4]
  return {
    of,
    from,
    to,
    left: (a.x + d.x) / 2,
    right: (b.x + c.x) / 2,
    y: y - of.slope * x,
    height: Math.hypot(d.x - a.x, d.y - a.y),
  }
}

/** A character below this confidence at an end of a line may be an edge or a mark beside the text. */
const HARDLY_SEEN = 0.6

/** Drops such characters at both ends; the same span where there are none. */
export function trimmed(span: Span): Span | undefined {
  const { characters } = span.of.line
  let { from, to } = span
  while (from < to && (characters[from]?.confidence ?? 1) < HARDLY_SEEN) from++
  while (to > from && (characters[to - 1]?.confidence ?? 1) < HARDLY_SEEN) to--
  return from === span.from && to === span.to ? span : spanOf(span.of, from, to)
}

type LetterRange = Pick<Span, 'of' | 'from' | 'to'>

/** How surely its letters and digits were read, 0 to 1: their geometric mean. The dots of a form are sure and say nothing. */
export function legibility({ of, from, to }: LetterRange): number {
  const letters = of.line.characters.slice(from, to).filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
  const doubt = letters.reduce((sum, { confidence }) => sum - Math.log(Math.max(confidence, 1e-6)), 0)
  return letters.length === 0 ? 0 : Math.exp(-doubt / letters.length)
}

/**
 * A word below this legibility is a part of the ground: of its rosette, or of the dots that a form is filled in on. Values
 * begin with a capital or a digit: what begins small may be the end of a label that was cut.
 */
const [ORNAMENT, SMALL_ORNAMENT] = [0.3, 0.5]

/** Drops such words at both ends. Undefined where nothing else is left. */
export function withoutOrnaments(span: Span): Span | undefined {
  const { of } = span
  const words = [...textOf(span).matchAll(/[\p{L}\p{N}][^\s.…_:,]*/gu)].map(({ index, 0: word }) => {
    const from = span.from + [...textOf(span).slice(0, index)].length
    return { of, from, to: from + [...word].length }
  })
  const isSeen = (word: LetterRange): boolean => legibility(word) >= ORNAMENT
  const isBegin = (word: LetterRange): boolean =>
    isSeen(word) && (legibility(word) >= SMALL_ORNAMENT || !/^\p{Ll}/u.test(textOf(word)))
  const [first, last] = [words.findIndex(isBegin), words.findLastIndex(isSeen)]
  if (first < 0) return undefined
  const from = first === 0 ? span.from : (words[first]?.from ?? span.from)
  const to = last === words.length - 1 ? span.to : (words[last]?.to ?? span.to)
  return from === span.from && to === span.to ? span : spanOf(of, from, to)
}

/** Dots of a form that were read as small strokes. */
export const isLeader = (text: string): boolean => /^[\s.,:;·…_'|!iIl1-]{4,}$/u.test(text)

/** The corners of the part: its edges lie between the characters as they were read, where that is known. */
export function placeOf({ of, from, to }: LetterRange): Quad {
  return cut(of, edgeBefore(of, from), edgeBefore(of, to))
}

function edgeBefore({ line: { characters }, stops }: ScannedLine, index: number): number {
  const [before, after] = [characters[index - 1]?.at, characters[index]?.at]
  if (before === undefined || after === undefined) return stops[index] ?? 1
  return (before + after) / 2
}

function cut({ line }: ScannedLine, start: number, end: number): Quad {
  const [a, b, c, d] = line.quad
  return [between(a, b, start), between(a, b, end), between(d, c, end), between(d, c, start)]
}

const between = (one: Point, other: Point, share: number): Point => ({
  x: one.x + (other.x - one.x) * share,
  y: one.y + (other.y - one.y) * share,
})

export const textOf = ({ of, from, to }: LetterRange): string => of.texts.slice(from, to).join('')

/** The probability that all of it is right: its characters take their share of the doubt about the whole line. */
export function partConfidence({ of: { line }, from, to }: LetterRange): number {
  const doubt = (characters: PageLine['characters']): number =>
    characters.reduce((sum, { confidence }) => sum - Math.log(Math.max(confidence, 1e-6)), 0)
  const [own, all] = [doubt(line.characters.slice(from, to)), doubt(line.characters)]
  if (all <= 0) return 1
  return Math.max(line.confidence, 1e-12) ** (own / all)
}

/** In heights of a line, how far from the last letter that was read the next may begin to be hidden; one half hidden is not read. */
const HIDDEN_WITHIN = { light: 2, cover: 1.6, edge: 3.5 } as const

/** Tells whether letters of the part may be hidden: something lies on it, or so near that it may have more letters. */
export function isHidden({ of, from, to }: LetterRange): boolean {
  const { quad, blind = [] } = of.line
  const [a, b, , d] = quad
  const height = Math.hypot(d.x - a.x, d.y - a.y) / Math.max(1, Math.hypot(b.x - a.x, b.y - a.y))
  const { characters } = of.line
  // What is read before and behind it is seen.
  const [before, behind] = [characters[from - 1]?.at, characters[to]?.at]
  return blind.some((run) => {
    const far = HIDDEN_WITHIN[run.what] * height
    const start = before ?? edgeBefore(of, from) - far
    const end = behind ?? edgeBefore(of, to) + far
    return run.to > start && run.from < end
  })
}

/** What was seen of the words in these parts of lines. */
export const seenLetters = (spans: readonly LetterRange[]): SeenLetters => ({
  least: (word) => Math.min(...spans.map((span) => leastConfidence(span, word))),
  odds: (word, other) => Math.max(...spans.map((span) => oddsOf(span, word, other))),
})

const leastConfidence = (span: LetterRange, word: string): number =>
  Math.min(1, ...(charactersOf(span, word)?.map(({ confidence }) => confidence) ?? []))

function oddsOf(span: LetterRange, word: string, other: string): number {
  const [seen, wanted] = [charactersOf(span, word), [...other.normalize('NFC')]]
  if (seen?.length !== wanted.length) return 0
  return seen.reduce((odds, { text, confidence, rivals }, k) => {
    const letter = wanted[k] ?? ''
    return text === letter ? odds : odds * ((rivals?.[letter] ?? 0) / Math.max(confidence, 1e-6))
  }, 1)
}

function charactersOf({ of, from, to }: LetterRange, word: string): PageLine['characters'] | undefined {
  const letters = [...word.normalize('NFC')]
  for (let at = from; at + letters.length <= to; at++)
    if (letters.every((letter, k) => of.texts[at + k] === letter))
      return of.line.characters.slice(at, at + letters.length)
  return undefined
}
