// Computes verification accuracy by the LFW protocol: each fold is judged at the threshold that was best on the others.
import { type Proportion, wilson } from './proportion.ts'
import { bestThreshold, type Scores } from './roc.ts'
import { mean, standardDeviation } from './summary.ts'

interface ScoredPair {
  readonly score: number
  readonly same: boolean
  readonly fold: number
}

interface FoldAccuracy {
  readonly fold: number
  readonly threshold: number
  readonly accuracy: number
  readonly pairs: number
}

interface VerificationAccuracy {
  /** The mean of the folds, as the protocol asks. */
  readonly mean: number
  /** The standard deviation of the folds divided by the root of their count. */
  readonly standardError: number
  readonly folds: readonly FoldAccuracy[]
  /** The share over all pairs together, each judged in its fold. */
  readonly pooled: Proportion
}

export const scoresOf = (pairs: readonly Pick<ScoredPair, 'score' | 'same'>[]): Scores => ({
  positives: pairs.filter(({ same }) => same).map(({ score }) => score),
  negatives: pairs.filter(({ same }) => !same).map(({ score }) => score),
})

export function verificationAccuracy(pairs: readonly ScoredPair[]): VerificationAccuracy {
  const names = [...new Set(pairs.map(({ fold }) => fold))].sort((a, b) => a - b)
  if (names.length < 2)
    throw new RangeError('a threshold comes from the other folds: at least two are needed')
  const folds = names.map((fold) => {
    const { threshold } = bestThreshold(scoresOf(pairs.filter((pair) => pair.fold !== fold)))
    const own = pairs.filter((pair) => pair.fold === fold)
    const right = own.filter(({ score, same }) => score >= threshold === same).length
    return { fold, threshold, right, accuracy: right / own.length, pairs: own.length }
  })
  const accuracies = folds.map(({ accuracy }) => accuracy)
  return {
    mean: mean(accuracies),
    standardError: standardDeviation(accuracies) / Math.sqrt(folds.length),
    folds: folds.map(({ fold, threshold, accuracy, pairs }) => ({ fold, threshold, accuracy, pairs })),
    pooled: wilson(
      folds.reduce((sum, { right }) => sum + right, 0),
      pairs.length,
    ),
  }
}
