// Averages the pixels of an image that lie under each pixel of an output much smaller than its window.
import type { Transform } from './geometry/geometry.ts'
import type { Pixels } from './pixels.ts'

/** Fills row y of the output, three numbers a pixel. */
export type Sampler = (y: number, row: Float32Array) => void

/** Value outside the image: a byte, or the nearest pixel of the edge. */
export type Outside = 'edge' | number

/** `taps` times `taps` places are averaged under each pixel of the output, which is `width` wide. */
export function averaging(
  pixels: Pixels,
  window: Transform,
  { width, taps, outside }: { readonly width: number; readonly taps: number; readonly outside: Outside },
): Sampler {
  const grid = tapGrid(window, taps)
  const isUpright = window.b === 0 && window.d === 0
  const columns = isUpright ? columnOffsets(pixels, window, width, taps) : new Int32Array()
  const lines = new Int32Array(taps)
  const { buffer, byteOffset, byteLength } = pixels.data
  const bytes = new DataView(buffer, byteOffset, byteLength)
  const isFilled = outside !== 'edge'
  const isVast = Math.max(pixels.width, pixels.height) > LONGEST_WHOLE
  return (y, row) => {
    if (isFilled && rowIsOutside(pixels, window, y, width)) return void row.fill(outside)
    const { from, to } = columnsInside(pixels, window, y, width)
    averageAtEdge(pixels, window, outside, grid, { y, from: 0, to: from }, row)
    if (isUpright) averageUpright(bytes, lineOffsets(pixels, window, y, lines), columns, { y, from, to }, row)
    else if (isVast) averageAtEdge(pixels, window, outside, grid, { y, from, to }, row)
    else averageTurned(bytes, 3 * pixels.width, window, grid, { y, from, to }, row)
    averageAtEdge(pixels, window, outside, grid, { y, from: to, to: width }, row)
  }
}

const RED_AND_BLUE = 0xff00ff

/** Places of the image under a pixel of the output. */
interface TapGrid {
  /** Offsets from the upper left corner of the output pixel, in pixels of the image. */
  readonly right: Float64Array
  readonly down: Float64Array
  /** The same in steps of a pixel by `WHOLE`, because whole numbers are added and cut off faster. */
  readonly wholeRight: Int32Array
  readonly wholeDown: Int32Array
}

const WHOLE_BITS = 16
const WHOLE = 2 ** WHOLE_BITS
/** The longest side of an image, in pixels, whose places fit. */
export const LONGEST_WHOLE = 2 ** (31 - WHOLE_BITS) - 1

/** From one pixel of the output to the next, in whole numbers: over a row a thousandth of a pixel is lost. */
export const wholeSteps = ({ a, d }: Pick<Transform, 'a' | 'd'>): readonly [number, number] => [
  Math.round(a * WHOLE),
  Math.round(d * WHOLE),
]

export function tapGrid({ a, b, d, e }: Transform, taps: number): TapGrid {
  const right = new Float64Array(taps * taps)
  const down = new Float64Array(taps * taps)
  for (let i = 0; i < taps * taps; i++) {
    const [across, below] = [((i % taps) + 0.5) / taps, (Math.floor(i / taps) + 0.5) / taps]
    right[i] = a * across + b * below
    down[i] = d * across + e * below
  }
  const whole = (offsets: Float64Array) => Int32Array.from(offsets, (offset) => Math.round(offset * WHOLE))
  return { right, down, wholeRight: whole(right), wholeDown: whole(down) }
}

/** How far a pixel of the output reaches from its upper left corner, in pixels of the image. */
export const tapExtents = ({ a, b, d, e }: Pick<Transform, 'a' | 'b' | 'd' | 'e'>) => ({
  least: { u: Math.min(0, a) + Math.min(0, b), v: Math.min(0, d) + Math.min(0, e) },
  most: { u: Math.max(0, a) + Math.max(0, b), v: Math.max(0, d) + Math.max(0, e) },
})

/** Part of one row of the output. */
interface Stretch {
  readonly y: number
  readonly from: number
  readonly to: number
}

/** Columns of the output row whose pixels lie entirely inside the image, and above its last row. */
export function columnsInside(
  { width, height }: Pixels,
  window: Transform,
  y: number,
  count: number,
): Omit<Stretch, 'y'> {
  const { a, b, c, d, e, f } = window
  const across = columnsWithin(
    a,
    Math.min(0, a) + b * y + Math.min(0, b) + c,
    Math.abs(a) + Math.abs(b),
    width,
  )
  const below = columnsWithin(
    d,
    Math.min(0, d) + e * y + Math.min(0, e) + f,
    Math.abs(d) + Math.abs(e),
    height - 1,
  )
  const from = Math.min(count, Math.max(0, Math.ceil(Math.max(across.from, below.from))))
  const to = Math.min(count, Math.floor(Math.min(across.to, below.to)) + 1)
  return { from, to: Math.max(from, to) }
}

function rowIsOutside(
  { width, height }: Pixels,
  { a, b, c, d, e, f }: Transform,
  y: number,
  count: number,
): boolean {
  const beyond = (along: number, across: number, start: number, limit: number) => {
    const ends = [start, start + along * count, start + across, start + along * count + across]
    return Math.max(...ends) < 0 || Math.min(...ends) >= limit
  }
  return beyond(a, b, b * y + c, width) || beyond(d, e, e * y + f, height)
}

/** Columns x where step x + least is at least 0 and, with the extent of a pixel added, at most the limit. */
function columnsWithin(
  step: number,
  least: number,
  extent: number,
  limit: number,
): { from: number; to: number } {
  const room = limit - extent - least
  if (step === 0)
    return least >= 0 && room >= 0 ? { from: -Infinity, to: Infinity } : { from: Infinity, to: -Infinity }
  const [low, high] = [-least / step, room / step]
  // `from` lies beyond `to` where no column is inside.
  return step > 0 ? { from: low, to: high } : { from: high, to: low }
}

