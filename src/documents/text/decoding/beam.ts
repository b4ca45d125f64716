// Searches the readings of a line with a beam, weighing them with a lexicon; characters that the network did not see are never read.
import { isLetter, type Lexicon } from './lexicon.ts'
import type { LineShares } from './shares.ts'

interface Weighed {
  readonly labels: Int32Array
  /** The probability of this reading among all, the lexicon included; 0 to 1. */
  readonly confidence: number
}

/** So many readings are kept from column to column. */
const WIDTH = 10
/** A character must have this share of a column, or be its likeliest, to be read there. */
const FLOOR = 0.01

/** No other character reaches its floor beside a blank of this share. */
const NOTHING_ELSE = 1 - FLOOR

/** A partial reading. */
interface Prefix {
  readonly parent: Prefix | undefined
  readonly label: number
  /** The word that has not ended yet. */
  readonly word: string
  /** The bonus of the words that have ended. */
  readonly settled: number
  readonly children: Map<number, Prefix>
  /** The probabilities of the alignments that end in a blank, and in the last character. */
  blank: number
  ended: number
  nextBlank: number
  nextEnded: number
}

export function weighReadings(
  line: LineShares,
  charset: readonly string[],
  lexicon: Lexicon,
  floor = FLOOR,
): Weighed {
  let beam = [prefixOf(undefined, 0, '', 0)]
  const root = beam[0] as Prefix
  root.blank = 1
  let logarithm = 0
  for (let column = 0; column < line.columns; column++) {
    const rest = blankOnly(beam, line, column)
    if (rest > 0) {
      logarithm += Math.log(rest)
      continue
    }
    const reached = advance(beam, line, column, charset, lexicon, floor)
    const total = reached.reduce((sum, one) => sum + one.blank + one.ended, 0)
    if (!(total > 0)) break
    logarithm += Math.log(total)
    for (const one of reached) {
      one.blank /= total
      one.ended /= total
    }
    beam = kept(reached)
  }
  return strongest(beam, lexicon, Math.exp(logarithm))
}

/** In most columns only the blank is seen, and no reading grows; returns the sum by which it divided. */
function blankOnly(beam: readonly Prefix[], { classes, shares, best }: LineShares, column: number): number {
  const share = shares[column * classes] as number
  if (best[column] !== 0 || share < NOTHING_ELSE) return 0
  let total = 0
  for (const one of beam) {
    one.blank = (one.blank + one.ended) * share
    one.ended = one.label === 0 ? 0 : one.ended * (shares[column * classes + one.label] as number)
    total += one.blank + one.ended
  }
  for (const one of beam) {
    one.blank /= total
    one.ended /= total
  }
  return total
}

function advance(
  beam: readonly Prefix[],
  { classes, shares, best }: LineShares,
  column: number,
  charset: readonly string[],
  lexicon: Lexicon,
  floor: number,
): Prefix[] {
  const start = column * classes
  const share = (label: number): number => shares[start + label] as number
  const candidates: number[] = []
  for (let label = 1; label < classes; label++)
    if (share(label) >= floor || label === best[column]) candidates.push(label)
  const reached = new Set<Prefix>(beam)
  for (const prefix of beam) {
    const whole = prefix.blank + prefix.ended
    prefix.nextBlank += whole * share(0)
    // The same character in the next column is a repetition only if a blank stands between.
    if (prefix.label !== 0) prefix.nextEnded += prefix.ended * share(prefix.label)
    for (const label of candidates) {
      const from = label === prefix.label ? prefix.blank : whole
      if (from === 0) continue
      const longer = extended(prefix, label, charset, lexicon)
      longer.nextEnded += from * share(label)
      reached.add(longer)
    }
  }
  for (const one of reached) {
    one.blank = one.nextBlank
    one.ended = one.nextEnded
    one.nextBlank = 0
    one.nextEnded = 0
  }
  return [...reached]
}

function kept(reached: readonly Prefix[]): Prefix[] {
  if (reached.length <= WIDTH) return [...reached]
  const weight = (one: Prefix) => (one.blank + one.ended) * Math.exp(one.settled)
  const order = reached.toSorted((a, b) => weight(b) - weight(a))
  // A reading that was dropped may be reached again, and then starts from zero.
  for (const one of order.slice(WIDTH)) one.blank = one.ended = 0
  return order.slice(0, WIDTH)
}

function strongest(beam: readonly Prefix[], lexicon: Lexicon, scale: number): Weighed {
  const rows = beam.map((prefix) => {
    const share = (prefix.blank + prefix.ended) * scale
    return { prefix, share, weight: share * Math.exp(prefix.settled + lexicon.bonus(prefix.word)) }
  })
  const best = rows.reduce((one, other) => (other.weight > one.weight ? other : one))
  const known = rows.reduce((sum, { share }) => sum + share, 0)
  const total = rows.reduce((sum, { weight }) => sum + weight, 0) + Math.max(0, 1 - known)
  return { labels: labelsOf(best.prefix), confidence: total > 0 ? best.weight / total : 0 }
}

function labelsOf(last: Prefix): Int32Array {
  const labels: number[] = []
  for (let at: Prefix | undefined = last; at?.parent; at = at.parent) labels.push(at.label)
  return Int32Array.from(labels.toReversed())
}

function extended(prefix: Prefix, label: number, charset: readonly string[], lexicon: Lexicon): Prefix {
  const known = prefix.children.get(label)
  if (known) return known
  const character = charset[label - 1] ?? ''
  const longer = isLetter(character)
    ? prefixOf(prefix, label, prefix.word + character, prefix.settled)
    : prefixOf(prefix, label, '', prefix.settled + lexicon.bonus(prefix.word))
  prefix.children.set(label, longer)
  return longer
}

function prefixOf(parent: Prefix | undefined, label: number, word: string, settled: number): Prefix {
  const shares = { blank: 0, ended: 0, nextBlank: 0, nextEnded: 0 }
  return { parent, label, word, settled, children: new Map(), ...shares }
}
