// Sharpens grey pixels, against the blur of a lens.
import type { Grey } from './measure.ts'

/** Adds `times` the difference between a pixel and the mean of the square around it. */
export function sharpened({ width, height, data }: Grey, radius: number, times: number): Grey {
  const blurred = boxBlur(data, width, height, radius)
  const sharp = new Uint8Array(data.length)
  for (let i = 0; i < data.length; i++) {
    const value = data[i] ?? 0
    const steep = value + times * (value - (blurred[i] ?? 0)) + 0.5
    sharp[i] = steep < 0 ? 0 : steep > 255 ? 255 : steep
  }
  return { width, height, data: sharp }
}

/** Means over squares; beyond the edge its last pixels are repeated. */
export function boxBlur(data: Grey['data'], width: number, height: number, radius: number): Float32Array {
  const across = new Float32Array(data.length)
  const blurred = new Float32Array(data.length)
  for (let y = 0; y < height; y++) slide(data, across, y * width, 1, width, radius)
  for (let x = 0; x < width; x++) slide(across, blurred, x, width, height, radius)
  return blurred
}

function slide(
  from: Grey['data'],
  to: Float32Array,
  start: number,
  stride: number,
  length: number,
  radius: number,
): void {
  const at = (i: number): number => from[start + stride * (i < 0 ? 0 : i >= length ? length - 1 : i)] ?? 0
  let sum = 0
  for (let i = -radius; i <= radius; i++) sum += at(i)
  for (let i = 0; i < length; i++) {
    to[start + stride * i] = sum / (2 * radius + 1)
    sum += at(i + radius + 1) - at(i - radius)
  }
}
