// Signs that frames were not taken by a camera now: sent before, copied, out of time, from somewhere else.
import { atMost, type Check, softly } from '../checks.ts'
import { SAME_SHOT_IN_SESSION, sameShot } from '../image/capture/shot-print.ts'
import { mean, spread } from '../system/statistics.ts'
import { degreesBetween } from '../vision/head-angles.ts'
import type { FrameComparison } from '../vision/one-picture/comparison.ts'
import { MOST_LIKE_PERSONA } from '../vision/persona-faces.ts'
import type { FaceFrame, Frame } from './frame.ts'
import type { LightAnswer } from './light/answer.ts'
import type { LightStep } from './light/plan.ts'
import type { Telling } from './told-tasks.ts'

export interface Session {
  /** The frames that count, in the order in which they were taken, each picture once. */
  readonly frames: readonly Frame[]
  /** Frames that were set aside, in which one person is seen clearly. */
  readonly aside?: readonly FaceFrame[]
  /** By task: the number asked for where what was sent fits it, otherwise the number sent. */
  readonly counts?: Readonly<Record<string, number>>
  readonly startedAtMs: number
  /** How a person took the tasks that were told one by one; absent where start told them all. */
  readonly telling?: Telling
  /** Share of the frames that were seen in earlier challenges; absent until all else was judged. */
  readonly seenBeforeShare?: number
  /** How like a persona of the sandbox the likest face is; absent in tests, where personas go through. */
  readonly personaLikeness?: number
  /** What the frames show when compared with each other; absent until all else has passed. */
  readonly compared?: FrameComparison
  /** The sequence of a light challenge with the durations that its steps had on the screen. */
  readonly shown?: readonly LightStep[]
  /** How the face answered the light of the screen; of the light challenge, absent until all else has passed. */
  readonly light?: LightAnswer
}

/** Clocks of callers run a little differently, and some count whole seconds. */
const CLOCK_SLACK_MS = 2_000
/** People do not turn their head faster than this. */
const MOST_DEGREES_A_SECOND = 700
/** Share of frames that may be pictures of earlier challenges: see `npm run evaluate -- liveness --only injection`. */
export const MOST_SEEN_BEFORE = 0.4
/** Share of frames that may be the very picture of another one, encoded anew. */
const MOST_COPIES = 0.29
const MOST_DOUBLE_COMPRESSION = 0.5
/** One sign that honest callers also give is noted; two together are refused. */
const MOST_NOTED = 1

/** Frames that were set aside are looked at too, but never thin out the signs of the frames that count. */
export function injectionChecks({ frames, aside = [], ...session }: Session): Check[] {
  const checks = signsIn({ frames, ...session })
  if (aside.length === 0) return checks
  const ofAll = signsIn({ frames: [...frames, ...aside], ...session })
  return checks.map((check, i) => {
    const other = ofAll[i] ?? check
    return severity.indexOf(other.outcome) > severity.indexOf(check.outcome) ? other : check
  })
}

const severity: readonly Check['outcome'][] = ['passed', 'noted', 'failed']

function signsIn({ frames, startedAtMs, seenBeforeShare, personaLikeness }: Session): Check[] {
  const shots = frames.flatMap(({ shot }) => shot ?? [])
  const decisive = [
    ...(personaLikeness === undefined ? [] : [noPersona(personaLikeness)]),
    ...(seenBeforeShare === undefined
      ? []
      : [atMost('seen-in-an-earlier-challenge', seenBeforeShare, MOST_SEEN_BEFORE)]),
    atMost('copies-of-one-picture', copiesShare(frames), MOST_COPIES),
    atMost('seconds-beyond-possible-time', secondsBeyond(frames, startedAtMs), 0),
    atMost('image-sizes', new Set(frames.map(({ image }) => `${image.width}x${image.height}`)).size, 1),
  ]
  const soft = [
    softly(atMost('encoders', new Set(shots.map(({ encoder }) => encoder)).size, mostEncoders(frames))),
    softly(
      atMost(
        'double-compression',
        mean(shots.map(({ doubleCompression }) => doubleCompression)),
        MOST_DOUBLE_COMPRESSION,
      ),
    ),
  ]
  const noted = soft.filter(({ outcome }) => outcome === 'noted').length
  return [...decisive, ...soft, atMost('noted-signs', noted, MOST_NOTED)]
}

/** A face that is published with this program is nobody's. */
export const noPersona = (likeness: number): Check => atMost('persona-likeness', likeness, MOST_LIKE_PERSONA)

/** Cameras change their tables with the scene now and then; a session put together from several has one for every few frames. */
const mostEncoders = (frames: readonly Frame[]): number => Math.max(1, Math.floor(frames.length / 4))

/** Of more frames than this, so many are compared, each with each. */
const MOST_COMPARED = 16

/** The share of frames that are, but for their encoding, the picture of an earlier frame. */
function copiesShare(frames: readonly Frame[]): number {
  const prints = spread(
    frames.flatMap(({ shot }) => shot ?? []),
    MOST_COMPARED,
  ).map(({ print }) => print)
  const copies = prints.filter((print, i) =>
    prints.slice(0, i).some((earlier) => sameShot(print, earlier) >= SAME_SHOT_IN_SESSION),
  )
  return copies.length / Math.max(1, prints.length)
}

/** Frames cannot have been taken over a longer time than has passed between the start and the last that came. */
function secondsBeyond(frames: readonly Frame[], startedAtMs: number): number {
  const taken = frames.map(({ takenAtMs }) => takenAtMs)
  const claimed = Math.max(...taken) - Math.min(...taken)
  const possible = Math.max(...frames.map(({ receivedAtMs }) => receivedAtMs)) - startedAtMs + CLOCK_SLACK_MS
  return Math.max(0, claimed - possible) / 1000
}

/**
 * The fastest turn between frames that follow each other. A caller that counts whole seconds is given one more. Frames
 * without a time of their own say nothing: several may arrive at the same moment.
 */
export function turningSpeed(all: readonly FaceFrame[]): Check {
  const frames = all.filter(({ takenAtMs, receivedAtMs }) => takenAtMs !== receivedAtMs)
  const inSeconds = frames.every(({ takenAtMs }) => takenAtMs % 1000 === 0)
  const speeds = frames.flatMap((frame, i) => {
    const before = frames[i - 1]
    if (!before) return []
    const [from, to] = [before.face.angles, frame.face.angles]
    const ms = frame.takenAtMs - before.takenAtMs + (inSeconds ? 1000 : 20)
    return [(1000 * degreesBetween(from, to)) / ms]
  })
  return atMost('degrees-a-second', Math.max(0, ...speeds), MOST_DEGREES_A_SECOND)
}
