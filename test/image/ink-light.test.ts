// Tests the lights that lines are seen in: which inks are dark in them, and which are not.
import { expect, test } from 'vitest'
import { type InkLight, showIn } from '../../src/image/ink-light.ts'

type Colour = readonly [red: number, green: number, blue: number]
const PAPER: Colour = [200, 220, 205]
const MAGENTA: Colour = [190, 60, 150]
const RED: Colour = [185, 95, 90]

/** Eight of forty columns of a piece with padding are the first colour, eight the second, the others paper. */
function shown(light: InkLight): { magenta: number; red: number; paper: number; padding: number } {
  const [columns, width, height] = [48, 40, 4]
  const numbers = new Float32Array(10 + 3 * columns * height).fill(0.25)
  const colourAt = (x: number): Colour => (x < 8 ? MAGENTA : x < 16 ? RED : PAPER)
  for (let channel = 0; channel < 3; channel++)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        numbers[10 + (channel * height + y) * columns + x] = (colourAt(x)[channel] as number) / 127.5 - 1
  showIn(light, { numbers, start: 10, columns, width, height }, { range: 2, shift: -1 })
  const at = (x: number, channel: number): number => numbers[10 + (channel * height + 2) * columns + x] ?? 0
  for (const x of [3, 12, 30]) expect([at(x, 1), at(x, 2)]).toEqual([at(x, 0), at(x, 0)])
  return { magenta: at(3, 0), red: at(12, 0), paper: at(30, 0), padding: at(45, 0) }
}

test('in green light both inks are dark, as the green of the picture shows them', () => {
  const { magenta, red, paper } = shown('green')
  expect([magenta, red, paper]).toEqual([60, 95, 220].map((value) => expect.closeTo(value / 127.5 - 1, 5)))
})

test('with the red of the bar taken off, magenta ink is dark and red lines are nearly paper', () => {
  const { magenta, red, paper } = shown('magenta')
  expect(paper - magenta).toBeGreaterThan(1)
  expect(paper - red).toBeLessThan(0.5 * (paper - magenta))
})

test('what lies beside the piece stays as it was', () => {
  expect(shown('magenta').padding).toBe(0.25)
  expect(shown('green').padding).toBe(0.25)
})
