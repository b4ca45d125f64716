// Interpolates the value of a picture between its pixels.

import type { Point } from '../../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../../src/image/pixels.ts'

/** The value is interpolated between four pixels; places outside are moved to the picture's edge. */
export function bilinear({ width, height, data }: Pixels, { x, y }: Point, channel: number): number {
  const left = Math.min(width - 2, Math.max(0, Math.floor(x)))
  const top = Math.min(height - 2, Math.max(0, Math.floor(y)))
  const right = Math.min(1, Math.max(0, x - left))
  const below = Math.min(1, Math.max(0, y - top))
  const value = (dx: number, dy: number) => data[3 * ((top + dy) * width + left + dx) + channel] as number
  const upper = value(0, 0) * (1 - right) + value(1, 0) * right
  const lower = value(0, 1) * (1 - right) + value(1, 1) * right
  return upper * (1 - below) + lower * below
}
