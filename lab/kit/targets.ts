// The closing lines of every bench and evaluation: one target each, with its value, its bound and whether it holds.

export interface Target {
  readonly name: string
  readonly value: number
  readonly bound: number
  /** Which side of the bound is good. */
  readonly good: 'at least' | 'at most'
}

export function printTargets(targets: readonly Target[]): void {
  for (const { name, value, bound, good } of targets) {
    const ok = good === 'at least' ? value >= bound : value <= bound
    console.log(`target ${name} ${Number(value.toPrecision(4))} ${bound} ${ok ? 'ok' : 'short'}`)
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}
