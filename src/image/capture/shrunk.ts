// Shrinks a picture by a whole number, and keeps the result for further looks at the same picture.
import type { Pixels } from '../pixels.ts'

/** Places, along and down, in each square that becomes one pixel; every other one is sampled, as on a chessboard. */
const TAPS = 4
const RED_AND_BLUE = 0xff00ff

const made = new WeakMap<Pixels, Map<number, Pixels>>()

export function isShrunk(pixels: Pixels, times: number): boolean {
  return made.get(pixels)?.has(times) ?? false
}

/** Shrinks by 4, 8, 16 and so on. Left-over pixels at the right and below are counted with their neighbours. */
export function shrunk(pixels: Pixels, times: number): Pixels {
  const known = made.get(pixels) ?? new Map<number, Pixels>()
  made.set(pixels, known)
  const found = known.get(times)
  if (found) return found
  const [width, height] = [Math.ceil(pixels.width / times), Math.ceil(pixels.height / times)]
  const data = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++) shrinkRow(pixels, times, y, width, data)
  const small = { width, height, data }
  known.set(times, small)
  return small
}

/** A pixel is read at once with the byte behind it, and red and blue are summed in the halves of one number. */
function shrinkRow(pixels: Pixels, times: number, y: number, width: number, data: Uint8Array): void {
  const { buffer, byteOffset, byteLength } = pixels.data
  const bytes = new DataView(buffer, byteOffset, byteLength)
  const stride = 3 * pixels.width
  const step = times / TAPS
  const right = 3 * step
  const under = stride * step
  const first = (step - 1) >> 1
  // The last pixel of all has no byte behind it.
  const top = Math.max(0, Math.min(y * times + first, pixels.height - 1 - times))
  const last = Math.max(0, pixels.width - times)
  for (let x = 0, to = 3 * y * width; x < width; x++, to += 3) {
    let at = (Math.imul(top, stride) + Math.imul(3, Math.min(Math.imul(x, times) + first, last))) | 0
    let outer = 0
    let middle = 0
    for (let line = 0; line < TAPS; line += 2, at = (at + 2 * under) | 0) {
      const p = bytes.getInt32(at, true)
      const q = bytes.getInt32(at + 2 * right, true)
      const r = bytes.getInt32(at + under + right, true)
      const s = bytes.getInt32(at + under + 3 * right, true)
      outer = (outer + (p & RED_AND_BLUE) + (q & RED_AND_BLUE)) | 0
      outer = (outer + (r & RED_AND_BLUE) + (s & RED_AND_BLUE)) | 0
      middle = (middle + ((p >> 8) & 0xff) + ((q >> 8) & 0xff)) | 0
      middle = (middle + ((r >> 8) & 0xff) + ((s >> 8) & 0xff)) | 0
    }
    data[to] = ((outer & 0xffff) + 4) >> 3
    data[to + 1] = (middle + 4) >> 3
    data[to + 2] = ((outer >> 16) + 4) >> 3
  }
}
