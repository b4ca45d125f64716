// Checks the path of the nose through the picture, in pixels of the announced size.
import { atLeast, atMost, type Check } from '../../checks.ts'
import { type Box, distance, type Point } from '../../image/geometry/geometry.ts'
import { pointOf } from '../../models/face-mesh.ts'
import { mean } from '../../system/statistics.ts'
import type { FaceFrame, FaceSight } from '../frame.ts'
import type { NosePlan } from './plan.ts'

const NOSE_TIP = 4
const OUTER_EYE_CORNERS = [33, 263] as const

export function noseTip({ image }: Pick<NosePlan, 'image'>, frame: FaceSight): Point {
  const times = image.width / frame.image.width
  const { x, y } = pointOf(frame.face.mesh, NOSE_TIP)
  return { x: x * times, y: y * times }
}

/** The distance of the nose from its box, in sides of the box; 0 within. */
export function outside({ nose }: Pick<NosePlan, 'nose'>, tip: Point): number {
  return distance(tip, nearestIn(nose, tip)) / nose.width
}

function nearestIn({ x, y, width, height }: Box, tip: Point): Point {
  const within = (value: number, least: number, length: number) =>
    Math.min(least + length, Math.max(least, value))
  return { x: within(tip.x, x, width), y: within(tip.y, y, height) }
}

/** Positions in single frames tremble: the path is judged on the means of so many stretches of it. */
const STRETCHES = 8

function stretches<Frame>(frames: readonly Frame[]): Frame[][] {
  const count = Math.min(STRETCHES, frames.length)
  return Array.from({ length: count }, (_, i) =>
    frames.slice(Math.round((i * frames.length) / count), Math.round(((i + 1) * frames.length) / count)),
  )
}

/** The length of a straight line as a share of the path: a hand that shakes a picture takes no straight path. */
const LEAST_STRAIGHTNESS = 0.4
/** The furthest that a nose may move between two frames, in distances between the eyes. */
const MOST_JUMP = 1.2

/** `nose_motion_check`: the nose moves steadily to its box. */
export function trajectory(plan: NosePlan, frames: readonly FaceFrame[]): Check[] {
  const middles = stretches(frames).map((stretch) => middleOf(stretch.map((frame) => noseTip(plan, frame))))
  const steps = middles.slice(1).map((point, i) => distance(point, middles[i] ?? point))
  const [first, last] = [middles[0], middles.at(-1)]
  const way = first && last ? distance(first, last) : 0
  const tips = frames.map((frame) => noseTip(plan, frame))
  const jumps = tips.slice(1).map((tip, i) => distance(tip, tips[i] ?? tip))
  const eyes = mean(frames.map((frame) => eyeDistance(plan, frame)))
  return [
    atLeast(
      'nose-way-straightness',
      way / (steps.reduce((sum, step) => sum + step, 0) || 1),
      LEAST_STRAIGHTNESS,
    ),
    atMost('nose-jump', Math.max(0, ...jumps) / (eyes || 1), MOST_JUMP),
  ]
}

const LEAST_ROTATION_DEGREES = 7
/** The share of the sideways path that the turn of the head must explain; a picture is pushed for most of it. */
const LEAST_TURNED_SHARE = 0.6
/** The size of a head: from the axis it turns about to the tip of the nose, and across the face. */
const LEVER_CM = 12
const FACE_WIDTH_CM = 15.5

/** `face_rotation_check`: the nose got there because the head turned that way, not because a picture was pushed. */
export function rotation(plan: NosePlan, frames: readonly FaceSight[]): Check[] {
  const parts = stretches(frames)
  const [first = [], last = []] = [parts[0], parts.at(-1)]
  const yaw = (stretch: readonly FaceSight[]) => mean(stretch.map(({ face }) => face.angles.yawDegrees))
  const across = (stretch: readonly FaceSight[]) => mean(stretch.map((frame) => noseTip(plan, frame).x))
  const widths = first.map(({ image, face }) => (face.box.width * plan.image.width) / image.width)
  const leverPixels = (LEVER_CM / FACE_WIDTH_CM) * mean(widths)
  const way = across(last) - across(first)
  const turned = Math.sign(way) * (yaw(last) - yaw(first))
  const explained = (leverPixels * Math.sin((turned * Math.PI) / 180)) / Math.max(1, Math.abs(way))
  return [
    atLeast('degrees-turned-towards-box', turned, LEAST_ROTATION_DEGREES),
    atLeast('share-of-way-turned', explained, LEAST_TURNED_SHARE),
  ]
}

function middleOf(points: readonly Point[]): Point {
  return { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) }
}

function eyeDistance(plan: NosePlan, { image, face }: FaceFrame): number {
  const [one, other] = OUTER_EYE_CORNERS.map((point) => pointOf(face.mesh, point))
  return one && other ? (distance(one, other) * plan.image.width) / image.width : 0
}
