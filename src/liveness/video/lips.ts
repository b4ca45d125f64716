// Lips that move of themselves: what turning, opening and blinking do not explain, and which goes on from picture to picture.
import { solved } from '../../image/geometry/linear-equations.ts'
import { mean } from '../../system/statistics.ts'
import { turnDegrees } from '../../vision/head-angles.ts'
import type { FollowedFace } from '../../vision/observe-video.ts'

interface Seen extends FollowedFace {
  readonly atMs: number
}

/** Corners of the mouth, thickness of both lips, corners from the eyes, lips from nose and chin: pairs of points of the mesh. */
const LENGTHS = [
  [61, 291],
  [0, 13],
  [14, 17],
  [61, 33],
  [291, 263],
  [13, 2],
  [17, 152],
] as const
const OUTER_EYE_CORNERS = [33, 263] as const
const LIPS = [13, 14] as const

/** The mesh of a head turned further has its lips where they are not. */
const MOST_TURNED_DEGREES = 25
/** Lips move on for a tenth of a second or two; pictures further apart say nothing of each other. */
const MOST_APART_MS = 250
const FEWEST_PICTURES = 12

export interface LipsMotion {
  /** How like what is left of one picture is to what is left of the next, -1 to 1: the mean over all lengths. */
  readonly likeness: number
  readonly pictures: number
}

/**
 * A person who speaks presses, rolls and rounds the lips besides opening them. The lips of a photograph go where its mesh is
 * pulled, and what is left is the error of the network that found them, which differs from picture to picture.
 */
export function ownMotionOfLips(seen: readonly Seen[]): LipsMotion {
  const faces = seen.filter(({ angles }) => turnDegrees(angles) <= MOST_TURNED_DEGREES)
  const pictures = faces.length
  if (pictures < FEWEST_PICTURES) return { likeness: 0, pictures }
  const causes = causesOf(faces)
  const likenesses = LENGTHS.map((points) => {
    const lengths = faces.map(({ mesh }) => lengthOf(mesh, points))
    return likenessOfNext(unexplained(lengths, causes), faces, causes[0]?.length ?? 0)
  })
  return { likeness: mean(likenesses), pictures }
}

/** By the distance of the eyes. */
const lengthOf = (mesh: Float32Array, points: readonly [number, number]): number =>
  apart(mesh, points) / (apart(mesh, OUTER_EYE_CORNERS) || 1)

function apart(mesh: Float32Array, [one, other]: readonly [number, number]): number {
  const along = (axis: number) => (mesh[3 * one + axis] ?? 0) - (mesh[3 * other + axis] ?? 0)
  return Math.hypot(along(0), along(1), along(2))
}

/** What a photograph can be made to do: one row a picture, each cause with a mean of 0 and a deviation of 1. */
function causesOf(faces: readonly FollowedFace[]): number[][] {
  const columns = [
    faces.map(({ angles }) => angles.yawDegrees),
    faces.map(({ angles }) => angles.pitchDegrees),
    faces.map(({ angles }) => angles.rollDegrees),
    faces.map(({ mesh }) => lengthOf(mesh, LIPS)),
    faces.map(({ leftEye, rightEye }) => leftEye.closed + rightEye.closed),
  ].map(standardised)
  return faces.map((_, i) => [1, ...columns.map((column) => column[i] ?? 0)])
}

function standardised(values: readonly number[]): number[] {
  const middle = mean(values)
  const deviation = Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
  return values.map((value) => (value - middle) / (deviation || 1))
}

/** Where a cause does not vary, it explains nothing. */
const LEAST_WEIGHT = 1e-6

/** What is left of the values by least squares. */
function unexplained(values: readonly number[], causes: readonly (readonly number[])[]): number[] {
  const count = causes[0]?.length ?? 0
  const product = (a: number, b: number) =>
    causes.reduce((sum, row) => sum + (row[a] ?? 0) * (row[b] ?? 0), 0)
  const rows = Array.from({ length: count }, (_, a) =>
    Float64Array.from({ length: count + 1 }, (_, b) =>
      b < count
        ? product(a, b) + (a === b ? LEAST_WEIGHT : 0)
        : causes.reduce((sum, row, i) => sum + (row[a] ?? 0) * (values[i] ?? 0), 0),
    ),
  )
  const weights = solved(rows) ?? []
  return values.map((value, i) =>
    weights.reduce((left, weight, a) => left - weight * (causes[i]?.[a] ?? 0), value),
  )
}

/** The correlation of what is left with that of the next picture; `fitted` numbers were taken out of it already. */
function likenessOfNext(left: readonly number[], faces: readonly Seen[], fitted: number): number {
  const squares = left.reduce((sum, value) => sum + value * value, 0) / Math.max(1, left.length - fitted)
  const products = left.flatMap((value, i) => {
    const [before, after] = [faces[i - 1], faces[i]]
    return before && after && after.atMs - before.atMs <= MOST_APART_MS ? [value * (left[i - 1] ?? 0)] : []
  })
  return products.length === 0 || squares < 1e-12 ? 0 : mean(products) / squares
}
