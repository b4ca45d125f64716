// Measures how well one score separates two classes: ROC curve, equal error rate, best threshold, rate at a few false accepts.
import { type Proportion, wilson } from './proportion.ts'

/** Positives have higher scores; a score is accepted from the threshold up. */
export interface Scores {
  readonly positives: readonly number[]
  readonly negatives: readonly number[]
}

export interface RocPoint {
  readonly threshold: number
  readonly falseRate: number
  readonly trueRate: number
}

/** NaN would be sorted anywhere, so it is refused. Infinity is allowed: it is never, or always, accepted. */
export function requireScores({ positives, negatives }: Scores): void {
  if (positives.length === 0 || negatives.length === 0)
    throw new RangeError(`${positives.length} positives and ${negatives.length} negatives: both are needed`)
  if (positives.some(Number.isNaN) || negatives.some(Number.isNaN))
    throw new RangeError('a score is not a number')
}

interface Step {
  readonly threshold: number
  readonly accepted: { readonly positives: number; readonly negatives: number }
}

/** The steps go from nothing accepted to everything; equal scores are one step, because no threshold separates them. */
function steps({ positives, negatives }: Scores): Step[] {
  const all = [
    ...positives.map((score) => ({ score, positive: true })),
    ...negatives.map((score) => ({ score, positive: false })),
  ].sort((a, b) => (a.score === b.score ? 0 : b.score - a.score))
  const accepted = { positives: 0, negatives: 0 }
  const found: Step[] = [{ threshold: Number.POSITIVE_INFINITY, accepted: { ...accepted } }]
  all.forEach(({ score, positive }, index) => {
    accepted[positive ? 'positives' : 'negatives'] += 1
    if (all[index + 1]?.score !== score) found.push({ threshold: score, accepted: { ...accepted } })
  })
  return found
}

export function rocCurve(scores: Scores): RocPoint[] {
  requireScores(scores)
  return steps(scores).map(({ threshold, accepted }) => ({
    threshold,
    falseRate: accepted.negatives / scores.negatives.length,
    trueRate: accepted.positives / scores.positives.length,
  }))
}

/** Finds where the shares of accepted negatives and refused positives are equal; linear between the two nearest points. */
export function equalErrorRate(scores: Scores): { readonly rate: number; readonly threshold: number } {
  const curve = rocCurve(scores)
  const gap = (point: RocPoint) => 1 - point.trueRate - point.falseRate
  const index = curve.findIndex((point) => gap(point) <= 0)
  const after = curve[index] as RocPoint
  const before = curve[index - 1] ?? after
  const span = gap(before) - gap(after)
  const share = span === 0 ? 0 : gap(before) / span
  const rate = before.falseRate + (after.falseRate - before.falseRate) * share
  // The first threshold is infinite, so nothing can be interpolated between it and another.
  const threshold = Number.isFinite(before.threshold)
    ? before.threshold + (after.threshold - before.threshold) * share
    : after.threshold
  return { rate, threshold }
}

interface BestThreshold {
  readonly threshold: number
  readonly accuracy: number
}

/** The threshold is in the middle of its gap; of equally accurate ones it has the fewest false accepts. */
export function bestThreshold(scores: Scores): BestThreshold {
  requireScores(scores)
  const { positives, negatives } = scores
  const walk = steps(scores)
  let best = { index: 0, right: -1 }
  walk.forEach(({ accepted }, index) => {
    const right = accepted.positives + negatives.length - accepted.negatives
    if (right > best.right) best = { index, right }
  })
  const at = (walk[best.index] as Step).threshold
  const next = walk[best.index + 1]?.threshold ?? at
  return { threshold: between(next, at), accuracy: best.right / (positives.length + negatives.length) }
}

/** Returns the middle, but never the lower one or less: that would accept what must be refused. */
function between(low: number, high: number): number {
  if (!Number.isFinite(high)) return nextAfter(low)
  if (!Number.isFinite(low) || low === high) return high
  const middle = low + (high - low) / 2
  return middle > low ? middle : high
}

function nextAfter(value: number): number {
  if (!Number.isFinite(value)) return value
  return value + Math.max(Math.abs(value) * Number.EPSILON, Number.MIN_VALUE)
}

interface Operating {
  readonly threshold: number
  /** Share of positives accepted. */
  readonly trueAccepts: Proportion
  /** Share of negatives accepted, never above what was asked. */
  readonly falseAccepts: Proportion
  /** Whether there are enough negatives for one false accept at the rate: if not, none was allowed and little is proved. */
  readonly resolved: boolean
}

/**
 * Returns the true accepts at a false accept rate. It is conservative: never interpolated; with n negatives at most
 * floor(rate * n) of them are accepted, none when that is 0, and a tie at the limit is refused whole.
 */
export function operatingAt(scores: Scores, falseAcceptRate: number): Operating {
  requireScores(scores)
  const { positives, negatives } = scores
  // 0.29 * 100 is slightly below 29 in floating point.
  const allowed = Math.floor(falseAcceptRate * negatives.length + 1e-9)
  const walk = steps(scores)
  const over = walk.findIndex(({ accepted }) => accepted.negatives > allowed)
  const index = over === -1 ? walk.length - 1 : over - 1
  const { threshold, accepted } = walk[index] as Step
  const refused = walk[index + 1]?.threshold
  return {
    threshold: refused === undefined ? threshold : between(refused, threshold),
    trueAccepts: wilson(accepted.positives, positives.length),
    falseAccepts: wilson(accepted.negatives, negatives.length),
    resolved: falseAcceptRate * negatives.length >= 1 - 1e-9,
  }
}

/** Returns the same two shares at a threshold that was chosen elsewhere, as on the other half. */
export function ratesAt(
  { positives, negatives }: Scores,
  threshold: number,
): Pick<Operating, 'trueAccepts' | 'falseAccepts'> {
  const accepted = (scores: readonly number[]) =>
    wilson(scores.filter((score) => score >= threshold).length, scores.length)
  return { trueAccepts: accepted(positives), falseAccepts: accepted(negatives) }
}
