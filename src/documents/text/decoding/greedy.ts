// Reads a line without a lexicon: the likeliest character of every column, with its confidence.
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
