// Confirms that a detection is a face: the mesh is confident of it, or its points stay in place when it is laid again.
import { type Box, boundingBox, distance, middleOf, type Point } from '../image/geometry/geometry.ts'
import type { Pixels } from '../image/pixels.ts'
import { type Detection, LEFT_EYE, RIGHT_EYE } from '../models/face-detector.ts'
import { layMesh, MESH_POINTS, type Mesh, pointOf, type Region } from '../models/face-mesh.ts'
import { type Network, threshold } from '../models/network.ts'

export interface Candidate extends Detection {
  /** Found by both detectors, or in two tiles. */
  readonly seconded: boolean
}

/** The mesh was trained on regions this much larger than the detector's box. */
const REGION_PER_BOX = 1.5
/** Size of the second region by the first: detectors misplace the eyes of a face in profile or looking far down. */
const SECOND_LOOK = 0.8
const OUTER_EYE_CORNERS = [33, 263] as const
/** On a face in full profile the mesh is not confident, yet its points move no more than this; elsewhere they do. */
const MAX_SHIFT = 0.045
const MIN_SCORE_IN_PROFILE = 0.7

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
  if (!candidate.seconded || candidate.score < MIN_SCORE_IN_PROFILE) return undefined
  return steadyMesh(network, pixels, second)
}

/** Lays the mesh twice more, each time where the one before says the face is. */
async function steadyMesh(network: Network, pixels: Pixels, mesh: Mesh): Promise<Mesh | undefined> {
  const least = threshold(network, 'presence')
  const third = await layMesh(network, pixels, regionOfMesh(mesh.points))
  if (third.presence >= least) return third
  const fourth = await layMesh(network, pixels, regionOfMesh(third.points))
  const isSteady = meanShift(third.points, fourth.points) <= MAX_SHIFT
  return fourth.presence >= least || isSteady ? fourth : undefined
}

/** Mean distance of the same point in two meshes, as a share of the face. */
function meanShift(one: Float32Array, other: Float32Array): number {
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

/** The region by the mesh alone, which does not depend on the detector's box. */
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
