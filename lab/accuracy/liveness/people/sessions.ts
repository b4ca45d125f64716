// Cuts sessions of each family out of what was seen of a person: the tasks are those that the person happened to do.
import type { Random } from '../../../../specimens/random.ts'
import { hasFailed } from '../../../../src/checks.ts'
import { distance } from '../../../../src/image/geometry/geometry.ts'
import {
  type Distance,
  distances,
  planDistance,
  taskOf as taskOfDistance,
} from '../../../../src/liveness/distance/plan.ts'
import { verifyDistance } from '../../../../src/liveness/distance/verify.ts'
import { FACE_PROPORTION, sharedShare } from '../../../../src/liveness/face-box.ts'
import { type FaceSight, type Frame, type SeenFrame, withFace } from '../../../../src/liveness/frame.ts'
import { guideToFace } from '../../../../src/liveness/guidance.ts'
import { guideIntoArea } from '../../../../src/liveness/in-area.ts'
import type { Session } from '../../../../src/liveness/injection.ts'
import { noseTip, rotation, trajectory } from '../../../../src/liveness/nose/path.ts'
import { type NosePlan, planNose } from '../../../../src/liveness/nose/plan.ts'
import { verifyNose } from '../../../../src/liveness/nose/verify.ts'
import { STRAIGHT as STRAIGHTEST } from '../../../../src/liveness/profile/measures.ts'
import { guideProfile } from '../../../../src/liveness/profile/plan.ts'
import type { ProfileTask } from '../../../../src/liveness/profile/tasks.ts'
import { verifyProfile } from '../../../../src/liveness/profile/verify.ts'
import type { LivenessVerdict } from '../../../../src/liveness/verdict.ts'
import { turnDegrees } from '../../../../src/vision/head-angles.ts'
import type { SeenFace } from '../../../../src/vision/observation.ts'
import { median } from '../../../kit/statistics/summary.ts'
import { planFor } from '../people-frames.ts'
import type { Look, Recording, Source } from './films.ts'

export const framedFamilies = ['profile', 'nose', 'distance'] as const
type FramedFamily = (typeof framedFamilies)[number]

export interface CutSession {
  readonly person: string
  readonly source: Source | 'puppet'
  readonly family: FramedFamily
  readonly session: Session
  readonly verify: (session: Session) => LivenessVerdict
}

type SeenLook = Look & { readonly frame: SeenFrame & FaceSight }

/** The defaults of the server. */
export const passive = { frameShare: 1, threshold: 0.5 }
export const profileAsk = { ...passive, lifeMs: 180_000, isMirrored: false }
const STARTED_AT_MS = 1_700_000_000_000

/** As callers send: in order, at their own times, each as soon as it was taken. */
export function sessionOf(shown: readonly { task: string; seconds: number; frame: SeenFrame }[]): Session {
  const frames = shown.map(({ task, seconds, frame }, i): Frame => {
    const atMs = STARTED_AT_MS + Math.round(1000 * seconds)
    return { ...frame, id: String(i), task, takenAtMs: atMs, receivedAtMs: atMs }
  })
  return { frames, startedAtMs: STARTED_AT_MS, seenBeforeShare: 0 }
}

const verifyingProfile =
  (image: SeenFrame): CutSession['verify'] =>
  (session) =>
    verifyProfile(planFor(image), session, profileAsk)

/** Frames that guidance takes: one person, in enough light, not blurred, and all of the face in the picture. */
const clear = ({ looks }: Recording): SeenLook[] =>
  looks.filter(
    (look): look is SeenLook =>
      look.frame.face !== undefined &&
      guideToFace(look.frame) === undefined &&
      sharedShare(look.frame.face.box, { x: 0, y: 0, ...look.frame.image }) >= WHOLE,
  )
/** Meshes reach a little beyond the face. */
const WHOLE = 0.97

/** People look into the camera so straight when they are asked to; where nobody does, what a challenge still takes. */
const AHEAD = { yawDegrees: 10, pitchDegrees: 15 }

function aheadIn(looks: readonly SeenLook[]): SeenLook[] {
  const within = (most: typeof AHEAD) =>
    looks.filter(
      ({
        frame: {
          face: { angles },
        },
      }) =>
        Math.abs(angles.yawDegrees) <= most.yawDegrees && Math.abs(angles.pitchDegrees) <= most.pitchDegrees,
    )
  const ahead = within(AHEAD)
  return ahead.length > 0
    ? ahead
    : within({ yawDegrees: STRAIGHTEST.yawDegrees - 2, pitchDegrees: STRAIGHTEST.pitchDegrees - 2 })
}

