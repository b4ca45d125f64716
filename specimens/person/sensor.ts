// Turns samples of light into a picture: averaged, a little soft, exposed, with the grain of a small sensor.
import type { Pixels } from '../../src/image/pixels.ts'
import { mix } from './dice.ts'
import { type Frame, SAMPLES } from './rasterise.ts'

interface Sensor {
  /** Of the grain, in bytes at middle grey. */
  readonly grain: number
  readonly seed: number
  /** Weight of each neighbour in the blur of the lens, 0 none to 0.25. */
  readonly softness: number
}

/** Pixels of linear light; what is behind, so many times as bright, fills what the frame leaves open. */
export function averaged(
  { width, height, nearness, light }: Frame,
  behind: Float32Array,
  times: number,
): Float32Array {
  const pixels = new Float32Array(3 * width * height)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const to = 3 * pixel
    let red = 0
    let green = 0
    let blue = 0
    let open = 0
    for (let at = SAMPLES * pixel; at < SAMPLES * (pixel + 1); at++)
      if (nearness[at] === 0) open += times
      else {
        red += light[3 * at] as number
        green += light[3 * at + 1] as number
        blue += light[3 * at + 2] as number
      }
    pixels[to] = (red + open * (behind[to] as number)) / SAMPLES
    pixels[to + 1] = (green + open * (behind[to + 1] as number)) / SAMPLES
    pixels[to + 2] = (blue + open * (behind[to + 2] as number)) / SAMPLES
  }
  return pixels
}

const STEPS = 4096
const BRIGHTEST = 4
/** Above it highlights are drawn together, as every camera does. */
const KNEE = 0.72

/** Linear light to bytes, as a float. */
const curve = Float32Array.from({ length: STEPS + 1 }, (_, i) => {
  const light = (i / STEPS) ** 2 * BRIGHTEST
  const kept = light < KNEE ? light : KNEE + (1 - KNEE) * (1 - Math.exp((KNEE - light) / (1 - KNEE)))
  return 255 * (kept <= 0.0031308 ? 12.92 * kept : 1.055 * kept ** (1 / 2.4) - 0.055)
})

const toByte = (light: number): number =>
  curve[(Math.sqrt(Math.min(1, Math.max(0, light) / BRIGHTEST)) * STEPS) | 0] as number

const bytesToLight = Float32Array.from({ length: 256 }, (_, byte) => {
  const share = byte / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

export const lightOfByte = (byte: number): number => bytesToLight[byte] as number

export function exposed(
  light: Float32Array,
  width: number,
  height: number,
  { grain, seed, softness }: Sensor,
): Pixels {
  if (softness > 0) blur(light, width, height, softness)
  const data = new Uint8Array(light.length)
  const bells = bellTable(seed)
  for (let y = 0; y < height; y++) {
    // Two walks through the table, one for brightness, one for colour; a row each starts elsewhere.
    let walk = mix(seed, y, 1) % bells.length
    let hue = mix(seed, y, 2) % bells.length
    for (let at = 3 * y * width; at < 3 * (y + 1) * width; at += 3) {
      const common = bells[walk] as number
      walk = walk + 1 === bells.length ? 0 : walk + 1
      for (let channel = 0; channel < 3; channel++) {
        const value = toByte(light[at + channel] as number)
        const rough = grain * (1.45 - 0.0035 * value)
        const own = bells[hue] as number
        hue = hue + 1 === bells.length ? 0 : hue + 1
        data[at + channel] = Math.min(255, Math.max(0, value + rough * (0.8 * common + 0.45 * own) + 0.5))
      }
    }
  }
  return { width, height, data }
}

const TABLE = 9973

function bellTable(seed: number): Float32Array {
  return Float32Array.from({ length: TABLE }, (_, i) => {
    const [one, other] = [(mix(seed, i, 3) + 1) / (2 ** 32 + 1), mix(seed, i, 4) / 2 ** 32]
    return Math.sqrt(-2 * Math.log(one)) * Math.cos(2 * Math.PI * other)
  })
}

/** In place: rows, then columns; what was there before is kept for one step. */
function blur(light: Float32Array, width: number, height: number, weight: number): void {
  const row = 3 * width
  const middle = 1 - 2 * weight
  const before = new Float32Array(row)
  for (let y = 0; y < height; y++) {
    before.set(light.subarray(y * row, (y + 1) * row))
    for (let x = 3, at = y * row + 3; x < row - 3; x++, at++)
      light[at] =
        middle * (before[x] as number) + weight * ((before[x - 3] as number) + (before[x + 3] as number))
  }
  before.set(light.subarray(0, row))
  for (let y = 1; y < height - 1; y++)
    for (let x = 0, at = y * row; x < row; x++, at++) {
      const own = light[at] as number
      light[at] = middle * own + weight * ((before[x] as number) + (light[at + row] as number))
      before[x] = own
    }
}
