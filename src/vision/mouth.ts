// Measures the mouth of one picture: how far the lips are apart, and the colours of what is between them.
import type { Pixels } from '../image/pixels.ts'

export interface Mouth {
  /** The distance of the inner edges of the lips by that of the outer corners of the eyes: under 0.02 when shut, about 0.1 in speech. */
  readonly apart: number
  /** Red, green and blue at 25 places between the lips, by the mean light of the lips: the same places however far apart they are. */
  readonly inside: Float32Array
}

type Column = readonly [upper: number, lower: number]

const OUTER_EYE_CORNERS = [33, 263] as const
/** Points of the mesh on the inner edges of the lips, one above the other. */
const innerEdges: readonly Column[] = [
  [81, 178],
  [82, 87],
  [13, 14],
  [312, 317],
  [311, 402],
]
/** From the outer to the inner edge of the upper lip, and of the lower one. */
const lips: readonly Column[] = [
  [39, 81],
  [37, 82],
  [0, 13],
  [267, 312],
  [269, 311],
  [181, 178],
  [84, 87],
  [17, 14],
  [314, 317],
  [405, 402],
]
const INSIDE_SHARES = [0.2, 0.35, 0.5, 0.65, 0.8]
const LIP_SHARES = [0.35, 0.65]
/** The three columns in the middle tell the distance: those beside them shut last. */
const MIDDLE = innerEdges.slice(1, -1)

export function readMouth(pixels: Pixels, mesh: Float32Array): Mouth {
  const gaps = MIDDLE.map(([upper, lower]) => between(mesh, upper, lower))
  const eyes = between(mesh, OUTER_EYE_CORNERS[0], OUTER_EYE_CORNERS[1]) || 1
  const ofLips = colours(pixels, mesh, lips, LIP_SHARES)
  const light = ofLips.reduce((sum, value) => sum + value, 0) / ofLips.length || 1
  return {
    apart: gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length / eyes,
    inside: colours(pixels, mesh, innerEdges, INSIDE_SHARES).map((value) => value / light),
  }
}

function between(mesh: Float32Array, one: number, other: number): number {
  const d = (axis: 0 | 1 | 2) => (mesh[3 * one + axis] ?? 0) - (mesh[3 * other + axis] ?? 0)
  return Math.hypot(d(0), d(1), d(2))
}

function colours(
  pixels: Pixels,
  mesh: Float32Array,
  columns: readonly Column[],
  shares: readonly number[],
): Float32Array {
  const found = new Float32Array(3 * columns.length * shares.length)
  let at = 0
  for (const [upper, lower] of columns)
    for (const share of shares) {
      const along = (axis: 0 | 1) =>
        (1 - share) * (mesh[3 * upper + axis] ?? 0) + share * (mesh[3 * lower + axis] ?? 0)
      found.set(colourAt(pixels, along(0), along(1)), at)
      at += 3
    }
  return found
}

function colourAt({ width, height, data }: Pixels, x: number, y: number): [number, number, number] {
  const left = Math.max(0, Math.min(width - 2, Math.floor(x - 0.5)))
  const top = Math.max(0, Math.min(height - 2, Math.floor(y - 0.5)))
  const right = Math.max(0, Math.min(1, x - 0.5 - left))
  const down = Math.max(0, Math.min(1, y - 0.5 - top))
  const colour = (channel: 0 | 1 | 2) => {
    const value = (dx: number, dy: number) => data[3 * ((top + dy) * width + left + dx) + channel] ?? 0
    const above = (1 - right) * value(0, 0) + right * value(1, 0)
    const below = (1 - right) * value(0, 1) + right * value(1, 1)
    return (1 - down) * above + down * below
  }
  return [colour(0), colour(1), colour(2)]
}
