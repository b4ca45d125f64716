// The bell curve whose upper end meets the cosines of strangers, and the cosines at which they are seldom.
import { cosineAt, impostors } from '../../../src/faces/similarity.ts'

interface BellCurve {
  readonly mean: number
  readonly deviation: number
}

/** Where decisions are made; fewer than `LEAST_PAIRS` beyond a cosine say too little about it. */
const RATES = [1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5]
const LEAST_PAIRS = 10

/** By least squares: cosines measured at the rates against the deviations that a bell curve has there. */
export function fitStrangers(cosines: readonly number[]): BellCurve {
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

/** Of the standard bell curve; any curve will do to undo it. */
const deviationsAt = (rate: number): number => (cosineAt(rate) - impostors.mean) / impostors.deviation

export const cosineOn = ({ mean, deviation }: BellCurve, rate: number): number =>
  mean + deviation * deviationsAt(rate)

export const falling = (cosines: readonly number[]): Float64Array =>
  Float64Array.from(cosines).sort().reverse()

/** The lowest cosine at which at most this share of them is accepted. */
export const cosineBeyond = (sorted: Float64Array, rate: number): number =>
  sorted[Math.max(0, Math.floor(rate * sorted.length) - 1)] ?? Number.NaN
