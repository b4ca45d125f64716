// A flat document as linear light, shrunk beforehand to about the size it will have in the picture.
import type { Pixels } from '../../src/image/pixels.ts'
import { lightOfByte } from '../person/sensor.ts'
import type { Canvas } from './scene.ts'

const lightTable = Float32Array.from({ length: 256 }, (_, byte) => lightOfByte(byte))

/** Above this it is not worth the while. */
const NEARLY_ONE = 0.85

export function surfaceOf(pixels: Pixels, scale: number): Canvas {
  const { width, height, data } = pixels
  if (scale > NEARLY_ONE) {
    const light = new Float32Array(data.length)
    lighten(data, light)
    return { width, height, light }
  }
  const to = {
    width: Math.max(8, Math.round(width * scale)),
    height: Math.max(8, Math.round(height * scale)),
  }
  const rows = new Float32Array(3 * to.width * height)
  shrinkRows(data, width, rows, tents(width, to.width))
  const light = new Float32Array(3 * to.width * to.height)
  shrinkColumns(rows, 3 * to.width, light, tents(height, to.height))
  return { ...to, light }
}

function lighten(data: Uint8Array, light: Float32Array): void {
  for (let i = 0; i < data.length; i++) light[i] = lightTable[data[i] as number] as number
}

/** For each output pixel where its inputs begin, and their weights, `taps` each. */
interface Tents {
  readonly starts: Int32Array
  readonly weights: Float32Array
  readonly taps: number
}

function tents(from: number, to: number): Tents {
  const step = from / to
  const taps = Math.ceil(2 * step) + 1
  const starts = new Int32Array(to)
  const weights = new Float32Array(to * taps)
  for (let i = 0; i < to; i++) {
    const middle = (i + 0.5) * step - 0.5
    const start = Math.min(Math.max(0, Math.ceil(middle - step)), Math.max(0, from - taps))
    starts[i] = start
    let sum = 0
    for (let k = 0; k < taps; k++) sum += Math.max(0, 1 - Math.abs(start + k - middle) / step)
    for (let k = 0; k < taps; k++)
      weights[i * taps + k] = Math.max(0, 1 - Math.abs(start + k - middle) / step) / sum
  }
  return { starts, weights, taps }
}

function shrinkRows(
  data: Uint8Array,
  width: number,
  rows: Float32Array,
  { starts, weights, taps }: Tents,
): void {
  const height = data.length / 3 / width
  const across = starts.length
  const line = new Float32Array(3 * width)
  for (let y = 0, to = 0; y < height; y++) {
    const from = 3 * width * y
    for (let i = 0; i < line.length; i++) line[i] = lightTable[data[from + i] as number] as number
    for (let x = 0; x < across; x++, to += 3) {
      let at = 3 * (starts[x] as number)
      let red = 0
      let green = 0
      let blue = 0
      for (let k = x * taps; k < (x + 1) * taps; k++, at += 3) {
        const weight = weights[k] as number
        red += weight * (line[at] as number)
        green += weight * (line[at + 1] as number)
        blue += weight * (line[at + 2] as number)
      }
      rows[to] = red
      rows[to + 1] = green
      rows[to + 2] = blue
    }
  }
}

function shrinkColumns(
  rows: Float32Array,
  stride: number,
  light: Float32Array,
  { starts, weights, taps }: Tents,
): void {
  for (let y = 0; y < starts.length; y++) {
    const to = y * stride
    for (let k = 0; k < taps; k++) {
      const weight = weights[y * taps + k] as number
      const from = ((starts[y] as number) + k) * stride
      if (weight > 0)
        for (let i = 0; i < stride; i++) addTo(light, to + i, weight * (rows[from + i] as number))
    }
  }
}

function addTo(light: Float32Array, at: number, more: number): void {
  light[at] = (light[at] as number) + more
}
