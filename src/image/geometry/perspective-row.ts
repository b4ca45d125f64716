// Fills one row of a picture seen through a perspective, from one place or the mean of several under each pixel.
import { meanAtEdge, type Planes, pixelAtEdge, type View } from './perspective-edge.ts'
import { placesOfRow, UNITS } from './perspective-places.ts'

/** Number of places sampled under a pixel, along its row and down. */
export interface Taps {
  readonly along: number
  readonly below: number
  /** Pixels of the picture under a pixel of the output, in one direction. */
  readonly stretch: number
}

/** From so many places on they lie along rows and columns of the picture, not of the page: as good, and much faster. */
const MANY = 9

/** `places` has room for two numbers a pixel. */
export function perspectiveRow(
  view: View,
  onto: Float64Array,
  { along, below, stretch }: Taps,
  y: number,
  places: Int32Array,
  planes: Planes,
): void {
  placesOfRow(onto, y, places)
  if (along === 1 && below === 1) {
    interpolate(view, places, planes)
    return
  }
  const taps = tapsOf(onto, places.length / 2, y, along, below)
  const side = Math.round(Math.sqrt(along * below))
  if (along === 2 && below === 2) averageFour(view, places, taps, planes)
  else if (along * below < MANY) average(view, places, taps, planes)
  else averageSquare(view, places, taps, side, Math.max(1, Math.round(stretch / side)), planes)
}

const RED_AND_BLUE = 0xff00ff
/** Sum of the weights of the four pixels around a place. */
const WHOLE = UNITS * UNITS
const HALF = UNITS / 2

/** A pixel is read at once with the byte behind it, and red and blue are weighed in the halves of one number. */
function interpolate(view: View, places: Int32Array, planes: Planes): void {
  const { width, height, bytes } = view
  const { numbers, red, green, blue, shift } = planes
  const times = planes.times / WHOLE
  const stride = Math.imul(3, width)
  const lastColumn = width - 1
  // The last pixel of all has no byte behind it.
  const lastLine = height - 2
  for (let i = 0, from = 0; from < places.length; i++, from += 2) {
    const x = ((places[from] ?? 0) - HALF) | 0
    const y = ((places[from + 1] ?? 0) - HALF) | 0
    const column = x >> 4
    const line = y >> 4
    if (column < 0 || line < 0 || column >= lastColumn || line >= lastLine) {
      pixelAtEdge(view, x, y, planes, i)
      continue
    }
    const right = x & 15
    const under = y & 15
    const se = Math.imul(right, under)
    const sw = ((under << 4) - se) | 0
    const ne = ((right << 4) - se) | 0
    const nw = (WHOLE - sw - ne - se) | 0
    const at = (Math.imul(line, stride) + Math.imul(3, column)) | 0
    const p = bytes.getInt32(at, true)
    const q = bytes.getInt32(at + 3, true)
    const r = bytes.getInt32(at + stride, true)
    const s = bytes.getInt32(at + stride + 3, true)
    let outer = (Math.imul(p & RED_AND_BLUE, nw) + Math.imul(q & RED_AND_BLUE, ne)) | 0
    outer = (outer + Math.imul(r & RED_AND_BLUE, sw)) | 0
    outer = (outer + Math.imul(s & RED_AND_BLUE, se)) | 0
    let middle = (Math.imul((p >> 8) & 0xff, nw) + Math.imul((q >> 8) & 0xff, ne)) | 0
    middle = (middle + Math.imul((r >> 8) & 0xff, sw)) | 0
    middle = (middle + Math.imul((s >> 8) & 0xff, se)) | 0
    numbers[red + i] = (outer & 0xffff) * times + shift
    numbers[green + i] = middle * times + shift
    numbers[blue + i] = (outer >>> 16) * times + shift
  }
}

/** Offsets of the places from the middle of their pixel: all to the right, then all down. Along a row they hardly change. */
function tapsOf(m: Float64Array, width: number, y: number, along: number, below: number): Int32Array {
  const [x, down] = [width / 2, y + 0.5]
  const w = (m[6] ?? 0) * x + (m[7] ?? 0) * down + (m[8] ?? 0)
  const u = ((m[0] ?? 0) * x + (m[1] ?? 0) * down + (m[2] ?? 0)) / w
  const v = ((m[3] ?? 0) * x + (m[4] ?? 0) * down + (m[5] ?? 0)) / w
  const ux = ((m[0] ?? 0) - u * (m[6] ?? 0)) / w
  const uy = ((m[1] ?? 0) - u * (m[7] ?? 0)) / w
  const vx = ((m[3] ?? 0) - v * (m[6] ?? 0)) / w
  const vy = ((m[4] ?? 0) - v * (m[7] ?? 0)) / w
  const count = along * below
  const taps = new Int32Array(2 * count)
  for (let i = 0; i < count; i++) {
    const across = ((i % along) + 0.5) / along - 0.5
    const under = (Math.floor(i / along) + 0.5) / below - 0.5
    taps[i] = Math.round(UNITS * (ux * across + uy * under))
    taps[count + i] = Math.round(UNITS * (vx * across + vy * under))
  }
  return taps
}

