// Turns the scores of a line into text: with the lexicon, and without it, each with its confidence.
import type { LineScores } from '../../../models/text-reader.ts'
import { align, likelihood } from './align.ts'
import { allowedClasses, type ExpectedLine, looksLikeMrz } from './alphabets.ts'
import { weighReadings } from './beam.ts'
import { greedyPath, isDoubtful, type Path, type Rivals, rivalsOf } from './greedy.ts'
import type { Lexicon } from './lexicon.ts'
import { type LineShares, sharesOf } from './shares.ts'

export interface Character {
  readonly text: string
  /** 0 to 1. */
  readonly confidence: number
  /** What else was seen in its place, each with its confidence; missing where nothing was. */
  readonly rivals?: Rivals
  /** The position of its middle along the ink of the line, 0 to 1; missing where it was not read from a picture. */
  readonly at?: number
}

export interface LineReading {
  readonly text: string
  /** That all of it is right, 0 to 1. */
  readonly confidence: number
  /** The texts of the characters make up the text of the line. */
  readonly characters: readonly Character[]
  /** The reading of the network alone, without lexicon and with all characters. */
  readonly raw: { readonly text: string; readonly confidence: number }
}

export interface Knowledge {
  readonly charset: readonly string[]
  readonly lexicon: Lexicon
  /** The temperature at which confidences are calibrated; above 1 it softens. */
  readonly temperature: number
  /** Only characters of this alphabet are read. */
  readonly expected?: ExpectedLine
}

/** Below this share, no other character could win through the bonus of a known word, which counts eightfold. */
const LEAST_DOUBT = 0.08

export function readLine(scores: LineScores, knowledge: Knowledge): LineReading {
  const { charset, lexicon, temperature } = knowledge
  const line = sharesOf(scores, temperature)
  const path = greedyPath(line)
  const plain = charactersOf(line, path, charset, scores)
  const raw = { text: textOf(plain), confidence: likelihood(line, path.labels) }
  const expected = knowledge.expected ?? (looksLikeMrz(raw.text) ? 'mrz' : undefined)
  if (expected) return { ...readAs(scores, charset, temperature, expected), raw }
  if (!isDoubtful(line, LEAST_DOUBT)) return { ...raw, characters: plain, raw }
  const { labels, confidence } = weighReadings(line, charset, lexicon)
  const isSame = labels.length === path.labels.length && labels.every((label, i) => label === path.labels[i])
  const characters = isSame ? plain : charactersOf(line, align(line, labels), charset, scores)
  return { text: textOf(characters), confidence, characters, raw }
}

function readAs(
  scores: LineScores,
  charset: readonly string[],
  temperature: number,
  expected: ExpectedLine,
): Omit<LineReading, 'raw'> {
  const line = sharesOf(scores, temperature, allowedClasses(charset, expected))
  const path = greedyPath(line)
  const characters = charactersOf(line, path, charset, scores)
  return { text: textOf(characters), confidence: likelihood(line, path.labels), characters }
}

/** Leaves one space between words, and none around them. */
export function charactersOf(
  line: LineShares,
  path: Path,
  charset: readonly string[],
  { columns, margin = 0 }: LineScores,
): Character[] {
  const { labels, confidences, middles } = path
  const along = (column: number): number => {
    const share = ((column + 0.5) / columns - margin) / (1 - 2 * margin)
    return Math.round(1e4 * Math.min(1, Math.max(0, share))) / 1e4
  }
  const characters: Character[] = []
  for (const [i, label] of labels.entries()) {
    const text = charset[label - 1] ?? ''
    const isIdle = text === ' ' && (characters.at(-1)?.text ?? ' ') === ' '
    if (isIdle) continue
    const rivals = rivalsOf(line, path, i, charset)
    const confidence = confidences[i] ?? 0
    characters.push({ text, confidence, at: along(middles[i] ?? 0), ...(rivals && { rivals }) })
  }
  if (characters.at(-1)?.text === ' ') characters.pop()
  return characters
}

export const textOf = (characters: readonly Character[]): string =>
  characters.map(({ text }) => text).join('')
