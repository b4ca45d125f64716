// Reads a line without a lexicon: the likeliest character of every column, with its confidence, and what else was seen there.
import type { LineShares } from './shares.ts'

/** The classes of the characters read, with the highest share among the columns of each run, and the middle of the run. */
export interface Path {
  readonly labels: Int32Array
  readonly confidences: Float32Array
  readonly middles: Float32Array
}

export function greedyPath({ columns, classes, shares, best }: LineShares): Path {
  const labels = new Int32Array(columns)
  const confidences = new Float32Array(columns)
  const middles = new Float32Array(columns)
  let [count, before] = [0, 0]
  for (let column = 0; column < columns; column++) {
    const label = best[column] as number
    const share = shares[column * classes + label] as number
    if (label !== 0 && label !== before) {
      labels[count] = label
      middles[count] = column
      confidences[count++] = share
    } else if (label !== 0) {
      middles[count - 1] = (middles[count - 1] as number) + 0.5
      if (share > (confidences[count - 1] as number)) confidences[count - 1] = share
    }
    before = label
  }
  return {
    labels: labels.slice(0, count),
    confidences: confidences.slice(0, count),
    middles: middles.slice(0, count),
  }
}

/**
 * Tells whether another character is seen in some column with at least this share: one that is neither read there nor in the
 * column before or behind, where every character fades.
 */
export function isDoubtful({ columns, classes, shares, best }: LineShares, least: number): boolean {
  for (let column = 0; column < columns; column++) {
    const start = column * classes
    if ((shares[start + (best[column] as number)] as number) > 1 - least) continue
    for (let label = 1; label < classes; label++)
      if (
        (shares[start + label] as number) >= least &&
        label !== best[column] &&
        label !== best[column - 1] &&
        label !== best[column + 1]
      )
        return true
  }
  return false
}

/** Characters, each with the highest share it has in the columns of another. */
export type Rivals = Readonly<Record<string, number>>

/** Beside a character of this share nothing else is looked for; one of a lesser share than the other was not seen. */
const [ALONE, SEEN] = [0.999, 0.001]

/** Undefined where nothing else was seen. The characters before and behind fade into the columns, and are none. */
export function rivalsOf(
  { columns, classes, shares }: LineShares,
  { labels, confidences, middles }: Path,
  index: number,
  charset: readonly string[],
): Rivals | undefined {
  if ((confidences[index] as number) > ALONE) return undefined
  const own = [labels[index - 1], labels[index], labels[index + 1]]
  const middle = middles[index] as number
  const last = Math.min(columns - 1, Math.ceil(middle) + 1)
  const found: Record<string, number> = {}
  for (let column = Math.max(0, Math.floor(middle) - 1); column <= last; column++)
    for (let label = 1; label < classes; label++) {
      const share = shares[column * classes + label] as number
      const text = charset[label - 1]
      if (share < SEEN || text === undefined || own.includes(label)) continue
      found[text] = Math.max(found[text] ?? 0, share)
    }
  return Object.keys(found).length > 0 ? found : undefined
}