function average(view: View, places: Int32Array, taps: Int32Array, planes: Planes): void {
  const { width, height, bytes } = view
  const { numbers, red, green, blue, shift } = planes
  const count = taps.length / 2
  const times = planes.times / count
  const stride = Math.imul(3, width)
  const reach = farthest(taps)
  const [mostX, mostY] = [UNITS * width - reach, UNITS * (height - 1) - reach]
  for (let i = 0, from = 0; from < places.length; i++, from += 2) {
    const x = places[from] ?? 0
    const y = places[from + 1] ?? 0
    if (x < reach || y < reach || x >= mostX || y >= mostY) {
      meanAtEdge(view, x, y, taps, planes, i)
      continue
    }
    let outer = 0
    let middle = 0
    for (let tap = 0; tap < count; tap++) {
      const column = (x + (taps[tap] ?? 0)) >> 4
      const line = (y + (taps[count + tap] ?? 0)) >> 4
      const pixel = bytes.getInt32((Math.imul(line, stride) + Math.imul(3, column)) | 0, true)
      outer = (outer + (pixel & RED_AND_BLUE)) | 0
      middle = (middle + ((pixel >> 8) & 0xff)) | 0
    }
    numbers[red + i] = (outer & 0xffff) * times + shift
    numbers[green + i] = middle * times + shift
    numbers[blue + i] = (outer >> 16) * times + shift
  }
}

/** The same for four places, the usual number: a loop over so few would take longer than the sampling. */
function averageFour(view: View, places: Int32Array, taps: Int32Array, planes: Planes): void {
  const { width, height, bytes } = view
  const { numbers, red, green, blue, shift } = planes
  const times = planes.times / 4
  const stride = Math.imul(3, width)
  const reach = farthest(taps)
  const [mostX, mostY] = [UNITS * width - reach, UNITS * (height - 1) - reach]
  const [x0 = 0, x1 = 0, x2 = 0, x3 = 0, y0 = 0, y1 = 0, y2 = 0, y3 = 0] = taps
  for (let i = 0, from = 0; from < places.length; i++, from += 2) {
    const x = places[from] ?? 0
    const y = places[from + 1] ?? 0
    if (x < reach || y < reach || x >= mostX || y >= mostY) {
      meanAtEdge(view, x, y, taps, planes, i)
      continue
    }
    const p = bytes.getInt32((Math.imul((y + y0) >> 4, stride) + Math.imul(3, (x + x0) >> 4)) | 0, true)
    const q = bytes.getInt32((Math.imul((y + y1) >> 4, stride) + Math.imul(3, (x + x1) >> 4)) | 0, true)
    const r = bytes.getInt32((Math.imul((y + y2) >> 4, stride) + Math.imul(3, (x + x2) >> 4)) | 0, true)
    const s = bytes.getInt32((Math.imul((y + y3) >> 4, stride) + Math.imul(3, (x + x3) >> 4)) | 0, true)
    const outer = ((p & RED_AND_BLUE) + (q & RED_AND_BLUE) + (r & RED_AND_BLUE) + (s & RED_AND_BLUE)) | 0
    const middle = (((p >> 8) & 0xff) + ((q >> 8) & 0xff) + ((r >> 8) & 0xff) + ((s >> 8) & 0xff)) | 0
    numbers[red + i] = (outer & 0xffff) * times + shift
    numbers[green + i] = middle * times + shift
    numbers[blue + i] = (outer >> 16) * times + shift
  }
}

/** The same over a square about each place, of `side` times `side` pixels every `step` pixels. */
function averageSquare(
  view: View,
  places: Int32Array,
  taps: Int32Array,
  side: number,
  step: number,
  planes: Planes,
): void {
  const { width, height, bytes } = view
  const { numbers, red, green, blue, shift } = planes
  const times = planes.times / (side * side)
  const stride = Math.imul(3, width)
  const [right, under] = [3 * step, stride * step]
  const length = right * side
  const reach = Math.max(UNITS * Math.ceil((side * step) / 2 + 1), farthest(taps))
  const [mostX, mostY] = [UNITS * width - reach, UNITS * (height - 1) - reach]
  const back = (UNITS * (side - 1) * step) >> 1
  for (let i = 0, from = 0; from < places.length; i++, from += 2) {
    const x = places[from] ?? 0
    const y = places[from + 1] ?? 0
    if (x < reach || y < reach || x >= mostX || y >= mostY) {
      meanAtEdge(view, x, y, taps, planes, i)
      continue
    }
    let outer = 0
    let middle = 0
    let start = (Math.imul((y - back) >> 4, stride) + Math.imul(3, (x - back) >> 4)) | 0
    for (let line = 0; line < side; line++, start = (start + under) | 0)
      for (let at = start; at < start + length; at += right) {
        const pixel = bytes.getInt32(at, true)
        outer = (outer + (pixel & RED_AND_BLUE)) | 0
        middle = (middle + ((pixel >> 8) & 0xff)) | 0
      }
    numbers[red + i] = (outer & 0xffff) * times + shift
    numbers[green + i] = middle * times + shift
    numbers[blue + i] = (outer >> 16) * times + shift
  }
}

function farthest(taps: Int32Array): number {
  let reach = 0
  for (let i = 0; i < taps.length; i++) reach = Math.max(reach, Math.abs(taps[i] ?? 0))
  return reach
}
