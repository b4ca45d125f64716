// Measures how much the eyes move of themselves: a living person looks about, and back at the camera while the head sways; a moved picture keeps its eyes.

import { solved } from '../../image/geometry/linear-equations.ts'
import { median } from '../../system/statistics.ts'
import { degreesBetween, type HeadAngles, turnDegrees } from '../head-angles.ts'
import type { SizedFace } from '../observation.ts'
import { EYES, FLAT_SKIN, SIZED_SIDE, softened, zoneBetween } from '../sized-face.ts'

export interface SizedFrame {
  readonly angles: HeadAngles
  readonly sized: SizedFace
}

type Zone = ReturnType<typeof zoneBetween>

const EYE_REACH = { reachX: 11, reachY: 6 }
const SKIN_REACH = { reachX: 8, reachY: 6 }

/** Frames further apart in pose show another side of the eyes. */
const MOST_DEGREES_APART = 6
/** A head turned further away shows its eyes too narrow. */
const MOST_TURNED_DEGREES = 25
const MOST_PAIRS = 12
/** What an affine map leaves of the eyes of a flat picture, in pixels: of itself, and for each degree that the head turns. */
const OF_A_PICTURE = { still: 0.06, perDegree: 0.014 }

/** By what those of a moved picture show, which is about 1; the median of pairs alike in pose, undefined of none. */
export function eyesMotion(frames: readonly SizedFrame[]): number | undefined {
  const pairs = alikePairs(frames)
  if (pairs.length === 0) return undefined
  const eyes = EYES.map((ends) => zoneBetween(ends, EYE_REACH))
  // What flat skin changes by is noise.
  const skin = FLAT_SKIN.map((ends) => zoneBetween(ends, SKIN_REACH))
  const bands = new Map<SizedFrame, Band>()
  const bandOf = (frame: SizedFrame) => {
    const known = bands.get(frame) ?? detailOf(frame.sized)
    bands.set(frame, known)
    return known
  }
  const motions = pairs.map(([one, other]) => {
    const [a, b] = [bandOf(one), bandOf(other)]
    const noise = Math.min(...skin.map((zone) => laidOver(a, b, zone).rest))
    const [right = 0, left = 0] = eyes.map((zone) => {
      const { rest, slope } = laidOver(a, b, zone)
      return Math.sqrt((2 * Math.max(rest - noise, LEAST_OF_REST * rest)) / Math.max(1e-9, slope))
    })
    return Math.sqrt(right * left) / pictureMotion(degreesBetween(one.angles, other.angles))
  })
  return median(motions)
}

/** Noise explains no more than so much of what is left. */
const LEAST_OF_REST = 0.05

const pictureMotion = (degrees: number): number => OF_A_PICTURE.still + OF_A_PICTURE.perDegree * degrees

function alikePairs(all: readonly SizedFrame[]): (readonly [SizedFrame, SizedFrame])[] {
  const frames = all.filter(({ angles }) => turnDegrees(angles) <= MOST_TURNED_DEGREES)
  const pairs = frames.flatMap((one, i) => frames.slice(i + 1).map((other) => [one, other] as const))
  const alike = pairs.filter(([one, other]) => degreesBetween(one.angles, other.angles) <= MOST_DEGREES_APART)
  // Every so many, so that all parts of the session are compared with each other.
  const step = Math.max(1, alike.length / MOST_PAIRS)
  return Array.from(
    { length: Math.min(alike.length, MOST_PAIRS) },
    (_, i) => alike[Math.floor(i * step)],
  ).filter((pair) => pair !== undefined)
}

/** Detail of a middle size, by the light around it, and its slopes. */
interface Band {
  readonly detail: Float32Array
  readonly slopeX: Float32Array
  readonly slopeY: Float32Array
}

const FINE_REACH = 1
const COARSE_REACH = 8
const DARKEST = 10

function detailOf(face: SizedFace): Band {
  const grey = Float32Array.from(face)
  const [fine, coarse] = [softened(grey, SIZED_SIDE, FINE_REACH), softened(grey, SIZED_SIDE, COARSE_REACH)]
  const detail = fine.map((value, i) => {
    const around = coarse[i] as number
    return (value - around) / Math.max(DARKEST, around)
  })
  const slope = (step: number) =>
    detail.map((_, i) => ((detail[i + step] ?? 0) - (detail[i - step] ?? 0)) / 2)
  return { detail, slopeX: slope(1), slopeY: slope(SIZED_SIDE) }
}

interface Fit {
  /** Mean square of what differs once one zone is laid over the other. */
  readonly rest: number
  /** Mean square of the slopes: what differs by a pixel's shift. */
  readonly slope: number
}

/** Number of unknowns: six of the affine map, then the gain and the shift of the light. */
const UNKNOWNS = 8
const MOST_STEPS = 8
/** A zone is first looked for so far away, in pixels. */
const SEARCH = 3
/** A map that goes further has lost the zone. */
const FURTHEST = { shift: 8, bend: 0.35 }

/** Lays the zone of one frame over the other by the affine map, gain and shift of light that leave the least. */
function laidOver(one: Band, other: Band, zone: Zone): Fit {
  let map = bestShift(one.detail, other.detail, zone)
  let best = leftOver(one, other, zone, map)
  for (let step = 0; step < MOST_STEPS; step++) {
    const change = solved(equations(one, other, zone, map))
    if (!change) break
    const next = map.map((value, i) => value + (change[i] ?? 0))
    if (isLost(next)) break
    const now = leftOver(one, other, zone, next)
    if (!(now.likeness > best.likeness)) break
    const gain = now.likeness - best.likeness
    map = next
    best = now
    if (gain < 1e-5) break
  }
  return best
}

