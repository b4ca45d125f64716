// Computes the mean light of a grid of cells over part of a picture, so smoothly that a grid shifted by a hundredth of a cell gives nearly the same.
import type { Point } from '../geometry/geometry.ts'
import { luminance, type Pixels } from '../pixels.ts'

/** Pixels sampled along a cell: every second or third pixel of larger cells is enough for a mean. */
const PIXELS_PER_CELL = 6

/** Cells row by row, `count` on a side of the square `side` about `middle`; beyond the edge the last pixel is repeated. */
export function cellsAround(pixels: Pixels, middle: Point, side: number, count: number): Float64Array {
  const across = tentsOver(middle.x - side / 2, side / count, count, pixels.width)
  const down = tentsOver(middle.y - side / 2, side / count, count, pixels.height)
  const cells = new Float64Array(count * count)
  const light = new Float64Array(across.places.length)
  const line = new Float64Array(count)
  for (let i = 0; i < down.places.length; i++) {
    readLight(pixels, down.places[i] ?? 0, across.places, light)
    gather(light, across, line)
    spread(line, down, i, cells)
  }
  return cells
}

/**
 * Cells overlap: each weighs what lies at its middle most and what lies at the middle of its neighbour not at all. With
 * sharp borders a pixel would jump from cell to cell when the grid moves.
 */
interface Tents {
  /** Rows or columns of the picture in order, repeated at its edges. */
  readonly places: Int32Array
  /** First place under the tent of each cell, and `width` weights for each. */
  readonly first: Int32Array
  readonly weights: Float64Array
  readonly width: number
}

function tentsOver(start: number, cell: number, count: number, length: number): Tents {
  const step = Math.max(1, Math.round(cell / PIXELS_PER_CELL))
  // A tent narrower than a pixel could stand between two.
  const reach = Math.max(cell, 1)
  const from = Math.floor(start + cell / 2 - reach)
  const total = Math.ceil((count * cell + 2 * reach) / step) + 2
  const places = Int32Array.from({ length: total }, (_, i) =>
    Math.min(length - 1, Math.max(0, from + i * step)),
  )
  const width = Math.ceil((2 * reach) / step) + 1
  const first = new Int32Array(count)
  const weights = new Float64Array(count * width)
  for (let i = 0; i < count; i++) {
    const middle = start + (i + 0.5) * cell
    const begin = Math.max(0, Math.ceil((middle - reach - 0.5 - from) / step))
    first[i] = begin
    let sum = 0
    for (let k = 0; k < width; k++) {
      const apart = Math.abs(from + (begin + k) * step + 0.5 - middle)
      const weight = begin + k < total ? Math.max(0, 1 - apart / reach) : 0
      weights[i * width + k] = weight
      sum += weight
    }
    for (let k = 0; k < width; k++) weights[i * width + k] = (weights[i * width + k] ?? 0) / sum
  }
  return { places, first, weights, width }
}

function readLight({ width, data }: Pixels, row: number, places: Int32Array, light: Float64Array): void {
  const start = 3 * width * row
  for (let i = 0; i < places.length; i++) {
    const at = start + 3 * (places[i] ?? 0)
    light[i] = luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
  }
}

function gather(light: Float64Array, { first, weights, width }: Tents, line: Float64Array): void {
  for (let i = 0; i < line.length; i++) {
    const begin = first[i] ?? 0
    const own = i * width
    let sum = 0
    // Past the last place the weight is 0, and there is no pixel.
    for (let k = 0; k < width && begin + k < light.length; k++)
      sum += (light[begin + k] ?? 0) * (weights[own + k] ?? 0)
    line[i] = sum
  }
}

/** Adds a line to all rows of cells whose tents stand over it. */
function spread(line: Float64Array, { first, weights, width }: Tents, at: number, cells: Float64Array): void {
  for (let i = 0; i < first.length; i++) {
    const k = at - (first[i] ?? 0)
    const weight = k >= 0 && k < width ? (weights[i * width + k] ?? 0) : 0
    if (weight === 0) continue
    for (let x = 0, to = i * line.length; x < line.length; x++, to++)
      cells[to] = (cells[to] ?? 0) + weight * (line[x] ?? 0)
  }
}
