// Tests that windows cut out of images hold the right pixels, in the order and scale a network takes.
import { describe, expect, test } from 'vitest'
import { squareOnto } from '../../src/image/geometry/geometry.ts'
import { crop, cut, type Fit } from '../../src/image/geometry/warp.ts'
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
