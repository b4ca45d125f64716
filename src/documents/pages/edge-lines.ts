// Finds lines near a side of a quad along which the colour changes abruptly: the edge of a page may lie there.

import type { Point } from '../../image/geometry/geometry.ts'
import {
  composed,
  flatten,
  type Homography,
  project,
  type Quad,
  rectangleOnto,
} from '../../image/geometry/perspective.ts'
import type { Pixels } from '../../image/pixels.ts'

export interface EdgeLine {
  readonly from: Point
  readonly to: Point
  /** The mean clarity of the colour step along the line, 0 to 1. */
  readonly clarity: number
  /** The share of the line that is a clear step, 0 to 1. */
  readonly support: number
  /** The offset from the side of the quad: -1 at the outermost place searched, 1 at the innermost. */
  readonly off: number
}

/** The side is sampled at so many places along and so many across. */
const STATIONS = 64
const DEPTH = 57
/** The search reaches this far in and out, as a share of the length of a side. */
const REACH = 0.045
/** The ends of a side are left out: corners are rounded, worn or covered by fingers. */
const ENDS = 0.06
/** The colours on each side of a step are means over so many places across. */
const FLANK = 3
const WIDE_FLANK = 10
/** From end to end, an edge may be askew by so many places across. */
const ASKEW = 20
const SLOPE_STEP = 2
const STATION_STEP = 2
const MOST_LINES = 3
/** A line must have this share of the clarity of the clearest one. */
const LEAST_SHARE = 0.5
/** Two lines that are nearer than this, in places across, count as one. */
const APART = 4

/** Returns the clearest line first; sides are counted clockwise from the first corner. */
export function edgeLines(pixels: Pixels, quad: Quad, side: number): EdgeLine[] {
  const at = (i: number): Point => quad[(side + i) % 4] as Point
  const onto = rectangleOnto(1, 1, [at(0), at(1), at(2), at(3)])
  const steps = stepsAlong(pixels, onto)
  const lines: EdgeLine[] = []
  for (const middle of clearestMiddles(steps)) {
    const askew = clearestAskew(steps, middle)
    const [start = 0, end = 0, support = 0] = fitted(steps, middle - askew / 2, middle + askew / 2)
    if (support === 0) continue
    const place = (share: number): Point =>
      project(onto, {
        x: ENDS + share * (1 - 2 * ENDS),
        y: across(start + share * (end - start)),
      })
    const off = across((start + end) / 2) / REACH
    lines.push({ from: place(0), to: place(1), clarity: clarity(steps, start, end), support, off })
  }
  return lines
}

/** Maps a place across the band, which lies between two pixels, to the page. */
const across = (place: number): number => (2 * REACH * place) / DEPTH - REACH
const BAND = Float64Array.of((1 - 2 * ENDS) / STATIONS, 0, ENDS, 0, (2 * REACH) / DEPTH, -REACH, 0, 0, 1)

/** Returns the clarity of the step at each place, 0 to 1: station after station, each from outside to inside. */
function stepsAlong(pixels: Pixels, onto: Homography): Float32Array {
  const { data } = flatten(pixels, composed(onto, BAND), STATIONS, DEPTH)
  const steps = new Float32Array(STATIONS * DEPTH)
  // The sums of each colour run from the outermost place inwards.
  const sums = new Float32Array(3 * (DEPTH + 1))
  for (let x = 0; x < STATIONS; x++) {
    for (let y = 0; y < DEPTH; y++)
      for (let c = 0; c < 3; c++)
        sums[3 * (y + 1) + c] = (sums[3 * y + c] as number) + (data[3 * (y * STATIONS + x) + c] as number)
    for (let y = FLANK; y <= DEPTH - FLANK; y++)
      // A printed line is a step as well, but the colour is the same on both sides of it.
      steps[x * DEPTH + y] = Math.min(stepAt(sums, y, FLANK), WIDE_SHARE * stepAt(sums, y, WIDE_FLANK))
  }
  const half = LEAST_STEP + usualOf(steps)
  for (let i = 0; i < steps.length; i++) steps[i] = (steps[i] as number) / ((steps[i] as number) + half)
  return steps
}

/** In levels of 256, all three colours added. */
const LEAST_STEP = 8
const WIDE_SHARE = 1.5

