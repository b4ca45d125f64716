// Whether all frames show one and the same person, however the head is turned.
import { atLeast, type Check } from '../checks.ts'
import { cosine } from '../gallery/cosine.ts'
import { mean } from '../statistics.ts'
import type { SeenFace } from '../vision/observation.ts'

/**
 * The least cosine between frames of one person. It falls with the degrees that the head is turned between them; a turn
 * to the side changes a face less than one up or down. The figures were chosen on frames of people who turn their heads,
 * where two different people, however turned, stay below 0.28: see `npm run evaluate -- liveness --only same-person`.
 */
const FRAMES = { straight: 0.4, perDegree: 0.0075, yawCounts: 1 }
const TASKS = { straight: 0.44, perDegree: 0.009, yawCounts: 0.3 }
const FREE_DEGREES = 15
const LEAST = 0.12

interface Link {
  readonly cosine: number
  readonly least: number
}

interface Pose {
  readonly vector: Float32Array
  readonly yawDegrees: number
  readonly pitchDegrees: number
}

/**
 * Compares each task with the mean of all others, so that another person in one task has nobody to resemble. The weakest
 * task decides; where there is one task only, its frames are compared with each other.
 */
export function samePersonInTasks(tasks: readonly (readonly SeenFace[])[]): Check[] {
  const done = tasks.filter((faces) => faces.length > 0)
  const within = done.filter((faces) => faces.length > 1).map((faces) => samePerson(faces))
  const weakest = within.reduce<Check | undefined>(
    (worst, check) => (worst && marginOf(worst) <= marginOf(check) ? worst : check),
    undefined,
  )
  const inTask = weakest ? [{ ...weakest, name: 'same-person-within-task' }] : []
  const poses = done.map(poseOf)
  if (poses.length < 2) return inTask
  const links = poses.map((pose) => {
    const others = poses.filter((other) => other !== pose)
    const nearest = Math.min(...others.map((other) => degreesApart(pose, other, TASKS.yawCounts)))
    return {
      cosine: cosine(pose.vector, unitMean(others.map(({ vector }) => vector))),
      least: leastAt(nearest, TASKS),
    }
  })
  const { cosine: alike, least } = links.reduce((a, b) => (margin(b) < margin(a) ? b : a))
  return [...inTask, atLeast('same-person', alike, least)]
}

/**
 * Joins all frames by links between frames that are alike enough: a head turned far is compared with the frames on the
 * way there. The weakest link that is needed decides.
 */
export function samePerson(faces: readonly SeenFace[]): Check {
  const weakest = weakestNeeded(faces)
  return atLeast('same-person', weakest?.cosine ?? 1, weakest?.least ?? FRAMES.straight)
}

/**
 * Compares each face that was set aside with those that count: the nearest of them must be the same person. The weakest
 * decides.
 */
export function samePersonSetAside(faces: readonly SeenFace[], aside: readonly SeenFace[]): Check[] {
  if (faces.length === 0 || aside.length === 0) return []
  const nearest = aside.map((one) =>
    faces.map((face) => link(one, face)).reduce((a, b) => (margin(b) > margin(a) ? b : a)),
  )
  const { cosine: alike, least } = nearest.reduce((a, b) => (margin(b) < margin(a) ? b : a))
  return [atLeast('same-person-set-aside', alike, least)]
}

/** The lowest margin in the maximum spanning tree of margins, grown from the first frame. */
function weakestNeeded(faces: readonly SeenFace[]): Link | undefined {
  const [first, ...rest] = faces
  if (!first) return undefined
  let outside = rest.map((face) => ({ face, best: link(first, face) }))
  let weakest: Link | undefined
  while (outside.length > 0) {
    const next = outside.reduce((a, b) => (margin(b.best) > margin(a.best) ? b : a))
    if (!weakest || margin(next.best) < margin(weakest)) weakest = next.best
    outside = outside
      .filter((one) => one !== next)
      .map(({ face, best }) => {
        const other = link(next.face, face)
        return { face, best: margin(other) > margin(best) ? other : best }
      })
  }
  return weakest
}

const margin = ({ cosine, least }: Link): number => cosine - least
const marginOf = ({ score, threshold }: Check): number => score - threshold

function link(a: SeenFace, b: SeenFace): Link {
  const apart = degreesApart(a.angles, b.angles, FRAMES.yawCounts)
  return { cosine: a.vector && b.vector ? cosine(a.vector, b.vector) : 0, least: leastAt(apart, FRAMES) }
}

function leastAt(degrees: number, { straight, perDegree }: typeof FRAMES): number {
  return Math.max(LEAST, straight - perDegree * Math.max(0, degrees - FREE_DEGREES))
}

function degreesApart(
  a: Pick<Pose, 'yawDegrees' | 'pitchDegrees'>,
  b: Pick<Pose, 'yawDegrees' | 'pitchDegrees'>,
  yawCounts: number,
): number {
  return Math.hypot(yawCounts * (a.yawDegrees - b.yawDegrees), a.pitchDegrees - b.pitchDegrees)
}

function poseOf(faces: readonly SeenFace[]): Pose {
  return {
    vector: unitMean(faces.flatMap(({ vector }) => (vector ? [vector] : []))),
    yawDegrees: mean(faces.map(({ angles }) => angles.yawDegrees)),
    pitchDegrees: mean(faces.map(({ angles }) => angles.pitchDegrees)),
  }
}

/** The mean direction of unit vectors, itself of length one; empty where there are none. */
function unitMean(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) for (const [i, value] of vector.entries()) sum[i] = (sum[i] ?? 0) + value
  const length = Math.hypot(...sum) || 1
  return sum.map((value) => value / length)
}
