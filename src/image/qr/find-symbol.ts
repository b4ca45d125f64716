// Finds upright QR codes of about a known size in grey pixels by their three finder patterns, however soft they are.
import { distance, type Point } from '../geometry/geometry.ts'
import type { Grey } from '../measure.ts'

/** The centres of the finder patterns of a code that may be there. */
export interface FinderCentres {
  readonly upperLeft: Point
  readonly upperRight: Point
  readonly lowerLeft: Point
  /** Pixels of a module, roughly. */
  readonly module: number
  /** The sum of the likenesses of the three patterns, 3 at most. */
  readonly likeness: number
}

interface Spot extends Point {
  readonly module: number
  readonly likeness: number
}

/** Sizes of a module that are tried differ by this factor. */
const STEP = 1.13
/** A pattern less like a finder than this is none: correlation, 1 at most. */
const LEAST_LIKENESS = 0.45
const MOST_SPOTS = 40
/** Pixels between the places that are looked at first. */
const STRIDE = 2
/** A straightened page is turned and stretched hardly at all. */
const MOST_TURN = 0.16
const MOST_STRETCH = 1.15
/** Modules of different patterns of one code differ by less than this factor. */
const MOST_GROWTH = 1.6
const MOST_FOUND = 2
/** Modules along the side of the smallest and the largest code that a card has. */
export const LEAST_SIDE = 29
export const MOST_SIDE = 65

/** `least` and `most` are pixels of the side of the code; the likeliest comes first. */
export function findCorners(grey: Grey, least: number, most: number): FinderCentres[] {
  const spots = findSpots(grey, least / MOST_SIDE, most / LEAST_SIDE)
  const found: FinderCentres[] = []
  for (const a of spots)
    for (const b of spots) {
      const across = b.x - a.x
      if (a === b || across <= 0 || Math.abs(b.y - a.y) > MOST_TURN * across || !isSameSize(a, b)) continue
      for (const c of spots) {
        const down = c.y - a.y
        if (c === a || down <= 0 || Math.abs(c.x - a.x) > MOST_TURN * down || !isSameSize(a, c)) continue
        if (!isSameSize(b, c)) continue
        const [right, below] = [distance(a, b), distance(a, c)]
        if (right > MOST_STRETCH * below || below > MOST_STRETCH * right) continue
        const module = Math.cbrt(a.module * b.module * c.module)
        const side = (right + below) / 2 + 7 * module
        if (side < least || side > most || side < (LEAST_SIDE - 8) * module) continue
        const likeness = a.likeness + b.likeness + c.likeness
        found.push({ upperLeft: a, upperRight: b, lowerLeft: c, module, likeness })
      }
    }
  return found.toSorted((one, other) => other.likeness - one.likeness).slice(0, MOST_FOUND)
}

const isSameSize = (one: Spot, other: Spot): boolean =>
  one.module < MOST_GROWTH * other.module && other.module < MOST_GROWTH * one.module

/** Places that look like a finder pattern: squares within squares, dark, light and dark. */
function findSpots(grey: Grey, least: number, most: number): Spot[] {
  const sums = { row: grey.width + 1, values: sumsOf(grey, false), squares: sumsOf(grey, true) }
  const spots: Spot[] = []
  for (let module = least; module <= most; module *= STEP) collect(grey, sums, patternOf(module), spots)
  spots.sort((one, other) => other.likeness - one.likeness)
  const kept: Spot[] = []
  for (const spot of spots) {
    if (kept.length >= MOST_SPOTS) break
    const isNear = ({ x, y, module }: Spot) =>
      Math.max(Math.abs(x - spot.x), Math.abs(y - spot.y)) < 3 * Math.max(module, spot.module)
    if (!kept.some(isNear)) kept.push(spot)
  }
  return kept.map((spot) => centred(grey, sums, spot))
}

interface Sums {
  readonly row: number
  readonly values: Float64Array
  readonly squares: Float64Array
}

/** Sums over the rectangle from the upper left corner to before each pixel. */
function sumsOf({ width, height, data }: Grey, isSquared: boolean): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      const value = data[y * width + x] as number
      row += isSquared ? value * value : value
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] as number) + row
    }
  }
  return sums
}

/** Half the sides of the four squares, in pixels: with the light ring around it, the pattern, its gap, its core. */
interface Pattern {
  readonly module: number
  readonly whole: number
  readonly ring: number
  readonly gap: number
  readonly core: number
}

function patternOf(module: number): Pattern {
  const [whole = 1, ring = 1, gap = 1, core = 1] = [4.5, 3.5, 2.5, 1.5].map((reach) =>
    Math.max(1, Math.round(reach * module)),
  )
  return { module, whole, ring, gap, core }
}

function collect({ width, height }: Grey, sums: Sums, pattern: Pattern, spots: Spot[]): void {
  const { whole, ring, gap, core, module } = pattern
  // Squares that fall together at this size say nothing.
  if (whole === ring || ring === gap || gap === core) return
  for (let y = whole; y <= height - whole; y += STRIDE)
    for (let x = whole; x <= width - whole; x += STRIDE) {
      const likeness = likenessAt(sums, pattern, x, y)
      if (likeness > LEAST_LIKENESS) spots.push({ x, y, module, likeness })
    }
}

/** The correlation of the pixels with the pattern. */
function likenessAt({ row, values, squares }: Sums, pattern: Pattern, x: number, y: number): number {
  const { whole, ring, gap, core } = pattern
  const all = 4 * whole * whole
  const total = sumAround(values, row, x, y, whole)
  const inner = sumAround(values, row, x, y, core)
  // Most places are dismissed here: the core is darker than what is around it.
  if (inner * whole * whole > total * core * core) return 0
  const dark = 4 * (ring * ring - gap * gap + core * core)
  const darkSum = sumAround(values, row, x, y, ring) - sumAround(values, row, x, y, gap) + inner
  const contrast = (total - darkSum) / (all - dark) - darkSum / dark
  if (contrast <= 0) return 0
  const variance = sumAround(squares, row, x, y, whole) / all - (total / all) * (total / all)
  return contrast * Math.sqrt(((dark / all) * (1 - dark / all)) / Math.max(1, variance))
}

function sumAround(sums: Float64Array, row: number, x: number, y: number, reach: number): number {
  const [upper, lower] = [(y - reach) * row + x, (y + reach) * row + x]
  return (
    (sums[lower + reach] as number) -
    (sums[upper + reach] as number) -
    (sums[lower - reach] as number) +
    (sums[upper - reach] as number)
  )
}

/** Moves a spot to the middle of its pattern, and tries sizes between those that were looked for. */
function centred({ width, height }: Grey, sums: Sums, spot: Spot): Spot {
  let best = spot
  for (const times of [1 / Math.sqrt(STEP), 1, Math.sqrt(STEP)]) {
    const pattern = patternOf(spot.module * times)
    for (let y = spot.y - STRIDE; y <= spot.y + STRIDE; y++)
      for (let x = spot.x - STRIDE; x <= spot.x + STRIDE; x++) {
        const { whole } = pattern
        if (x < whole || y < whole || x > width - whole || y > height - whole) continue
        const likeness = likenessAt(sums, pattern, x, y)
        if (likeness > best.likeness) best = { x, y, module: pattern.module, likeness }
      }
  }
  return best
}
