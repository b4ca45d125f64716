// The bronze drum that many Vietnamese documents carry: a sun, rings of teeth and circles, birds and figures, drawn by us.
import { seededDice } from '../../person/dice.ts'
import { filled, kept, type Point, pathOf, short, strokes } from './svg.ts'
import { ringPath, texture } from './texture.ts'

const TURN = 2 * Math.PI

interface DrumLook {
  readonly line: string
  readonly sun: string
  readonly sunOpacity?: number
  readonly opacity?: number
  readonly rays?: number
  readonly seed?: number
}

/** Between the rings with figures lie rings of small engraving. */
const BANDS = [
  { from: 0.33, to: 0.365, motif: 'meander', tileMm: 0.9 },
  { from: 0.41, to: 0.44, motif: 'weave', tileMm: 0.7 },
  { from: 0.62, to: 0.72, motif: 'weave', tileMm: 0.95 },
  { from: 0.75, to: 0.765, motif: 'zigzag', tileMm: 0.8 },
  { from: 0.9, to: 0.96, motif: 'meander', tileMm: 1.15 },
] as const

/** `radius` is that of the outermost ring. */
export function drum(cx: number, cy: number, radius: number, look: DrumLook): string {
  const { line, sun, sunOpacity = 0.5, opacity = 0.55, rays = 14, seed = 1 } = look
  const key = `drum ${[cx, cy, radius, rays, seed]}`
  const [star = '', fine = '', bold = ''] = kept(key, () => drumPaths(cx, cy, radius, rays, seed))
  return (
    filled([star], sun, sunOpacity) +
    strokes([fine], line, 0.11, opacity) +
    strokes([bold], line, 0.2, opacity * 0.9) +
    BANDS.map(({ from, to, motif, tileMm }) =>
      texture(ringPath(cx, cy, radius * to, radius * from), {
        motif,
        colour: line,
        tileMm,
        widthMm: 0.11,
        opacity: opacity * 0.85,
      }),
    ).join('')
  )
}

function drumPaths(cx: number, cy: number, radius: number, rays: number, seed: number): string[] {
  const at = (share: number, angle: number): Point => [
    cx + radius * share * Math.cos(angle),
    cy + radius * share * Math.sin(angle),
  ]
  const fine: string[] = []
  for (const share of [0.3, 0.33, 0.44, 0.46, 0.6, 0.62, 0.72, 0.75, 0.88, 0.9, 0.96, 1])
    fine.push(ring(cx, cy, radius * share))
  const bold: string[] = []
  teeth(0.3, 0.33, 120)
  teeth(0.6, 0.62, 200)
  teeth(0.72, 0.75, 220)
  teeth(0.88, 0.9, 260)
  for (let k = 0; k < 72; k++) {
    const [x, y] = at(0.39, (k / 72) * TURN)
    fine.push(ring(x, y, radius * 0.014), ring(x, y, radius * 0.007))
  }
  const dice = seededDice(seed, 0xd2)
  for (let k = 0; k < 38; k++) bold.push(...figure(0.53, (k / 38) * TURN, 0.048))
  for (let k = 0; k < 32; k++) bold.push(...bird(0.815, (k / 32) * TURN, 0.054))
  for (let k = 0; k < 150; k++) fine.push(ring(...at(0.93, (k / 150) * TURN), radius * 0.012))
  const star: Point[] = []
  for (let k = 0; k < rays * 2; k++) star.push(at(k % 2 === 0 ? 0.285 : 0.1, (k / rays / 2) * TURN))
  return [pathOf(star, true), fine.join(''), bold.join('')]

  function teeth(from: number, to: number, count: number): void {
    const points: Point[] = []
    for (let k = 0; k <= count; k++) points.push(at(k % 2 ? from : to, (k / count) * TURN))
    fine.push(pathOf(points))
  }

  /** A dancer with feathers: a few strokes between two rings. */
  function figure(share: number, angle: number, size: number): string[] {
    const p = (across: number, out: number): Point => at(share + out * size, angle + (across * size) / share)
    const lift = dice.between(0.1, 0.6)
    return [
      pathOf([p(-0.6, -1), p(-0.1, -0.2), p(0.4, -1)]),
      pathOf([p(-0.1, -0.2), p(0, 0.6), p(-0.5, 1.1), p(-0.9, 1.2)]),
      pathOf([p(0, 0.6), p(0.2, 1.2), p(0.7, 1.2)]),
      pathOf([p(-0.7, lift), p(0, 0.4), p(0.8, lift + 0.2)]),
    ]
  }

  /** A bird in flight with a long bill. */
  function bird(share: number, angle: number, size: number): string[] {
    const p = (across: number, out: number): Point => at(share + out * size, angle + (across * size) / share)
    const body = [
      p(-1.5, -0.1),
      p(-0.5, 0.25),
      p(0.4, 0.3),
      p(0.9, 0.55),
      p(1.7, 0.35),
      p(0.8, 0.2),
      p(0.3, -0.15),
      p(-0.6, -0.1),
    ]
    return [
      pathOf(body, true),
      pathOf([p(-0.3, 0.2), p(-0.7, 1), p(0.3, 0.25)]),
      pathOf([p(-0.3, -0.1), p(-0.6, -0.8), p(0.2, -0.1)]),
    ]
  }
}

function ring(cx: number, cy: number, radius: number): string {
  const r = short(radius)
  return `M${short(cx - radius)} ${short(cy)}a${r} ${r} 0 1 0 ${short(radius * 2)} 0a${r} ${r} 0 1 0 ${short(-radius * 2)} 0`
}

/** The country's outline as a few corners: recognised, not surveyed. Unit: its height. */
const COAST: readonly Point[] = [
  [0.1, 0.05],
  [0.17, 0.03],
  [0.22, 0.05],
  [0.27, 0.0],
  [0.34, 0.03],
  [0.4, 0.04],
  [0.43, 0.08],
  [0.5, 0.09],
  [0.46, 0.12],
  [0.42, 0.13],
  [0.37, 0.17],
  [0.33, 0.22],
  [0.3, 0.27],
  [0.33, 0.32],
  [0.39, 0.38],
  [0.45, 0.43],
  [0.51, 0.5],
  [0.55, 0.57],
  [0.57, 0.65],
  [0.57, 0.73],
  [0.52, 0.78],
  [0.45, 0.82],
  [0.39, 0.85],
  [0.36, 0.9],
  [0.29, 0.93],
  [0.24, 0.99],
  [0.24, 0.9],
  [0.21, 0.86],
  [0.29, 0.82],
  [0.33, 0.8],
  [0.38, 0.76],
  [0.43, 0.72],
  [0.45, 0.66],
  [0.45, 0.58],
  [0.41, 0.5],
  [0.35, 0.43],
  [0.28, 0.36],
  [0.22, 0.31],
  [0.25, 0.27],
  [0.24, 0.22],
  [0.17, 0.21],
  [0.13, 0.16],
  [0.08, 0.1],
]

export function vietnam(x: number, y: number, height: number, colour: string, opacity = 0.4): string {
  return filled(
    [
      pathOf(
        COAST.map(([across, down]): Point => [x + across * height, y + down * height]),
        true,
      ),
    ],
    colour,
    opacity,
  )
}
