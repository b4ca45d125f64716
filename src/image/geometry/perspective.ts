// Homographies, the mappings of one plane onto another, and flattening of what was photographed at an angle.

import { isShrunk, shrunk } from '../capture/shrunk.ts'
import type { Grey } from '../measure.ts'
import { luminance, type Pixels } from '../pixels.ts'
import type { Point } from './geometry.ts'
import type { View } from './perspective-edge.ts'
import { perspectiveRow, type Taps } from './perspective-row.ts'
import type { Fit } from './warp.ts'

/** Four corners, clockwise as seen; the upper left of an upright thing comes first. */
export type Quad = readonly [Point, Point, Point, Point]

/** Row by row: x' = (m0 x + m1 y + m2) / (m6 x + m7 y + m8), and y' likewise. */
export type Homography = Float64Array

/** Places under a pixel, along and down: more would cost time and show no more. */
const MOST_TAPS = 4

export function project(m: Homography, { x, y }: Point): Point {
  const w = at(m, 6) * x + at(m, 7) * y + at(m, 8)
  return { x: (at(m, 0) * x + at(m, 1) * y + at(m, 2)) / w, y: (at(m, 3) * x + at(m, 4) * y + at(m, 5)) / w }
}

/** The mapping that applies `inner`, then `outer`. */
export function composed(outer: Homography, inner: Homography): Homography {
  const product = new Float64Array(9)
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 3; column++)
      for (let k = 0; k < 3; k++)
        product[3 * row + column] =
          at(product, 3 * row + column) + at(outer, 3 * row + k) * at(inner, 3 * k + column)
  return product
}

export function inverted(m: Homography): Homography {
  const minor = (a: number, b: number, c: number, d: number) => at(m, a) * at(m, d) - at(m, b) * at(m, c)
  const rows = [
    [minor(4, 5, 7, 8), minor(2, 1, 8, 7), minor(1, 2, 4, 5)],
    [minor(5, 3, 8, 6), minor(0, 2, 6, 8), minor(2, 0, 5, 3)],
    [minor(3, 4, 6, 7), minor(1, 0, 7, 6), minor(0, 1, 3, 4)],
  ].flat()
  const det = at(m, 0) * (rows[0] ?? 0) + at(m, 1) * (rows[3] ?? 0) + at(m, 2) * (rows[6] ?? 0)
  if (det === 0) throw new RangeError('a plane that is seen edge on has no way back')
  return Float64Array.from(rows, (value) => value / det)
}

/** Maps the rectangle from 0, 0 to `width`, `height` onto the quad. */
export function rectangleOnto(width: number, height: number, quad: Quad): Homography {
  const [p, q, r, s] = quad
  const [dx, dy] = [p.x - q.x + r.x - s.x, p.y - q.y + r.y - s.y]
  const [ax, ay, bx, by] = [q.x - r.x, q.y - r.y, s.x - r.x, s.y - r.y]
  const det = ax * by - bx * ay
  if (det === 0) throw new RangeError('three corners of a quad lie on a line')
  const g = (dx * by - bx * dy) / det
  const h = (ax * dy - dx * ay) / det
  return Float64Array.of(
    (q.x - p.x + g * q.x) / width,
    (s.x - p.x + h * s.x) / height,
    p.x,
    (q.y - p.y + g * q.y) / width,
    (s.y - p.y + h * s.y) / height,
    p.y,
    g / width,
    h / height,
    1,
  )
}

/** Pixels of the image per pixel of the output at this place, to the right and down. */
export function stretchAt(m: Homography, place: Point): { along: number; below: number } {
  const here = project(m, place)
  const right = project(m, { x: place.x + 1, y: place.y })
  const down = project(m, { x: place.x, y: place.y + 1 })
  return {
    along: Math.hypot(right.x - here.x, right.y - here.y),
    below: Math.hypot(down.x - here.x, down.y - here.y),
  }
}

/** `onto` maps pixels of the output to pixels of the image, beyond whose edge its last pixels are repeated. */
export function flatten(pixels: Pixels, onto: Homography, width: number, height: number): Pixels {
  const data = new Uint8Array(3 * width * height)
  const look = lookOf(pixels, onto, { width, height, outside: 'edge' })
  const numbers = new Float32Array(3 * width)
  const planes = { numbers, red: 0, green: width, blue: 2 * width, times: 1, shift: 0.5 }
  for (let y = 0, to = 0; y < height; y++) {
    perspectiveRow(look.view, look.onto, look.taps, y, look.places, planes)
    for (let x = 0; x < width; x++, to += 3) {
      data[to] = numbers[x] ?? 0
      data[to + 1] = numbers[width + x] ?? 0
      data[to + 2] = numbers[2 * width + x] ?? 0
    }
  }
  return { width, height, data }
}

