// Computes the 95 % interval of any figure over grouped items by resampling whole groups.

import { seededRandom } from '../../../specimens/random.ts'
import type { Estimate } from './proportion.ts'
import { quantile } from './summary.ts'

interface Bootstrap<Item> {
  readonly items: readonly Item[]
  /** The group is the clip or the person, which is resampled as a whole. */
  readonly groupOf: (item: Item) => string
  /** Groups are drawn within their stratum, so that every draw has as many live clips as the set. */
  readonly stratumOf?: (item: Item) => string
  readonly figure: (items: readonly Item[]) => number
  /** The number of resamples; by default 1000. */
  readonly resamples?: number
  /** The seed; by default 1. */
  readonly seed?: number
}

/** Returns the percentile interval. Draws whose figure is not a number are left out. */
export function bootstrap<Item>(options: Bootstrap<Item>): Estimate {
  const { items, figure, resamples = 1000, seed = 1 } = options
  const random = seededRandom(seed)
  const strata = groupsByStratum(options)
  const figures = Array.from({ length: resamples }, () =>
    figure(
      strata.flatMap((groups) =>
        groups.flatMap(() => groups[random.below(groups.length)] as readonly Item[]),
      ),
    ),
  ).filter((value) => !Number.isNaN(value))
  return { value: figure(items), low: quantile(figures, 0.025), high: quantile(figures, 0.975) }
}

/** A group belongs to the stratum of its first item. */
function groupsByStratum<Item>({ items, groupOf, stratumOf }: Bootstrap<Item>): Item[][][] {
  const groups = Map.groupBy(items, groupOf)
  const strata = Map.groupBy(groups.values(), ([first]) => stratumOf?.(first as Item) ?? '')
  return [...strata.values()]
}
