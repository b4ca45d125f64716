// From the scores of a line to its text: the plain reading, and the one that knows words, each with its confidence.
import type { LineScores } from '../../../models/text-reader.ts'
import { align, likelihood } from './align.ts'
import { allowedClasses, type Expected, looksLikeMrz } from './alphabets.ts'
import { weighReadings } from './beam.ts'
import { greedyPath, isDoubtful, type Path } from './greedy.ts'
import type { Lexicon } from './lexicon.ts'
import { sharesOf } from './shares.ts'

export interface Character {
  readonly text: string
  /** 0 to 1. */
  readonly confidence: number
  /** Where its middle stands along the ink of the line, 0 to 1; where it was read from a picture. */
  readonly at?: number
}

export interface LineReading {
  readonly text: string
  /** That all of it is right, 0 to 1. */
  readonly confidence: number
  /** Their texts make up the line's. */
  readonly characters: readonly Character[]
  /** What the network alone reads: no word known, no character ruled out. */
  readonly raw: { readonly text: string; readonly confidence: number }
}

export interface Knowledge {
  readonly charset: readonly string[]
  readonly lexicon: Lexicon
  /** At which shares hold what they promise; more than 1 softens. */
  readonly temperature: number
  /** Only its characters are read. */
  readonly expected?: Expected
}

/** Seen less than this, no other character could be read for the sake of a known word, which counts eightfold. */
const LEAST_DOUBT = 0.08

export function readLine(scores: LineScores, knowledge: Knowledge): LineReading {
  const { charset, lexicon, temperature } = knowledge
  const line = sharesOf(scores, temperature)
  const path = greedyPath(line)
  const plain = charactersOf(path, charset, scores)
  const raw = { text: textOf(plain), confidence: likelihood(line, path.labels) }
  const expected = knowledge.expected ?? (looksLikeMrz(raw.text) ? 'mrz' : undefined)
  if (expected) return { ...readAs(scores, charset, temperature, expected), raw }
  if (!isDoubtful(line, LEAST_DOUBT)) return { ...raw, characters: plain, raw }
  const { labels, confidence } = weighReadings(line, charset, lexicon)
  const isSame = labels.length === path.labels.length && labels.every((label, i) => label === path.labels[i])
  const characters = isSame ? plain : charactersOf(align(line, labels), charset, scores)
  return { text: textOf(characters), confidence, characters, raw }
}

function readAs(
  scores: LineScores,
  charset: readonly string[],
  temperature: number,
  expected: Expected,
): Omit<LineReading, 'raw'> {
  const line = sharesOf(scores, temperature, allowedClasses(charset, expected))
  const path = greedyPath(line)
  const characters = charactersOf(path, charset, scores)
  return { text: textOf(characters), confidence: likelihood(line, path.labels), characters }
}

/** One space between words, and none around them. */
function charactersOf(
  { labels, confidences, middles }: Path,
  charset: readonly string[],
  { columns, margin = 0 }: LineScores,
): Character[] {
  const along = (column: number): number => {
    const share = ((column + 0.5) / columns - margin) / (1 - 2 * margin)
    return Math.round(1e4 * Math.min(1, Math.max(0, share))) / 1e4
  }
  const characters: Character[] = []
  for (const [i, label] of labels.entries()) {
    const text = charset[label - 1] ?? ''
    const isIdle = text === ' ' && (characters.at(-1)?.text ?? ' ') === ' '
    if (!isIdle) characters.push({ text, confidence: confidences[i] ?? 0, at: along(middles[i] ?? 0) })
  }
  if (characters.at(-1)?.text === ' ') characters.pop()
  return characters
}

const textOf = (characters: readonly Character[]): string => characters.map(({ text }) => text).join('')
