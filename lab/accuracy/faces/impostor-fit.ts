// Fits a bell curve to the upper tail of the cosines of impostor pairs, and finds the cosines at given false accept rates.
import { cosineAt, impostors } from '../../../src/faces/similarity.ts'

interface BellCurve {
  readonly mean: number
  readonly deviation: number
}

/** Decisions are made at these rates; fewer than `LEAST_PAIRS` beyond a cosine say too little about it. */
const RATES = [1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5]
const LEAST_PAIRS = 10

/** The fit is by least squares: cosines measured at the rates against the deviations of a bell curve there. */
export function fitImpostors(cosines: readonly number[]): BellCurve {
  const sorted = falling(cosines)
  const points = RATES.filter((rate) => rate * sorted.length >= LEAST_PAIRS).map((rate) => ({
    deviations: deviationsAt(rate),
    cosine: cosineBeyond(sorted, rate),
  }))
  const count = points.length
  const x = points.reduce((sum, { deviations }) => sum + deviations, 0) / count
  const y = points.reduce((sum, { cosine }) => sum + cosine, 0) / count
  const slope =
    points.reduce((sum, point) => sum + (point.deviations - x) * (point.cosine - y), 0) /
    points.reduce((sum, point) => sum + (point.deviations - x) ** 2, 0)
  return { mean: y - slope * x, deviation: slope }
}

/** The result is in deviations of the standard bell curve; inverting any bell curve gives it. */
const deviationsAt = (rate: number): number => (cosineAt(rate) - impostors.mean) / impostors.deviation

export const cosineOn = ({ mean, deviation }: BellCurve, rate: number): number =>
  mean + deviation * deviationsAt(rate)

export const falling = (cosines: readonly number[]): Float64Array =>
  Float64Array.from(cosines).sort().reverse()

/** The lowest cosine at which at most this share of the pairs is accepted. */
export const cosineBeyond = (sorted: Float64Array, rate: number): number =>
  sorted[Math.max(0, Math.floor(rate * sorted.length) - 1)] ?? Number.NaN
