// Measures how the skin of one frame differs from that of another: its light, its place on the mesh, and its fine detail.
import { solved } from '../../image/geometry/linear-equations.ts'
import type { SharedSkin } from './shared-skin.ts'
import { blurred, deviation, PLACES, SIDE, smoother } from './smoothing.ts'

/** A head that turns is lit anew, is no sheet of exactly this shape, and shows its skin from another side. A moved picture is none of that. */
export interface SkinChange {
  /** The deviation of the smooth change of light: 0.1 is a tenth of the light. */
  readonly shading: number
  /** The deviation of the shifts between skin and mesh, in places of the sheet. */
  readonly shift: number
  /** One less the correlation of the fine detail around the middle place, once the shifts are undone. */
  readonly detail: number
}

type Smooth = ReturnType<typeof smoother>

/** Light that changes within fewer places is taken for detail. */
const LIGHT = { reach: 4 }
/** Detail is what the first leaves and the second takes away; the coarse band finds large shifts, the fine one small. */
const COARSE = [{ times: 2 }, { reach: 3 }] as const
const FINE = [{ times: 1 }, { reach: 2 }] as const
/** Windows in which places shift together, first to last. */
const COARSE_WINDOWS = [6, 4]
const FINE_WINDOWS = [3, 3]
/** Contrast is levelled over so many places, so that a lamp painted over the skin hides nothing. */
const CONTRAST = { reach: 4 }
/** Squared contrast that is noise: one in a hundred. */
const NOISE = 1e-4
const NEARBY = 2
/** Further than the mesh is ever wrong, in places. */
const FURTHEST = 3

export function skinChange({ one, other, shared }: SharedSkin): SkinChange {
  const smooth = smoother(shared)
  const coarse = [one, other].map((light) => detailOf(light, smooth, COARSE)) as [Float32Array, Float32Array]
  const [fine, otherFine] = [one, other].map((light) => detailOf(light, smooth, FINE)) as [
    Float32Array,
    Float32Array,
  ]
  const shifts: Shifts = { x: new Float32Array(PLACES), y: new Float32Array(PLACES) }
  for (const window of COARSE_WINDOWS) improve(shifts, ...coarse, shared, window)
  for (const window of FINE_WINDOWS) improve(shifts, fine, otherFine, shared, window)
  return {
    shading: shadingBetween(one, other, shared, smooth),
    shift: Math.hypot(beyondPlane(shifts.x, shared), beyondPlane(shifts.y, shared)),
    detail: 1 - likeness(fine, shifted(otherFine, shifts), shared),
  }
}

/** The light alone, without what takes longer. */
export const shadingChange = ({ one, other, shared }: SharedSkin): number =>
  shadingBetween(one, other, shared, smoother(shared))

function shadingBetween(
  one: Float32Array,
  other: Float32Array,
  shared: Float32Array,
  smooth: Smooth,
): number {
  const change = smooth(other, LIGHT)
  const before = smooth(one, LIGHT)
  for (let i = 0; i < PLACES; i++) change[i] = (change[i] as number) - (before[i] as number)
  return deviation(change, shared)
}

/** A band of detail, brought to the same contrast everywhere. */
function detailOf(
  light: Float32Array,
  smooth: Smooth,
  [from, to]: typeof COARSE | typeof FINE,
): Float32Array {
  const detail = smooth(light, from)
  const ground = smooth(light, to)
  const squares = new Float32Array(PLACES)
  for (let i = 0; i < PLACES; i++) {
    detail[i] = (detail[i] as number) - (ground[i] as number)
    squares[i] = (detail[i] as number) ** 2
  }
  const contrast = smooth(squares, CONTRAST)
  for (let i = 0; i < PLACES; i++)
    detail[i] = (detail[i] as number) / Math.sqrt((contrast[i] as number) + NOISE)
  return detail
}

interface Shifts {
  readonly x: Float32Array
  readonly y: Float32Array
}

/** Takes each place from where it has shifted to. */
function shifted(values: Float32Array, { x: across, y: down }: Shifts): Float32Array {
  const taken = new Float32Array(PLACES)
  const most = SIDE - 1.001
  for (let y = 0, i = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++, i++) {
      const px = Math.max(0, Math.min(most, x + (across[i] as number)))
      const py = Math.max(0, Math.min(most, y + (down[i] as number)))
      const [left, top] = [Math.floor(px), Math.floor(py)]
      const [right, under] = [px - left, py - top]
      const at = top * SIDE + left
      const upper = (1 - right) * (values[at] as number) + right * (values[at + 1] as number)
      const lower = (1 - right) * (values[at + SIDE] as number) + right * (values[at + SIDE + 1] as number)
      taken[i] = (1 - under) * upper + under * lower
    }
  return taken
}

