// Sums over a handful of numbers: mean, median and an even choice.

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

/** `count` of the values, spread evenly from the first to the last. */
export function spread<T>(values: readonly T[], count: number): T[] {
  const wanted = Math.min(values.length, Math.max(1, count))
  return Array.from(
    { length: wanted },
    (_, i) => values[Math.round(wanted === 1 ? 0 : (i * (values.length - 1)) / (wanted - 1))] as T,
  )
}
