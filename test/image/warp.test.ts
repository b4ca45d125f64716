// Tests that windows cut out of images hold the right pixels, in the order and scale a network takes.
import { describe, expect, test } from 'vitest'
import { squareOnto } from '../../src/image/geometry/geometry.ts'
import { crop, cropGrey, cut, type Fit } from '../../src/image/geometry/warp.ts'
import { greyOf } from '../../src/image/measure.ts'
import type { Pixels } from '../../src/image/pixels.ts'

/** Red grows to the right, green downwards, blue is constant. */
function ramp(width: number, height: number): Pixels {
  const data = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set([x, y, 77], 3 * (y * width + x))
  return { width, height, data }
}

const same = { a: 1, b: 0, c: 0, d: 0, e: 1, f: 0 }
const fit: Fit = { width: 4, height: 4, order: 'rgb', times: 1, shift: 0, outside: 0 }
const at = (numbers: Float32Array, channel: number, x: number, y: number, side = 4) =>
  numbers[channel * side * side + y * side + x]

describe('a window', () => {
  test('laid on the pixels themselves is those pixels, plane by plane', () => {
    const numbers = cut(ramp(100, 100), same, fit)
    for (const x of [0, 1, 2, 3])
      for (const y of [0, 1, 2, 3]) {
        expect(at(numbers, 0, x, y)).toBe(x)
        expect(at(numbers, 1, x, y)).toBe(y)
        expect(at(numbers, 2, x, y)).toBe(77)
      }
  })

  test('gives blue first where the network wants it, scaled and shifted', () => {
    const numbers = cut(ramp(100, 100), same, { ...fit, order: 'bgr', times: 1 / 127.5, shift: -1 })
    expect(at(numbers, 0, 3, 1)).toBeCloseTo(77 / 127.5 - 1)
    expect(at(numbers, 2, 3, 1)).toBeCloseTo(3 / 127.5 - 1)
  })

  test('between pixels is interpolated', () => {
    const numbers = cut(ramp(100, 100), { ...same, c: 10.25, f: 20.5 }, fit)
    expect(at(numbers, 0, 1, 1)).toBeCloseTo(11.25)
    expect(at(numbers, 1, 1, 1)).toBeCloseTo(21.5)
  })

  test('of a much larger part is the mean of what it covers', () => {
    const numbers = cut(ramp(200, 200), squareOnto(4, { x: 100, y: 100 }, 160), fit)
    expect(at(numbers, 0, 0, 0)).toBeCloseTo(39.5, -0.5)
    expect(at(numbers, 0, 3, 0)).toBeCloseTo(159.5, -0.5)
    expect(at(numbers, 1, 0, 3)).toBeCloseTo(159.5, -0.5)
  })

  test('turned by a quarter has right where down was', () => {
    const numbers = cut(ramp(100, 100), squareOnto(4, { x: 50, y: 50 }, 4, Math.PI / 2), fit)
    expect(at(numbers, 1, 3, 0)).toBeCloseTo(51)
    expect(at(numbers, 0, 3, 0)).toBeCloseTo(51)
    expect(at(numbers, 1, 0, 0)).toBeCloseTo(48)
  })

  test.each([
    ['its edge goes on', 'edge' as const, 99],
    ['is the colour asked for', 200, 200],
  ])('reaching out of the image: %s', (_what, outside, wanted) => {
    for (const zoom of [1, 3]) {
      const numbers = cut(ramp(100, 100), { ...same, a: zoom, e: zoom, c: 300 }, { ...fit, outside })
      expect(at(numbers, 0, 0, 0)).toBeCloseTo(wanted)
    }
  })

  test('as bytes is the same picture', () => {
    const bytes = crop(ramp(100, 100), { ...same, c: 10, f: 20 }, 4, 4)
    expect([...bytes.data.subarray(0, 6)]).toEqual([10, 20, 77, 11, 20, 77])
  })
})

/** Changes slowly, so that a place between pixels is told from its neighbours by less than a grey. */
function slope(width: number, height: number): Pixels {
  const data = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const grey = (255 * (x + y)) / (width + height)
      data.set([grey, grey, grey], 3 * (y * width + x))
    }
  return { width, height, data }
}

describe('a window in grey', () => {
  test.each([
    ['larger than its part', 40, 0.1],
    ['of its size, turned', 90, 0.7],
    ['reaching out of the image', 230, 2],
    ['much smaller than its part', 200, 1],
  ])('%s is the window in colour, made grey', (_what, side, radians) => {
    const pixels = slope(160, 120)
    const window = squareOnto(80, { x: 80, y: 60 }, side, radians)
    const [grey, colour] = [cropGrey(pixels, window, 80, 80), greyOf(crop(pixels, window, 80, 80))]
    const apart = [...grey.data].map((value, i) => Math.abs(value - (colour.data[i] as number)))
    expect(Math.max(...apart)).toBeLessThanOrEqual(1)
  })
})

test('an image wider than whole numbers reach is cut as any other', () => {
  const pixels = { width: 40_000, height: 8, data: new Uint8Array(3 * 40_000 * 8) }
  for (let at = 0; at < pixels.data.length; at += 3) pixels.data[at] = ((at / 3) % 40_000) / 200
  const window = squareOnto(2, { x: 39_990, y: 4 }, 4, 0.01)
  const numbers = cut(pixels, window, { ...fit, width: 2, height: 2 })
  for (const x of [0, 1]) for (const y of [0, 1]) expect(at(numbers, 0, x, y, 2)).toBeCloseTo(199, 0)
})
