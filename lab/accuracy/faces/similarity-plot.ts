// Draws false accepts and false rejects over `sim`, measured and as `sim` predicts.
import { falseAcceptRate, similarityPercent } from '../../../src/faces/similarity.ts'
import { type Area, frame, markerAt } from '../../kit/plots/frame.ts'
import { percentTick } from '../../kit/plots/scale.ts'
import { colourOf, dashOf, line, type Plot, path } from '../../kit/plots/svg.ts'
import { falling } from './impostor-fit.ts'
import type { Comparisons } from './people.ts'

const LEAST_RATE = 1e-6
const STEPS = 400

interface Curve {
  readonly name: string
  readonly rateAt: (cosine: number) => number
  readonly colour: number
  readonly dash: number
}

/** Pairs of one kind: `selfie by selfie`, `selfie by card`. */
interface Domain {
  readonly name: string
  /** The comparisons of people who were not used for fitting. */
  readonly report: Comparisons
}

export function plotRates(domains: readonly Domain[]): Plot {
  const curves: Curve[] = [
    ...domains.flatMap(({ name, report }, i): Curve[] => [
      { name: `FAR ${name}`, rateAt: shareFrom(report.impostors.cosines), colour: i, dash: 0 },
      { name: `FRR ${name}`, rateAt: shareBelow(report.genuine.cosines), colour: i, dash: 1 },
    ]),
    { name: 'FAR as sim says', rateAt: falseAcceptRate, colour: 6, dash: 2 },
  ]
  const title = 'Similarity: strangers accepted, people refused'
  const svg = frame({
    title,
    subtitle: 'LFW, people not fitted on; cards are printed by us',
    x: { label: 'sim', low: 0, high: 100 },
    y: { label: 'share of pairs', low: LEAST_RATE, high: 1, log: true, format: percentTick },
    legend: curves.map((curve) => ({
      name: curve.name,
      sample: (x, y) => line(x - 14, y, x + 14, y, strokeOf(curve)),
    })),
    draw: (area) => [
      markerAt(area, 80, 'sim 80'),
      ...curves.map((curve) => path(pointsOf(area, curve.rateAt), strokeOf(curve))),
    ],
  })
  return { name: 'similarity-rates', title, svg }
}

const strokeOf = ({ colour, dash }: Curve) => ({
  stroke: colourOf(colour),
  'stroke-width': 2.2,
  'stroke-dasharray': dashOf(dash),
})

/** A curve ends where no pair is left, because the logarithm of 0 cannot be drawn. */
function pointsOf(area: Area, rateAt: Curve['rateAt']): [number, number][] {
  return Array.from({ length: STEPS + 1 }, (_, i) => -0.2 + (1.2 * i) / STEPS).flatMap((cosine) => {
    const rate = rateAt(cosine)
    return rate >= LEAST_RATE ? [[area.x(similarityPercent(cosine)), area.y(rate)]] : []
  })
}

const shareFrom = (cosines: readonly number[]) => {
  const sorted = falling(cosines)
  return (cosine: number): number => countFrom(sorted, cosine) / sorted.length
}

const shareBelow = (cosines: readonly number[]) => {
  const atLeast = shareFrom(cosines)
  return (cosine: number): number => 1 - atLeast(cosine)
}

/** Counts the values of a falling list that are at least this. */
function countFrom(sorted: Float64Array, cosine: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) >= cosine) low = middle + 1
    else high = middle
  }
  return low
}