const facesOf = (looks: readonly SeenLook[]) => looks.map(({ frame: { face } }) => face)

const MOST_OF_TASK = 3
/** A head turned further shows a face that no network knows well; nobody is asked to. */
const MOST_TURNED = 50
const TURNS = ['turn-face-left', 'turn-face-right'] as const
const NODS = ['tilt-face-up', 'tilt-face-down'] as const

/** One to three frames of each task that the person did, half a second apart: turns always, nods every other time. */
export function profileSessions(recording: Recording, most: number, random: Random): CutSession[] {
  const looks = clear(recording)
  const ahead = aheadIn(looks).filter(({ frame }) => guided('keep-face-ahead', frame, []))
  const [first] = ahead
  if (!first) return []
  const verify = verifyingProfile(first.frame)
  return Array.from({ length: most }, (_, i): CutSession[] => {
    const straight = drawn(ahead, random)
    const doing = (tasks: readonly ProfileTask[]) =>
      tasks.flatMap((task) => {
        const own = looks.filter(
          ({ frame }) =>
            turnDegrees(frame.face.angles) <= MOST_TURNED && guided(task, frame, facesOf(straight)),
        )
        return own.length > 0 ? [{ task, own: drawn(own, random) }] : []
      })
    const turns = doing(TURNS)
    if (turns.length === 0) return []
    const tasks = [{ task: 'keep-face-ahead', own: straight }, ...turns, ...(i % 2 === 0 ? doing(NODS) : [])]
    const shown = tasks.flatMap(({ task, own }) => own.map(({ frame }) => ({ task, frame })))
    const session = sessionOf(shown.map((one, k) => ({ ...one, seconds: k / 2 })))
    return [{ person: recording.person, source: recording.source, family: 'profile', session, verify }]
  }).flat()
}

const drawn = (looks: readonly SeenLook[], random: Random): SeenLook[] =>
  inTime(random.shuffled(looks).slice(0, 1 + random.below(MOST_OF_TASK)))

/** Whether the answer to a frame would have been `ok`. */
const guided = (task: ProfileTask, frame: SeenFrame, straight: readonly SeenFace[]): boolean =>
  guideProfile(planFor(frame), task, frame, { straight, isMirrored: false }) === 'ok'

const inTime = (looks: readonly SeenLook[]): SeenLook[] => looks.toSorted((a, b) => a.seconds - b.seconds)

/** How far heads are turned that reach the box of a nose challenge, in degrees. */
const NOSE_TURNS = [10, 14, 18, 24]
const LEAST_NOSE_FRAMES = 3
const MOST_NOSE_FRAMES = 12
/** Frames further apart in time are another motion, and one that goes back by more is no way to a box. */
const LONGEST_PAUSE = 1.1
const MOST_BACK_DEGREES = 3
/** The way of the nose by the height of the picture: less is no way to a box beside it. */
const LEAST_WAY = 0.07

/** Every stretch in which a straight head turns so far, and the nose goes there by the turn: its box is where the nose got to. */
export function noseSessions(recording: Recording, most: number, random: Random): CutSession[] {
  const looks = clear(recording)
  const found: SeenLook[][] = []
  for (const [i, first] of looks.entries()) {
    if (Math.abs(first.frame.face.angles.yawDegrees) > AHEAD.yawDegrees + 2) continue
    for (const side of [-1, 1])
      for (const degrees of NOSE_TURNS) {
        const way = wayTo(looks.slice(i, i + MOST_NOSE_FRAMES), side, degrees)
        if (way) found.push(way)
      }
  }
  const unique = [...new Map(found.map((way) => [way.map(({ seconds }) => seconds).join(), way])).values()]
  const sessions = unique.filter(isDone).map((way) => noseSession(recording, way))
  return random.shuffled(sessions).slice(0, most)
}

/** A person who was asked would have stayed in the area, and not have leant aside instead of turning. */
function isDone(way: readonly SeenLook[]): boolean {
  const plan = nosePlanFor(way)
  const frames = withFace(sessionOf(way.map((look) => ({ ...look, task: 'nose' }))).frames)
  return (
    frames.every((frame) => guideIntoArea(plan, frame) === undefined) &&
    ![...trajectory(plan, frames), ...rotation(plan, frames)].some(hasFailed)
  )
}

