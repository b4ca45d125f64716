// Tests that a face that looks up or down is placed as if it looked level, and any other face as it is seen.
import { expect, test } from 'vitest'
import { apply, distance, type Transform } from '../../src/image/geometry/geometry.ts'
import { fivePoints, placeFace } from '../../src/models/face-embedder.ts'
import { pointOf } from '../../src/models/face-mesh.ts'
import { mean } from '../../src/system/statistics.ts'
import { placeLevel } from '../../src/vision/level-face.ts'
import { head } from './canonical-mesh.ts'

const POINTS = Array.from({ length: 468 }, (_, point) => point)

const placeAsSeen = (mesh: Float32Array): Transform => placeFace(fivePoints(mesh))

/** The mean distance from the places of a face that looks level, in pixels of the 112 of the input. */
function pixelsOff(placed: Transform, yaw: number, pitch: number): number {
  const [seen, level] = [head(yaw, pitch), head(yaw)]
  const wanted = placeAsSeen(level)
  return mean(
    POINTS.map((point) =>
      distance(apply(placed, pointOf(seen, point)), apply(wanted, pointOf(level, point))),
    ),
  )
}

test.each([
  ['up', 0, 35],
  ['down', 0, -35],
  ['down and to a side', 25, -30],
])('a face that looks %s is placed better than by its five points', (_name, yaw, pitch) => {
  const mesh = head(yaw, pitch)
  expect(pixelsOff(placeLevel(mesh), yaw, pitch)).toBeLessThan(pixelsOff(placeAsSeen(mesh), yaw, pitch))
})

test.each([0, -40, 60])('a face turned to the side by %i degrees is placed as it is seen', (yaw) => {
  const mesh = head(yaw)
  for (const point of POINTS) {
    const at = pointOf(mesh, point)
    expect(distance(apply(placeLevel(mesh), at), apply(placeAsSeen(mesh), at))).toBeLessThan(1)
  }
})
