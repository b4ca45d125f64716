// Reads a number of known length, figures alone, from several looks at it; where they disagree in a figure, less sure of it.
import type { LineScores } from '../../../models/text-reader.ts'
import { align, likelihood } from './align.ts'
import { allowedClasses } from './alphabets.ts'
import { type Character, charactersOf, type Knowledge } from './read-line.ts'
import { type LineShares, sharesOf } from './shares.ts'

export interface FiguresRead {
  readonly text: string
  /** That all of it is right, 0 to 1. */
  readonly confidence: number
  /** How likely there are so many figures, no fewer and no more, 0 to 1. */
  readonly countIsRight: number
  /** Placed along the first look. */
  readonly characters: readonly Character[]
}

/** What is less likely than this in one look does not weigh more there. */
const UNSEEN = 1e-12
/** What was read before counts for so much. */
const READ_BEFORE = 2
/** A number that was read otherwise before is trusted less by this factor. */
const READ_OTHERWISE = 0.85

/** `before` is what was read of it before. Undefined where no look shows so many figures. */
export function readFigures(
  looks: readonly LineScores[],
  { charset, temperature }: Knowledge,
  count: number,
  before: string,
): FiguresRead | undefined {
  const allowed = allowedClasses(charset, 'digits')
  const lines = looks.map((scores) => sharesOf(scores, temperature, allowed))
  const texts = new Set(lines.flatMap((line) => likeliest(line, charset, count)))
  if (before.length === count) texts.add(before)
  const weights = [...texts].map((text) => {
    const labels = labelsOf(text, charset)
    const seen = lines.map((line) => Math.max(UNSEEN, likelihood(line, labels)))
    return { text, seen, weight: geometricMean(seen) * (text === before ? READ_BEFORE : 1) }
  })
  const total = weights.reduce((sum, { weight }) => sum + weight, 0)
  const [best] = weights.toSorted((one, other) => other.weight - one.weight)
  const [first, look] = [lines[0], looks[0]]
  if (!best || !first || !look) return undefined
  const placed = charactersOf(first, align(first, labelsOf(best.text, charset)), charset, look)
  const characters = placed.map((character, i): Character => {
    const shares: Record<string, number> = {}
    for (const { text, weight } of weights)
      shares[text[i] as string] = (shares[text[i] as string] ?? 0) + weight / total
    const { [character.text]: confidence = 0, ...others } = shares
    const rivals = Object.fromEntries(Object.entries(others).filter(([, share]) => share >= LEAST_RIVAL))
    const { text, at } = character
    const has = Object.keys(rivals).length > 0
    return { text, confidence, ...(has && { rivals }), ...(at !== undefined && { at }) }
  })
  const trust = best.text === before ? 1 : READ_OTHERWISE
  return {
    text: best.text,
    confidence: (trust * best.weight) / total,
    countIsRight: geometricMean(
      lines.map((_, i) => weights.reduce((sum, { seen }) => sum + (seen[i] ?? 0), 0)),
    ),
    characters,
  }
}

const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)

/** A figure that is less likely was not seen. */
const LEAST_RIVAL = 0.001

const labelsOf = (text: string, charset: readonly string[]): Int32Array =>
  Int32Array.from([...text], (one) => charset.indexOf(one) + 1)

/** So many readings are kept from column to column, and handed back. */
const [WIDTH, MOST] = [24, 6]
/** A figure of a lesser share of a column is not read there. */
const FLOOR = 1e-4

/** The probabilities of the alignments of a text that end in a blank, and in its last figure. */
interface Ends {
  blank: number
  figure: number
}

const sumOf = ({ blank, figure }: Ends): number => blank + figure

/** The likeliest texts of exactly so many figures, the best first. */
function likeliest(
  { columns, classes, shares }: LineShares,
  charset: readonly string[],
  count: number,
): string[] {
  const figures = [...'0123456789'].map((figure) => ({ figure, label: charset.indexOf(figure) + 1 }))
  let beam = new Map<string, Ends>([['', { blank: 1, figure: 0 }]])
  for (let column = 0; column < columns; column++) {
    const share = (label: number): number => shares[column * classes + label] as number
    const seen = figures.filter(({ label }) => share(label) >= FLOOR)
    const reached = new Map<string, Ends>()
    const add = (text: string, blank: number, figure: number): void => {
      const ends = reached.get(text) ?? { blank: 0, figure: 0 }
      reached.set(text, { blank: ends.blank + blank, figure: ends.figure + figure })
    }
    for (const [text, ends] of beam) {
      add(text, sumOf(ends) * share(0), 0)
      for (const { figure, label } of seen) {
        const isSame = text.endsWith(figure)
        if (isSame) add(text, 0, ends.figure * share(label))
        // The same figure once more needs a blank between.
        if (text.length < count) add(text + figure, 0, (isSame ? ends.blank : sumOf(ends)) * share(label))
      }
    }
    beam = new Map([...reached].toSorted(([, one], [, other]) => sumOf(other) - sumOf(one)).slice(0, WIDTH))
  }
  return [...beam.keys()].filter((text) => text.length === count).slice(0, MOST)
}