const isLost = ([a = 0, b = 0, x = 0, c = 0, d = 0, y = 0]: readonly number[]): boolean =>
  Math.abs(x) > FURTHEST.shift ||
  Math.abs(y) > FURTHEST.shift ||
  [a, b, c, d].some((bend) => Math.abs(bend) > FURTHEST.bend)

function bestShift(one: Float32Array, other: Float32Array, { x, y, reachX, reachY }: Zone): number[] {
  let [best, bestX, bestY] = [-2, 0, 0]
  for (let dy = -SEARCH; dy <= SEARCH; dy++)
    for (let dx = -SEARCH; dx <= SEARCH; dx++) {
      let [count, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0]
      for (let v = y - reachY; v <= y + reachY; v++)
        for (let u = x - reachX; u <= x + reachX; u++) {
          const p = one[v * SIZED_SIDE + u] as number
          const q = other[(v + dy) * SIZED_SIDE + u + dx] as number
          count++
          a += p
          b += q
          aa += p * p
          bb += q * q
          ab += p * q
        }
      const likeness = correlation(count, a, b, aa, bb, ab)
      if (likeness > best) [best, bestX, bestY] = [likeness, dx, dy]
    }
  return [0, 0, bestX, 0, 0, bestY]
}

const correlation = (count: number, a: number, b: number, aa: number, bb: number, ab: number): number =>
  (ab - (a * b) / count) / Math.sqrt(Math.max(1e-12, (aa - (a * a) / count) * (bb - (b * b) / count)))

function leftOver(
  one: Band,
  { detail, slopeX, slopeY }: Band,
  { x, y, reachX, reachY }: Zone,
  map: readonly number[],
): Fit & { readonly likeness: number } {
  let [count, a, b, aa, bb, ab, slopes] = [0, 0, 0, 0, 0, 0, 0]
  for (let v = -reachY; v <= reachY; v++)
    for (let u = -reachX; u <= reachX; u++) {
      placeIn(map, x, y, u, v)
      const p = one.detail[(y + v) * SIZED_SIDE + x + u] as number
      const q = sampled(detail)
      count++
      a += p
      b += q
      aa += p * p
      bb += q * q
      ab += p * q
      slopes += sampled(slopeX) ** 2 + sampled(slopeY) ** 2
    }
  const likeness = correlation(count, a, b, aa, bb, ab)
  const spread = (bb - (b * b) / count) / count
  return { likeness, rest: (1 - likeness * likeness) * spread, slope: slopes / count }
}

/** The place that was computed last: its upper left pixel, and how far right and below of it. */
const place = { at: 0, right: 0, below: 0 }

function placeIn(map: readonly number[], x: number, y: number, u: number, v: number): void {
  const last = SIZED_SIDE - 1.001
  const px = Math.max(
    0,
    Math.min(last, x + u + (map[0] as number) * u + (map[1] as number) * v + (map[2] as number)),
  )
  const py = Math.max(
    0,
    Math.min(last, y + v + (map[3] as number) * u + (map[4] as number) * v + (map[5] as number)),
  )
  const [left, top] = [Math.floor(px), Math.floor(py)]
  place.at = top * SIZED_SIDE + left
  place.right = px - left
  place.below = py - top
}

function sampled(values: Float32Array): number {
  const { at, right, below } = place
  const upper = (1 - right) * (values[at] as number) + right * (values[at + 1] as number)
  const lower =
    (1 - right) * (values[at + SIZED_SIDE] as number) + right * (values[at + SIZED_SIDE + 1] as number)
  return (1 - below) * upper + below * lower
}

/** Rows of the least squares for the next step; the last column is the right side. */
function equations(
  one: Band,
  { detail, slopeX, slopeY }: Band,
  { x, y, reachX, reachY }: Zone,
  map: readonly number[],
): Float64Array[] {
  const rows = Array.from({ length: UNKNOWNS }, () => new Float64Array(UNKNOWNS + 1))
  const terms = new Float64Array(UNKNOWNS + 1)
  for (let v = -reachY; v <= reachY; v++)
    for (let u = -reachX; u <= reachX; u++) {
      placeIn(map, x, y, u, v)
      const [across, down] = [sampled(slopeX), sampled(slopeY)]
      terms[0] = across * u
      terms[1] = across * v
      terms[2] = across
      terms[3] = down * u
      terms[4] = down * v
      terms[5] = down
      terms[6] = -(one.detail[(y + v) * SIZED_SIDE + x + u] as number)
      terms[7] = -1
      terms[8] = -sampled(detail)
      for (let i = 0; i < UNKNOWNS; i++) {
        const row = rows[i] as Float64Array
        for (let j = i; j <= UNKNOWNS; j++)
          row[j] = (row[j] as number) + (terms[i] as number) * (terms[j] as number)
      }
    }
  for (let i = 0; i < UNKNOWNS; i++) {
    const row = rows[i] as Float64Array
    for (let j = 0; j < i; j++) row[j] = rows[j]?.[i] as number
    // A little weight against bends that nothing in the zone shows.
    row[i] = 1.001 * (row[i] as number) + 1e-9
  }
  return rows
}
