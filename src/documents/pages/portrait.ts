// Compares the portrait of a card with the card around it: both went through one lens, one sensor and one history of compression.
import type { Box, Point } from '../../image/geometry/geometry.ts'
import type { Pixels } from '../../image/pixels.ts'
import { pageDefinition } from '../kinds/kinds.ts'
import {
  greyAt,
  groundOf,
  historyOf,
  inset,
  type Lying,
  lookOf,
  noiseOf,
  patchesIn,
  quantile,
  sharpnessOfPrint,
} from './patches.ts'
import type { PortraitLook } from './portrait-look.ts'

/** The portrait is looked at without its rim, as a share of its size on each side; cards vary by a fiftieth of their width. */
const RIM = 0.12
/** Fewer patches tell nothing. */
const LEAST_PATCHES = 60
/** Rounding to whole levels is noise as well, in levels. */
const ROUNDING = 0.2

/** Undefined for a page whose kind has no portrait there, or that has too few pixels. */
export function lookAtPortrait(
  pixels: Pixels,
  page: Lying,
  ground = groundOf(pixels, page),
): PortraitLook | undefined {
  const portrait = pageDefinition(page)?.portrait
  if (!portrait) return undefined
  const box = inset(portrait, RIM * portrait.width, RIM * portrait.height)
  const own = patchesIn(pixels, box, ground).map(lookOf)
  const { patches, at } = ground
  if (Math.min(own.length, patches.length) < LEAST_PATCHES) return undefined
  return {
    noise: Math.log2((noiseOf(own) + ROUNDING) / (noiseOf(patches) + ROUNDING)),
    edge: Math.log2((edgeOf(pixels, portrait, at) + ROUNDING) / (sharpnessOfPrint(patches) + ROUNDING)),
    history:
      historyOf(
        own.map(({ waves }) => waves),
        ground.traces,
      ) ?? 0,
  }
}

/** Along each edge of the portrait there are so many pieces, and each piece is crossed so often. */
const PIECES = 8
const CROSSINGS = 12
/** An edge is looked for so far to each side of its place, as a share of the portrait's width. */
const REACH = 0.1

/** The sharpness of the sharpest edge, by the median of its pieces. The lower edge is left out: collars end there. */
function edgeOf(pixels: Pixels, box: Box, at: (share: Point) => Point): number {
  const { x, y, width, height } = box
  const sides = [
    { from: { x, y }, along: { x: 0, y: height }, normal: { x: 1, y: 0 } },
    { from: { x: x + width, y }, along: { x: 0, y: height }, normal: { x: 1, y: 0 } },
    { from: { x, y }, along: { x: width, y: 0 }, normal: { x: 0, y: 1 } },
  ]
  const sharpness = sides.map(({ from, along, normal }) => {
    const pieces = Array.from({ length: PIECES }, (_, piece) =>
      sharpnessOf(
        Array.from({ length: CROSSINGS }, (_, k) => {
          const share = 0.1 + (0.8 * (piece + (k + 0.5) / CROSSINGS)) / PIECES
          const place = { x: from.x + share * along.x, y: from.y + share * along.y }
          return profileAt(pixels, at, place, { x: REACH * width * normal.x, y: REACH * width * normal.y })
        }),
      ),
    )
    return quantile(pieces, 0.5)
  })
  return Math.max(...sharpness)
}

/** Grey across an edge, a pixel apart, so far to both sides. */
function profileAt(pixels: Pixels, at: (share: Point) => Point, { x, y }: Point, reach: Point): number[] {
  const [a, b] = [at({ x: x - reach.x, y: y - reach.y }), at({ x: x + reach.x, y: y + reach.y })]
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  const count = Math.floor(length)
  return Array.from({ length: count }, (_, k) => {
    const [x, y] = [a.x + ((b.x - a.x) * k) / length - 0.5, a.y + ((b.y - a.y) * k) / length - 0.5]
    const [left, top] = [Math.floor(x), Math.floor(y)]
    if (left < 0 || top < 0 || left + 1 >= pixels.width || top + 1 >= pixels.height) return 0
    const [p, q] = [x - left, y - top]
    const upper = (1 - p) * greyAt(pixels, left, top) + p * greyAt(pixels, left + 1, top)
    const lower = (1 - p) * greyAt(pixels, left, top + 1) + p * greyAt(pixels, left + 1, top + 1)
    return (1 - q) * upper + q * lower
  })
}

/** The mean step over all crossings where it is strongest, by those before and after it. */
function sharpnessOf(profiles: readonly (readonly number[])[]): number {
  const count = Math.min(...profiles.map((profile) => profile.length)) - 1
  const rises = Array.from(
    { length: Math.max(0, count) },
    (_, k) =>
      profiles.reduce((sum, profile) => sum + (profile[k + 1] ?? 0) - (profile[k] ?? 0), 0) / profiles.length,
  ).map(Math.abs)
  let best = 0
  for (let k = 2; k < rises.length - 2; k++) {
    const here = rises[k] ?? 0
    best = Math.max(best, here / (1 + ((rises[k - 1] ?? 0) + (rises[k + 1] ?? 0)) / 2))
  }
  return best
}
