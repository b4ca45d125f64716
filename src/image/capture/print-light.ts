// Takes the light out of a print: what is left does not change with brightness, gamma, contrast and shading.

/** Greys of a print on a side. */
export const PRINT_SIDE = 64
const COUNT = PRINT_SIDE * PRINT_SIDE

/** Numbers row by row; `mask` is 1 inside the picture and 0 outside, where numbers mean nothing. */
export interface Field {
  readonly values: Float64Array
  readonly mask: Float64Array
}

/** Greys that are added before the logarithm, so that noise in the dark is not taken for a slope. */
const DARK = 2
const FLAT_POWER = 0.01 ** 2

/**
 * Returns ranks from 1 to 255, and 0 outside; all 0 for a flat picture. In logarithms light from one side is a slope, which is taken away; a gamma
 * multiplies all that is left, and so keeps its order.
 */
export function levelled(print: Uint8Array): Uint8Array {
  const left = Float64Array.from(print, (grey) => Math.log(grey + DARK))
  takeSlopeAway(left, print)
  const inside: number[] = []
  for (let i = 0; i < COUNT; i++) if (print[i] !== 0) inside.push(i)
  inside.sort((one, other) => (left[one] ?? 0) - (left[other] ?? 0))
  const ranks = new Uint8Array(COUNT)
  // Nothing but rounding is left of a flat picture, and its order means nothing.
  const power = inside.reduce((sum, i) => sum + (left[i] ?? 0) ** 2, 0)
  if (power < FLAT_POWER * inside.length) return ranks
  for (const [place, i] of inside.entries()) ranks[i] = 1 + Math.floor((255 * place) / inside.length)
  return ranks
}

/** A plane and its curves, by least squares over what is inside the picture (Gram and Schmidt). */
function takeSlopeAway(values: Float64Array, print: Uint8Array): void {
  const shapes = [
    () => 1,
    (x: number) => x,
    (_: number, y: number) => y,
    (x: number, y: number) => x * y,
    (x: number) => x * x,
    (_: number, y: number) => y * y,
  ]
  const before: Float64Array[] = []
  for (const shape of shapes) {
    const pattern = Float64Array.from(print, (grey, i) =>
      grey === 0
        ? 0
        : shape((2 * (i % PRINT_SIDE)) / PRINT_SIDE - 1, (2 * Math.floor(i / PRINT_SIDE)) / PRINT_SIDE - 1),
    )
    for (const earlier of before) subtractShare(pattern, earlier)
    subtractShare(values, pattern)
    before.push(pattern)
  }
}

function subtractShare(from: Float64Array, pattern: Float64Array): void {
  let both = 0
  let own = 0
  for (let i = 0; i < COUNT; i++) {
    both += (from[i] ?? 0) * (pattern[i] ?? 0)
    own += (pattern[i] ?? 0) ** 2
  }
  if (own < 1e-6) return
  for (let i = 0; i < COUNT; i++) from[i] = (from[i] ?? 0) - (both / own) * (pattern[i] ?? 0)
}

interface Scales {
  /** Detail finer than this many greys is left out; 0 keeps it. */
  readonly finest: number
  /** What is coarser than this is left out. */
  readonly coarsest: number
  /** Contrast is made even over this many greys to each side. */
  readonly contrast: number
}

/** Below this share of the mean contrast a place is flat, and noise is not raised to contrast. */
const FLAT = 0.3

/** Detail of one range of sizes, of even contrast everywhere. */
export function detail(print: Uint8Array, { finest, coarsest, contrast }: Scales): Field {
  const mask = Float64Array.from(print, (grey) => (grey === 0 ? 0 : 1))
  const greys = Float64Array.from(print)
  const fine = finest === 0 ? greys : means(greys, mask, finest)
  const coarse = means(fine, mask, coarsest)
  const values = fine.map((value, i) => (mask[i] === 1 ? value - (coarse[i] ?? 0) : 0))
  const power = means(
    values.map((value) => value * value),
    mask,
    contrast,
  )
  let sum = 0
  let inside = 0
  for (let i = 0; i < COUNT; i++) {
    power[i] = Math.sqrt(Math.max(0, power[i] ?? 0))
    if (mask[i] === 0) continue
    sum += power[i] ?? 0
    inside++
  }
  // A print of one grey has no detail, and must not be divided by nothing.
  const flat = (FLAT * sum) / Math.max(1, inside) + 1e-9
  // Beside the edge of the picture the means are of other places than in a picture that was cut elsewhere.
  const outside = boxSums(
    mask.map((inside) => 1 - inside),
    contrast,
  )
  return {
    mask: outside.map((count) => (count === 0 ? 1 : 0)),
    values: values.map((value, i) => value / ((power[i] ?? 0) + flat)),
  }
}

/** Means over squares of `reach` to each side, of what is inside the picture. */
function means(values: Float64Array, mask: Float64Array, reach: number): Float64Array {
  const weights = boxSums(mask, reach)
  const inside = values.map((value, i) => value * (mask[i] ?? 0))
  return boxSums(inside, reach).map((sum, i) => sum / Math.max(1, weights[i] ?? 0))
}

/** Sums over squares of `reach` to each side, cut off at the edges. */
export function boxSums(values: Float64Array, reach: number): Float64Array {
  return alongLines(alongLines(values, reach, 1, PRINT_SIDE), reach, PRINT_SIDE, 1)
}

function alongLines(values: Float64Array, reach: number, step: number, next: number): Float64Array {
  const sums = new Float64Array(COUNT)
  for (let line = 0; line < PRINT_SIDE; line++) {
    const start = line * next
    let sum = 0
    for (let i = -reach; i < PRINT_SIDE; i++) {
      if (i + reach < PRINT_SIDE) sum += values[start + (i + reach) * step] ?? 0
      if (i > reach) sum -= values[start + (i - reach - 1) * step] ?? 0
      if (i >= 0) sums[start + i * step] = sum
    }
  }
  return sums
}

export function mirroredField({ values, mask }: Field): Field {
  const flip = (numbers: Float64Array) =>
    numbers.map((_, i) => numbers[i - (i % PRINT_SIDE) + PRINT_SIDE - 1 - (i % PRINT_SIDE)] ?? 0)
  return { values: flip(values), mask: flip(mask) }
}

/** Correlation where both are inside, -1 to 1; `isCounted` picks places by their index. */
export function correlation(one: Field, other: Field, isCounted?: Uint8Array): number {
  let [both, own, theirs] = [0, 0, 0]
  for (let i = 0; i < COUNT; i++) {
    if (one.mask[i] === 0 || other.mask[i] === 0 || isCounted?.[i] === 0) continue
    const [a, b] = [one.values[i] ?? 0, other.values[i] ?? 0]
    both += a * b
    own += a * a
    theirs += b * b
  }
  return both / Math.sqrt(own * theirs + 1e-9)
}
