// Tests that windows of every turn, size and place hold the mean of what lies under each of their pixels.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { apply, scaleOf, squareOnto, type Transform } from '../../src/image/geometry/geometry.ts'
import { crop, cut, type Fit } from '../../src/image/geometry/warp.ts'
import type { Pixels } from '../../src/image/pixels.ts'

const SIDE = 12

function noise(width: number, height: number, seed: number): Pixels {
  let state = seed + 1
  const data = Uint8Array.from({ length: 3 * width * height }, () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return state >> 16
  })
  return { width, height, data }
}

/** Computes as plainly as possible: a grid of places under each pixel, each looked up by itself. */
function plainCut({ width, height, data }: Pixels, window: Transform, outside: Fit['outside']): number[] {
  const taps = Math.min(6, Math.round(scaleOf(window)))
  const numbers: number[] = new Array(3 * SIDE * SIDE).fill(0)
  for (const channel of [0, 1, 2])
    for (let y = 0; y < SIDE; y++)
      for (let x = 0; x < SIDE; x++) {
        let sum = 0
        for (let tap = 0; tap < taps * taps; tap++) {
          const place = apply(window, {
            x: x + ((tap % taps) + 0.5) / taps,
            y: y + (Math.floor(tap / taps) + 0.5) / taps,
          })
          const [column, line] = [Math.floor(place.x), Math.floor(place.y)]
          const isOut = column < 0 || line < 0 || column >= width || line >= height
          const at =
            Math.min(height - 1, Math.max(0, line)) * width + Math.min(width - 1, Math.max(0, column))
          sum += isOut && outside !== 'edge' ? outside : (data[3 * at + channel] ?? Number.NaN)
        }
        numbers[channel * SIDE * SIDE + y * SIDE + x] = sum / taps ** 2
      }
  return numbers
}

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const images = fc.record({
  width: fc.integer({ min: 1, max: 90 }),
  height: fc.integer({ min: 1, max: 90 }),
  seed: fc.nat(),
})
const outsides = fc.constantFrom<Fit['outside']>('edge', 0, 128)
/** Scales start at one and a half image pixels a pixel; below that, pixels are interpolated. */
const sides = number(1.51 * SIDE, 9 * SIDE)

function holds(radians: fc.Arbitrary<number>): void {
  fc.assert(
    fc.property(
      images,
      number(-0.5, 1.5),
      number(-0.5, 1.5),
      sides,
      radians,
      outsides,
      (image, right, down, side, turn, outside) => {
        const pixels = noise(image.width, image.height, image.seed)
        const window = squareOnto(SIDE, { x: right * image.width, y: down * image.height }, side, turn)
        const found = cut(pixels, window, {
          width: SIDE,
          height: SIDE,
          order: 'rgb',
          times: 1,
          shift: 0,
          outside,
        })
        const wanted = plainCut(pixels, window, outside)
        // A place just between two pixels may be counted to either, which is allowed for one place in a hundred.
        const off = wanted.filter((value, i) => Math.abs(value - (found[i] ?? Number.NaN)) > 1e-3).length
        expect(off).toBeLessThan(0.05 * wanted.length)
        expect(found.every((value) => value >= 0 && value <= 255)).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
}

describe('a window larger than its output', () => {
  test('upright', () => holds(fc.constant(0)))
  test('turned', () => holds(number(-4, 4)))
})

test('a window onto the whole image, to its last byte', () => {
  for (const [width, height] of [
    [24, 24],
    [36, 36],
    [1, 40],
    [40, 1],
    [2, 2],
  ] as const)
    for (const radians of [0, Math.PI / 2, Math.PI]) {
      const pixels = noise(width, height, 5)
      // The bytes lie within a larger buffer, as decoders give them.
      const store = new Uint8Array(pixels.data.length + 7)
      store.set(pixels.data, 7)
      const inStore = { ...pixels, data: store.subarray(7) }
      const window = squareOnto(SIDE, { x: width / 2, y: height / 2 }, Math.max(width, height), radians)
      expect(crop(inStore, window, SIDE, SIDE)).toEqual(crop(pixels, window, SIDE, SIDE))
    }
})
