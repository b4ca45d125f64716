// Tests that a page without colour is distinguished from one in colour, in any light.
import { describe, expect, test } from 'vitest'
import { colourOf, photocopyBy } from '../../../src/documents/pages/colour.ts'
import type { Pixels } from '../../../src/image/pixels.ts'

const [width, height] = [400, 250]
const whole = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)

/** Text and engraving in the given inks, under a lamp that is warm from one side, with noise. */
function pageIn(inks: readonly (readonly [number, number, number])[]): Pixels {
  const data = new Uint8Array(3 * width * height)
  let state = 7
  const noise = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return (state / 0x7fffffff - 0.5) * 6
  }
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const ink = inks[(Math.floor(x / 31) + 3 * Math.floor(y / 23)) % inks.length] ?? [0, 0, 0]
      const light = [0.85, 0.8 - (0.1 * x) / width, 0.75 - (0.15 * x) / width]
      for (let channel = 0; channel < 3; channel++)
        data[at + channel] = (ink[channel] ?? 0) * (light[channel] ?? 0) + noise()
    }
  return { width, height, data }
}

const copy = pageIn([
  [230, 230, 230],
  [60, 60, 60],
  [150, 150, 150],
])
const card = pageIn([
  [215, 230, 215],
  [60, 60, 60],
  [230, 190, 190],
  [190, 220, 230],
])

test('light alone is no colour, and the pale inks of a card are', () => {
  expect(colourOf(copy, whole, { width, height })).toBeLessThan(0.02)
  expect(colourOf(card, whole, { width, height })).toBeGreaterThan(0.06)
})

test('a page in the dark says nothing', () => {
  const dark = { width, height, data: copy.data.map((level) => level / 10) }
  expect(colourOf(dark, whole, { width, height })).toBeUndefined()
})

describe('a copy in black and white', () => {
  test('is a front without colour, and never a page in colour', () => {
    expect(photocopyBy(0.1, 0.01, 'front')).toBe(1)
    expect(photocopyBy(0.9, 0.1, 'front')).toBe(0)
    expect(photocopyBy(0.9, 0.1, 'back')).toBe(0)
  })

  test('is as the judge says where colours are faint, on backs without any, and in the dark', () => {
    expect(photocopyBy(0.3, 0.03, 'front')).toBe(0.3)
    expect(photocopyBy(0.3, 0.01, 'back')).toBe(0.3)
    expect(photocopyBy(0.3, undefined, 'front')).toBe(0.3)
  })
})