/** Returns by how much the colours before and after a place differ. */
function stepAt(sums: Float32Array, y: number, flank: number): number {
  const [from, to] = [Math.max(0, y - flank), Math.min(DEPTH, y + flank)]
  let size = 0
  for (let c = 0; c < 3; c++) {
    const middle = sums[3 * y + c] as number
    const before = (middle - (sums[3 * from + c] as number)) / (y - from)
    const after = ((sums[3 * to + c] as number) - middle) / (to - y)
    size += Math.abs(after - before)
  }
  return size
}

/** Returns the step that most places stay below: it is noise or pattern, and no edge. */
function usualOf(steps: Float32Array): number {
  const counts = new Int32Array(766)
  for (const step of steps) counts[Math.floor(step)] = (counts[Math.floor(step)] as number) + 1
  let seen = 0
  for (let size = 0; size < counts.length; size++) {
    seen += counts[size] as number
    if (seen >= USUAL_SHARE * steps.length) return size
  }
  return counts.length
}

const USUAL_SHARE = 0.7

/** Returns where the clearest lines cross the middle of the side. */
function clearestMiddles(steps: Float32Array): Int32Array {
  const scores = new Float32Array(DEPTH + 1)
  for (let middle = FLANK; middle <= DEPTH - FLANK; middle++) {
    const askew = clearestAskew(steps, middle)
    scores[middle] = clarity(steps, middle - askew / 2, middle + askew / 2)
  }
  const found = new Int32Array(MOST_LINES)
  const least = LEAST_SHARE * Math.max(...scores)
  let count = 0
  while (count < MOST_LINES) {
    const clear = Math.max(...scores)
    if (clear === 0 || clear < least) break
    const middle = scores.indexOf(clear)
    found[count++] = middle
    scores.fill(0, Math.max(0, middle - APART), middle + APART + 1)
  }
  return found.slice(0, count)
}

function clearestAskew(steps: Float32Array, middle: number): number {
  let [best, clear] = [0, -1]
  for (let askew = -ASKEW; askew <= ASKEW; askew += SLOPE_STEP) {
    const score = clarity(steps, middle - askew / 2, middle + askew / 2)
    if (score > clear) [best, clear] = [askew, score]
  }
  return best
}

function clarity(steps: Float32Array, start: number, end: number): number {
  const slope = (end - start) / STATIONS
  let sum = 0
  for (let x = 0; x < STATIONS; x += STATION_STEP) {
    const y = Math.floor(start + slope * (x + 0.5) + 0.5)
    if (y >= FLANK && y <= DEPTH - FLANK) sum += steps[x * DEPTH + y] as number
  }
  return (sum * STATION_STEP) / STATIONS
}

/** Fits a line through the clearest place of every station that has one nearby; returns start, end and support. */
function fitted(steps: Float32Array, start: number, end: number): Float64Array {
  let [from, to, support] = [start, end, 0]
  for (const near of [4, 3, 2]) {
    let [n, sx, sy, sxx, sxy, agreeing] = [0, 0, 0, 0, 0, 0]
    for (let x = 0; x < STATIONS; x++) {
      const share = (x + 0.5) / STATIONS
      const y = clearest(steps, x, Math.round(from + share * (to - from)), near)
      if (y < 0) continue
      const step = steps[x * DEPTH + Math.round(y)] as number
      agreeing += 1
      n += step
      sx += step * share
      sy += step * y
      sxx += step * share * share
      sxy += step * share * y
    }
    support = agreeing / STATIONS
    const det = n * sxx - sx * sx
    if (support < LEAST_AGREEING || det < 1e-6) return Float64Array.of(start, end, 0)
    const slope = (n * sxy - sx * sy) / det
    from = (sy - slope * sx) / n
    to = from + slope
  }
  return Float64Array.of(from, to, support)
}

const LEAST_AGREEING = 0.25
const CLEAR = 0.5

/** Returns the clearest place of one station, to a fraction of a place, or -1. */
function clearest(steps: Float32Array, x: number, middle: number, near: number): number {
  let best = -1
  let clear = CLEAR
  for (let y = Math.max(FLANK, middle - near); y <= Math.min(DEPTH - FLANK, middle + near); y++)
    if ((steps[x * DEPTH + y] as number) > clear) {
      clear = steps[x * DEPTH + y] as number
      best = y
    }
  if (best < 0) return best
  const [before, after] = [steps[x * DEPTH + best - 1] as number, steps[x * DEPTH + best + 1] as number]
  const bend = before - 2 * clear + after
  return bend < 0 ? best + Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : best
}
