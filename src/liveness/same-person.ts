// Whether all frames show one and the same person, however the head is turned.
import { atLeast, type Check } from '../checks.ts'
import { cosine } from '../gallery/cosine.ts'
import { unit } from '../models/face-embedder.ts'
import type { HeadAngles } from '../vision/head-angles.ts'
import type { SeenFace } from '../vision/observation.ts'

/**
 * The least cosine between a frame and the mean of those that it joins. It falls with the degrees to the nearest of
 * them, and is held between `most` and `least`. See `npm run evaluate -- liveness --only same-person`.
 */
const LINE = { most: 0.45, freeDegrees: 10, perDegree: 0.0075, least: 0.24 }
/** A turn to the side changes a face much less for the embedder than a nod. */
const YAW_COUNTS = 0.2
/** A frame so many degrees further away counts e times less in the mean: like is compared with like. */
const FADING_DEGREES = 15

interface Join {
  readonly cosine: number
  readonly least: number
}

/**
 * Joins the frames one by one, beginning with the one most like all others. The next is always the one that fits best
 * to those joined already, so that a head turned far is compared with the frames on the way there, and a stranger, in
 * one frame or in many, comes last. The weakest join decides.
 */
export function samePerson(faces: readonly SeenFace[]): Check {
  const weakest = weakestOf(joinsOf(faces.map(poseOf)))
  return atLeast('same-person', weakest?.cosine ?? 1, weakest?.least ?? LINE.most)
}

/** Each face that was set aside must join those that count. The weakest decides. */
export function samePersonSetAside(faces: readonly SeenFace[], aside: readonly SeenFace[]): Check[] {
  const joins = aside.map((face) => {
    const outsider = outsiderOf(poseOf(face))
    for (const one of faces) meet(outsider, poseOf(one))
    return joinOf(outsider)
  })
  const weakest = faces.length === 0 ? undefined : weakestOf(joins)
  return weakest ? [atLeast('same-person-set-aside', weakest.cosine, weakest.least)] : []
}

interface Pose {
  readonly vector: Float32Array
  readonly angles: HeadAngles
}

/** A frame that has not joined, and what it knows of those that have. */
interface Outsider {
  readonly pose: Pose
  /** The sum of their vectors, each weighted by how near its pose is. */
  readonly sum: Float32Array
  nearestDegrees: number
}

function joinsOf(poses: readonly Pose[]): Join[] {
  const first = mostTypical(poses)
  let outside = poses.filter((pose) => pose !== first).map(outsiderOf)
  const joins: Join[] = []
  for (let joined = first; joined && outside.length > 0; ) {
    for (const outsider of outside) meet(outsider, joined)
    const next = outside
      .map((outsider) => ({ outsider, join: joinOf(outsider) }))
      .reduce((a, b) => (margin(b.join) > margin(a.join) ? b : a))
    joins.push(next.join)
    outside = outside.filter((outsider) => outsider !== next.outsider)
    joined = next.outsider.pose
  }
  return joins
}

function mostTypical(poses: readonly Pose[]): Pose | undefined {
  const [first] = poses
  const sum = new Float32Array(first?.vector.length ?? 0)
  for (const { vector } of poses) add(sum, vector, 1)
  return poses.reduce(
    (best, pose) => (best && cosine(best.vector, sum) >= cosine(pose.vector, sum) ? best : pose),
    first,
  )
}

const outsiderOf = (pose: Pose): Outsider => ({
  pose,
  sum: new Float32Array(pose.vector.length),
  nearestDegrees: Infinity,
})

function meet(outsider: Outsider, joined: Pose): void {
  const degrees = degreesApart(outsider.pose.angles, joined.angles)
  add(outsider.sum, joined.vector, Math.exp(-degrees / FADING_DEGREES))
  outsider.nearestDegrees = Math.min(outsider.nearestDegrees, degrees)
}

const joinOf = ({ pose, sum, nearestDegrees }: Outsider): Join => ({
  cosine: cosine(pose.vector, unit(sum)),
  least: leastAt(nearestDegrees),
})

const margin = ({ cosine, least }: Join): number => cosine - least

const weakestOf = (joins: readonly Join[]): Join | undefined =>
  joins.toSorted((a, b) => margin(a) - margin(b))[0]

function leastAt(degrees: number): number {
  const { most, freeDegrees, perDegree, least } = LINE
  return Math.max(least, most - perDegree * Math.max(0, degrees - freeDegrees))
}

/** For the embedder a face turned to the left is much the same as one turned to the right. */
function degreesApart(a: HeadAngles, b: HeadAngles): number {
  const yaw = Math.abs(a.yawDegrees) - Math.abs(b.yawDegrees)
  return Math.hypot(YAW_COUNTS * yaw, a.pitchDegrees - b.pitchDegrees)
}

/** A face without a vector counts as another person. */
const poseOf = ({ vector, angles }: SeenFace): Pose => ({ vector: vector ?? new Float32Array(128), angles })

function add(sum: Float32Array, vector: Float32Array, times: number): void {
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + times * (vector[i] as number)
}
