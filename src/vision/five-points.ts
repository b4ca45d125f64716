// The five points by which a face is laid upright for comparing: those that gave the fewest errors when measured.
import type { FivePoints } from '../models/face-embedder.ts'
import { pointOf } from '../models/face-mesh.ts'

/** Middle of each iris, tip of the nose, corners of the mouth: those on the left of the image first. */
const POINTS = [468, 473, 4, 61, 291] as const

export function fivePoints(mesh: Float32Array): FivePoints {
  const [leftEye, rightEye, nose, leftCorner, rightCorner] = POINTS
  return [
    pointOf(mesh, leftEye),
    pointOf(mesh, rightEye),
    pointOf(mesh, nose),
    pointOf(mesh, leftCorner),
    pointOf(mesh, rightCorner),
  ]
}
