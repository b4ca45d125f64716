// Turns the scores of a line into shares of probability, softened by the temperature at which they hold what they promise.
import type { LineScores } from '../../models/text-reader.ts'

/** Logits this far under the best of a column are nothing: their shares are left at 0. */
const NOTHING = 16

export interface LineShares {
  readonly columns: number
  readonly classes: number
  /** Column after column, each adding up to one. */
  readonly shares: Float32Array
  /** The likeliest class of each column. */
  readonly best: Int32Array
}

/** `allowed` leaves out classes whose entry is 0; what is left adds up to one again. */
export function sharesOf(scores: LineScores, temperature: number, allowed?: Uint8Array): LineShares {
  const { columns, classes, logits } = scores
  const shares = new Float32Array(columns * classes)
  const best = new Int32Array(columns)
  fill(logits, classes, 1 / temperature, allowed, shares, best)
  return { columns, classes, shares, best }
}

function fill(
  logits: Float32Array,
  classes: number,
  sharpness: number,
  allowed: Uint8Array | undefined,
  shares: Float32Array,
  best: Int32Array,
): void {
  const counted = new Int32Array(classes)
  for (let column = 0; column < best.length; column++) {
    const start = column * classes
    let most = Number.NEGATIVE_INFINITY
    let at = 0
    for (let i = 0; i < classes; i++) {
      const logit = logits[start + i] as number
      if (logit > most && (allowed === undefined || allowed[i] === 1)) {
        most = logit
        at = i
      }
    }
    let [total, count] = [0, 0]
    const least = most - NOTHING / sharpness
    for (let i = 0; i < classes; i++) {
      const logit = logits[start + i] as number
      if (!(logit > least) || (allowed !== undefined && allowed[i] !== 1)) continue
      const share = Math.exp((logit - most) * sharpness)
      shares[start + i] = share
      total += share
      counted[count++] = start + i
    }
    for (let i = 0; i < count; i++) {
      const place = counted[i] as number
      shares[place] = (shares[place] as number) / total
    }
    best[column] = at
  }
}
