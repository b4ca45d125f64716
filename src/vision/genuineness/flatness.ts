// Measures over several frames whether a face moves like a flat picture: all points of one plane follow a homography, those of a head do not.
import { fitHomography } from '../../image/geometry/fit-homography.ts'
import type { Point } from '../../image/geometry/geometry.ts'
import { project } from '../../image/geometry/perspective.ts'
import { pointOf } from '../../models/face-mesh.ts'
import { canonicalFace } from '../canonical-face.ts'

/** Mesh points that no expression moves. */
const STILL_POINTS: readonly number[] = [
  ...canonicalFace.map(([point]) => point),
  ...[1, 2, 5, 9, 45, 50, 98, 101, 108, 151, 168, 195, 197, 275, 280, 327, 330, 337],
]
const OUTER_EYE_CORNERS = [33, 263] as const

/**
 * Mean distance, over all pairs of frames, between the points and where the best homography would bring them, as a share
 * of the distance of the eyes. It is near zero for a photograph, also if that is tilted or slightly bent.
 */
export function reliefMotion(meshes: readonly Float32Array[]): number {
  const residuals: number[] = []
  for (const [i, one] of meshes.entries())
    for (const other of meshes.slice(i + 1)) residuals.push(residual(one, other))
  if (residuals.length === 0) throw new RangeError('motion needs two frames')
  return residuals.reduce((sum, value) => sum + value, 0) / residuals.length
}

function residual(one: Float32Array, other: Float32Array): number {
  const from = STILL_POINTS.map((index) => pointOf(one, index))
  const to = STILL_POINTS.map((index) => pointOf(other, index))
  const mapping = fitHomography(from, to)
  const squares = from.reduce((sum, point, i) => sum + squaredDistance(project(mapping, point), to[i]), 0)
  const eyes = squaredDistance(pointOf(other, OUTER_EYE_CORNERS[0]), pointOf(other, OUTER_EYE_CORNERS[1]))
  return Math.sqrt(squares / from.length / (eyes || 1))
}

function squaredDistance(one: Point, other: Point | undefined): number {
  return other === undefined ? 0 : (one.x - other.x) ** 2 + (one.y - other.y) ** 2
}
