// Finds headings and labels in a part of a row, each with the value that it announces.
import { type Folded, findPhrase, foldCharacters, foldPhrase, type PhraseMatch } from '../fields/phrases.ts'
import { type ScannedLine, type Span, spanOf } from '../fields/spans.ts'
import { FIELD_ROWS, LABELS, type LabelTarget } from './fields.ts'
import { HEADINGS, type Heading } from './sections.ts'

interface Wording<Of> {
  readonly folded: string
  readonly of: Of
}

const wordings: readonly Wording<LabelTarget>[] = LABELS.flatMap(({ target, texts }) =>
  texts.map((text) => ({ folded: foldPhrase(text), of: target })),
)
const headings: readonly Wording<Heading>[] = HEADINGS.flatMap((heading) =>
  heading.texts.map((text) => ({ folded: foldPhrase(text), of: heading })),
)

/** A label and the text between it and the next one, if there is any. */
interface Labelled {
  readonly target: LabelTarget
  readonly value: Span | undefined
}

interface LabelledPart {
  /** Text before the first label, which continues the value of the row before. */
  readonly before: Span | undefined
  readonly labels: readonly Labelled[]
}

interface FoundLabel {
  readonly target: LabelTarget
  /** Range in the folded letters, `to` not included. */
  readonly from: number
  readonly to: number
  readonly worth: number
}

export function readLabels(part: Span, accepts: (target: LabelTarget) => boolean): LabelledPart {
  const { of } = part
  const labels = labelsOn(of, accepts)
  return {
    before: spanOf(of, 0, labels[0]?.start ?? of.texts.length),
    labels: labels.map(({ target, end }, i) => ({
      target,
      value: spanOf(of, end, labels[i + 1]?.start ?? of.texts.length),
    })),
  }
}

type Line = Pick<ScannedLine, 'texts' | 'folded'>

interface Label {
  readonly target: LabelTarget
  /** Range in the characters of the line, from before its bullet to after its colon. */
  readonly start: number
  readonly end: number
}

const known = new WeakMap<Folded, readonly FoundLabel[]>()

/** Results are remembered: every line is searched for the order of the sheets, and again for its values. */
function foundOn(line: Line): readonly FoundLabel[] {
  const before = known.get(line.folded)
  if (before) return before
  const colons = line.texts.filter((text) => text === ':' || text === ';').length
  const used = wordings.filter(({ folded }) => colons > 0 || folded.length >= LONG)
  const exact = used.flatMap((wording) => matched(line, wording, exactly(line.folded, wording.folded)) ?? [])
  // Most lines are read right. The slow search for misread labels is done only where a colon has no label.
  const isExplained = colons > 0 && apart(exact).length >= colons
  const found = isExplained
    ? exact
    : used.flatMap((wording) =>
        mayHold(line.folded, wording.folded)
          ? (matched(line, wording, findPhrase(line.folded, wording.folded)) ?? [])
          : [],
      )
  const sorted = found.toSorted((a, b) => b.worth - a.worth)
  known.set(line.folded, sorted)
  return sorted
}

function matched(
  line: Line,
  { of: target }: Wording<LabelTarget>,
  match: PhraseMatch | undefined,
): FoundLabel | undefined {
  if (match === undefined) return undefined
  const worth = match.to - match.from - 3 * match.errors
  return worth > 0 && isAnnounced(line, match) ? { target, ...match, worth } : undefined
}

function exactly({ letters, starts }: Folded, phrase: string): PhraseMatch | undefined {
  for (let from = letters.indexOf(phrase); from >= 0; from = letters.indexOf(phrase, from + 1)) {
    const to = from + phrase.length
    if (starts[from] && (to === letters.length || starts[to])) return { from, to, errors: 0 }
  }
  return undefined
}

/** A quick test: a misread phrase still has some letters in a row right. */
function mayHold({ letters }: Folded, phrase: string): boolean {
  if (phrase.length < 2 * CHUNK) return true
  for (let at = 0; at + CHUNK <= phrase.length; at += CHUNK)
    if (letters.includes(phrase.slice(at, at + CHUNK))) return true
  return false
}

const CHUNK = 4

/** Chooses the best first, none of which overlaps another. */
function apart(found: readonly FoundLabel[]): FoundLabel[] {
  const chosen: FoundLabel[] = []
  for (const one of found.toSorted((a, b) => b.worth - a.worth))
    if (chosen.every((other) => one.from >= other.to || one.to <= other.from)) chosen.push(one)
  return chosen
}