/** The same in grey. */
export function flattenGrey(pixels: Pixels, onto: Homography, width: number, height: number): Grey {
  const data = new Uint8Array(width * height)
  const look = lookOf(pixels, onto, { width, height, outside: 'edge' })
  const numbers = new Float32Array(3 * width)
  const planes = { numbers, red: 0, green: width, blue: 2 * width, times: 1, shift: 0 }
  for (let y = 0, to = 0; y < height; y++) {
    perspectiveRow(look.view, look.onto, look.taps, y, look.places, planes)
    for (let x = 0; x < width; x++, to++)
      data[to] = luminance(numbers[x] ?? 0, numbers[width + x] ?? 0, numbers[2 * width + x] ?? 0) + 0.5
  }
  return { width, height, data }
}

/** The slot of a picture in the numbers of a batch: the picture may be narrower than its slot. */
interface Room {
  readonly numbers: Float32Array
  /** Where the planes of this picture begin. */
  readonly start: number
  /** Columns of the slot; those right of the picture get the value outside a picture. */
  readonly columns: number
}

/** Does what `cut` of warp.ts does, through a perspective. */
export function flattenInto(pixels: Pixels, onto: Homography, fit: Fit, room: Room): void {
  const { width, height, times, shift } = fit
  const { numbers, start, columns } = room
  const plane = columns * height
  const isRgb = fit.order === 'rgb'
  const isEdge = fit.outside === 'edge'
  const beyond = fit.outside === 'edge' ? 0 : fit.outside * times + shift
  const look = lookOf(pixels, onto, fit)
  for (let y = 0; y < height; y++) {
    const first = start + y * columns
    const [red, green, blue] = isRgb
      ? [first, first + plane, first + 2 * plane]
      : [first + 2 * plane, first + plane, first]
    perspectiveRow(look.view, look.onto, look.taps, y, look.places, {
      numbers,
      red,
      green,
      blue,
      times,
      shift,
    })
    for (let from = first; from < start + 3 * plane; from += plane)
      numbers.fill(isEdge ? (numbers[from + width - 1] ?? 0) : beyond, from + width, from + columns)
  }
}

export function flattened(pixels: Pixels, onto: Homography, fit: Fit): Float32Array {
  const numbers = new Float32Array(3 * fit.width * fit.height)
  flattenInto(pixels, onto, fit, { numbers, start: 0, columns: fit.width })
  return numbers
}

interface Look {
  readonly view: View
  readonly onto: Homography
  readonly taps: Taps
  /** Buffer for the places of one row. */
  readonly places: Int32Array
}

/** Samples a shrunk copy of the picture where the output is much smaller: it shows as much, and is faster. */
function lookOf(
  pixels: Pixels,
  onto: Homography,
  { width, height, outside }: Pick<Fit, 'width' | 'height' | 'outside'>,
): Look {
  const { along, below } = stretchAt(onto, { x: width / 2, y: height / 2 })
  const times = 2 ** Math.floor(Math.log2(Math.min(along, below, MOST_SHRUNK)))
  if (times >= FAR && isWorthShrinking(pixels, times, width * height)) {
    const back = Float64Array.of(1 / times, 0, 0, 0, 1 / times, 0, 0, 0, 1)
    return {
      view: viewOf(shrunk(pixels, times), outside),
      onto: composed(back, onto),
      taps: { along: 1, below: 1, stretch: 1 },
      places: new Int32Array(2 * width),
    }
  }
  return {
    view: viewOf(pixels, outside),
    onto,
    taps: { along: tapsFor(along), below: tapsFor(below), stretch: Math.sqrt(along * below) },
    places: new Int32Array(2 * width),
  }
}

/** Pixels of the image per pixel of the output from which on it is shrunk first. */
const FAR = 4
const MOST_SHRUNK = 16
/** Number of times a picture is usually sampled: shrinking a huge one for a single line of text is not worth it. */
const LOOKS = 4

function isWorthShrinking(pixels: Pixels, times: number, places: number): boolean {
  if (Math.min(pixels.width, pixels.height) <= times) return false
  return isShrunk(pixels, times) || pixels.width * pixels.height <= LOOKS * places * times ** 2
}

function viewOf({ width, height, data }: Pixels, outside: Fit['outside']): View {
  return { width, height, bytes: new DataView(data.buffer, data.byteOffset, data.byteLength), outside }
}

function tapsFor(stretch: number): number {
  return Math.min(MOST_TAPS, Math.max(1, Math.round(stretch)))
}

/** The index is known to be inside. */
function at(numbers: Float64Array, index: number): number {
  return numbers[index] ?? 0
}
