// Cuts a turned, scaled window out of an image straight into the numbers a network takes.
import { averaging, type Sampler } from '../average.ts'
import { type Grey, greyOf } from '../measure.ts'
import { luminance, type Pixels } from '../pixels.ts'
import { apply, scaleOf, type Transform } from './geometry.ts'
import { bytesOf, greysBetween, planesOf } from './warp-kernel.ts'

export interface Fit {
  readonly width: number
  readonly height: number
  /** Channel order of the planes. */
  readonly order: 'rgb' | 'bgr'
  /** A byte times this, plus `shift`, is the number given to the network. */
  readonly times: number
  readonly shift: number
  /** What lies outside the image: the nearest pixel of its edge, or a byte value. */
  readonly outside: 'edge' | number
}

/** Places under a pixel, along and down: more would cost time and show no more. */
const MOST_TAPS = 6

/** Returns planar numbers (all of the first channel, then the second, then the third); `window` maps output to image pixels. */
export function cut(pixels: Pixels, window: Transform, fit: Fit): Float32Array {
  return (
    planesOf(pixels, window, { ...fit, taps: tapsOf(window) }, scaled(fit)) ??
    planar(samplerOf(pixels, window, fit.width, fit.outside), fit)
  )
}

const scaled = ({ times, shift, order }: Fit) => ({ times, shift, isBgr: order === 'bgr' })

/** The same, but each number comes from the pixels next to one place, however many lie under it: grain stays visible. */
export function pick(pixels: Pixels, window: Transform, fit: Fit): Float32Array {
  return (
    planesOf(pixels, window, { ...fit, taps: 1 }, scaled(fit)) ??
    planar((y, row) => interpolateRow(pixels, window, fit.outside, y, row), fit)
  )
}

function planar(sample: Sampler, { width, height, order, times, shift }: Fit): Float32Array {
  const plane = width * height
  const numbers = new Float32Array(3 * plane)
  const first = order === 'rgb' ? 0 : 2 * plane
  const third = 2 * plane - first
  const row = new Float32Array(3 * width)
  for (let y = 0; y < height; y++) {
    sample(y, row)
    let at = y * width
    for (let x = 0; x < row.length; x += 3, at++) {
      numbers[first + at] = (row[x] ?? 0) * times + shift
      numbers[plane + at] = (row[x + 1] ?? 0) * times + shift
      numbers[third + at] = (row[x + 2] ?? 0) * times + shift
    }
  }
  return numbers
}

/** The same window as bytes, three a pixel: for measures and pictures. */
export function crop(pixels: Pixels, window: Transform, width: number, height: number): Pixels {
  const sampled = bytesOf(pixels, window, { width, height, outside: 'edge', taps: tapsOf(window) })
  if (sampled) return { width, height, data: sampled }
  const data = new Uint8Array(3 * width * height)
  const sample = samplerOf(pixels, window, width, 'edge')
  const row = new Float32Array(3 * width)
  for (let y = 0; y < height; y++) {
    sample(y, row)
    for (let i = 0, at = 3 * y * width; i < row.length; i++, at++) data[at] = (row[i] ?? 0) + 0.5
  }
  return { width, height, data }
}

/** The same window in grey, which costs a third where nothing is shrunk. */
export function cropGrey(pixels: Pixels, window: Transform, width: number, height: number): Grey {
  if (tapsOf(window) > 1) return greyOf(crop(pixels, window, width, height))
  const under = placesUnder(pixels, window, width, height)
  const between = greysBetween(pixels, window, under, { width, height })
  if (between) return { width, height, data: between }
  const grey = new Float32Array(under.width * under.height)
  for (let y = 0, to = 0; y < under.height; y++)
    for (let x = 0, at = 3 * ((under.y + y) * pixels.width + under.x); x < under.width; x++, to++, at += 3)
      grey[to] = luminance(at8(pixels.data, at), at8(pixels.data, at + 1), at8(pixels.data, at + 2))
  const { a, b, c, d, e, f } = window
  const data = new Uint8Array(width * height)
  const across = under.width
  const [lastX, lastY] = [across - 2, under.height - 2]
  for (let y = 0, to = 0; y < height; y++) {
    let u = a * 0.5 + b * (y + 0.5) + c - 0.5 - under.x
    let v = d * 0.5 + e * (y + 0.5) + f - 0.5 - under.y
    for (let x = 0; x < width; x++, to++, u += a, v += d) {
      // Nearly all places are inside: only the others are held at the edge, because that costs as much as the rest.
      const isInside = u >= 0 && v >= 0 && u <= lastX && v <= lastY
      const left = isInside ? u | 0 : Math.max(0, Math.min(lastX, Math.floor(u)))
      const top = isInside ? v | 0 : Math.max(0, Math.min(lastY, Math.floor(v)))
      const right = isInside ? u - left : Math.max(0, Math.min(1, u - left))
      const below = isInside ? v - top : Math.max(0, Math.min(1, v - top))
      const at = (Math.imul(top, across) + left) | 0
      const upper = (1 - right) * (grey[at] as number) + right * (grey[at + 1] as number)
      const lower = (1 - right) * (grey[at + across] as number) + right * (grey[at + across + 1] as number)
      data[to] = (1 - below) * upper + below * lower + 0.5
    }
  }
  return { width, height, data }
}

