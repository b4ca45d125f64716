// Tests red seals over print: the print stays, the seal goes, and red print is left alone.
import { describe, expect, test } from 'vitest'
import type { Pixels } from '../../src/image/pixels.ts'
import { withoutRedOverText } from '../../src/image/red-ink.ts'

/** A sheet has 6 pixels to the millimetre. */
const PER_MM = 6
const [WIDTH, HEIGHT] = [600, 600]
type Colour = readonly [number, number, number]
const [PAPER, BLACK, RED]: Colour[] = [
  [245, 243, 238],
  [28, 26, 30],
  [213, 40, 58],
]
/** Where both inks lie, the colour is darker than either, and a little red. */
const BOTH: Colour = [40, 12, 16]

type Paint = (x: number, y: number) => Colour | undefined

function painted(paint: Paint): Pixels {
  const data = new Uint8Array(3 * WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) data.set(paint(x, y) ?? (PAPER as Colour), 3 * (y * WIDTH + x))
  return { width: WIDTH, height: HEIGHT, data }
}

/** Draws strokes 4 pixels wide with gaps of 8, as letters have, in a band 24 pixels high. */
const isLine = (x: number, y: number, top: number): boolean => y >= top && y < top + 24 && x % 12 < 4
/** Draws a ring of 36 mm. */
const isRing = (x: number, y: number): boolean => {
  const away = Math.hypot(x - 300, y - 400)
  return away > 96 && away < 108
}

const at = ({ data }: Pixels, x: number, y: number) => [
  ...data.subarray(3 * (y * WIDTH + x), 3 * (y * WIDTH + x) + 3),
]

describe('a seal over a line of print', () => {
  const top = 310
  const picture = painted((x, y) => {
    if (isLine(x, y, 60)) return RED
    const [line, ring] = [isLine(x, y, top), isRing(x, y)]
    return line && ring ? BOTH : line ? BLACK : ring ? RED : undefined
  })
  const clean = withoutRedOverText(picture, PER_MM)
  const spots = Array.from({ length: WIDTH * HEIGHT }, (_, i) => [i % WIDTH, Math.floor(i / WIDTH)] as const)
  const lightAt = (x: number, y: number): number => Math.min(...at(clean, x, y))

  test('is gone between the letters', () => {
    const crossed = spots.filter(([x, y]) => isRing(x, y) && y >= top && y < top + 24 && !isLine(x, y, top))
    expect(crossed.length).toBeGreaterThan(100)
    const light = crossed.map(([x, y]) => lightAt(x, y))
    expect(light.reduce((sum, one) => sum + one, 0) / light.length).toBeGreaterThan(220)
  })

  test('leaves the letters dark, under it and beside it', () => {
    const letters = spots.filter(([x, y]) => isLine(x, y, top))
    expect(Math.max(...letters.map(([x, y]) => lightAt(x, y)))).toBeLessThan(90)
  })

  test('leaves a red title as it is, and what lies apart', () => {
    for (const [x, y] of spots.filter(([x, y]) => isLine(x, y, 60))) expect(at(clean, x, y)).toEqual(RED)
    expect(at(clean, 300, 505)).toEqual(RED)
  })

  test('does not touch the picture it was given', () => {
    expect(clean).not.toBe(picture)
    expect(at(picture, 12, top)).toEqual(BLACK)
  })
})

test('without a seal the picture is the same', () => {
  const titles = painted((x, y) => (isLine(x, y, 60) ? RED : isLine(x, y, 100) ? BLACK : undefined))
  expect(withoutRedOverText(titles, PER_MM)).toBe(titles)
})
