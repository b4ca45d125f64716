// Turns the scores of a line into probabilities, softened by the temperature at which they are calibrated.
import type { LineScores } from '../../../models/text-reader.ts'

/** Logits this far below the best of a column count as zero. */
const NOTHING = 16

export interface LineShares {
  readonly columns: number
  readonly classes: number
  /** The probabilities, column after column; each column adds up to one. */
  readonly shares: Float32Array
  /** The likeliest class of each column. */
  readonly best: Int32Array
}

/** `allowed` leaves out classes whose entry is 0; the rest adds up to one again. */
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
  const near = new Int32Array(classes)
  const reach = NOTHING / sharpness
  for (let column = 0; column < best.length; column++) {
    const start = column * classes
    const end = start + classes
    let most = Number.NEGATIVE_INFINITY
    let least = Number.NEGATIVE_INFINITY
    let at = start
    let count = 0
    // The best class is mostly the blank, which comes first, so few others are kept and visited again.
    for (let i = start; i < end; i++) {
      const logit = logits[i] as number
      if (!(logit > least) || (allowed !== undefined && allowed[i - start] !== 1)) continue
      near[count++] = i
      if (logit > most) {
        most = logit
        least = logit - reach
        at = i
      }
    }
    let total = 0
    for (let k = 0; k < count; k++) {
      const i = near[k] as number
      const logit = logits[i] as number
      if (!(logit > least)) continue
      const share = Math.exp((logit - most) * sharpness)
      shares[i] = share
      total += share
    }
    for (let k = 0; k < count; k++) {
      const i = near[k] as number
      shares[i] = (shares[i] as number) / total
    }
    best[column] = at - start
  }
}
