// Computes a share of a count with its Wilson 95 % interval, which is valid even at 0 and 100 % of small counts.

/** The normal distribution holds 95 % within this many deviations. */
export const z95 = 1.959963984540054

export interface Estimate {
  readonly value: number
  /** Bounds of the 95 % interval. */
  readonly low: number
  readonly high: number
}

export interface Proportion extends Estimate {
  readonly count: number
  readonly total: number
}

/** A total of 0 gives no value, and an interval from 0 to 1. */
export function wilson(count: number, total: number, z = z95): Proportion {
  if (!(count >= 0 && count <= total)) throw new RangeError(`${count} of ${total} is not a share`)
  if (total === 0) return { value: Number.NaN, low: 0, high: 1, count, total }
  const share = count / total
  const scale = 1 + z ** 2 / total
  const centre = (share + z ** 2 / (2 * total)) / scale
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2))
  // At the ends the bound is exact; rounding must not put the value outside its own interval.
  const low = count === 0 ? 0 : Math.max(0, centre - half)
  const high = count === total ? 1 : Math.min(1, centre + half)
  return { value: share, low, high, count, total }
}

export function proportionOf<Item>(items: readonly Item[], holds: (item: Item) => boolean): Proportion {
  return wilson(items.filter(holds).length, items.length)
}
