// Whether a picture is paper all around: a sheet from a scanner, of which no edge can be seen.
import type { Pixels } from '../../image/pixels.ts'

/** How far from the edge is looked, by the shorter side: print keeps off by five times as much. */
const DEPTHS = [0.005, 0.013, 0.022]
/** Looks along each side. */
const LOOKS = 120
/** Paper under a lamp that is as bright at each corner. What is photographed has shadows. */
const [WHITE, EVEN] = [225, 14]
/** Of the looks at each side: a speck, a hole, a staple. */
const MOST_OTHER = 0.03

export function isPaperAllAround(pixels: Pixels): boolean {
  const sides = [0, 1, 2, 3].map((side) => looksAlong(pixels, side))
  const seen = sides.flat().toSorted((a, b) => a - b)
  const paper = seen[Math.floor(seen.length / 2)] ?? 0
  const isPaper = (light: number): boolean => light >= WHITE && Math.abs(light - paper) <= EVEN
  return sides.every((side) => side.filter((light) => !isPaper(light)).length <= MOST_OTHER * side.length)
}

/** The darkest colour of each pixel looked at; upper, lower, left and right side by number. */
function looksAlong({ width, height, data }: Pixels, side: number): number[] {
  const looks: number[] = []
  for (const depth of DEPTHS) {
    const away = Math.round(depth * Math.min(width, height))
    for (let i = 0; i < LOOKS; i++) {
      const along = (i + 0.5) / LOOKS
      const x = side < 2 ? Math.floor(along * width) : side === 2 ? away : width - 1 - away
      const y = side >= 2 ? Math.floor(along * height) : side === 0 ? away : height - 1 - away
      const at = 3 * (y * width + x)
      looks.push(Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0))
    }
  }
  return looks
}
