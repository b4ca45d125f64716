// Puts strangers into the sessions of people who turn their heads: in one frame, in a task, in all turned frames, set aside.

import type { Random } from '../../../specimens/random.ts'
import { cosine } from '../../../src/gallery/cosine.ts'
import type { SeenFace } from '../../../src/vision/observation.ts'
import type { HeadTurn } from '../../kit/datasets/liveness.ts'
import type { PersonFrame, PersonFrames } from './people-frames.ts'

/** A frame of somebody, whatever it was taken for. */
export interface Face {
  readonly person: string
  readonly face: SeenFace
  readonly pose?: HeadTurn['pose']
}

export interface OwnSession {
  readonly person: string
  readonly frames: readonly Face[]
  /** Frames of the same tasks that are not among `frames`. */
  readonly unused: readonly Face[]
}

/** The tasks of the exercises that turn the head. */
const exercises: readonly (readonly HeadTurn['pose'][])[] = [
  ['front', 'image_left', 'image_right'],
  ['front', 'up', 'down'],
  ['front', 'image_left', 'image_right', 'up', 'down'],
]
export const framesATask = [1, 2, 3] as const
/** A stranger's frame is put in where the head is held alike, to either side. */
const ALIKE_DEGREES = 15

/** Sessions of every exercise, with one to three frames a task, `each` of every kind. */
export function drawOwnSessions({ name, frames }: PersonFrames, each: number, random: Random): OwnSession[] {
  const byPose = Map.groupBy(frames, ({ pose }) => pose)
  return exercises
    .map((poses) => poses.flatMap((pose) => byPose.get(pose) ?? []))
    .filter((own) => new Set(own.map(({ pose }) => pose)).size > 1)
    .flatMap((own) =>
      framesATask.flatMap((count) =>
        Array.from({ length: each }, () => {
          const tasks = [...Map.groupBy(random.shuffled(own), ({ pose }) => pose).values()]
          return {
            person: name,
            frames: tasks.flatMap((task) => task.slice(0, count).map(faceOf)),
            unused: tasks.flatMap((task) => task.slice(count).map(faceOf)),
          }
        }),
      ),
    )
}

export const faceOf = ({ video, face, pose }: PersonFrame): Face => ({ person: video, face, pose })

export interface Mixed {
  readonly person: string
  readonly stranger: string
  readonly faces: readonly SeenFace[]
  /** The strange frame, where it is set aside. */
  readonly aside?: SeenFace
}

/** One turned frame is a stranger's; none where no stranger holds the head alike. */
export function withOneStrange(session: OwnSession, strangers: readonly Face[], random: Random): Mixed[] {
  const replaced = random.shuffled(session.frames).find(isTurned)
  const stranger = replaced && random.shuffled(heldAlike(session, replaced, strangers))[0]
  return stranger ? [mixed(session, [replaced], [stranger])] : []
}

/** The same, by the stranger who looks most like the person's straight frames. */
export function withLookAlike(session: OwnSession, strangers: readonly Face[], random: Random): Mixed[] {
  const replaced = random.shuffled(session.frames).find(isTurned)
  const straight = session.frames.filter((frame) => !isTurned(frame))
  const likeness = ({ face }: Face) =>
    straight.reduce((sum, own) => sum + cosine(vectorOf(own.face), vectorOf(face)), 0)
  const [nearest] = replaced
    ? heldAlike(session, replaced, strangers).toSorted((a, b) => likeness(b) - likeness(a))
    : []
  return replaced && nearest ? [mixed(session, [replaced], [nearest])] : []
}

/** All frames of one turned task are one stranger's. */
export function withStrangeTask(session: OwnSession, strangers: readonly Face[], random: Random): Mixed[] {
  const pose = random.shuffled(session.frames).find(isTurned)?.pose
  const replaced = session.frames.filter((frame) => frame.pose === pose)
  return replacedBy(session, replaced, strangers, random)
}

/** The straight frames are the person's, all others one stranger's who did the same tasks. */
export const withStrangeTurns = (session: OwnSession, strangers: readonly Face[], random: Random): Mixed[] =>
  replacedBy(session, session.frames.filter(isTurned), strangers, random)

function replacedBy(
  session: OwnSession,
  replaced: readonly Face[],
  strangers: readonly Face[],
  random: Random,
): Mixed[] {
  const others = Map.groupBy(
    random.shuffled(strangers.filter(({ person }) => person !== session.person)),
    ({ person }) => person,
  )
  for (const own of others.values()) {
    const rest = [...own]
    const found = replaced.flatMap(({ pose }) => {
      const at = rest.findIndex((face) => face.pose === pose)
      return at < 0 ? [] : rest.splice(at, 1)
    })
    if (new Set(found.map(({ pose }) => pose)).size === new Set(replaced.map(({ pose }) => pose)).size)
      return [mixed(session, replaced, found)]
  }
  return []
}

/** A turned frame of a stranger is set aside, all others are the person's. */
export function withStrangeAside(session: OwnSession, strangers: readonly Face[], random: Random): Mixed[] {
  return withOneStrange(session, strangers, random).map(({ stranger, faces, person }) => {
    const strange = faces.find((face) => !session.frames.some((own) => own.face === face))
    return {
      person,
      stranger,
      faces: session.frames.map(({ face }) => face),
      ...(strange && { aside: strange }),
    }
  })
}

/** The straight frames are replaced by one photograph. */
export const withStrangeStraight = (session: OwnSession, photo: Face): Mixed =>
  mixed(
    session,
    session.frames.filter((frame) => !isTurned(frame)),
    [photo],
  )

const isTurned = ({ pose }: Face): boolean => pose !== 'front'

const vectorOf = ({ vector }: SeenFace): Float32Array => {
  if (vector) return vector
  throw new Error('a frame was looked at without its vector')
}

/** A frame of the same task, or of a photograph that was taken for no task one of much the same angles. */
function heldAlike({ person }: OwnSession, { face, pose }: Face, strangers: readonly Face[]): Face[] {
  const { yawDegrees, pitchDegrees } = face.angles
  return strangers.filter((other) => {
    if (other.person === person) return false
    if (other.pose) return other.pose === pose
    const yawApart = Math.abs(Math.abs(other.face.angles.yawDegrees) - Math.abs(yawDegrees))
    return yawApart < ALIKE_DEGREES && Math.abs(other.face.angles.pitchDegrees - pitchDegrees) < ALIKE_DEGREES
  })
}

const mixed = (session: OwnSession, replaced: readonly Face[], by: readonly Face[]): Mixed => ({
  person: session.person,
  stranger: by[0]?.person ?? '',
  faces: [...session.frames.filter((frame) => !replaced.includes(frame)), ...by].map(({ face }) => face),
})
