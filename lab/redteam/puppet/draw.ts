// Draws a sheet with a photograph on it: the nearest of its triangles at every quarter of a pixel.
import type { Pixels } from '../../../src/image/pixels.ts'

/** Samples along a side of a pixel. */
const FINE = 2

export interface Canvas {
  /** Of the samples, `FINE` times those of the picture. */
  readonly width: number
  readonly height: number
  /** One by distance; 0 where nothing is. */
  readonly nearness: Float32Array
  readonly colour: Float32Array
  /** The share of each sample that the sheet covers, 0 to 1. */
  readonly cover: Float32Array
}

export interface Print {
  readonly pixels: Pixels
  /** Who is in the picture, byte by pixel: 255 is the person, whom alone the light changes. */
  readonly matte?: Uint8Array
  /** Whether only the person is drawn. */
  readonly isCutOut?: boolean
}

export interface Drawn {
  readonly triangles: Uint32Array
  /** Where the points are in the picture to be made, how near they are, and where in the print. */
  readonly pixels: Float64Array
  readonly nearness: Float64Array
  readonly places: Float64Array
  /** Times which the light of each point changes, in bytes. */
  readonly light: Float64Array
}

let last: Canvas | undefined

/** The same memory as the last of this size, which must have been gathered by now. */
export function emptyCanvas(width: number, height: number): Canvas {
  if (last?.width === FINE * width && last.height === FINE * height) {
    last.nearness.fill(0)
    return last
  }
  const samples = FINE * FINE * width * height
  last = {
    width: FINE * width,
    height: FINE * height,
    nearness: new Float32Array(samples),
    colour: new Float32Array(3 * samples),
    cover: new Float32Array(samples),
  }
  return last
}

const LEAST_COVER = 0.02

export function drawSheet(canvas: Canvas, print: Print, drawn: Drawn): void {
  const { triangles } = drawn
  for (let at = 0; at < triangles.length; at += 3)
    fill(
      canvas,
      print,
      drawn,
      triangles[at] as number,
      triangles[at + 1] as number,
      triangles[at + 2] as number,
    )
}

function fill(
  { width, height, nearness, colour, cover }: Canvas,
  { pixels, matte, isCutOut = false }: Print,
  { pixels: xy, nearness: near, places, light }: Drawn,
  a: number,
  b: number,
  c: number,
): void {
  const ax = FINE * (xy[2 * a] as number) - 0.5
  const ay = FINE * (xy[2 * a + 1] as number) - 0.5
  const bx = FINE * (xy[2 * b] as number) - 0.5 - ax
  const by = FINE * (xy[2 * b + 1] as number) - 0.5 - ay
  const cx = FINE * (xy[2 * c] as number) - 0.5 - ax
  const cy = FINE * (xy[2 * c + 1] as number) - 0.5 - ay
  const whole = bx * cy - cx * by
  if (Math.abs(whole) < 1e-9) return
  const one = 1 / whole
  const left = Math.max(0, Math.ceil(ax + Math.min(0, bx, cx)))
  const right = Math.min(width - 1, Math.floor(ax + Math.max(0, bx, cx)))
  const top = Math.max(0, Math.ceil(ay + Math.min(0, by, cy)))
  const bottom = Math.min(height - 1, Math.floor(ay + Math.max(0, by, cy)))
  const na = near[a] as number
  const nb = (near[b] as number) - na
  const nc = (near[c] as number) - na
  const ua = places[2 * a] as number
  const ub = (places[2 * b] as number) - ua
  const uc = (places[2 * c] as number) - ua
  const va = places[2 * a + 1] as number
  const vb = (places[2 * b + 1] as number) - va
  const vc = (places[2 * c + 1] as number) - va
  const la = light[a] as number
  const lb = (light[b] as number) - la
  const lc = (light[c] as number) - la
  const { width: across, height: down, data } = pixels
  for (let y = top; y <= bottom; y++) {
    const dy = y - ay
    // Each of the three weights grows or falls along the row, so that what is inside is one span of it.
    span[0] = left - ax
    span[1] = right - ax
    within(cy * one, -cx * dy * one)
    within(-by * one, bx * dy * one)
    within((by - cy) * one, 1 + (cx - bx) * dy * one)
    const last = Math.floor((span[1] as number) + ax)
    for (let x = Math.ceil((span[0] as number) + ax); x <= last; x++) {
      const wb = ((x - ax) * cy - cx * dy) * one
      const wc = (bx * dy - (x - ax) * by) * one
      const at = y * width + x
      const n = na + wb * nb + wc * nc
      if (n <= (nearness[at] as number)) continue
      const u = mirrored(ua + wb * ub + wc * uc - 0.5, across - 1, MIRRORED.side, MIRRORED.side)
      const v = mirrored(va + wb * vb + wc * vc - 0.5, down - 1, MIRRORED.top, MIRRORED.bottom)
      const ix = Math.min(across - 2, Math.floor(u))
      const iy = Math.min(down - 2, Math.floor(v))
      const fx = u - ix
      const fy = v - iy
      const w3 = fx * fy
      const w1 = fx - w3
      const w2 = fy - w3
      const w0 = 1 - fx - w2
      const p = iy * across + ix
      const q = p + across
      const person = matte
        ? (w0 * (matte[p] as number) +
            w1 * (matte[p + 1] as number) +
            w2 * (matte[q] as number) +
            w3 * (matte[q + 1] as number)) /
          255
        : 1
      const covered = isCutOut ? person : 1
      if (covered < LEAST_COVER) continue
      const lit = 1 + person * (la + wb * lb + wc * lc - 1)
      nearness[at] = n
      cover[at] = covered
      for (let channel = 0; channel < 3; channel++)
        colour[3 * at + channel] =
          lit *
          (w0 * (data[3 * p + channel] as number) +
            w1 * (data[3 * p + 3 + channel] as number) +
            w2 * (data[3 * q + channel] as number) +
            w3 * (data[3 * q + 3 + channel] as number))
    }
  }
}

