// Enlarges a part of a picture, seen at an angle, in grey and without the steps and softness of straight interpolation.
import type { Grey } from '../measure.ts'
import { luminance, type Pixels } from '../pixels.ts'
import { boundingBox } from './geometry.ts'
import { type Homography, project } from './perspective.ts'

/** Pixels on each side of the part that its edges still need. */
const MARGIN = 3

/** `onto` maps pixels of the output to pixels of the picture, beyond whose edge its last pixels are repeated. */
export function enlargedGrey(pixels: Pixels, onto: Homography, width: number, height: number): Grey {
  const { left, top, part } = greyPart(pixels, onto, width, height)
  const data = new Float32Array(width * height)
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8] = onto as unknown as Nine
  const { data: from, width: row } = part
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to++) {
      const w = 1 / (m6 * (x + 0.5) + m7 * (y + 0.5) + m8)
      const px = (m0 * (x + 0.5) + m1 * (y + 0.5) + m2) * w - left - 0.5
      const py = (m3 * (x + 0.5) + m4 * (y + 0.5) + m5) * w - top - 0.5
      const column = Math.min(row - 3, Math.max(1, Math.floor(px)))
      const line = Math.min(part.height - 3, Math.max(1, Math.floor(py)))
      const t = Math.min(1, Math.max(0, px - column))
      const u = Math.min(1, Math.max(0, py - line))
      // What each of four pixels in a row adds to a place between the middle two, by Catmull and Rom.
      const [a, b, c, d] = [
        ((2 - t) * t - 1) * t,
        (3 * t - 5) * t * t + 2,
        ((4 - 3 * t) * t + 1) * t,
        (t - 1) * t * t,
      ]
      const at = (line - 1) * row + column - 1
      const first = between(from, at, a, b, c, d)
      const second = between(from, at + row, a, b, c, d)
      const third = between(from, at + 2 * row, a, b, c, d)
      const fourth = between(from, at + 3 * row, a, b, c, d)
      const upper = first * ((2 - u) * u - 1) * u + second * ((3 * u - 5) * u * u + 2)
      const lower = third * ((4 - 3 * u) * u + 1) * u + fourth * (u - 1) * u * u
      data[to] = (upper + lower) / 4
    }
  return { width, height, data }
}

type Nine = readonly [number, number, number, number, number, number, number, number, number]

function between(from: Float32Array, at: number, a: number, b: number, c: number, d: number): number {
  return (
    a * (from[at] as number) +
    b * (from[at + 1] as number) +
    c * (from[at + 2] as number) +
    d * (from[at + 3] as number)
  )
}

/** The part of the picture that the output shows. */
function greyPart({ width, height, data }: Pixels, onto: Homography, columns: number, lines: number) {
  const box = boundingBox(
    [
      { x: 0, y: 0 },
      { x: columns, y: 0 },
      { x: columns, y: lines },
      { x: 0, y: lines },
    ].map((corner) => project(onto, corner)),
  )
  const [left, top] = [Math.floor(box.x) - MARGIN, Math.floor(box.y) - MARGIN]
  const size = {
    width: Math.ceil(box.width) + 2 * MARGIN + 1,
    height: Math.ceil(box.height) + 2 * MARGIN + 1,
  }
  const grey = new Float32Array(size.width * size.height)
  for (let y = 0, to = 0; y < size.height; y++) {
    const line = Math.min(height - 1, Math.max(0, top + y)) * width
    for (let x = 0; x < size.width; x++, to++) {
      const from = 3 * (line + Math.min(width - 1, Math.max(0, left + x)))
      grey[to] = luminance(data[from] as number, data[from + 1] as number, data[from + 2] as number)
    }
  }
  return { left, top, part: { ...size, data: grey } }
}
