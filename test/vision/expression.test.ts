// Tests that smile, mouth and eyes are read the same in any pose, and that left is the person's own left.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Blendshapes, blendshapeNames } from '../../src/models/face-blendshapes.ts'
import { MESH_POINTS } from '../../src/models/face-mesh.ts'
import { readExpression, smileProbability } from '../../src/vision/expression.ts'

const neutral = Object.fromEntries(blendshapeNames.map((name) => [name, 0])) as Blendshapes

/** The points are: corner, corner, and the lids above and below at even steps between them. */
function opening(
  mesh: Float32Array,
  corners: readonly [number, number],
  lids: readonly number[][],
  at: Spot,
) {
  const { x, y, width, height } = at
  mesh.set([x, y, 3], 3 * corners[0])
  mesh.set([x + width, y, -2], 3 * corners[1])
  for (const [i, [upper = 0, lower = 0]] of lids.entries()) {
    const along = x + ((i + 1) * width) / 4
    mesh.set([along, y - height / 2, 5], 3 * upper)
    mesh.set([along, y + height / 2, 5], 3 * lower)
  }
}
interface Spot {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The person's left eye is on the right of the picture. */
function face({ left = 9, right = 9, mouth = 12 }): Float32Array {
  const mesh = new Float32Array(3 * MESH_POINTS)
  opening(
    mesh,
    [33, 133],
    [
      [160, 144],
      [159, 145],
      [158, 153],
    ],
    { x: 100, y: 100, width: 30, height: right },
  )
  opening(
    mesh,
    [362, 263],
    [
      [385, 380],
      [386, 374],
      [387, 373],
    ],
    { x: 170, y: 100, width: 30, height: left },
  )
  opening(
    mesh,
    [78, 308],
    [
      [82, 87],
      [13, 14],
      [312, 317],
    ],
    { x: 120, y: 170, width: 60, height: mouth },
  )
  return mesh
}

function turned(
  mesh: Float32Array,
  [a, b, c]: readonly [number, number, number],
  scale: number,
): Float32Array {
  const result = new Float32Array(mesh.length)
  for (let i = 0; i < mesh.length; i += 3) {
    let [x = 0, y = 0, z = 0] = mesh.subarray(i)
    ;[x, y] = [x * Math.cos(a) - y * Math.sin(a), x * Math.sin(a) + y * Math.cos(a)]
    ;[y, z] = [y * Math.cos(b) - z * Math.sin(b), y * Math.sin(b) + z * Math.cos(b)]
    ;[x, z] = [x * Math.cos(c) + z * Math.sin(c), -x * Math.sin(c) + z * Math.cos(c)]
    result.set([scale * x + 50, scale * y - 20, scale * z], i)
  }
  return result
}

describe('openness', () => {
  test('is height by width, of each eye its own', () => {
    const { leftEye, rightEye, mouthOpenness } = readExpression(
      face({ left: 3, right: 9, mouth: 30 }),
      neutral,
      0,
    )
    const [eyeWidth, mouthWidth] = [Math.hypot(30, 5), Math.hypot(60, 5)]
    expect(leftEye.openness).toBeCloseTo(3 / eyeWidth, 5)
    expect(rightEye.openness).toBeCloseTo(9 / eyeWidth, 5)
    expect(mouthOpenness).toBeCloseTo(30 / mouthWidth, 5)
  })

  test('is the same however the head is turned, and however near it is', () => {
    const angle = fc.double({ min: -1.4, max: 1.4, noNaN: true })
    const height = fc.double({ min: 0, max: 15, noNaN: true })
    fc.assert(
      fc.property(
        fc.tuple(angle, angle, angle),
        height,
        fc.integer({ min: 1, max: 10 }),
        (turn, left, scale) => {
          const straight = readExpression(face({ left }), neutral, 0)
          const away = readExpression(turned(face({ left }), turn, scale), neutral, 0)
          expect(away.leftEye.openness).toBeCloseTo(straight.leftEye.openness, 4)
          expect(away.rightEye.openness).toBeCloseTo(straight.rightEye.openness, 4)
          expect(away.mouthOpenness).toBeCloseTo(straight.mouthOpenness, 4)
        },
      ),
    )
  })

  test('of a mesh that is one point is zero, not a fault', () => {
    expect(readExpression(new Float32Array(3 * MESH_POINTS), neutral, 0).mouthOpenness).toBe(0)
  })
})

test('smile rises with the corners of the mouth and with the look of the face; each eye has its own closure', () => {
  const shapes = {
    ...neutral,
    mouthSmileLeft: 0.8,
    mouthSmileRight: 0.4,
    eyeBlinkLeft: 0.9,
    eyeBlinkRight: 0.1,
  }
  const smiling = (happiness: number, corner = 0.4) =>
    readExpression(face({}), { ...shapes, mouthSmileRight: corner }, happiness)
  const { smileCues, leftEye, rightEye } = smiling(2)
  expect(smileCues.mesh).toBeCloseTo(0.6)
  expect(smileCues.picture).toBe(2)
  expect(smiling(3).smile).toBeGreaterThan(smiling(2).smile)
  expect(smiling(2, 0.9).smile).toBeGreaterThan(smiling(2).smile)
  for (const extreme of [-1e9, 1e9]) expect(smiling(extreme).smile).toBeCloseTo(extreme > 0 ? 1 : 0)
  expect([leftEye.closed, rightEye.closed]).toEqual([0.9, 0.1])
})

describe('a smile', () => {
  test('is the more probable the more the corners are up, and the happier the picture', () => {
    const probable = (mesh: number, picture: number) => smileProbability({ mesh, picture })
    const [little, more, most] = [probable(0.1, -2), probable(0.5, -2), probable(0.5, 3)]
    expect(more).toBeGreaterThan(little)
    expect(most).toBeGreaterThan(more)
  })

  test('is never more sure than sure, whatever the cues', () => {
    for (const mesh of [-1, 0, 1, 2])
      for (const picture of [-1000, 0, 1000]) {
        const smile = smileProbability({ mesh, picture })
        expect(smile).toBeGreaterThanOrEqual(0)
        expect(smile).toBeLessThanOrEqual(1)
      }
  })
})
