// Tests which pictures are paper on all sides: a scan, its edges, a photograph.
import { expect, test } from 'vitest'
import { isPaperAllAround } from '../../../src/documents/registration/sheet-place.ts'
import type { Pixels } from '../../../src/image/pixels.ts'

type Colour = readonly [number, number, number]
const [WIDTH, HEIGHT] = [620, 877]
const PAPER: Colour = [250, 249, 244]

function picture(colourAt: (x: number, y: number) => Colour): Pixels {
  const data = new Uint8Array(3 * WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) data.set(colourAt(x, y), 3 * (y * WIDTH + x))
  return { width: WIDTH, height: HEIGHT, data }
}

const isInside = (x: number, y: number, by: number) => x >= by && y >= by && x < WIDTH - by && y < HEIGHT - by

test.each<[boolean, string, (x: number, y: number) => Colour]>([
  [
    true,
    'a scan with a printed frame',
    (x, y) => (isInside(x, y, 31) && !isInside(x, y, 45) ? [200, 120, 40] : PAPER),
  ],
  [true, 'a scan with two holes at its left', (x, y) => (x < 20 && y % 400 < 5 ? [20, 20, 20] : PAPER)],
  [false, 'a sheet on a dark table', (x, y) => (isInside(x, y, 60) ? PAPER : [60, 50, 40])],
  [false, 'a sheet that hangs over one side', (x) => (x < 500 ? PAPER : [60, 50, 40])],
  [
    false,
    'a sheet on a bright table, a shadow on it',
    (x, y) => (isInside(x, y, 60) ? PAPER : [255 - x / 12, 240, 238]),
  ],
  [false, 'a sheet under a lamp', (_, y) => [255 - y / 20, 255 - y / 20, 255 - y / 20]],
  [false, 'a grey scan of the lid', () => [190, 190, 190]],
])('%s for %s', (expected, _, colourAt) => {
  expect(isPaperAllAround(picture(colourAt))).toBe(expected)
})
