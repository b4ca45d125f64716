// Small sums over a handful of numbers.

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** Between the two in the middle where their number is even; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [below = 0, above = 0] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.floor(sorted.length / 2)],
  ]
  return (below + above) / 2
}

/** So many of them, spread evenly from the first to the last. */
export function spread<T>(values: readonly T[], count: number): T[] {
  const wanted = Math.min(values.length, Math.max(1, count))
  return Array.from(
    { length: wanted },
    (_, i) => values[Math.round(wanted === 1 ? 0 : (i * (values.length - 1)) / (wanted - 1))] as T,
  )
}
