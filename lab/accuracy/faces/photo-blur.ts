// A lens that is not quite in focus: a Gaussian blur over some rows of a photo, those where there is something to see.
import type { Pixels } from '../../../src/image/pixels.ts'

export interface Rows {
  readonly from: number
  readonly to: number
}

export function blurRows({ width, height, data }: Pixels, deviation: number, rows: Rows): void {
  const reach = Math.ceil(2.5 * deviation)
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * deviation ** 2)),
  )
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const kernel = Float32Array.from(weights, (weight) => weight / sum)
  const band = data.subarray(3 * width * Math.max(0, rows.from), 3 * width * Math.min(height, rows.to))
  sweep(band, kernel, 3)
  sweep(band, kernel, 3 * width)
}

/**
 * `step` leads from one pixel of a line to the next. Rows run into each other at their ends, and the first and last pixels
 * stay as they are: there is only table.
 */
function sweep(band: Uint8Array, kernel: Float32Array, step: number): void {
  const sharp = band.slice()
  const reach = ((kernel.length - 1) / 2) * step
  for (let at = reach; at < band.length - reach; at++) {
    let sum = 0.5
    for (let tap = 0, from = at - reach; tap < kernel.length; tap++, from += step)
      sum += (kernel[tap] as number) * (sharp[from] as number)
    band[at] = sum
  }
}
