// Makes a picture whose pixels encode their place, and reads that place back from a network's input.

import type { Point } from '../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../src/image/pixels.ts'

/** Red encodes the column, green the row. */
export function ramp(width: number, height: number): Pixels {
  const data = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set([x, y, 0], 3 * (y * width + x))
  return { width, height, data }
}

/** Returns the pixel of a ramp that stands at a place of a network's byte input. */
export const seenAt = (
  input: Float32Array | undefined,
  side: number,
  { x, y }: Point,
  order = 'rgb',
): Point => {
  const at = Math.floor(y) * side + Math.floor(x)
  const red = order === 'rgb' ? 0 : 2
  return { x: input?.[red * side * side + at] ?? Number.NaN, y: input?.[side * side + at] ?? Number.NaN }
}
