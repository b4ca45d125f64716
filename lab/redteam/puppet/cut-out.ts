// Cuts the person out of a photograph and fills the hole that is left in the background.
import { crop, cut } from '../../../src/image/geometry/warp.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { partNames } from '../../../src/models/face-parts.ts'
import { fitOf, type Network, output } from '../../../src/models/network.ts'

export interface CutOut {
  /** Byte by pixel of the photograph: 255 is the person. */
  readonly matte: Uint8Array
  /** The photograph without the person. */
  readonly background: () => Pixels
}

/** Shares of a person at which a pixel is none of it, and all of it. */
const EDGE = { none: 0.35, all: 0.75 }
/** The share from which a pixel is filled anew, and how far around it, in pixels of the network: hair is wider than it says. */
const HOLE = 0.2
const RIM = 5

export async function cutOut(parts: Network, photograph: Pixels): Promise<CutOut> {
  const fit = fitOf(parts)
  const { width, height } = photograph
  const window = { a: width / fit.width, b: 0, c: 0, d: 0, e: height / fit.height, f: 0 }
  const classes = output(await parts.run(cut(photograph, window, fit)), 'classes')
  const size = fit.width * fit.height
  const person = new Float32Array(size)
  for (let i = 0; i < size; i++) {
    let total = 0
    for (let part = 0; part < partNames.length; part++) total += Math.exp(classes[part * size + i] as number)
    person[i] = 1 - Math.exp(classes[i] as number) / total
  }
  const toPhotograph = (values: Float32Array) => enlarged(values, fit.width, fit.height, photograph)
  const matte = person.map((share) => 255 * smooth((share - EDGE.none) / (EDGE.all - EDGE.none)))
  const hole = () => widened(person, fit.width, fit.height).map((share) => (share > HOLE ? 255 : 0))
  return { matte: toPhotograph(matte), background: () => filled(photograph, toPhotograph(hole())) }
}

const smooth = (share: number): number => {
  const kept = Math.max(0, Math.min(1, share))
  return kept * kept * (3 - 2 * kept)
}

function widened(shares: Float32Array, width: number, height: number): Float32Array {
  const most = (from: Float32Array, step: number) =>
    from.map((_, i) => {
      let value = 0
      for (let by = -RIM; by <= RIM; by++) {
        const at = i + by * step
        const isSameRow = step > 1 || Math.floor(at / width) === Math.floor(i / width)
        if (at >= 0 && at < width * height && isSameRow) value = Math.max(value, from[at] as number)
      }
      return value
    })
  return most(most(shares, 1), width)
}

/** From the network's picture to the photograph, between the values. */
function enlarged(
  values: Float32Array,
  width: number,
  height: number,
  { width: across, height: down }: Pixels,
) {
  const data = new Uint8Array(3 * width * height)
  for (let i = 0; i < values.length; i++) data.fill(values[i] as number, 3 * i, 3 * i + 3)
  const window = { a: width / across, b: 0, c: 0, d: 0, e: height / down, f: 0 }
  return crop({ width, height, data }, window, across, down).data.filter((_, i) => i % 3 === 0)
}

/** Each pixel of the hole gets the mean of what is around it, from the nearest that is known on: a pyramid up and down. */
function filled({ width, height, data }: Pixels, hole: Uint8Array): Pixels {
  const first: Level = { width, height, sums: new Float32Array(4 * width * height) }
  for (let i = 0; i < width * height; i++) {
    const known = 1 - (hole[i] as number) / 255
    for (let channel = 0; channel < 3; channel++)
      first.sums[4 * i + channel] = known * (data[3 * i + channel] as number)
    first.sums[4 * i + 3] = known
  }
  const levels = [first]
  for (let level = first; Math.min(level.width, level.height) > 1; ) {
    level = halved(level)
    levels.push(level)
  }
  for (let i = levels.length - 2; i >= 0; i--) completed(levels[i] as Level, levels[i + 1] as Level)
  const colours = new Uint8Array(3 * width * height)
  for (let i = 0; i < width * height; i++)
    for (let channel = 0; channel < 3; channel++)
      colours[3 * i + channel] = (first.sums[4 * i + channel] as number) + 0.5
  return { width, height, data: colours }
}

interface Level {
  readonly width: number
  readonly height: number
  /** Colour times how much is known, and how much. */
  readonly sums: Float32Array
}

function halved({ width, height, sums }: Level): Level {
  const [w, h] = [Math.ceil(width / 2), Math.ceil(height / 2)]
  const half = new Float32Array(4 * w * h)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const to = 4 * ((y >> 1) * w + (x >> 1))
      for (let i = 0; i < 4; i++)
        half[to + i] = (half[to + i] as number) + (sums[4 * (y * width + x) + i] as number)
    }
  for (let at = 0; at < half.length; at += 4) {
    const known = half[at + 3] as number
    if (known <= 1) continue
    for (let i = 0; i < 4; i++) half[at + i] = (half[at + i] as number) / known
  }
  return { width: w, height: h, sums: half }
}

/** What is not known is taken from the coarser level, between its pixels. */
function completed({ width, height, sums }: Level, coarse: Level): void {
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x)
      const missing = 1 - (sums[at + 3] as number)
      if (missing <= 0) continue
      const u = Math.max(0, Math.min(coarse.width - 1, x / 2 - 0.25))
      const v = Math.max(0, Math.min(coarse.height - 1, y / 2 - 0.25))
      const [ix, iy] = [Math.min(coarse.width - 1, Math.floor(u)), Math.min(coarse.height - 1, Math.floor(v))]
      const [right, below] = [Math.min(coarse.width - 1, ix + 1), Math.min(coarse.height - 1, iy + 1)]
      const [fx, fy] = [u - ix, v - iy]
      const value = (i: number) => {
        const from = (px: number, py: number) => coarse.sums[4 * (py * coarse.width + px) + i] as number
        return (
          (1 - fy) * ((1 - fx) * from(ix, iy) + fx * from(right, iy)) +
          fy * ((1 - fx) * from(ix, below) + fx * from(right, below))
        )
      }
      for (let i = 0; i < 3; i++) sums[at + i] = (sums[at + i] as number) + missing * value(i)
      sums[at + 3] = 1
    }
}
