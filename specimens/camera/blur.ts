// Blurs of the lens and of the hand: a point becomes a disc, or a line.
import type { Canvas } from './scene.ts'

/** Weights of a small square of pixels; the side is odd. */
interface Kernel {
  readonly side: number
  readonly weights: Float32Array
}

const FINE = 5

export function discKernel(radius: number): Kernel {
  const side = 2 * Math.ceil(radius) + 1
  const kernel = { side, weights: new Float32Array(side * side) }
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      kernel.weights[y * side + x] = discShare(x - side / 2, y - side / 2, radius)
  return normal(kernel)
}

/** Of the pixel with this upper left corner. */
function discShare(x: number, y: number, radius: number): number {
  let inside = 0
  for (let i = 0; i < FINE * FINE; i++) {
    const across = x + ((i % FINE) + 0.5) / FINE
    const down = y + (Math.floor(i / FINE) + 0.5) / FINE
    if (across * across + down * down <= radius * radius) inside++
  }
  return inside
}

export function lineKernel(length: number, degrees: number): Kernel {
  const side = 2 * Math.ceil(length / 2) + 1
  const weights = new Float32Array(side * side)
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const count = Math.max(2, Math.ceil(4 * length))
  for (let i = 0; i < count; i++) {
    const along = ((i + 0.5) / count - 0.5) * length
    spread(weights, side, (side - 1) / 2 + along * cos, (side - 1) / 2 + along * sin)
  }
  return normal({ side, weights })
}

function spread(weights: Float32Array, side: number, x: number, y: number): void {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  for (const [i, j] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    const [column, row] = [left + i, top + j]
    if (column < 0 || row < 0 || column >= side || row >= side) continue
    const share = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row))
    weights[row * side + column] = (weights[row * side + column] as number) + share
  }
}

function normal({ side, weights }: Kernel): Kernel {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return { side, weights: weights.map((weight) => weight / sum) }
}

/** Beyond the edge the edge goes on. */
export function blurred(canvas: Canvas, { side, weights }: Kernel): Canvas {
  const { width, height, light } = canvas
  const half = (side - 1) / 2
  const stride = 3 * (width + 2 * half)
  const lines = Array.from({ length: side }, () => new Float32Array(stride))
  for (let y = -half; y < half; y++)
    pad(light, width, height, y, half, lines[(y + half) % side] as Float32Array)
  const out = new Float32Array(light.length)
  const isSmall = side === 3 && isEven(weights)
  for (let y = 0; y < height; y++) {
    pad(light, width, height, y + half, half, lines[(y + 2 * half) % side] as Float32Array)
    const line = (j: number) => lines[(y + j) % side] as Float32Array
    if (isSmall) addSmall(line(0), line(1), line(2), weights, out, 3 * width * y, 3 * width)
    else
      for (let j = 0; j < side; j++) addLine(line(j), weights, j * side, side, out, 3 * width * y, 3 * width)
  }
  return { width, height, light: out }
}

const isEven = (weights: Float32Array): boolean =>
  [2, 6, 8].every((i) => weights[i] === weights[0]) && [3, 5, 7].every((i) => weights[i] === weights[1])

function pad(
  light: Float32Array,
  width: number,
  height: number,
  y: number,
  half: number,
  line: Float32Array,
): void {
  const from = 3 * width * Math.min(height - 1, Math.max(0, y))
  line.set(light.subarray(from, from + 3 * width), 3 * half)
  for (let x = 0; x < half; x++)
    for (let c = 0; c < 3; c++) {
      line[3 * x + c] = light[from + c] as number
      line[line.length - 3 - 3 * x + c] = light[from + 3 * width - 3 + c] as number
    }
}

/** Adds one line of the kernel, three weights at a time, leaving out those at its ends that are nothing. */
function addLine(
  line: Float32Array,
  weights: Float32Array,
  first: number,
  side: number,
  out: Float32Array,
  to: number,
  count: number,
): void {
  let k = 0
  let end = side
  while (k < end && weights[first + k] === 0) k++
  while (end > k && weights[first + end - 1] === 0) end--
  for (; k < end; k += 3) {
    const one = weights[first + k] as number
    const two = k + 1 < end ? (weights[first + k + 1] as number) : 0
    const three = k + 2 < end ? (weights[first + k + 2] as number) : 0
    const from = 3 * k
    if (k + 1 >= end)
      for (let i = 0; i < count; i++) out[to + i] = (out[to + i] as number) + one * (line[from + i] as number)
    else if (k + 2 >= end)
      for (let i = 0; i < count; i++)
        out[to + i] =
          (out[to + i] as number) + one * (line[from + i] as number) + two * (line[from + i + 3] as number)
    else
      for (let i = 0; i < count; i++)
        out[to + i] =
          (out[to + i] as number) +
          one * (line[from + i] as number) +
          two * (line[from + i + 3] as number) +
          three * (line[from + i + 6] as number)
  }
}

/** A kernel of nine that is the same on all sides, as small discs are: one pass does. */
function addSmall(
  above: Float32Array,
  here: Float32Array,
  below: Float32Array,
  weights: Float32Array,
  out: Float32Array,
  to: number,
  count: number,
): void {
  const corner = weights[0] as number
  const edge = weights[1] as number
  const middle = weights[4] as number
  for (let i = 0; i < count; i++)
    out[to + i] =
      middle * (here[i + 3] as number) +
      edge *
        ((above[i + 3] as number) +
          (below[i + 3] as number) +
          (here[i] as number) +
          (here[i + 6] as number)) +
      corner *
        ((above[i] as number) + (above[i + 6] as number) + (below[i] as number) + (below[i + 6] as number))
}
