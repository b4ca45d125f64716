// Computes intervals of shares of pairs by resampling people with all their pairs, because pairs of one person are dependent.

import { seededRandom } from '../../../specimens/random.ts'
import { type Estimate, wilson } from '../../kit/statistics/proportion.ts'
import { quantile } from '../../kit/statistics/summary.ts'
import type { Comparisons, Pairs } from './people.ts'

const RESAMPLES = 400

export interface Share extends Estimate {
  readonly count: number
  readonly total: number
}

/** The share of pairs of two people at or above a cosine. */
export function falseAccepts({ impostors, left, right }: Comparisons, cosine: number): Share {
  const accepted = indexes(impostors, (value) => value >= cosine)
  const pairsOf = (times: readonly number[]) =>
    dot(times, left) * dot(times, right) -
    times.reduce((sum, t, p) => sum + t * t * at(left, p) * at(right, p), 0)
  // Where both sides are the same photos, each pair is in that product twice.
  const twice = pairsOf(left.map(() => 1)) / impostors.cosines.length
  return estimate(accepted.length, impostors.cosines.length, left.length, (times) => {
    const sum = accepted.reduce(
      (all, i) => all + at(times, at(impostors.one, i)) * at(times, at(impostors.other, i)),
      0,
    )
    return (sum * twice) / pairsOf(times)
  })
}

/** The share of pairs of one person below a cosine. */
export function falseRejects({ genuine, left }: Comparisons, cosine: number): Share {
  const refused = indexes(genuine, (value) => value < cosine)
  const weight = (times: readonly number[], pairs: readonly number[]) =>
    pairs.reduce((sum, i) => sum + at(times, at(genuine.one, i)), 0)
  const all = genuine.cosines.map((_, i) => i)
  return estimate(
    refused.length,
    all.length,
    left.length,
    (times) => weight(times, refused) / weight(times, all),
  )
}

/** `figure` is given how often each person was drawn. Without any case the interval is Wilson's. */
export function estimate(
  count: number,
  total: number,
  people: number,
  figure: (times: readonly number[]) => number,
): Share {
  if (count === 0 || count === total) return wilson(count, total)
  const random = seededRandom(1)
  const figures = Array.from({ length: RESAMPLES }, () => {
    const times = new Array<number>(people).fill(0)
    for (let draw = 0; draw < people; draw++) {
      const person = random.below(people)
      times[person] = at(times, person) + 1
    }
    return figure(times)
  }).filter((value) => !Number.isNaN(value))
  return { value: count / total, low: quantile(figures, 0.025), high: quantile(figures, 0.975), count, total }
}

const indexes = ({ cosines }: Pairs, holds: (cosine: number) => boolean): number[] =>
  cosines.flatMap((value, i) => (holds(value) ? [i] : []))

const at = (values: readonly number[], index: number): number => values[index] as number

const dot = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, i) => sum + value * at(other, i), 0)
