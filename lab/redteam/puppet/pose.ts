// Moves the points of a sheet as a scene asks: expression, gaze and turn, then into the camera.

import { acted } from '../../../specimens/person/expression.ts'
import { actOf, FOCAL_SHARE, place, type Scene, turnFor } from '../../../specimens/person/render.ts'
import { at, between, plus, type Vector } from '../../../specimens/person/vector.ts'
import { FACE_POINTS } from '../../../src/models/canonical-mesh.ts'
import type { Sheet } from './sheet.ts'

export interface Posed {
  /** Camera at 0, looking along -z; centimetres. */
  readonly positions: Float64Array
  /** x and y in pixels of the scene. */
  readonly pixels: Float64Array
}

/** The distance from the middle of the eye to its pupil. */
const EYEBALL_CM = 1.2
/** The furthest that a pupil gets in its opening. */
const FURTHEST_GAZE_CM = { across: 0.5, up: 0.2 }

/** Where eyes look beside where they would, in centimetres of the iris. */
interface Glance {
  readonly across: number
  readonly up: number
}

export function posed(sheet: Sheet, scene: Scene, keepsGaze: boolean, glance?: Glance): Posed {
  const points = moved(sheet, scene, keepsGaze, glance)
  const turn = turnFor(scene)
  const focal = FOCAL_SHARE * Math.max(scene.width, scene.height)
  const count = sheet.turning.length
  const positions = new Float64Array(3 * count)
  const pixels = new Float64Array(2 * count)
  for (let i = 0; i < count; i++) {
    const [x, y, z] = place(scene, turn, at(points, i), sheet.turning[i] ?? 0)
    positions.set([x, y, z], 3 * i)
    pixels[2 * i] = scene.width / 2 - (focal * x) / z
    pixels[2 * i + 1] = scene.height / 2 + (focal * y) / z
  }
  return { positions, pixels }
}

function moved(
  { points, eyes, asTaken }: Sheet,
  scene: Scene,
  keepsGaze: boolean,
  { across, up }: Glance = { across: 0, up: 0 },
): Float64Array {
  const act = actOf(scene)
  const all = Float64Array.from(points)
  all.set(acted(points.subarray(0, 3 * FACE_POINTS), act))
  const gaze = plus(keepsGaze ? gazeShift(asTaken, scene) : [0, 0, 0], [across, up, 0])
  for (const [side, eye] of eyes.entries()) {
    const closed = side === 0 ? act.rightEyeClosed : act.leftEyeClosed
    const lid = eye.contour.map((point) => at(all, point))
    for (const [i, point] of eye.inner.entries())
      all.set(between(plus(at(all, point), gaze), lid[i] ?? gaze, closed), 3 * point)
    const lids = lid.reduce(plus, [0, 0, 0]).map((sum) => sum / lid.length) as unknown as Vector
    all.set(between(plus(at(all, eye.middle), gaze), lids, closed), 3 * eye.middle)
  }
  return all
}

/** Eyes that go on looking at the camera turn back by as much as the head turns. */
function gazeShift(from: Scene, { yawDegrees = 0, pitchDegrees = 0 }: Scene): Vector {
  const back = (degrees: number, furthest: number) =>
    Math.max(-furthest, Math.min(furthest, -EYEBALL_CM * Math.sin((degrees * Math.PI) / 180)))
  return [
    back(yawDegrees - (from.yawDegrees ?? 0), FURTHEST_GAZE_CM.across),
    back(pitchDegrees - (from.pitchDegrees ?? 0), FURTHEST_GAZE_CM.up),
    0,
  ]
}