/** Pixels of the image that a window of so many pixels needs, two along each side at least. */
function placesUnder(pixels: Pixels, window: Transform, width: number, height: number) {
  const corners = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ].map(([x = 0, y = 0]) => apply(window, { x, y }))
  const along = (places: readonly number[], limit: number) => {
    const from = Math.max(0, Math.min(limit - 2, Math.floor(Math.min(...places)) - 1))
    return { from, count: Math.min(limit, Math.max(from + 2, Math.ceil(Math.max(...places)) + 1)) - from }
  }
  const across = along(
    corners.map(({ x }) => x),
    pixels.width,
  )
  const down = along(
    corners.map(({ y }) => y),
    pixels.height,
  )
  return { x: across.from, y: down.from, width: across.count, height: down.count }
}

const tapsOf = (window: Transform): number => Math.min(MOST_TAPS, Math.max(1, Math.round(scaleOf(window))))

function samplerOf(pixels: Pixels, window: Transform, width: number, outside: Fit['outside']): Sampler {
  const taps = tapsOf(window)
  if (taps === 1) return (y, row) => interpolateRow(pixels, window, outside, y, row)
  return averaging(pixels, window, { width, taps, outside })
}

function interpolateRow(
  pixels: Pixels,
  window: Transform,
  outside: Fit['outside'],
  y: number,
  row: Float32Array,
): void {
  const { width, height, data } = pixels
  const { a, d } = window
  // Pixel middles lie at halves in output and image; subtracting a half once leaves plain corner coordinates.
  let u = a * 0.5 + window.b * (y + 0.5) + window.c - 0.5
  let v = d * 0.5 + window.e * (y + 0.5) + window.f - 0.5
  const stride = 3 * width
  for (let i = 0; i < row.length; i += 3, u += a, v += d) {
    const left = Math.floor(u)
    const top = Math.floor(v)
    if (left >= 0 && top >= 0 && left < width - 1 && top < height - 1) {
      const right = u - left
      const below = v - top
      const nw = (1 - right) * (1 - below)
      const ne = right * (1 - below)
      const sw = (1 - right) * below
      const se = right * below
      const at = top * stride + 3 * left
      const under = at + stride
      row[i] = nw * at8(data, at) + ne * at8(data, at + 3) + sw * at8(data, under) + se * at8(data, under + 3)
      row[i + 1] =
        nw * at8(data, at + 1) +
        ne * at8(data, at + 4) +
        sw * at8(data, under + 1) +
        se * at8(data, under + 4)
      row[i + 2] =
        nw * at8(data, at + 2) +
        ne * at8(data, at + 5) +
        sw * at8(data, under + 2) +
        se * at8(data, under + 5)
    } else if (outside !== 'edge' && (left < -1 || top < -1 || left >= width || top >= height)) {
      row[i] = outside
      row[i + 1] = outside
      row[i + 2] = outside
    } else {
      const x = Math.min(width - 1, Math.max(0, Math.round(u)))
      const at = Math.min(height - 1, Math.max(0, Math.round(v))) * stride + 3 * x
      row[i] = at8(data, at)
      row[i + 1] = at8(data, at + 1)
      row[i + 2] = at8(data, at + 2)
    }
  }
}

/** The index is known to be inside. */
function at8(data: Uint8Array, at: number): number {
  return data[at] ?? 0
}
