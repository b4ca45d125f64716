// Prints the closing lines of every measuring program: one target each, with its value, its bound and whether it is met.

export interface Target {
  readonly name: string
  readonly value: number
  readonly bound: number
  /** Which side of the bound is good. */
  readonly good: 'at least' | 'at most'
}

export const atMost = (name: string, value: number, bound: number): Target => ({
  name,
  value,
  bound,
  good: 'at most',
})

/** The target of a count that must stay 0. */
export const none = (name: string, count: number): Target => atMost(name, count, 0)

export const isMet = ({ value, bound, good }: Target): boolean =>
  good === 'at least' ? value >= bound : value <= bound

export function targetLine(target: Target): string {
  const { name, value, bound } = target
  return `target ${name} ${Number(value.toPrecision(4))} ${bound} ${isMet(target) ? 'ok' : 'short'}`
}

export function printTargets(targets: readonly Target[]): void {
  for (const target of targets) console.log(targetLine(target))
}
