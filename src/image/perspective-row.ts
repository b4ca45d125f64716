// Fills one row of a picture that is seen through a perspective, from one place or the mean of several under each pixel.
import type { Pixels } from './image.ts'
import type { Fit } from './warp.ts'

/** Places looked at under a pixel, along its row and down. */
export interface Taps {
  readonly along: number
  readonly below: number
  /** Pixels of the image under a pixel of the output, in one direction. */
  readonly stretch: number
}

/** Three numbers a pixel, 0 to 255. */
export function perspectiveRow(
  pixels: Pixels,
  onto: Float64Array,
  { along, below, stretch }: Taps,
  outside: Fit['outside'],
  y: number,
  row: Float32Array,
): void {
  if (along === 1 && below === 1) interpolate(pixels, onto, outside, y, row)
  else {
    const places = offsets(onto, row.length / 3, y, along, below)
    const side = Math.round(Math.sqrt(along * below))
    const square = { side, step: Math.max(1, Math.round(stretch / side)) }
    if (along * below >= MANY) averageSquare(pixels, onto, places, square, outside, y, row)
    else average(pixels, onto, places, outside, y, row)
  }
}

/** From so many places on, rows and columns of the image are as good as those of the page, and much faster. */
const MANY = 9

function interpolate(
  { width, height, data }: Pixels,
  m: Float64Array,
  outside: Fit['outside'],
  y: number,
  row: Float32Array,
): void {
  const [a, d, g] = [m[0] as number, m[3] as number, m[6] as number]
  let u = a * 0.5 + (m[1] as number) * (y + 0.5) + (m[2] as number)
  let v = d * 0.5 + (m[4] as number) * (y + 0.5) + (m[5] as number)
  let w = g * 0.5 + (m[7] as number) * (y + 0.5) + (m[8] as number)
  const stride = 3 * width
  for (let i = 0; i < row.length; i += 3, u += a, v += d, w += g) {
    const x = u / w - 0.5
    const down = v / w - 0.5
    const left = Math.floor(x)
    const top = Math.floor(down)
    if (left >= 0 && top >= 0 && left < width - 1 && top < height - 1) {
      const right = x - left
      const under = down - top
      const nw = (1 - right) * (1 - under)
      const ne = right * (1 - under)
      const sw = (1 - right) * under
      const se = right * under
      const at = top * stride + 3 * left
      const next = at + stride
      row[i] = nw * at8(data, at) + ne * at8(data, at + 3) + sw * at8(data, next) + se * at8(data, next + 3)
      row[i + 1] =
        nw * at8(data, at + 1) + ne * at8(data, at + 4) + sw * at8(data, next + 1) + se * at8(data, next + 4)
      row[i + 2] =
        nw * at8(data, at + 2) + ne * at8(data, at + 5) + sw * at8(data, next + 2) + se * at8(data, next + 5)
    } else if (outside !== 'edge' && !(left >= -1 && top >= -1 && left < width && top < height)) {
      row[i] = outside
      row[i + 1] = outside
      row[i + 2] = outside
    } else {
      const at = nearest(top + 0.5, height) * stride + 3 * nearest(left + 0.5, width)
      row[i] = at8(data, at)
      row[i + 1] = at8(data, at + 1)
      row[i + 2] = at8(data, at + 2)
    }
  }
}

/** Of each place from the middle of its pixel: all to the right, then all down. The same along a row, to a small fraction. */
function offsets(m: Float64Array, width: number, y: number, along: number, below: number): Float64Array {
  const [x, down] = [width / 2, y + 0.5]
  const w = (m[6] as number) * x + (m[7] as number) * down + (m[8] as number)
  const u = ((m[0] as number) * x + (m[1] as number) * down + (m[2] as number)) / w
  const v = ((m[3] as number) * x + (m[4] as number) * down + (m[5] as number)) / w
  const ux = ((m[0] as number) - u * (m[6] as number)) / w
  const uy = ((m[1] as number) - u * (m[7] as number)) / w
  const vx = ((m[3] as number) - v * (m[6] as number)) / w
  const vy = ((m[4] as number) - v * (m[7] as number)) / w
  const count = along * below
  const places = new Float64Array(2 * count)
  for (let i = 0; i < count; i++) {
    const across = ((i % along) + 0.5) / along - 0.5
    const under = (Math.floor(i / along) + 0.5) / below - 0.5
    places[i] = ux * across + uy * under
    places[count + i] = vx * across + vy * under
  }
  return places
}

const RED_AND_BLUE = 0xff00ff