/** First and last place of a row, from the first corner of the triangle on. */
const span = new Float64Array(2)
/** Samples on a shared edge belong to both triangles rather than to none. */
const SLACK = 1e-6

/** Keeps of the span what has `slope` times x, plus `level`, of 0 or more. */
function within(slope: number, level: number): void {
  const zero = -(level + SLACK) / slope
  if (slope > 0) span[0] = Math.max(span[0] as number, zero)
  else if (slope < 0) span[1] = Math.min(span[1] as number, zero)
  else if (level < -SLACK) span[1] = -Infinity
}

/** The share of the picture's side that is mirrored beyond each edge; what is further away is drawn out. Clothes go on below. */
const MIRRORED = { side: 0.05, top: 0.02, bottom: 0.3 }

function mirrored(value: number, last: number, before: number, after: number): number {
  if (value >= 0 && value <= last) return value
  const reach = last * (value < 0 ? before : after)
  const back = reach * (1 - Math.exp((value < 0 ? value : last - value) / reach))
  return value < 0 ? back : last - back
}

/** What is drawn, before what is behind it; three numbers a pixel, 0 to 255. */
export function gathered(
  { width, height, nearness, colour, cover }: Canvas,
  behind?: Float32Array,
): Float32Array {
  const [across, down] = [width / FINE, height / FINE]
  const picture = new Float32Array(3 * across * down)
  const share = 1 / (FINE * FINE)
  for (let y = 0; y < height; y++) {
    const row = 3 * across * Math.floor(y / FINE)
    for (let x = 0; x < width; x++) {
      const from = y * width + x
      const to = row + 3 * Math.floor(x / FINE)
      const covered = nearness[from] === 0 ? 0 : share * (cover[from] as number)
      for (let channel = 0; channel < 3; channel++)
        picture[to + channel] =
          (picture[to + channel] as number) + covered * (colour[3 * from + channel] as number)
      if (behind && covered < share)
        for (let channel = 0; channel < 3; channel++)
          picture[to + channel] =
            (picture[to + channel] as number) + (share - covered) * (behind[to + channel] as number)
    }
  }
  return picture
}
