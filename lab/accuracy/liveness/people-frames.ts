// Orders the frames of people who turn their heads by person, and makes sessions of a profile challenge of them.

import type { Random } from '../../../specimens/random.ts'
import type { Frame, SeenFrame } from '../../../src/liveness/frame.ts'
import type { Session } from '../../../src/liveness/injection.ts'
import { custom, type ProfilePlan, planProfile } from '../../../src/liveness/profile/plan.ts'
import type { TurnTask } from '../../../src/liveness/profile/tasks.ts'
import type { SeenFace } from '../../../src/vision/observation.ts'
import type { HeadTurn } from '../../kit/datasets/liveness.ts'
import type { ObservedFrame } from './observe-frames.ts'

export interface PersonFrame extends HeadTurn {
  readonly frame: SeenFrame
  readonly face: SeenFace
}

export interface PersonFrames {
  readonly name: string
  readonly frames: readonly PersonFrame[]
}

/** A person's left is the image's right: the pictures are not mirrored. */
export const taskOfPose = {
  front: 'keep-face-ahead',
  image_right: 'turn-face-left',
  image_left: 'turn-face-right',
  up: 'tilt-face-up',
  down: 'tilt-face-down',
} as const satisfies Record<HeadTurn['pose'], TurnTask | 'keep-face-ahead'>

export function peopleOf(seen: readonly ObservedFrame<HeadTurn>[]): PersonFrames[] {
  const found = seen.flatMap(({ item, frame }) => {
    if (frame.face) return [{ ...item, frame, face: frame.face }]
    throw new Error(`no face was found in ${item.file}`)
  })
  return [...Map.groupBy(found, ({ video }) => video)].map(([name, frames]) => ({
    name,
    frames: frames.toSorted((a, b) => a.seconds - b.seconds),
  }))
}

/** A plan that leaves the number of frames to the caller, for frames of this size. */
export const planFor = ({ image }: SeenFrame): ProfilePlan =>
  planProfile({ image, exercise: [custom], isStatic: true }, () => 1)

export type Take = Pick<PersonFrame, 'pose' | 'frame' | 'seconds' | 'face'>

const STARTED_AT_MS = 1_700_000_000_000

/** The times are those of frames that are sent when they are taken. */
export function sessionOf(takes: readonly Take[]): Session {
  const frames = takes.map(({ pose, frame, seconds }, i): Frame => {
    const atMs = STARTED_AT_MS + Math.round(1000 * seconds)
    return { ...frame, id: String(i), task: taskOfPose[pose], takenAtMs: atMs, receivedAtMs: atMs }
  })
  return {
    frames: frames.toSorted((a, b) => a.takenAtMs - b.takenAtMs),
    startedAtMs: STARTED_AT_MS,
    seenBeforeShare: 0,
  }
}

/** Each session has one frame a task. All combinations are returned, or so many of them drawn at random. */
export function drawSessions({ frames }: PersonFrames, most: number, random: Random): Take[][] {
  const tasks = [...Map.groupBy(frames, ({ pose }) => pose).values()]
  const all = tasks.reduce<Take[][]>(
    (done, own) => done.flatMap((session) => own.map((frame) => [...session, frame])),
    [[]],
  )
  return random.shuffled(all).slice(0, most)
}

/** Each task has so many frames, or as many as there are; tasks follow each other, half a second apart. */
export function drawLongSession({ frames }: PersonFrames, count: () => number, random: Random): Take[] {
  const tasks = [...Map.groupBy(frames, ({ pose }) => pose).values()]
  const drawn = tasks.flatMap((own) => random.shuffled(own).slice(0, count()))
  return drawn.map((take, i) => ({ ...take, seconds: i / 2 }))
}
