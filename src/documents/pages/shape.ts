// Measures whether a quad can be the photograph of a page of a kind: a flat rectangle of known size, seen by an ordinary camera.

import type { Size } from '../../image/geometry/geometry.ts'
import { type Quad, rectangleOnto } from '../../image/geometry/perspective.ts'
import { isKnown, type Kind, kindDefinition } from '../kinds/kinds.ts'

/** Focal lengths as multiples of the long side of the picture, from wide angle to nearly no perspective. */
const FOCAL_LENGTHS = [0.65, 0.8, 1, 1.4, 4]

/** The error is 0 for exactly such a rectangle, and 0.1 where a side is a tenth too long or a corner 6 degrees off square. */
export function shapeError(picture: Size, quad: Quad, kind: Kind): number {
  const { slant, stretch } = shapeOf(picture, quad, kind)
  return Math.hypot(slant, stretch)
}

interface Shape {
  /** The cosine of the angle between the sides. */
  readonly slant: number
  /** The logarithm of how many times too wide for its height the page is; negative where it is too narrow. */
  readonly stretch: number
}

/** Returns the shape by the focal length with which it is the least strange. */
export function shapeOf({ width, height }: Size, quad: Quad, kind: Kind): Shape {
  const { widthMm, heightMm } = kindDefinition(kind)
  const m = rectangleOnto(widthMm, heightMm, quad)
  const at = (i: number): number => m[i] ?? 0
  let least: Shape = { slant: Infinity, stretch: 0 }
  for (const share of FOCAL_LENGTHS) {
    const focal = share * Math.max(width, height)
    // The sides of the page are directions in space.
    const side = (k: number): readonly number[] => [
      (at(k) - (width / 2) * at(6 + k)) / focal,
      (at(3 + k) - (height / 2) * at(6 + k)) / focal,
      at(6 + k),
    ]
    const [along, down] = [side(0), side(1)]
    const [a, b] = [Math.hypot(...along), Math.hypot(...down)]
    const slant = along.reduce((sum, value, i) => sum + value * (down[i] ?? 0), 0) / (a * b)
    // The sides of a page of no known kind may have any length.
    const stretch = isKnown(kind) ? Math.log(a / b) : 0
    if (Math.hypot(slant, stretch) < Math.hypot(least.slant, least.stretch)) least = { slant, stretch }
  }
  return least
}
