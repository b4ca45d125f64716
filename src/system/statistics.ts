// Sums over a handful of numbers: mean, median, an even choice, a line through points, odds.

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** The mean of the two in the middle where their number is even; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [below = 0, above = 0] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.floor(sorted.length / 2)],
  ]
  return (below + above) / 2
}

/** One of the values itself, the upper of the two in the middle where their number is even; 0 of none. */
export const upperMedian = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The value below which this share of the values lies, between two of them where it must; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = share * (sorted.length - 1)
  const [below = 0, above = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return below + (at - Math.floor(at)) * (above - below)
}

/** `count` of the values, spread evenly from the first to the last. */
export function spread<T>(values: readonly T[], count: number): T[] {
  const wanted = Math.min(values.length, Math.max(1, count))
  return Array.from(
    { length: wanted },
    (_, i) => values[Math.round(wanted === 1 ? 0 : (i * (values.length - 1)) / (wanted - 1))] as T,
  )
}

/** A line through points in order of `at`: level before the first and after the last, straight between. */
export function levelAt(
  points: readonly { readonly at: number; readonly level: number }[],
  at: number,
): number {
  const after = points.findIndex((point) => at < point.at)
  const to = points.at(after)
  const from = after > 0 ? points[after - 1] : to
  if (!from || !to) throw new RangeError('a line needs a point')
  if (from === to) return to.level
  return from.level + ((at - from.at) / (to.at - from.at)) * (to.level - from.level)
}

/** The probability of which these are the log odds. */
export const probability = (odds: number): number => 1 / (1 + Math.exp(-odds))
