// Draws small letters and digits as strokes, for names in pictures that people look at.
import { type Colour, drawPath } from './draw.ts'
import type { Point } from './geometry/geometry.ts'
import type { Pixels } from './pixels.ts'

/** Strokes on a grid five wide, `x y` of each point; small letters lie between 2 and 6, ascenders and digits begin at 0, descenders end at 8. */
const STROKES: Readonly<Record<string, string>> = {
  a: '42 46|43 32 12 03 05 16 36 45',
  b: '00 06|03 12 32 43 45 36 16 05',
  c: '43 32 12 03 05 16 36 45',
  d: '40 46|43 32 12 03 05 16 36 45',
  e: '04 44 43 32 12 03 05 16 36 45',
  f: '40 30 21 26|02 42',
  g: '42 47 38 18 07|43 32 12 03 05 16 36 45',
  h: '00 06|03 12 32 43 46',
  i: '22 26|20 20',
  j: '32 37 28 18|30 30',
  k: '00 06|42 04 46',
  l: '20 26',
  m: '02 06|03 12 22 26|22 32 43 46',
  n: '02 06|03 12 32 43 46',
  o: '12 32 43 45 36 16 05 03 12',
  p: '02 08|03 12 32 43 45 36 16 05',
  q: '42 48|43 32 12 03 05 16 36 45',
  r: '02 06|04 13 22 42',
  s: '43 32 12 03 14 34 45 36 16 05',
  t: '20 25 36 46|02 42',
  u: '02 05 16 36 45|42 46',
  v: '02 26 42',
  w: '02 16 23 36 42',
  x: '02 46|42 06',
  y: '02 26|42 26 18 08',
  z: '02 42 06 46',
  _: '07 47',
  '.': '25 26',
  '0': '10 30 41 45 36 16 05 01 10',
  '1': '11 20 26',
  '2': '01 10 30 41 42 06 46',
  '3': '01 10 30 41 42 33 13|33 44 45 36 16 05',
  '4': '36 30 04 44',
  '5': '40 00 03 33 44 45 36 16 05',
  '6': '30 10 01 05 16 36 45 44 33 03',
  '7': '00 40 16',
  '8': '13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33',
  '9': '43 13 02 01 10 30 41 45 36 16',
}

/** Distance from letter to letter and height of a line, in steps of the grid. */
const [ADVANCE, RISE, FALL] = [6.5, 0, 8]

/** Draws text above `at` and to its right, on a dark ground; `step` is a fifth of the width of a letter, in pixels. */
export function drawName(pixels: Pixels, name: string, at: Point, step: number, colour: Colour): void {
  const top = Math.max(2 * step, at.y - (FALL + 1.5) * step)
  const left = Math.max(step, Math.min(at.x, pixels.width - (name.length + 1) * ADVANCE * step))
  const middle = top + ((RISE + FALL) / 2) * step
  const ground: Point[] = [
    { x: left, y: middle },
    { x: left + (name.length * ADVANCE - 2) * step, y: middle },
  ]
  drawPath(pixels, ground, { colour: [0, 0, 0], width: 11 * step, opacity: 0.6 })
  for (const [k, letter] of [...name].entries())
    for (const stroke of STROKES[letter]?.split('|') ?? []) {
      const points = stroke.split(' ').map((place) => ({
        x: left + (k * ADVANCE + Number(place[0])) * step,
        y: top + Number(place[1]) * step,
      }))
      drawPath(pixels, points, { colour, width: 1.1 * step, opacity: 1 })
    }
}
