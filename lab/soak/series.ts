// Computes the growth of a series of samples: the median of the last tenth against that of the second.
import { median } from '../kit/statistics/summary.ts'

interface Point {
  /** The progress of the run by requests, not by time. */
  readonly at: number
  readonly value: number
}

export interface Growth {
  readonly early: number
  readonly late: number
  readonly ratio: number
}

const PARTS = 10

/** `part` counts from 0; the run goes from the first point to the last. */
export function medianOfPart(points: readonly Point[], part: number, parts = PARTS): number {
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0]
  const placeOf = ({ at }: Point) =>
    Math.min(parts - 1, Math.floor((parts * (at - first)) / Math.max(1e-9, last - first)))
  return median(points.filter((point) => placeOf(point) === part).map(({ value }) => value))
}

/** Compares the second tenth, after warming up, with the last. */
export function growthOf(points: readonly Point[]): Growth {
  const early = medianOfPart(points, 1)
  const late = medianOfPart(points, PARTS - 1)
  return { early, late, ratio: late / early }
}
