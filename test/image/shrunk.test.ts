// Tests shrinking by whole numbers: squares become their mean, remainders are kept, and a picture is shrunk once.
import { expect, test } from 'vitest'
import { isShrunk, shrunk } from '../../src/image/capture/shrunk.ts'

function ramp(width: number, height: number) {
  const data = new Uint8Array(3 * width * height)
  for (let i = 0; i < width * height; i++) data.set([4 * (i % width), 2 * Math.floor(i / width), 7], 3 * i)
  return { width, height, data }
}

test.each([4, 8])('each pixel is the mean of a square, %s times smaller', (times) => {
  const small = shrunk(ramp(48, 40), times)
  expect([small.width, small.height]).toEqual([48 / times, 40 / times])
  const middle = 3 * (2 * small.width + 3)
  const [red = 0, green = 0, blue = 0] = small.data.slice(middle, middle + 3)
  expect(Math.abs(red - 4 * (3.5 * times - 0.5))).toBeLessThanOrEqual(2.5)
  expect(Math.abs(green - 2 * (2.5 * times - 0.5))).toBeLessThanOrEqual(2.5)
  expect(blue).toBe(7)
})

test('what is left over at the edges is kept, and a picture is shrunk once', () => {
  const picture = ramp(50, 41)
  expect(isShrunk(picture, 4)).toBe(false)
  const small = shrunk(picture, 4)
  expect([small.width, small.height]).toEqual([13, 11])
  expect(small.data[3 * 12]).toBe(4 * 47.5)
  expect(isShrunk(picture, 4)).toBe(true)
  expect(shrunk(picture, 4)).toBe(small)
})
