// Lays one print over another: first as a whole, then bent, so that a picture that was cut, turned or waved comes to lie on itself.
import { boxSums, type Field, PRINT_SIDE } from './print-light.ts'

const COUNT = PRINT_SIDE * PRINT_SIDE

/** How far each place of the one print lies from its place in the other, in greys. */
interface Flow {
  readonly right: Float64Array
  readonly down: Float64Array
}

const WHOLE_STEPS = 4
const BENT_STEPS = 8
/** Reach of the squares over which a motion is measured, in greys to each side: first coarse, then finer. */
const REACHES = [5, 3] as const
const SMOOTHING = 2
/** Keeps places without detail where their surroundings are. */
const STIFFNESS = 0.02
const LONGEST_STEP = 1.5

/** Shift, scale, turn and shear by least squares, in steps, as the slopes hold only nearby. */
export function laidOver(one: Field, other: Field): Flow {
  const flow = { right: new Float64Array(COUNT), down: new Float64Array(COUNT) }
  const sum = new Float64Array(6)
  let laid = other
  for (let step = 0; step < WHOLE_STEPS; step++) {
    const found = wholeStep(one, laid)
    for (let k = 0; k < 6; k++) sum[k] = (sum[k] ?? 0) + (found[k] ?? 0)
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = sum
    for (let i = 0; i < COUNT; i++) {
      const x = (i % PRINT_SIDE) / PRINT_SIDE - 0.5
      const y = Math.floor(i / PRINT_SIDE) / PRINT_SIDE - 0.5
      flow.right[i] = a + b * x + c * y
      flow.down[i] = d + e * x + f * y
    }
    laid = moved(other, flow)
  }
  return flow
}

function wholeStep(one: Field, laid: Field): Float64Array {
  const { right, down, left } = slopesOf(one, laid)
  const matrix = new Float64Array(36)
  const sides = new Float64Array(6)
  const slopes = new Float64Array(6)
  for (let i = 0; i < COUNT; i++) {
    const [x, y] = [(i % PRINT_SIDE) / PRINT_SIDE - 0.5, Math.floor(i / PRINT_SIDE) / PRINT_SIDE - 0.5]
    const [r, d] = [right[i] ?? 0, down[i] ?? 0]
    if (r === 0 && d === 0) continue
    slopes[0] = r
    slopes[1] = r * x
    slopes[2] = r * y
    slopes[3] = d
    slopes[4] = d * x
    slopes[5] = d * y
    for (let row = 0; row < 6; row++) {
      const slope = slopes[row] ?? 0
      sides[row] = (sides[row] ?? 0) + slope * (left[i] ?? 0)
      for (let k = 0; k <= row; k++)
        matrix[6 * row + k] = (matrix[6 * row + k] ?? 0) + slope * (slopes[k] ?? 0)
    }
  }
  for (let k = 0; k < 6; k++) matrix[7 * k] = (matrix[7 * k] ?? 0) + 0.1
  return solved(matrix, sides)
}

/** Cholesky's method; of the matrix the lower half is read and overwritten. */
function solved(matrix: Float64Array, sides: Float64Array): Float64Array {
  const size = sides.length
  const at = (row: number, column: number) => matrix[row * size + column] ?? 0
  for (let k = 0; k < size; k++) {
    let pivot = at(k, k)
    for (let p = 0; p < k; p++) pivot -= at(k, p) ** 2
    matrix[k * size + k] = Math.sqrt(Math.max(1e-12, pivot))
    for (let row = k + 1; row < size; row++) {
      let value = at(row, k)
      for (let p = 0; p < k; p++) value -= at(row, p) * at(k, p)
      matrix[row * size + k] = value / at(k, k)
    }
  }
  for (let row = 0; row < size; row++) {
    let value = sides[row] ?? 0
    for (let p = 0; p < row; p++) value -= at(row, p) * (sides[p] ?? 0)
    sides[row] = value / at(row, row)
  }
  for (let row = size - 1; row >= 0; row--) {
    let value = sides[row] ?? 0
    for (let p = row + 1; p < size; p++) value -= at(p, row) * (sides[p] ?? 0)
    sides[row] = value / at(row, row)
  }
  return sides
}

/** Slopes to the right and down, and what is left of the difference; all 0 where either is outside its picture. */
function slopesOf(one: Field, laid: Field) {
  const [right, down, left] = [new Float64Array(COUNT), new Float64Array(COUNT), new Float64Array(COUNT)]
  const a = one.values
  const b = laid.values
  for (let y = 1; y < PRINT_SIDE - 1; y++)
    for (let i = y * PRINT_SIDE + 1; i < (y + 1) * PRINT_SIDE - 1; i++) {
      if (!isInside(one.mask, i) || !isInside(laid.mask, i)) continue
      const above = i - PRINT_SIDE
      const under = i + PRINT_SIDE
      right[i] = ((b[i + 1] ?? 0) - (b[i - 1] ?? 0) + (a[i + 1] ?? 0) - (a[i - 1] ?? 0)) / 4
      down[i] = ((b[under] ?? 0) - (b[above] ?? 0) + (a[under] ?? 0) - (a[above] ?? 0)) / 4
      left[i] = (a[i] ?? 0) - (b[i] ?? 0)
    }
  return { right, down, left }
}

