// Smooth chance over a plane, read from a table: fast enough for every pixel of a picture.
import { mix } from '../person/dice.ts'

/** -1 to 1, changing over a distance of about one; repeats after 256. */
export type Noise = (x: number, y: number) => number

const SIDE = 256

export function tileNoise(seed: number): Noise {
  const table = new Float32Array(SIDE * SIDE)
  fill(table, seed)
  return (x, y) => {
    const left = Math.floor(x)
    const top = Math.floor(y)
    const across = smooth(x - left)
    const down = smooth(y - top)
    const column = left & 255
    const next = (left + 1) & 255
    const upper = (top & 255) << 8
    const lower = ((top + 1) & 255) << 8
    const one = table[upper | column] as number
    const two = table[lower | column] as number
    const above = one + ((table[upper | next] as number) - one) * across
    const below = two + ((table[lower | next] as number) - two) * across
    return above + (below - above) * down
  }
}

const smooth = (share: number): number => share * share * (3 - 2 * share)

function fill(table: Float32Array, seed: number): void {
  for (let i = 0; i < table.length; i++) table[i] = mix(seed, i, 0x711e) / 2 ** 31 - 1
}

/** Three octaves together, -1 to 1. */
export const threefold =
  (noise: Noise): Noise =>
  (x, y) =>
    (4 * noise(x, y) + 2 * noise(2 * x + 17.3, 2 * y + 5.1) + noise(4 * x + 41.7, 4 * y + 29.9)) / 7

const TABLE = 65521

/** Draws from a bell of spread 1, to be walked through. */
export function bellTable(seed: number): Float32Array {
  const table = new Float32Array(TABLE)
  for (let i = 0; i < TABLE; i++) {
    const one = (mix(seed, i, 3) + 1) / (2 ** 32 + 1)
    const other = mix(seed, i, 4) / 2 ** 32
    table[i] = Math.sqrt(-2 * Math.log(one)) * Math.cos(2 * Math.PI * other)
  }
  return table
}
