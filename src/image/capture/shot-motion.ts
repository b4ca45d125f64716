// Measures how far the parts of a picture moved against each other between two shots, apart from the changes that encoders make.
import { ACROSS, DOWN, wavesAt } from './shot-waves.ts'

/** Places on a side at which two pictures are compared, and the border around them. */
const PLACES = 20
const BORDER = 2
/** Parts on a side whose motion is measured separately. */
const PARTS = 4
const PART = PLACES / PARTS
const COUNT = PLACES * PLACES
const table = wavesAt(PLACES, BORDER)

/** Pictures that have less in common than this are not compared closely. */
const LEAST_LIKENESS = 0.8
/** Share of a picture that may remain when all allowed differences are removed: with more it is another picture. */
const MOST_LEFT = 0.12

/**
 * Root mean square of the motion of the parts, in places. Taken away before: motion, stretching and shearing of the
 * whole, as a face that is found a little elsewhere gives, and a change of light and contrast. What an encoder leaves
 * points no way: it is noise, of which a little is motion by chance, and that much is taken off. Infinite for pictures
 * of different things.
 */
export function motionBetween(one: Float64Array, other: Float64Array): number {
  if (likeness(one, other) < LEAST_LIKENESS) return Number.POSITIVE_INFINITY
  const both = one.map((height, i) => (height + (other[i] ?? 0)) / 2)
  const picture = drawn(both, table.cosines, table.cosines)
  const right = drawn(both, table.slopes, table.cosines)
  const down = drawn(both, table.cosines, table.slopes)
  const left = drawn(
    other.map((height, i) => height - (one[i] ?? 0)),
    table.cosines,
    table.cosines,
  )
  takeAway(left, allowed(picture, right, down))
  if (powerOf(left) > MOST_LEFT ** 2 * powerOf(picture)) return Number.POSITIVE_INFINITY
  return motionOfParts(left, right, down)
}

function likeness(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += (one[i] ?? 0) * (other[i] ?? 0)
  return sum
}

function powerOf(values: Float64Array): number {
  return likeness(values, values)
}

/** Sum of the waves, or its slope, at every place. */
function drawn(heights: Float64Array, across: Float64Array, down: Float64Array): Float64Array {
  const columns = new Float64Array(14 * PLACES)
  for (let i = 0; i < heights.length; i++) {
    const height = heights[i] ?? 0
    let to = ACROSS[i] ?? 0
    let from = DOWN[i] ?? 0
    for (let y = 0; y < PLACES; y++, to += 14, from += 14)
      columns[to] = (columns[to] ?? 0) + height * (down[from] ?? 0)
  }
  const result = new Float64Array(COUNT)
  for (let y = 0, at = 0; y < PLACES; y++)
    for (let x = 0; x < PLACES; x++, at++) {
      let sum = 0
      for (let wave = 0; wave < 14; wave++)
        sum += (columns[y * 14 + wave] ?? 0) * (across[x * 14 + wave] ?? 0)
      result[at] = sum
    }
  return result
}

/** Patterns by which two encodings of one shot may differ. */
function allowed(picture: Float64Array, right: Float64Array, down: Float64Array): Float64Array[] {
  const middle = (PLACES - 1) / 2
  const column = (at: number) => ((at % PLACES) - middle) / middle
  const row = (at: number) => (Math.floor(at / PLACES) - middle) / middle
  return [
    Float64Array.from(right),
    Float64Array.from(down),
    right.map((slope, at) => slope * column(at)),
    right.map((slope, at) => slope * row(at)),
    down.map((slope, at) => slope * column(at)),
    down.map((slope, at) => slope * row(at)),
    picture.map((value) => value),
    picture.map((value) => value * value),
    new Float64Array(COUNT).fill(1),
  ]
}

/** Least squares by making the patterns orthogonal to each other, one after the other (Gram and Schmidt). */
function takeAway(left: Float64Array, patterns: readonly Float64Array[]): void {
  for (const [i, pattern] of patterns.entries()) {
    const before = powerOf(pattern)
    for (const earlier of patterns.slice(0, i)) subtract(pattern, earlier, likeness(pattern, earlier))
    const length = Math.sqrt(powerOf(pattern))
    // The remainder of a pattern that earlier ones already span is rounding, and would be taken for a direction.
    const scale = length ** 2 > 1e-9 * before && length > 0 ? 1 / length : 0
    for (let at = 0; at < pattern.length; at++) pattern[at] = (pattern[at] ?? 0) * scale
    subtract(left, pattern, likeness(left, pattern))
  }
}

function subtract(from: Float64Array, pattern: Float64Array, times: number): void {
  for (let at = 0; at < from.length; at++) from[at] = (from[at] ?? 0) - times * (pattern[at] ?? 0)
}

/** Share of a part's noise that two directions of motion explain by chance. */
const BY_CHANCE = 2 / (PART * PART - 2)
/** A part with less than this share of the mean slope is too flat to measure its motion. */
const FLAT = 0.02

function motionOfParts(left: Float64Array, right: Float64Array, down: Float64Array): number {
  const slopes = powerOf(right) + powerOf(down)
  const flat = (FLAT * slopes) / (2 * PARTS * PARTS)
  let moved = 0
  for (let part = 0; part < PARTS * PARTS; part++) {
    const [rr = 0, rd = 0, dd = 0, rl = 0, dl = 0, ll = 0] = sumsOf(part, left, right, down)
    const [a, b] = [rr + flat, dd + flat]
    const explained = (b * rl * rl - 2 * rd * rl * dl + a * dl * dl) / (a * b - rd * rd)
    moved += explained - BY_CHANCE * (ll - explained)
  }
  return Math.sqrt(Math.max(0, moved) / slopes)
}

function sumsOf(part: number, left: Float64Array, right: Float64Array, down: Float64Array): Float64Array {
  const sums = new Float64Array(6)
  const start = Math.floor(part / PARTS) * PART * PLACES + (part % PARTS) * PART
  for (let y = 0; y < PART; y++)
    for (let x = 0, at = start + y * PLACES; x < PART; x++, at++) {
      const [r, d, l] = [right[at] ?? 0, down[at] ?? 0, left[at] ?? 0]
      sums[0] = (sums[0] ?? 0) + r * r
      sums[1] = (sums[1] ?? 0) + r * d
      sums[2] = (sums[2] ?? 0) + d * d
      sums[3] = (sums[3] ?? 0) + r * l
      sums[4] = (sums[4] ?? 0) + d * l
      sums[5] = (sums[5] ?? 0) + l * l
    }
  return sums
}
