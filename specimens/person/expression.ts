// Moves the points of a face: a smile, an open mouth, lids that close over the eyeball.
import { FACE_POINTS } from '../../src/models/canonical-mesh.ts'
import { bell, step } from './dice.ts'
import {
  type EyePoints,
  innerLowerLip,
  innerUpperLip,
  leftEye,
  outerLowerLip,
  outerUpperLip,
  rightEye,
} from './landmarks.ts'
import { at, between, type Eyeball, minus, plus, times, unitOf, type Vector } from './vector.ts'

export interface Act {
  readonly smile: number
  readonly mouthOpen: number
  readonly leftEyeClosed: number
  readonly rightEyeClosed: number
}

const MOST_OPEN_CM = 2.4
const BALL_RADIUS = 1.24
const MIDDLE_OF_EYE_BEHIND = 0.98
const DEEPEST = 1.8
/** In radii: how far from its middle the skin must be. */
const BALL_CLEAR = 1.02
/** Lids lie on the ball with their own thickness. */
const LID_CM = 0.1

export function acted(rest: Float64Array, act: Act): Float64Array {
  const face = Float64Array.from(rest)
  const anchors = anchorsOf(rest)
  for (let i = 0; i < FACE_POINTS; i++) face.set(smiled(at(face, i), act.smile, anchors), 3 * i)
  openMouth(face, act, anchors)
  closeEye(face, rest, rightEye, act.rightEyeClosed)
  closeEye(face, rest, leftEye, act.leftEyeClosed)
  return face
}

/** Behind the middle of the two corners, and no nearer than the skin about it; it moves with no expression. */
export function eyeballOf(rest: Float64Array, eye: EyePoints): Eyeball {
  const [one, other] = [at(rest, eye.outer), at(rest, eye.inner)]
  const [x, y, z] = between(one, other, 0.5)
  const width = Math.hypot(...minus(one, other))
  const radius = BALL_RADIUS * (0.5 + (0.5 * width) / 2.65)
  const around = [eye.outer, ...eye.upper, ...eye.lower, ...eye.upperLid, ...eye.lowerLid].map((point) =>
    at(rest, point),
  )
  const isInside = (back: number) =>
    around.every((point) => Math.hypot(...minus(point, [x, y, z - back])) > radius * BALL_CLEAR)
  let back = MIDDLE_OF_EYE_BEHIND + radius - BALL_RADIUS
  while (!isInside(back) && back < DEEPEST) back += 0.04
  return { middle: [x, y, z - back], radius }
}

/** Where on this person's left half a smile takes hold; the right half mirrors it. */
interface Anchors {
  readonly corner: Vector
  readonly lid: Vector
  readonly wing: Vector
}

const CORNER = 291
const LOWER_LID = 374
const NOSE_WING = 358

function anchorsOf(rest: Float64Array): Anchors {
  return { corner: at(rest, CORNER), lid: at(rest, LOWER_LID), wing: at(rest, NOSE_WING) }
}

function smiled([px, py, pz]: Vector, smile: number, { corner, lid, wing }: Anchors): Vector {
  if (smile === 0) return [px, py, pz]
  const side = Math.sign(px)
  const near = (x: number, y: number, spreadX: number, spreadY: number) =>
    bell(Math.abs(px) - x, spreadX) * bell(py - y, spreadY) * smile
  const atCorner = near(corner[0], corner[1], 1.25, 1.2)
  const cheek = near(corner[0] + 1.8, (corner[1] + lid[1]) / 2 + 0.1, 1.5, 1.4)
  const fold = near(corner[0] + 0.6, corner[1] + 1.4, 0.5, 1)
  const lowerLid = near(lid[0], lid[1] - 0.4, 1.1, 0.45)
  const atWing = near(wing[0], wing[1], 0.6, 0.7)
  return [
    px + side * (0.8 * atCorner + 0.12 * cheek + 0.16 * atWing),
    py + 0.95 * atCorner + 0.42 * cheek + 0.13 * lowerLid + 0.12 * atWing,
    pz - 0.5 * atCorner + 0.34 * cheek - 0.16 * fold,
  ]
}

/** The jaw sinks and with it all below the line of the lips; a smile shows the upper teeth. */
function openMouth(face: Float64Array, { smile, mouthOpen }: Act, { corner }: Anchors): void {
  const lower = new Set([...innerLowerLip.slice(1, -1), ...outerLowerLip.slice(1, -1)])
  const upper = new Set([...innerUpperLip, ...outerUpperLip])
  for (let i = 0; i < FACE_POINTS; i++) {
    const [x, y, z] = at(face, i)
    const middle = Math.max(0, 1 - (Math.abs(x) / (corner[0] + 0.7)) ** 2)
    const below = upper.has(i) ? 0 : lower.has(i) ? 1 : step(corner[1] + 0.4, corner[1] - 0.9, y)
    const sunk = mouthOpen * MOST_OPEN_CM * below * bell(x, 4.2) * (lower.has(i) ? 0.35 + 0.65 * middle : 1)
    const lip = smile * middle * (upper.has(i) ? 0.3 : lower.has(i) ? -0.2 : 0)
    face.set([x, y - sunk + lip, z - 0.25 * sunk], 3 * i)
  }
}

function closeEye(face: Float64Array, rest: Float64Array, eye: EyePoints, closed: number): void {
  if (closed === 0) return
  const ball = eyeballOf(rest, eye)
  for (const [i, upper] of eye.upper.entries()) {
    const lower = eye.lower[i] ?? upper
    const [above, below] = [at(face, upper), at(face, lower)]
    const line = between(below, above, 0.1)
    face.set(overBall(between(above, between(below, above, 0.04), closed), ball, closed), 3 * upper)
    face.set(overBall(between(below, line, closed * 0.98), ball, closed), 3 * lower)
    const sinking = minus(line, above)
    follow(face, eye.upperLid[i], sinking, 0.62 * closed, ball)
    follow(face, eye.upperFold[i], sinking, 0.22 * closed, ball)
    follow(face, eye.lowerLid[i], minus(line, below), 0.3 * closed, ball)
  }
  squeeze(face, eye, closed)
}

/** Who shuts one eye draws its brow down and its cheek up. */
function squeeze(face: Float64Array, eye: EyePoints, closed: number): void {
  const middle = between(at(face, eye.outer), at(face, eye.inner), 0.5)
  for (let i = 0; i < FACE_POINTS; i++) {
    const [x, y] = at(face, i)
    const brow = bell(x - middle[0], 1.9) * bell(y - middle[1] - 1.9, 0.7)
    const cheek = bell(x - middle[0] - Math.sign(middle[0]) * 0.5, 1.5) * bell(y - middle[1] + 2, 0.9)
    face[3 * i + 1] = y + closed * (0.22 * cheek - 0.28 * brow)
  }
}

function follow(
  face: Float64Array,
  point: number | undefined,
  by: Vector,
  share: number,
  ball: Eyeball,
): void {
  if (point === undefined) return
  face.set(overBall(plus(at(face, point), times(by, share)), ball, share > 0.3 ? 1 : 0), 3 * point)
}

function overBall(point: Vector, { middle, radius }: Eyeball, share: number): Vector {
  const out = minus(point, middle)
  const least = radius + LID_CM
  const away = Math.hypot(...out)
  return share === 0 || away >= least ? point : between(point, plus(middle, times(unitOf(out), least)), share)
}
