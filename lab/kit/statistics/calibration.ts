// Measures the calibration of probabilities: reliability bins, expected calibration error, Brier score.
import { type Proportion, proportionOf } from './proportion.ts'
import { mean } from './summary.ts'

interface Forecast {
  /** A share from 0 to 1. */
  readonly probability: number
  readonly outcome: boolean
}

interface ReliabilityBin {
  readonly low: number
  readonly high: number
  readonly count: number
  readonly meanProbability: number
  /** The share that came true. */
  readonly observed: Proportion
}

export interface Reliability {
  /** Only bins with entries are listed. */
  readonly bins: readonly ReliabilityBin[]
  /** The mean distance of predicted and observed shares, bins weighted by their counts. */
  readonly expectedCalibrationError: number
  readonly maximumCalibrationError: number
  /** The mean squared distance of the probability and the outcome. */
  readonly brier: number
}

export function reliability(forecasts: readonly Forecast[], bins = 10): Reliability {
  const odd = forecasts.find(({ probability }) => !(probability >= 0 && probability <= 1))
  if (odd) throw new RangeError(`${odd.probability} is not a probability`)
  const binOf = ({ probability }: Forecast) => Math.min(bins - 1, Math.floor(probability * bins))
  const filled = [...Map.groupBy(forecasts, binOf)]
    .sort(([a], [b]) => a - b)
    .map(([bin, own]) => ({
      low: bin / bins,
      high: (bin + 1) / bins,
      count: own.length,
      meanProbability: mean(own.map(({ probability }) => probability)),
      observed: proportionOf(own, ({ outcome }) => outcome),
    }))
  const errors = filled.map(({ meanProbability, observed, count }) => ({
    error: Math.abs(meanProbability - observed.value),
    count,
  }))
  return {
    bins: filled,
    expectedCalibrationError:
      errors.reduce((sum, { error, count }) => sum + error * count, 0) / forecasts.length,
    maximumCalibrationError: Math.max(...errors.map(({ error }) => error)),
    brier: mean(forecasts.map(({ probability, outcome }) => (probability - Number(outcome)) ** 2)),
  }
}