/** The share of the mean gradient that is added to every window, so that windows without detail stay where they are. */
const STIFFNESS = 0.05

/** One step of Lucas and Kanade in windows around each place. */
function improve(
  shifts: Shifts,
  one: Float32Array,
  unmoved: Float32Array,
  shared: Float32Array,
  window: number,
): void {
  const other = shifted(unmoved, shifts)
  const sums = Array.from({ length: 5 }, () => new Float32Array(PLACES))
  const [xx, xy, yy, xt, yt] = sums as [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array]
  for (let y = 1; y < SIDE - 1; y++)
    for (let x = 1; x < SIDE - 1; x++) {
      const i = y * SIDE + x
      if (shared[i] !== 1) continue
      const across = slopeAt(one, other, i, 1)
      const down = slopeAt(one, other, i, SIDE)
      const apart = (one[i] as number) - (other[i] as number)
      xx[i] = across * across
      xy[i] = across * down
      yy[i] = down * down
      xt[i] = across * apart
      yt[i] = down * apart
    }
  const [XX, XY, YY, XT, YT] = sums.map((sum) => blurred(sum, window)) as typeof sums as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  let [slopes, count] = [0, 0]
  for (let i = 0; i < PLACES; i++) {
    if (shared[i] !== 1) continue
    slopes += (XX[i] as number) + (YY[i] as number)
    count += 1
  }
  const stiff = (STIFFNESS * slopes) / Math.max(1, count) + 1e-9
  const within = (value: number, most: number) => Math.max(-most, Math.min(most, value))
  for (let i = 0; i < PLACES; i++) {
    const [p, q, r] = [(XX[i] as number) + stiff, XY[i] as number, (YY[i] as number) + stiff]
    const [s, t] = [XT[i] as number, YT[i] as number]
    const determinant = p * r - q * q
    shifts.x[i] = within((shifts.x[i] as number) + within((r * s - q * t) / determinant, 1), FURTHEST)
    shifts.y[i] = within((shifts.y[i] as number) + within((p * t - q * s) / determinant, 1), FURTHEST)
  }
}

const slopeAt = (one: Float32Array, other: Float32Array, i: number, by: number): number =>
  0.25 *
  ((one[i + by] as number) - (one[i - by] as number) + (other[i + by] as number) - (other[i - by] as number))

/** The median over all places of the correlation around each. */
function likeness(one: Float32Array, other: Float32Array, shared: Float32Array): number {
  const around = (a: Float32Array, b: Float32Array) => {
    const products = new Float32Array(PLACES)
    for (let i = 0; i < PLACES; i++) products[i] = (a[i] as number) * (b[i] as number) * (shared[i] as number)
    return blurred(products, NEARBY)
  }
  const [both, own, others] = [around(one, other), around(one, one), around(other, other)]
  const likenesses = new Float32Array(PLACES)
  let count = 0
  for (let i = 0; i < PLACES; i++)
    if (shared[i] === 1)
      likenesses[count++] = (both[i] as number) / Math.sqrt((own[i] as number) * (others[i] as number) + 1e-9)
  return likenesses.subarray(0, count).sort()[Math.floor(count / 2)] ?? 0
}

/** The deviation from the plane that fits best: a mesh that lies a little askew as a whole is none of the skin's doing. */
function beyondPlane(values: Float32Array, shared: Float32Array): number {
  let [count, x1, y1, xx, xy, yy, v1, xv, yv, vv] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (let y = 0, i = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++, i++) {
      if (shared[i] !== 1) continue
      const value = values[i] as number
      const [across, down] = [x / SIDE - 0.5, y / SIDE - 0.5]
      count++
      x1 += across
      y1 += down
      xx += across * across
      xy += across * down
      yy += down * down
      v1 += value
      xv += across * value
      yv += down * value
      vv += value * value
    }
  const rows = [
    [count, x1, y1, v1],
    [x1, xx, xy, xv],
    [y1, xy, yy, yv],
  ]
  const [level = 0, across = 0, down = 0] = solved(rows.map((row) => Float64Array.from(row))) ?? []
  const squares = vv - level * v1 - across * xv - down * yv
  return Math.sqrt(Math.max(0, squares) / Math.max(1, count))
}