/** At x taps + k stands the place, in a row of the image, of the byte for column x and tap k. */
export function columnOffsets(pixels: Pixels, { a, c }: Transform, width: number, taps: number): Int32Array {
  return Int32Array.from(
    { length: width * taps },
    (_, i) => 3 * Math.min(pixels.width - 1, Math.max(0, Math.floor(a * ((i + 0.5) / taps) + c))),
  )
}

/** Starts of the rows of the image that lie under row y of the output. */
export function lineOffsets(
  { width }: Pixels,
  { e, f }: Transform,
  y: number,
  lines: Int32Array,
): Int32Array {
  for (let j = 0; j < lines.length; j++)
    lines[j] = 3 * width * Math.floor(e * (y + (j + 0.5) / lines.length) + f)
  return lines
}

/**
 * These two loops cost most of all that is done without a network: so a pixel is read at once, with the byte behind it,
 * and red and blue are summed in the halves of one number. Here nothing is turned: all columns share their rows, all rows
 * their columns, of which two are taken at a time.
 */
function averageUpright(
  bytes: DataView,
  lines: Int32Array,
  columns: Int32Array,
  { from, to }: Stretch,
  row: Float32Array,
): void {
  const taps = lines.length
  const share = 1 / (taps * taps)
  for (let x = from; x < to; x++) {
    let redAndBlue = 0
    let green = 0
    let k = x * taps
    for (const last = k + taps - 1; k < last; k += 2) {
      const left = columns[k] ?? 0
      const right = columns[k + 1] ?? 0
      for (let j = 0; j < taps; j++) {
        const line = lines[j] ?? 0
        const one = bytes.getInt32((line + left) | 0, true)
        const two = bytes.getInt32((line + right) | 0, true)
        redAndBlue = (redAndBlue + (one & RED_AND_BLUE) + (two & RED_AND_BLUE)) | 0
        green = (green + ((one >> 8) & 0xff) + ((two >> 8) & 0xff)) | 0
      }
    }
    if (taps % 2 === 1)
      for (let j = 0; j < taps; j++) {
        const pixel = bytes.getInt32(((lines[j] ?? 0) + (columns[k] ?? 0)) | 0, true)
        redAndBlue = (redAndBlue + (pixel & RED_AND_BLUE)) | 0
        green = (green + ((pixel >> 8) & 0xff)) | 0
      }
    row[3 * x] = (redAndBlue & 0xffff) * share
    row[3 * x + 1] = green * share
    row[3 * x + 2] = (redAndBlue >> 16) * share
  }
}

function averageTurned(
  bytes: DataView,
  stride: number,
  { a, b, c, d, e, f }: Transform,
  { wholeRight, wholeDown }: TapGrid,
  { y, from, to }: Stretch,
  row: Float32Array,
): void {
  const share = 1 / wholeRight.length
  const [stepU, stepV] = wholeSteps({ a, d })
  const [startU, startV] = [((b * y + c) * WHOLE) | 0, ((e * y + f) * WHOLE) | 0]
  for (let x = from; x < to; x++) {
    const u = startU + x * stepU
    const v = startV + x * stepV
    let redAndBlue = 0
    let green = 0
    for (let tap = 0; tap < wholeRight.length; tap++) {
      const column = (u + (wholeRight[tap] as number)) >> WHOLE_BITS
      const line = (v + (wholeDown[tap] as number)) >> WHOLE_BITS
      const pixel = bytes.getInt32((Math.imul(line, stride) + Math.imul(3, column)) | 0, true)
      redAndBlue = (redAndBlue + (pixel & RED_AND_BLUE)) | 0
      green = (green + ((pixel >> 8) & 0xff)) | 0
    }
    row[3 * x] = (redAndBlue & 0xffff) * share
    row[3 * x + 1] = green * share
    row[3 * x + 2] = (redAndBlue >> 16) * share
  }
}

function averageAtEdge(
  { width, height, data }: Pixels,
  { a, b, c, d, e, f }: Transform,
  outside: Outside,
  { right, down }: TapGrid,
  { y, from, to }: Stretch,
  row: Float32Array,
): void {
  const share = 1 / right.length
  const { least, most } = tapExtents({ a, b, d, e })
  for (let x = from; x < to; x++) {
    const u = a * x + b * y + c
    const v = d * x + e * y + f
    if (
      outside !== 'edge' &&
      (u + most.u <= 0 || v + most.v <= 0 || u + least.u >= width || v + least.v >= height)
    ) {
      row.fill(outside, 3 * x, 3 * x + 3)
      continue
    }
    let red = 0
    let green = 0
    let blue = 0
    for (let tap = 0; tap < right.length; tap++) {
      const column = Math.floor(u + (right[tap] ?? 0))
      const line = Math.floor(v + (down[tap] ?? 0))
      if (outside !== 'edge' && (column < 0 || line < 0 || column >= width || line >= height)) {
        red += outside
        green += outside
        blue += outside
        continue
      }
      const at =
        3 * (Math.min(height - 1, Math.max(0, line)) * width + Math.min(width - 1, Math.max(0, column)))
      red += at8(data, at)
      green += at8(data, at + 1)
      blue += at8(data, at + 2)
    }
    row[3 * x] = red * share
    row[3 * x + 1] = green * share
    row[3 * x + 2] = blue * share
  }
}

/** The index is known to be inside. */
function at8(data: Uint8Array, at: number): number {
  return data[at] ?? 0
}
