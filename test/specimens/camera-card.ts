// Draws a flat card for tests of the camera: bars for text, and magenta dots at known places.

import type { FlatDocument, Quad, Scene } from '../../specimens/camera/scene.ts'
import type { Point } from '../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../src/image/pixels.ts'

const SIZE = { width: 856, height: 540 }
const DOT = 9
const GROUND = [205, 214, 205] as const

/** The dots lie near the corners and off the middle, so that a turned or mirrored card is noticed. */
const DOTS: readonly Point[] = [
  { x: 60, y: 60 },
  { x: 790, y: 90 },
  { x: 770, y: 480 },
  { x: 90, y: 450 },
  { x: 500, y: 250 },
]

export interface Look {
  readonly dots?: boolean
  readonly bars?: boolean
  readonly kind?: string
}

export function flatCard({ dots = true, bars = true, kind = 'cccd-chip' }: Look = {}): FlatDocument {
  const data = new Uint8Array(3 * SIZE.width * SIZE.height)
  for (let i = 0; i < data.length; i++) data[i] = GROUND[i % 3] as number
  const pixels = { ...SIZE, data }
  const boxes = [140, 190, 300, 350].map((y) => ({ x: 300, y, width: 400, height: 14 }))
  if (bars)
    for (const { x, y, width, height } of boxes)
      for (let row = y; row < y + height; row++)
        for (let at = x; at < x + width; at++) if (at % 12 < 7) paint(pixels, at, row, [30, 30, 40])
  if (dots)
    for (const { x, y } of DOTS)
      for (let row = y - DOT; row <= y + DOT; row++)
        for (let at = x - DOT; at <= x + DOT; at++)
          if (Math.hypot(at + 0.5 - x, row + 0.5 - y) < DOT) paint(pixels, at, row, [230, 20, 230])
  return {
    pixels,
    kind,
    side: 'front',
    cornerPx: 32,
    fields: { name: 'BARS' },
    lines: boxes.map((box, i) => ({ text: `bar ${i}`, role: 'value', box })),
    codes: DOTS.map(({ x, y }) => ({
      format: 'dot',
      text: '',
      box: { x: x - DOT, y: y - DOT, width: 2 * DOT, height: 2 * DOT },
    })),
  }
}

function paint({ width, data }: Pixels, x: number, y: number, colour: readonly number[]): void {
  data.set(colour, 3 * (y * width + x))
}

export const middleOfQuad = (quad: Quad): Point => ({
  x: quad.reduce((sum, { x }) => sum + x, 0) / 4,
  y: quad.reduce((sum, { y }) => sum + y, 0) / 4,
})

/** Returns the middle of the magenta pixels about a place, or nothing where there are hardly any. */
export function dotNear({ width, height, data }: Pixels, { x, y }: Point, reach: number): Point | undefined {
  let [across, down, mass] = [0, 0, 0]
  for (let row = Math.max(0, Math.floor(y - reach)); row < Math.min(height, y + reach); row++)
    for (let at = Math.max(0, Math.floor(x - reach)); at < Math.min(width, x + reach); at++) {
      const [red = 0, green = 0, blue = 0] = data.subarray(3 * (row * width + at), 3 * (row * width + at) + 3)
      const magenta = Math.max(0, Math.min(red, blue) - green - 40)
      across += magenta * (at + 0.5)
      down += magenta * (row + 0.5)
      mass += magenta
    }
  return mass < 300 ? undefined : { x: across / mass, y: down / mass }
}

/** The scene is straight, sharp and evenly lit, without noise. */
export const PLAIN: Scene = {
  seed: 5,
  frame: { longSide: 640, aspect: 4 / 3, hold: 'along' },
  pose: {
    tiltDegrees: 0,
    turnDegrees: 0,
    rollDegrees: 0,
    quarterTurns: 0,
    fill: 0.8,
    x: 0,
    y: 0,
    focal: 1,
  },
  background: { kind: 'desk', seed: 3 },
  jpeg: { quality: 90 },
}

/** Measures the picture's green over the middle of the document. */
export function patch({ width, height, data }: Pixels, share = 0.3): Float64Array[] {
  const rows: Float64Array[] = []
  for (let y = Math.floor(height * (0.5 - share / 2)); y < height * (0.5 + share / 2); y++) {
    const from = Math.floor(width * (0.5 - share / 2))
    const to = Math.floor(width * (0.5 + share / 2))
    rows.push(
      Float64Array.from({ length: to - from }, (_, i) => data[3 * (y * width + from + i) + 1] as number),
    )
  }
  return rows
}

/** Returns the mean square of the steps from pixel to pixel, along rows and down columns. */
export function roughness(rows: readonly Float64Array[]): { readonly across: number; readonly down: number } {
  let [across, down, count] = [0, 0, 0]
  for (let y = 1; y < rows.length; y++)
    for (let x = 1; x < (rows[y] as Float64Array).length; x++) {
      const here = rows[y]?.[x] as number
      across += (here - (rows[y]?.[x - 1] as number)) ** 2
      down += (here - (rows[y - 1]?.[x] as number)) ** 2
      count++
    }
  return { across: across / count, down: down / count }
}