/** A pixel is read at once with the byte behind it, and red and blue are summed in the halves of one number. */
function average(
  { width, height, data }: Pixels,
  m: Float64Array,
  places: Float64Array,
  outside: Fit['outside'],
  y: number,
  row: Float32Array,
): void {
  const bytes = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const count = places.length / 2
  const share = 1 / count
  const stride = 3 * width
  const reach = farthest(places)
  const [a, d, g] = [m[0] as number, m[3] as number, m[6] as number]
  let u = a * 0.5 + (m[1] as number) * (y + 0.5) + (m[2] as number)
  let v = d * 0.5 + (m[4] as number) * (y + 0.5) + (m[5] as number)
  let w = g * 0.5 + (m[7] as number) * (y + 0.5) + (m[8] as number)
  for (let i = 0; i < row.length; i += 3, u += a, v += d, w += g) {
    const x = u / w
    const down = v / w
    let redAndBlue = 0
    let green = 0
    if (x >= reach && down >= reach && x < width - reach && down < height - 1 - reach) {
      for (let tap = 0; tap < count; tap++) {
        const column = (x + (places[tap] as number)) | 0
        const line = (down + (places[count + tap] as number)) | 0
        const pixel = bytes.getInt32((Math.imul(line, stride) + Math.imul(3, column)) | 0, true)
        redAndBlue = (redAndBlue + (pixel & RED_AND_BLUE)) | 0
        green = (green + ((pixel >> 8) & 0xff)) | 0
      }
      row[i] = (redAndBlue & 0xffff) * share
      row[i + 1] = green * share
      row[i + 2] = (redAndBlue >> 16) * share
    } else if (outside !== 'edge' && !(x >= 0 && down >= 0 && x < width && down < height)) {
      row.fill(outside, i, i + 3)
    } else {
      averageAtEdge(data, stride, places, x, down, row, i)
    }
  }
}

/** The same over a square about each place, of `side` times `side` pixels every `step` pixels. */
function averageSquare(
  { width, height, data }: Pixels,
  m: Float64Array,
  places: Float64Array,
  { side, step }: { readonly side: number; readonly step: number },
  outside: Fit['outside'],
  y: number,
  row: Float32Array,
): void {
  const bytes = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const share = 1 / (side * side)
  const stride = 3 * width
  const [right, under] = [3 * step, stride * step]
  const length = right * side
  const reach = Math.max((side * step) / 2 + 1, farthest(places))
  const back = ((side - 1) * step) / 2
  const [a, d, g] = [m[0] as number, m[3] as number, m[6] as number]
  let u = a * 0.5 + (m[1] as number) * (y + 0.5) + (m[2] as number)
  let v = d * 0.5 + (m[4] as number) * (y + 0.5) + (m[5] as number)
  let w = g * 0.5 + (m[7] as number) * (y + 0.5) + (m[8] as number)
  for (let i = 0; i < row.length; i += 3, u += a, v += d, w += g) {
    const x = u / w
    const down = v / w
    if (x >= reach && down >= reach && x < width - reach && down < height - 1 - reach) {
      let redAndBlue = 0
      let green = 0
      let start = (Math.imul((down - back) | 0, stride) + Math.imul(3, (x - back) | 0)) | 0
      for (let line = 0; line < side; line++, start = (start + under) | 0)
        for (let at = start; at < start + length; at += right) {
          const pixel = bytes.getInt32(at, true)
          redAndBlue = (redAndBlue + (pixel & RED_AND_BLUE)) | 0
          green = (green + ((pixel >> 8) & 0xff)) | 0
        }
      row[i] = (redAndBlue & 0xffff) * share
      row[i + 1] = green * share
      row[i + 2] = (redAndBlue >> 16) * share
    } else if (outside !== 'edge' && !(x >= 0 && down >= 0 && x < width && down < height)) {
      row.fill(outside, i, i + 3)
    } else {
      averageAtEdge(data, stride, places, x, down, row, i)
    }
  }
}

function farthest(places: Float64Array): number {
  let reach = 0
  for (let i = 0; i < places.length; i++) reach = Math.max(reach, Math.abs(places[i] as number))
  return reach
}

function averageAtEdge(
  data: Uint8Array,
  stride: number,
  places: Float64Array,
  x: number,
  down: number,
  row: Float32Array,
  i: number,
): void {
  const count = places.length / 2
  const [width, height] = [stride / 3, data.length / stride]
  let red = 0
  let green = 0
  let blue = 0
  for (let tap = 0; tap < count; tap++) {
    const line = nearest(down + (places[count + tap] as number), height)
    const at = line * stride + 3 * nearest(x + (places[tap] as number), width)
    red += at8(data, at)
    green += at8(data, at + 1)
    blue += at8(data, at + 2)
  }
  row[i] = red / count
  row[i + 1] = green / count
  row[i + 2] = blue / count
}

/** The pixel that holds this place, or the last of the edge; a place that is no number is the first. */
function nearest(place: number, size: number): number {
  return place >= 1 ? Math.min(size - 1, Math.floor(place)) : 0
}

/** The index is known to be inside. */
function at8(data: Uint8Array, at: number): number {
  return data[at] as number
}
