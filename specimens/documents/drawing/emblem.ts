// The state emblem as a card shows it, drawn by us: red disc, star, cogwheel, ears of rice, ribbon.
import { circle, filled, group, kept, type Point, pathOf, plateText, strokes } from './svg.ts'

/** Points of a five-pointed star, one point up unless turned. */
export function starPath(cx: number, cy: number, radius: number, degrees = 0): string {
  const points: Point[] = []
  for (let k = 0; k < 10; k++) {
    const angle = ((k * 36 - 90 + degrees) * Math.PI) / 180
    const r = k % 2 === 0 ? radius : radius * 0.382
    points.push([cx + r * Math.cos(angle), cy + r * Math.sin(angle)])
  }
  return pathOf(points, true)
}

interface EmblemLook {
  readonly red: string
  readonly gold: string
  readonly dark: string
}

export const COLOURED: EmblemLook = { red: '#d3222a', gold: '#f1c232', dark: '#a8781c' }

/** `width` is that of the whole emblem; it is about as high. */
export function emblem(cx: number, cy: number, width: number, look: EmblemLook = COLOURED): string {
  const { red, gold, dark } = look
  const parts = kept(`emblem ${[red, gold, dark]}`, () => [
    circle(0, 0, 46, red),
    ears(gold, dark, -1),
    ears(gold, dark, 1),
    filled([starPath(0, -17, 16)], gold),
    cogwheel(gold, dark),
    ribbon(red, gold, dark),
  ])
  return group(parts.join(''), `transform="translate(${cx} ${cy}) scale(${(width / 100).toFixed(4)})"`)
}

/** Rice along one edge of the disc: a band with grains. */
function ears(gold: string, dark: string, side: -1 | 1): string {
  const grains: string[] = []
  for (let k = 0; k <= 15; k++) {
    const angle = ((100 - k * 11.2) * Math.PI) / 180
    const [outX, outY] = [side * 47 * Math.cos(angle), 47 * Math.sin(angle)]
    const [inX, inY] = [side * 37.5 * Math.cos(angle + 0.16), 37.5 * Math.sin(angle + 0.16)]
    const [tipX, tipY] = [side * 49 * Math.cos(angle - 0.2), 49 * Math.sin(angle - 0.2)]
    grains.push(
      pathOf(
        [
          [inX, inY],
          [outX, outY],
          [tipX, tipY],
        ],
        true,
      ),
    )
  }
  const stalk: Point[] = []
  for (let k = 0; k <= 30; k++) {
    const angle = ((102 - k * 6.1) * Math.PI) / 180
    stalk.push([side * 43 * Math.cos(angle), 43 * Math.sin(angle)])
  }
  return strokes([pathOf(stalk)], gold, 8.5) + filled(grains, gold) + strokes(grains, dark, 0.7, 0.8)
}

function cogwheel(gold: string, dark: string): string {
  const outline: Point[] = []
  for (let k = 0; k <= 36; k++) {
    const angle = Math.PI + (k / 36) * Math.PI
    const r = Math.floor(k / 2) % 2 === 0 ? 21 : 17
    outline.push([r * Math.cos(angle), 31 + r * Math.sin(angle)])
  }
  return (
    filled([pathOf(outline, true)], gold) +
    strokes([pathOf(outline, true)], dark, 0.8) +
    circle(0, 31, 8, dark, 0.55)
  )
}

function ribbon(red: string, gold: string, dark: string): string {
  const sash = 'M-40 24C-30 40 -16 33 0 33C16 33 30 40 40 24L45 33C36 47 18 43 0 43C-18 43 -36 47 -45 33Z'
  const scroll = 'M-31 38C-16 34 16 34 31 38L28 54C14 50 -14 50 -28 54Z'
  const tails = 'M-31 38L-37 58L-27 52ZM31 38L37 58L27 52Z'
  const upright = plateText(
    'VIỆT NAM',
    { typeface: 'sans-bold', sizeMm: 7.4, colour: gold },
    { x: 0, y: 47, middle: true },
  )
  return (
    filled([sash, tails], red) +
    strokes([sash], gold, 1.2) +
    filled([scroll], red) +
    strokes([scroll, tails], dark, 0.9) +
    upright
  )
}