/** Labels from left to right, none of which overlaps another. */
function labelsOn(line: Line, accepts: (target: LabelTarget) => boolean): Label[] {
  const chosen = apart(foundOn(line).filter(({ target }) => accepts(target)))
  const { texts, folded } = line
  return chosen
    .toSorted((a, b) => a.from - b.from)
    .map(({ target, from, to }) => ({
      target,
      start: withoutBullet(texts, folded.at[from] ?? 0),
      end: afterMarks(texts, (folded.at[to - 1] ?? 0) + 1),
    }))
}

/** Where the value of a decisive field stands among the characters of a line. */
export function decisivePart(
  texts: readonly string[],
): { readonly from: number; readonly to: number } | undefined {
  const line = { texts, folded: foldCharacters(texts) }
  const labels = labelsOn(line, (target) => target.of !== 'unrelated')
  for (const [i, { target, end }] of labels.entries()) {
    if (target.of === 'unrelated' || !FIELD_ROWS[target.field].isDecisive) continue
    const to = labels[i + 1]?.start ?? texts.length
    if (to > end) return { from: end, to }
  }
  return undefined
}

/** Names and places contain words that are labels elsewhere: a label is followed by a colon, or is long and begins its line. */
function isAnnounced({ texts, folded }: Line, { from, to, errors }: PhraseMatch): boolean {
  const after = texts.slice((folded.at[to - 1] ?? 0) + 1).join('')
  if (/^\s*(?:\([^)]{0,40}\))?\s*[:;]/u.test(after)) return true
  // The colon was not read: the label must be beyond doubt.
  if (errors > 1 || to - from < LONG || isCapitals(texts)) return false
  const before = texts.slice(0, folded.at[from] ?? 0).join('')
  return /^[\s*•\-–+.\d)]*$/u.test(before) && /^(?:\s|$)/u.test(after)
}

/** Titles and names are printed in capitals, labels are not. */
const isCapitals = (texts: readonly string[]): boolean => {
  const text = texts.join('')
  return text === text.toLocaleUpperCase('vi')
}

/** Letters of a label that is long enough to be found without its colon. */
const LONG = 12

/** Finds a heading at the start of a row, with its number and the text that follows it. */
export function readHeading(
  part: Span,
): { readonly heading: Heading; readonly rest: Span | undefined; readonly number?: number } | undefined {
  const { of } = part
  const text = of.texts.join('')
  const numeral = /^\s*(\d{1,2})\s*[.,)]\s*/u.exec(text)
  // Without its number a heading is the whole line.
  if (numeral === null && (text.includes(':') || isCapitals(of.texts))) return undefined
  const skipped = numeral ? foldPhrase(numeral[0]).length : 0
  const letters = of.folded.letters.length - skipped
  let best: (FoundLabel & { readonly heading: Heading }) | undefined
  for (const { folded, of: heading } of headings) {
    const match = mayHold(of.folded, folded) ? findPhrase(of.folded, folded) : undefined
    if (match === undefined || match.from > skipped || match.from < skipped - 1) continue
    const worth = match.to - match.from - 3 * match.errors
    // The rest of the line may say whose it is: `của công ty`.
    const isWhole = match.to - match.from >= WHOLE * letters
    if (numeral === null && !isWhole) continue
    if (worth > (best?.worth ?? 0)) best = { target: { of: 'unrelated' }, heading, ...match, worth }
  }
  if (best === undefined) return undefined
  const end = afterMarks(of.texts, (of.folded.at[best.to - 1] ?? 0) + 1)
  const isFollowed = /:/u.test(of.texts.slice((of.folded.at[best.to - 1] ?? 0) + 1, end).join(''))
  const rest = isFollowed ? spanOf(of, end, of.texts.length) : undefined
  return { heading: best.heading, rest, ...(numeral?.[1] && { number: Number(numeral[1]) }) }
}

/** Share of a line's letters that a heading without a number must have. */
const WHOLE = 0.72

/** The place after the colon and after the text in brackets before it. */
function afterMarks(texts: readonly string[], to: number): number {
  const marks = /^\s*(?:\([^)]{0,40}\))?[\s:;.,*…]*/u.exec(texts.slice(to).join(''))?.[0] ?? ''
  return Math.min(texts.length, to + [...marks].length)
}

/** The bullet before a label does not end the value before it. */
function withoutBullet(texts: readonly string[], to: number): number {
  let end = to
  while (end > 0 && /^[\s*•\-–+;]$/u.test(texts[end - 1] ?? '')) end--
  return end
}