const isInside = (mask: Float64Array, i: number): boolean =>
  mask[i] === 1 &&
  mask[i - 1] === 1 &&
  mask[i + 1] === 1 &&
  mask[i - PRINT_SIDE] === 1 &&
  mask[i + PRINT_SIDE] === 1

/** Bends a print that is laid over another until they fit, place by place (Lucas and Kanade), and smoothly. */
export function bent(one: Field, other: Field, laid: Flow): Flow {
  const flow = { right: laid.right.slice(), down: laid.down.slice() }
  const weights = boxSums(new Float64Array(COUNT).fill(1), SMOOTHING)
  const products = (of: Float64Array, by: Float64Array, reach: number) => {
    const each = new Float64Array(COUNT)
    for (let i = 0; i < COUNT; i++) each[i] = (of[i] ?? 0) * (by[i] ?? 0)
    return boxSums(each, reach)
  }
  for (let step = 0; step < BENT_STEPS; step++) {
    const { right, down, left } = slopesOf(one, moved(other, flow))
    const reach = REACHES[step < BENT_STEPS / 2 ? 0 : 1]
    const a = products(right, right, reach)
    const b = products(right, down, reach)
    const c = products(down, down, reach)
    const p = products(right, left, reach)
    const q = products(down, left, reach)
    const stiff = STIFFNESS * (2 * reach + 1) ** 2
    for (let i = 0; i < COUNT; i++) {
      const xx = (a[i] ?? 0) + stiff
      const xy = b[i] ?? 0
      const yy = (c[i] ?? 0) + stiff
      const x = p[i] ?? 0
      const y = q[i] ?? 0
      const det = xx * yy - xy * xy
      flow.right[i] = (flow.right[i] ?? 0) + limited((yy * x - xy * y) / det)
      flow.down[i] = (flow.down[i] ?? 0) + limited((xx * y - xy * x) / det)
    }
    soften(flow.right, weights)
    soften(flow.down, weights)
  }
  return flow
}

function soften(values: Float64Array, weights: Float64Array): void {
  const sums = boxSums(values, SMOOTHING)
  for (let i = 0; i < COUNT; i++) values[i] = (sums[i] ?? 0) / (weights[i] ?? 1)
}

const limited = (step: number): number => Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, step))

/** Root mean square of how far the places inside both prints were bent, by the side of a print. */
export function bendOf(laid: Flow, bent: Flow, one: Field, other: Field): number {
  let sum = 0
  let inside = 0
  for (let i = 0; i < COUNT; i++) {
    if (one.mask[i] === 0 || other.mask[i] === 0) continue
    const right = (bent.right[i] ?? 0) - (laid.right[i] ?? 0)
    const down = (bent.down[i] ?? 0) - (laid.down[i] ?? 0)
    sum += right * right + down * down
    inside++
  }
  return Math.sqrt(sum / Math.max(1, inside)) / PRINT_SIDE
}

/** The print drawn again with each place taken from where the flow says. */
export function moved({ values, mask }: Field, { right, down }: Flow, take = straight): Field {
  const drawn = new Float64Array(COUNT)
  const inside = new Float64Array(COUNT)
  for (let i = 0; i < COUNT; i++) {
    const x = (i % PRINT_SIDE) + (right[i] ?? 0)
    const y = Math.floor(i / PRINT_SIDE) + (down[i] ?? 0)
    const left = Math.floor(x)
    const top = Math.floor(y)
    if (!(left >= 0 && top >= 0 && left < PRINT_SIDE - 1 && top < PRINT_SIDE - 1)) continue
    const at = top * PRINT_SIDE + left
    const under = at + PRINT_SIDE
    if (mask[at] === 0 || mask[at + 1] === 0 || mask[under] === 0 || mask[under + 1] === 0) continue
    inside[i] = 1
    drawn[i] = take(values, left, top, x - left, y - top)
  }
  return { values: drawn, mask: inside }
}

function straight(values: Float64Array, left: number, top: number, x: number, y: number): number {
  const at = top * PRINT_SIDE + left
  const under = at + PRINT_SIDE
  return (
    (1 - y) * ((1 - x) * (values[at] ?? 0) + x * (values[at + 1] ?? 0)) +
    y * ((1 - x) * (values[under] ?? 0) + x * (values[under + 1] ?? 0))
  )
}

/** By cubic curves (Catmull and Rom): straight lines, enough to find the flow, would blur fine detail. */
export function smooth(values: Float64Array, left: number, top: number, x: number, y: number): number {
  let sum = 0
  for (let row = -1; row < 3; row++) {
    const start = Math.min(PRINT_SIDE - 1, Math.max(0, top + row)) * PRINT_SIDE
    const before = values[start + Math.max(0, left - 1)] ?? 0
    const after = values[start + Math.min(PRINT_SIDE - 1, left + 2)] ?? 0
    sum +=
      weightAt(row, y) * curve(before, values[start + left] ?? 0, values[start + left + 1] ?? 0, after, x)
  }
  return sum
}

const curve = (before: number, from: number, to: number, after: number, x: number): number =>
  from +
  0.5 *
    x *
    (to - before + x * (2 * before - 5 * from + 4 * to - after + x * (3 * (from - to) + after - before)))

function weightAt(row: number, x: number): number {
  if (row === -1) return x * (-0.5 + x * (1 - 0.5 * x))
  if (row === 0) return 1 + x * x * (1.5 * x - 2.5)
  if (row === 1) return x * (0.5 + x * (2 - 1.5 * x))
  return x * x * (0.5 * x - 0.5)
}
