// Places a face that looks up or down on the embedder's input as if it looked level.
import { apply, fitAffine, type Transform } from '../image/geometry/geometry.ts'
import { fivePoints, placeFace } from '../models/face-embedder.ts'
import { pointOf } from '../models/face-mesh.ts'
import { headAngles } from './head-angles.ts'

/** Points of the face without those of the irises. */
const FACE_POINTS = 468
const RADIANS = Math.PI / 180

/**
 * A head that nods looks shorter, which a similarity cannot undo: a raised head then resembles itself less than it
 * does strangers. The mesh is turned until the nose points level, and the picture is stretched to follow it. Turns to
 * the side are left as they are, because the embedder copes with them.
 */
export function placeLevel(mesh: Float32Array): Transform {
  const level = levelled(mesh)
  const placed = placeFace(fivePoints(level))
  const points = Array.from({ length: FACE_POINTS }, (_, i) => i)
  return fitAffine(
    points.map((i) => pointOf(mesh, i)),
    points.map((i) => apply(placed, pointOf(level, i))),
  )
}

/** Turned about the horizontal axis that lies across the direction of the nose. */
function levelled(mesh: Float32Array): Float32Array {
  const { yawDegrees, pitchDegrees } = headAngles(mesh)
  const [cosYaw, sinYaw] = [Math.cos(RADIANS * yawDegrees), Math.sin(RADIANS * yawDegrees)]
  const [cosPitch, sinPitch] = [Math.cos(RADIANS * pitchDegrees), Math.sin(RADIANS * pitchDegrees)]
  const level = new Float32Array(mesh.length)
  for (let at = 0; at < mesh.length; at += 3) {
    // The mesh has y down and z away from the camera.
    const [x, up, near] = [mesh[at] ?? 0, -(mesh[at + 1] ?? 0), -(mesh[at + 2] ?? 0)]
    const across = cosYaw * x - sinYaw * near
    const along = sinYaw * x + cosYaw * near
    const forward = sinPitch * up + cosPitch * along
    level[at] = cosYaw * across + sinYaw * forward
    level[at + 1] = sinPitch * along - cosPitch * up
    level[at + 2] = sinYaw * across - cosYaw * forward
  }
  return level
}
