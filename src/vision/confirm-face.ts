// Decides whether a detection is a face: the mesh's own word for it, or a mesh that stays put when looked at anew.
import { type Box, boundingBox, distance, middleOf, type Point } from '../image/geometry/geometry.ts'
import type { Pixels } from '../image/pixels.ts'
import { type Detection, LEFT_EYE, RIGHT_EYE } from '../models/face-detector.ts'
import { layMesh, MESH_POINTS, type Mesh, pointOf, type Region } from '../models/face-mesh.ts'
import { type Network, threshold } from '../models/network.ts'

export interface Candidate extends Detection {
  /** Both detectors saw it, or two tiles. */
  readonly seconded: boolean
}

/** The mesh was trained on regions this much larger than the detector's box. */
const REGION_PER_BOX = 1.5
/** The eyes of a face in full profile or far down are drawn askew; a tighter, upright region helps the mesh out. */
const SECOND_LOOK = 0.8
const OUTER_EYE_CORNERS = [33, 263] as const
/** Of a face in full profile the mesh says no, yet its points agree from look to look; of no face they wander. */
const MOST_WANDERING = 0.045
const LEAST_SCORE_TURNED_AWAY = 0.7

export async function confirmedMesh(
  network: Network,
  pixels: Pixels,
  candidate: Candidate,
): Promise<Mesh | undefined> {
  const least = threshold(network, 'presence')
  const region = regionOf(candidate)
  const first = await layMesh(network, pixels, region)
  if (first.presence >= least) return first
  const upright = { ...region, radians: candidate.radians, side: region.side * SECOND_LOOK }
  const second = await layMesh(network, pixels, upright)
  if (second.presence >= least) return second
  if (!candidate.seconded || candidate.score < LEAST_SCORE_TURNED_AWAY) return undefined
  return steadyMesh(network, pixels, second)
}

/** Looks where the mesh itself says the face is, twice more. */
async function steadyMesh(network: Network, pixels: Pixels, mesh: Mesh): Promise<Mesh | undefined> {
  const least = threshold(network, 'presence')
  const third = await layMesh(network, pixels, regionOfMesh(mesh.points))
  if (third.presence >= least) return third
  const fourth = await layMesh(network, pixels, regionOfMesh(third.points))
  const isSteady = wandering(third.points, fourth.points) <= MOST_WANDERING
  return fourth.presence >= least || isSteady ? fourth : undefined
}

/** Mean distance of the same point in two meshes, as a share of the face. */
export function wandering(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let i = 0; i < MESH_POINTS; i++) sum += distance(pointOf(one, i), pointOf(other, i))
  const { width, height } = boxOf(other)
  return sum / MESH_POINTS / Math.max(width, height, 1)
}

export function regionOf({ box, points }: Detection): Region {
  const left = points[LEFT_EYE] ?? middleOf(box)
  const right = points[RIGHT_EYE] ?? left
  return {
    middle: middleOf(box),
    side: REGION_PER_BOX * Math.max(box.width, box.height),
    radians: Math.atan2(right.y - left.y, right.x - left.x),
  }
}

/** From the mesh itself, for a second look that does not depend on how the detector drew its box. */
export function regionOfMesh(mesh: Float32Array): Region {
  const box = boxOf(mesh)
  const [left, right] = [pointOf(mesh, OUTER_EYE_CORNERS[0]), pointOf(mesh, OUTER_EYE_CORNERS[1])]
  return {
    middle: middleOf(box),
    side: REGION_PER_BOX * Math.max(box.width, box.height),
    radians: Math.atan2(right.y - left.y, right.x - left.x),
  }
}

export function boxOf(mesh: Float32Array): Box {
  const points: Point[] = []
  for (let i = 0; i < MESH_POINTS; i++) points.push(pointOf(mesh, i))
  return boundingBox(points)
}
