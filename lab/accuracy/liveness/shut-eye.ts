// Shuts one eye in a photograph: the skin above is drawn down and the skin below up, as far as the lids would go.

import { distance, type Point } from '../../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { pointOf } from '../../../src/models/face-mesh.ts'
import { bilinear } from './bilinear.ts'
import { type Eye, type EyeSide, eyes } from './eye-points.ts'

/** The place where lids meet, as a share from the upper to the lower: they meet low. */
const MEETING = 0.75
/** How far above and below the eye the skin moves, in widths of the eye. */
const SLACK = { above: 0.5, below: 0.35 }
/** Nothing moves beyond the corners. */
const STEPS = 64

/** The eye along a line from corner to corner, with the lids above and below in pixels; negative is up. */
interface Lids {
  readonly from: Point
  readonly width: number
  readonly along: Point
  readonly upper: Float64Array
  readonly lower: Float64Array
}

/** Returns a new picture; `closed` goes from 0, as it is, to 1, shut. */
export function shutEye(pixels: Pixels, mesh: Float32Array, side: EyeSide, closed: number): Pixels {
  const lids = lidsOf(mesh, eyes[side])
  const { from, along, width } = lids
  const data = Uint8Array.from(pixels.data)
  const reach = Math.ceil(width * (1 + SLACK.above))
  const middle = { x: from.x + (along.x * width) / 2, y: from.y + (along.y * width) / 2 }
  const rows = range(middle.y - reach, middle.y + reach, pixels.height)
  const columns = range(middle.x - reach, middle.x + reach, pixels.width)
  for (const y of rows)
    for (const x of columns) {
      const [dx, dy] = [x - from.x, y - from.y]
      const u = dx * along.x + dy * along.y
      const v = dy * along.x - dx * along.y
      const source = sourceOf(lids, u, v, closed)
      if (source === v) continue
      const at = { x: x - (source - v) * along.y, y: y + (source - v) * along.x }
      for (let channel = 0; channel < 3; channel++)
        data[3 * (y * pixels.width + x) + channel] = bilinear(pixels, at, channel) + 0.5
    }
  return { ...pixels, data }
}

/** Returns where the pixel at `v` across the eye comes from. */
function sourceOf({ width, upper, lower }: Lids, u: number, v: number, closed: number): number {
  const place = Math.round((u / width) * STEPS)
  if (place <= 0 || place >= STEPS) return v
  const [top, bottom] = [upper[place] as number, lower[place] as number]
  if (bottom - top < 0.5) return v
  const meeting = top + MEETING * (bottom - top)
  const newTop = top + closed * (meeting - top)
  const newBottom = bottom - closed * (bottom - meeting)
  const [first, last] = [top - SLACK.above * width, bottom + SLACK.below * width]
  if (v <= first || v >= last) return v
  if (v < newTop) return first + ((v - first) * (top - first)) / (newTop - first)
  if (v > newBottom) return last - ((last - v) * (last - bottom)) / (last - newBottom)
  return v
}

function lidsOf(mesh: Float32Array, { corners, upper, lower }: Eye): Lids {
  const [from, to] = [pointOf(mesh, corners[0]), pointOf(mesh, corners[1])]
  const width = distance(from, to)
  const along = { x: (to.x - from.x) / width, y: (to.y - from.y) / width }
  const across = (points: readonly number[]) => {
    const knots = [...points, corners[1]].map((index) => {
      const { x, y } = pointOf(mesh, index)
      const [dx, dy] = [x - from.x, y - from.y]
      return { u: dx * along.x + dy * along.y, v: dy * along.x - dx * along.y }
    })
    return Float64Array.from({ length: STEPS + 1 }, (_, i) => between(knots, (i / STEPS) * width))
  }
  return { from, width, along, upper: across(upper), lower: across(lower) }
}

/** Interpolates linearly from 0 at the corner through the knots. */
function between(knots: readonly { readonly u: number; readonly v: number }[], u: number): number {
  let before = { u: 0, v: 0 }
  for (const knot of knots) {
    if (u <= knot.u)
      return before.v + ((knot.v - before.v) * (u - before.u)) / Math.max(1e-6, knot.u - before.u)
    before = knot
  }
  return before.v
}

const range = (low: number, high: number, bound: number): number[] => {
  const first = Math.max(0, Math.floor(low))
  const last = Math.min(bound - 1, Math.ceil(high))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
}
