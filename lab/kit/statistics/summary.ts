// Describes a list of numbers: mean, spread, quantiles, histogram.

export function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The deviation of a sample: the sum of squares is divided by one less than the count. */
export function standardDeviation(values: readonly number[]): number {
  if (values.length < 2) return Number.NaN
  const middle = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1))
}

export function meanAbsolute(values: readonly number[]): number {
  return mean(values.map(Math.abs))
}

/** The quantile is linear between the two nearest values (type 7, as in R and NumPy); `share` is from 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN
  const sorted = values.toSorted((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below === above ? below : below + (above - below) * (place - Math.floor(place))
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export function quantiles(values: readonly number[], shares: readonly number[]): number[] {
  return shares.map((share) => quantile(values, share))
}

interface Histogram {
  /** There is one more edge than there are bins. */
  readonly edges: readonly number[]
  readonly counts: readonly number[]
  /** The count of values below the first edge or above the last. */
  readonly outside: number
}

/** A bin holds its lower edge; the last bin holds its upper edge too. */
export function histogram(
  values: readonly number[],
  { bins, low, high }: { readonly bins: number; readonly low?: number; readonly high?: number },
): Histogram {
  const from = low ?? values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
  const to = high ?? values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
  const edges = Array.from({ length: bins + 1 }, (_, index) => from + ((to - from) * index) / bins)
  const counts = new Array<number>(bins).fill(0)
  let outside = 0
  for (const value of values) {
    const inside = value >= from && value <= to
    if (!inside) outside += 1
    else {
      const bin = to === from ? 0 : Math.min(bins - 1, Math.floor(((value - from) / (to - from)) * bins))
      counts[bin] = (counts[bin] ?? 0) + 1
    }
  }
  return { edges, counts, outside }
}
