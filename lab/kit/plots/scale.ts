// Maps values to places along an axis, linear or logarithmic, and chooses the round values of ticks.

interface Tick {
  readonly at: number
  readonly text: string
}

export interface Axis {
  /** The label includes the unit. */
  readonly label: string
  readonly low: number
  readonly high: number
  readonly log?: boolean
  /** The ticks are at round values by default. */
  readonly ticks?: readonly Tick[]
  readonly format?: (value: number) => string
  /** Whether lines cross the plot at the ticks; by default they do. */
  readonly grid?: boolean
}

/** A value outside the axis is put at its edge. */
export function scaleOf({ low, high, log }: Axis, from: number, to: number): (value: number) => number {
  const place = log ? (value: number) => Math.log10(Math.max(value, low)) : (value: number) => value
  const start = place(low)
  const span = place(high) - start || 1
  return (value) => from + Math.min(1, Math.max(0, (place(value) - start) / span)) * (to - from)
}

export function ticksOf(axis: Axis): readonly Tick[] {
  const format = axis.format ?? plainNumber
  return axis.ticks ?? (axis.log ? decades(axis) : roundValues(axis)).map((at) => ({ at, text: format(at) }))
}

function decades({ low, high }: Axis): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9)
  const last = Math.floor(Math.log10(high) + 1e-9)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => 10 ** (first + index))
}

function roundValues({ low, high }: Axis): number[] {
  const step = roundStep(high - low)
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

/** The step is 1, 2 or 5 times a power of ten, so that five to ten of them span the axis. */
function roundStep(span: number): number {
  const rough = (span || 1) / 8
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5].find((factor) => factor * power >= rough * 0.8) ?? 10) * power
}

/** The least range of round values that holds them all; for angles as well as for scores. */
export function roundRange(values: readonly number[]): { readonly low: number; readonly high: number } {
  const finite = values.filter(Number.isFinite)
  if (finite.length === 0) return { low: 0, high: 1 }
  const low = finite.reduce((least, value) => Math.min(least, value))
  const high = finite.reduce((most, value) => Math.max(most, value))
  if (low === high) return { low: low - 0.5, high: high + 0.5 }
  const step = roundStep(high - low)
  return { low: Math.floor(low / step + 1e-9) * step, high: Math.ceil(high / step - 1e-9) * step }
}

export const plainNumber = (value: number): string =>
  String(Number(value.toPrecision(6))).replace('-', '\u2212')

/** 0.05 is written as `5 %`. */
export const percentTick = (value: number): string => `${plainNumber(value * 100)} %`
