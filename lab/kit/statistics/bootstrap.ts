// The 95 % interval of any figure over things that come in groups: whole groups are drawn again, frames never apart.

import { seededRandom } from '../random.ts'
import type { Estimate } from './proportion.ts'
import { quantile } from './summary.ts'

interface Bootstrap<Item> {
  readonly items: readonly Item[]
  /** The clip or the person: what is drawn as a whole. */
  readonly groupOf: (item: Item) => string
  /** Groups are drawn within their stratum, so that every draw has as many live clips as there are. */
  readonly stratumOf?: (item: Item) => string
  readonly figure: (items: readonly Item[]) => number
  /** 1000 unless told. */
  readonly resamples?: number
  /** 1 unless told. */
  readonly seed?: number
}

/** The percentile interval. Draws whose figure is not a number are left out. */
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
