// Finds how a person has to stand and turn so that the face fills a box, or the nose is in one.
import type { Box, Point } from '../../src/image/geometry/geometry.ts'
import type { Person } from '../person/person.ts'
import { type Scene, truePoints } from '../person/render.ts'

const NOSE_TIP = 4
/** Arm's length and less: a phone cannot be held nearer or further away. */
const REACH_CM = { nearest: 14, furthest: 160 }

/** A person, or something that is posed in a scene like one. */
export type Actor = Person | { readonly seed: number; readonly pointsIn: (scene: Scene) => Float64Array }

const pointsOf = (actor: Actor, scene: Scene): Float64Array =>
  'pointsIn' in actor ? actor.pointsIn(scene) : truePoints(actor, scene)

export function faceBox(actor: Actor, scene: Scene): Box {
  const points = pointsOf(actor, scene)
  const side = (axis: 0 | 1) => {
    const values = points.filter((_, i) => i % 2 === axis)
    return [Math.min(...values), Math.max(...values)] as const
  }
  const [left, right] = side(0)
  const [top, bottom] = side(1)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

export function noseTip(actor: Actor, scene: Scene): Point {
  const points = pointsOf(actor, scene)
  return { x: points[2 * NOSE_TIP] ?? 0, y: points[2 * NOSE_TIP + 1] ?? 0 }
}

/** The scene with the distance at which the face fills so much of the box. */
export function atShare(
  actor: Actor,
  scene: Scene,
  box: Pick<Box, 'width' | 'height'>,
  share: number,
): Scene {
  const wanted = share * box.width * box.height
  let { nearest, furthest } = REACH_CM
  for (let halving = 0; halving < 30; halving++) {
    const distanceCm = (nearest + furthest) / 2
    const { width, height } = faceBox(actor, { ...scene, distanceCm })
    if (width * height > wanted) nearest = distanceCm
    else furthest = distanceCm
  }
  return { ...scene, distanceCm: (nearest + furthest) / 2 }
}

/** The scene with the head turned so that the nose points there. */
export function noseAt(actor: Actor, scene: Scene, target: Point): Scene {
  let [yawDegrees, pitchDegrees] = [scene.yawDegrees ?? 0, scene.pitchDegrees ?? 0]
  for (let step = 0; step < 12; step++) {
    const here = noseTip(actor, { ...scene, yawDegrees, pitchDegrees })
    const across = noseTip(actor, { ...scene, yawDegrees: yawDegrees + 1, pitchDegrees }).x - here.x
    const up = noseTip(actor, { ...scene, yawDegrees, pitchDegrees: pitchDegrees + 1 }).y - here.y
    yawDegrees += (target.x - here.x) / (across || 1)
    pitchDegrees += (target.y - here.y) / (up || 1)
  }
  return { ...scene, yawDegrees, pitchDegrees }
}
