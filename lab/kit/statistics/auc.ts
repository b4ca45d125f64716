// Computes the area under the ROC curve, ties counted half, with its 95 % interval.
import { type Estimate, z95 } from './proportion.ts'
import { requireScores, type Scores } from './roc.ts'

/** By Mann and Whitney the area is the chance that a positive scores above a negative; a tie is half a chance. */
export function auc(scores: Scores): number {
  requireScores(scores)
  const { positives, negatives } = scores
  const wins = winsOver(positives, negatives)
  return wins.reduce((sum, won) => sum + won, 0) / (positives.length * negatives.length)
}

/** Counts for each of the ones how many of the others it beats; ties count half. */
function winsOver(ones: readonly number[], others: readonly number[]): number[] {
  const sorted = Float64Array.from(others).sort()
  return ones.map((one) => {
    const below = countBelow(sorted, one, false)
    return below + (countBelow(sorted, one, true) - below) / 2
  })
}

function countBelow(sorted: Float64Array, value: number, orEqual: boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const found = sorted[middle] as number
    if (found < value || (orEqual && found === value)) low = middle + 1
    else high = middle
  }
  return low
}

export interface Area extends Estimate {
  readonly standardError: number
}

/**
 * The standard error is DeLong's; the interval is taken on the logit scale, so that it stays within 0 and 1.
 * At 0 and at 1 that error is 0 and would claim certainty: there the interval is Newcombe's instead,
 * which shrinks with the counts as Wilson's does. Scores must be independent: for frames of clips see bootstrap.ts.
 */
export function aucWithInterval(scores: Scores): Area {
  const { positives, negatives } = scores
  const value = auc(scores)
  const ofPositives = winsOver(positives, negatives).map((won) => won / negatives.length)
  const ofNegatives = winsOver(negatives, positives).map((won) => 1 - won / positives.length)
  const standardError = Math.sqrt(
    variance(ofPositives, value) / positives.length + variance(ofNegatives, value) / negatives.length,
  )
  if (!(standardError > 0) || value <= 0 || value >= 1)
    return { value, standardError: 0, ...newcombe(value, positives.length, negatives.length) }
  const logit = Math.log(value / (1 - value))
  const half = (z95 * standardError) / (value * (1 - value))
  return { value, standardError, low: logistic(logit - half), high: logistic(logit + half) }
}

function variance(values: readonly number[], middle: number): number {
  if (values.length < 2) return 0
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1)
}

const logistic = (value: number) => 1 / (1 + Math.exp(-value))

/** Newcombe 2006, method 5, takes every area whose own standard error (Hanley and McNeil) reaches the observed area. */
function newcombe(seen: number, positives: number, negatives: number): { low: number; high: number } {
  const reach = (area: number) => {
    const spread = 1 + ((positives + negatives) / 2 - 1) * ((1 - area) / (2 - area) + area / (1 + area))
    return z95 * Math.sqrt((area * (1 - area) * spread) / (positives * negatives))
  }
  const bound = (outer: 0 | 1) => {
    let inside = seen
    let outside: number = outer
    for (let turn = 0; turn < 60; turn++) {
      const middle = (inside + outside) / 2
      if (Math.abs(seen - middle) <= reach(middle)) inside = middle
      else outside = middle
    }
    return inside
  }
  return { low: seen === 0 ? 0 : bound(0), high: seen === 1 ? 1 : bound(1) }
}
