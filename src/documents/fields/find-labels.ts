// Finds the labels on the lines of a page, each with the part of the line that it takes.

import { findPhrase, phraseAt } from './phrases.ts'
import { type Announced, printedRow } from './rows.ts'
import { type ScannedLine, type Span, spanOf } from './spans.ts'
import type { Vocabulary, Wording } from './vocabulary.ts'

export interface LabelSpan extends Span {
  /** It is missing for a heading. */
  readonly field?: Announced
}

interface Candidate {
  readonly wording: Wording
  readonly from: number
  readonly to: number
  readonly worth: number
}

/** Labels stand from left to right, and none overlaps another. */
export function labelsOn(line: ScannedLine, vocabulary: Vocabulary): LabelSpan[] {
  const chosen: Candidate[] = []
  for (const one of candidatesOn(line, vocabulary))
    if (chosen.every((other) => one.from >= other.to || one.to <= other.from)) chosen.push(one)
  chosen.sort((one, other) => one.from - other.from)
  return joined(chosen.map((one) => extended(line, one, vocabulary))).flatMap(({ field, from, to }) => {
    const span = spanOf(line, from, to)
    return span === undefined ? [] : [{ ...span, ...(field && { field }) }]
  })
}

/** The best candidate comes first. */
function candidatesOn(line: ScannedLine, { wordings }: Vocabulary): Candidate[] {
  const found: Candidate[] = []
  for (const wording of wordings) {
    const match = findPhrase(line.folded, wording.folded)
    if (match === undefined) continue
    const { from, to, errors } = match
    // A wrong letter costs more than a right one gains, so that of two like labels the one with fewer wins.
    const endsWord = to === line.folded.letters.length || line.folded.starts[to] === 1
    const worth = to - from - 2.5 * errors - (endsWord ? 0 : WITHIN_WORD)
    const candidate = { wording, from, to, worth }
    if (worth > 0 && isCertain(line, candidate, errors)) found.push(candidate)
  }
  return found.sort((one, other) => other.worth - one.worth)
}

/** A label that ends within a word costs this much: `Họ và tên CHÂU ANH` names no father (`cha`). */
const WITHIN_WORD = 4

/** Names and places hold words that are nearly labels: `HỒ TẤN PHÁT`, `Quế Xuân`. */
function isCertain(
  { texts, folded }: ScannedLine,
  { wording, from, to }: Candidate,
  errors: number,
): boolean {
  const text = texts.slice(folded.at[from] ?? 0, (folded.at[to - 1] ?? 0) + 1).join('')
  if (isCapitals(text) !== isCapitals(wording.printed) && !ANY_CASE.has(wording.folded)) return false
  if (text.includes(':') || text.replaceAll(/[^0-9]/g, '').length > 1) return false
  const after = texts
    .slice((folded.at[to - 1] ?? 0) + 1)
    .join('')
    .trimStart()
  if (/^[:/]/.test(after) || alike(text) === alike(wording.printed)) return true
  const length = to - from
  // All letters are the label's and only a mark is not, at the start of a line.
  if (errors === 0 && from === 0 && length >= LEAST_ALONE) return true
  return errors <= MOST_WRONG * length && (length >= 10 || length >= 0.8 * folded.letters.length)
}

const MOST_WRONG = 0.12
const LEAST_ALONE = 8

const isCapitals = (text: string): boolean => {
  const letters = text.replaceAll(/[^\p{L}]/gu, '')
  return letters.replaceAll(/[^\p{Lu}]/gu, '').length > 0.7 * letters.length
}

const alike = (text: string): string => text.normalize('NFC').toLowerCase()

/** Some cards print these labels in capitals and others do not. */
const ANY_CASE = new Set([
  'dauvetriengvadihinh',
  'hang',
  'ngaytrungtuyen',
  'soseri',
  'loaixe',
  'ngontrotrai',
  'ngontrophai',
  'citizenidentitycard',
])

interface LabelPart {
  readonly field?: Announced
  readonly from: number
  readonly to: number
}

/** Adds the other language that follows, and the marks after it. From here on positions are characters of the line. */
function extended(
  { texts, folded }: ScannedLine,
  candidate: Candidate,
  { followers }: Vocabulary,
): LabelPart {
  const { field } = candidate.wording
  let { to } = candidate
  for (const english of followers.get(field ?? '') ?? []) {
    const follows = phraseAt(folded, candidate.to, english)
    if (follows !== undefined && folded.starts[candidate.to] && follows.to > to) to = follows.to
  }
  const from = startOf(texts, folded.at[candidate.from] ?? 0)
  const isDone = to > candidate.to || !followers.has(field ?? '')
  const end = endOf(texts, (folded.at[to - 1] ?? 0) + 1, field, isDone)
  return { ...(field && { field }), from, to: end }
}

/** A text that ends in a slash before a label is the same label in the other language, misread. */
function startOf(texts: readonly string[], from: number): number {
  const before = texts.slice(0, from).join('').trimEnd()
  return before.endsWith('/') && !before.includes(':') ? 0 : from
}

/** Skips marks after a label, and what is left of it or of its other language up to the colon. */
function endOf(texts: readonly string[], to: number, field: Announced | undefined, isDone: boolean): number {
  const rest = texts.slice(to).join('')
  const garbled = field && printedRow(field).hasColons ? /^\s*[/|][^:\d]{0,30}:\s*/u : /^[^:\d,]{0,24}:\s*/u
  // A stroke stays where the other language is still to come: what follows it is no value.
  const signs = isDone ? /^[\s:;.,/|)°-]*/u : /^[\s:;.,)°-]*/u
  const marks = garbled.exec(rest)?.[0] ?? signs.exec(rest)?.[0] ?? ''
  return Math.min(texts.length, to + [...marks].length)
}

/** Joins both languages of one label. */
function joined(parts: readonly LabelPart[]): LabelPart[] {
  const whole: LabelPart[] = []
  for (const part of parts) {
    const last = whole.at(-1)
    if (last !== undefined && last.field === part.field && part.from <= last.to + 1)
      whole[whole.length - 1] = { ...last, to: Math.max(last.to, part.to) }
    else whole.push(part)
  }
  return whole
}