function wayTo(looks: readonly SeenLook[], side: number, degrees: number): SeenLook[] | undefined {
  const yaw = (look: SeenLook) => side * look.frame.face.angles.yawDegrees
  const [first] = looks
  if (!first) return undefined
  for (const [i, look] of looks.entries()) {
    const before = looks[i - 1]
    if (before && look.seconds - before.seconds > LONGEST_PAUSE) return undefined
    if (before && yaw(look) < yaw(before) - MOST_BACK_DEGREES) return undefined
    if (yaw(look) - yaw(first) < degrees) continue
    const way = looks.slice(0, i + 1)
    const moved = distance(noseTip(first.frame, first.frame), noseTip(look.frame, look.frame))
    const isWay = way.length >= LEAST_NOSE_FRAMES && moved >= LEAST_WAY * look.frame.image.height
    return isWay ? way : undefined
  }
  return undefined
}

function nosePlanFor(way: readonly SeenLook[]): NosePlan {
  const { frame } = way.at(-1) as SeenLook
  const usual = planNose(frame.image, (least) => least)
  const tip = noseTip(frame, frame)
  const { width, height } = usual.nose
  return {
    ...usual,
    nose: { width, height, x: Math.round(tip.x - width / 2), y: Math.round(tip.y - height / 2) },
  }
}

const noseSession = ({ person, source }: Recording, way: readonly SeenLook[]): CutSession => ({
  person,
  source,
  family: 'nose',
  session: sessionOf(way.map((look) => ({ ...look, task: 'nose' }))),
  verify: (session) => verifyNose(nosePlanFor(way), session, passive),
})

/** The face of somebody who came nearer: by so much at least, and straight. */
const LEAST_GROWTH = 1.2
const STRAIGHT = { yawDegrees: 12, pitchDegrees: 8 }
/** Shares of the frames, by size, that are taken for each distance. */
const BY_SIZE: Readonly<Record<Distance, readonly [number, number]>> = {
  far: [0, 0.25],
  normal: [0.38, 0.62],
  close: [0.75, 1],
}
/** The face fills so much of its box. */
const FILLED = 0.9

/** Boxes of the sizes that the face had, which callers may ask for. */
export function distanceSessions(recording: Recording, most: number, random: Random): CutSession[] {
  const height = ({ frame: { face } }: SeenLook) => Math.sqrt(face.box.width * face.box.height)
  const all = clear(recording)
  const pitch = median(all.map(({ frame: { face } }) => face.angles.pitchDegrees))
  const looks = all
    .filter(
      ({ frame: { face } }) =>
        Math.abs(face.angles.yawDegrees) <= STRAIGHT.yawDegrees &&
        Math.abs(face.angles.pitchDegrees - pitch) <= STRAIGHT.pitchDegrees,
    )
    .toSorted((a, b) => height(a) - height(b))
  const at = (share: number) => looks[Math.min(looks.length - 1, Math.floor(share * looks.length))]
  const [small, large] = [at(0.1), at(0.9)]
  if (looks.length < 9 || !small || !large || height(large) / height(small) < LEAST_GROWTH) return []
  return Array.from({ length: most }, (): CutSession => {
    const drawn = Object.fromEntries(
      distances.map((name) => {
        const [from, to] = BY_SIZE[name]
        const own = looks.slice(Math.floor(from * looks.length), Math.ceil(to * looks.length))
        return [name, inTime(random.shuffled(own).slice(0, 2 + random.below(2)))]
      }),
    ) as Record<Distance, SeenLook[]>
    const { image } = small.frame
    const highest = Math.min(image.height, image.width / FACE_PROPORTION)
    const ratioOf = (name: Distance) => {
      const areas = drawn[name].map(({ frame: { face } }) => face.box.width * face.box.height)
      const area = areas.reduce((sum, one) => sum + one, 0) / areas.length
      return Math.sqrt(area / FILLED / FACE_PROPORTION) / highest
    }
    const ratios = { far: ratioOf('far'), normal: ratioOf('normal'), close: ratioOf('close') }
    const amounts = { far: drawn.far.length, normal: drawn.normal.length, close: drawn.close.length }
    const plan = planDistance(
      { image, ratios, amounts, minFaceShare: 0.7, maxFaceShare: 1.1 },
      (least) => least,
    )
    const shown = distances.flatMap((name) =>
      drawn[name].map(({ frame }) => ({ task: taskOfDistance(name), frame })),
    )
    return {
      person: recording.person,
      source: recording.source,
      family: 'distance',
      session: sessionOf(shown.map((one, k) => ({ ...one, seconds: k / 2 }))),
      verify: (session) => verifyDistance(plan, session, passive),
    }
  })
}
