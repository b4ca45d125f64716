// The view of a flat thing by a camera that does not look straight down on it.
import type { Point } from '../../../src/image/geometry/geometry.ts'

/** Rows of the matrix one after the other. */
export type Homography = readonly [number, number, number, number, number, number, number, number, number]

export function applyHomography([a, b, c, d, e, f, g, h, i]: Homography, { x, y }: Point): Point {
  const depth = g * x + h * y + i
  return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth }
}

/** Up to a factor, which does not count. */
export function invertHomography([a, b, c, d, e, f, g, h, i]: Homography): Homography {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
}

/** From a rectangle to four corners, clockwise from its upper left (Heckbert 1989). */
export function ontoCorners(
  size: { readonly width: number; readonly height: number },
  corners: readonly Point[],
): Homography {
  const [p, q, r, s] = corners
  if (!p || !q || !r || !s) throw new RangeError('four corners are needed')
  const sum = { x: p.x - q.x + r.x - s.x, y: p.y - q.y + r.y - s.y }
  const one = { x: q.x - r.x, y: q.y - r.y }
  const two = { x: s.x - r.x, y: s.y - r.y }
  const whole = one.x * two.y - two.x * one.y
  const g = (sum.x * two.y - two.x * sum.y) / whole
  const h = (one.x * sum.y - sum.x * one.y) / whole
  const { width, height } = size
  return [
    (q.x - p.x + g * q.x) / width,
    (s.x - p.x + h * s.x) / height,
    p.x,
    (q.y - p.y + g * q.y) / width,
    (s.y - p.y + h * s.y) / height,
    p.y,
    g / width,
    h / height,
    1,
  ]
}
