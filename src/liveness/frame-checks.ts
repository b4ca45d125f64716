// Checks that several families make on their frames: one person in each, tasks one after the other, genuineness.
import { atLeast, atMost, type Check } from '../checks.ts'
import { codes } from '../codes.ts'
import { median, probability, spread } from '../system/statistics.ts'
import { type Cues, logOddsOf, probabilityOf } from '../vision/genuineness/combine.ts'
import { turnDegrees } from '../vision/head-angles.ts'
import { type FaceFrame, type Frame, ofTask } from './frame.ts'
import type { CheckStep } from './step.ts'

/** At most `mostShare` of the frames, 0 to 1, may miss the face or show a second one. */
export function onePersonInEach(frames: readonly Frame[], mostShare: number): CheckStep[] {
  const share = (unfit: readonly Frame[]) => unfit.length / Math.max(1, frames.length)
  const without = frames.filter(({ people }) => people === 0)
  const several = frames.filter(({ people }) => people > 1)
  return [
    {
      code: codes.noFaceDetected,
      checks: () => [atMost('share-of-frames-without-face', share(without), mostShare)],
    },
    {
      code: codes.moreThanOneFace,
      checks: () => [atMost('share-of-frames-with-several-faces', share(several), mostShare)],
    },
  ]
}

/** Counts pairs of tasks of which each began before the other ended: a person does one task at a time. */
export function tasksInTurn(frames: readonly Frame[]): Check {
  const spans = [...new Set(frames.map(({ task }) => task))].map((task) => {
    const times = ofTask(frames, task).map(({ takenAtMs }) => takenAtMs)
    return { first: Math.min(...times), last: Math.max(...times) }
  })
  const mixed = spans.flatMap((one, i) =>
    spans.slice(i + 1).filter((other) => one.first < other.last && other.first < one.last),
  )
  return atMost('tasks-mixed-in-time', mixed.length, 0)
}

export function secondsTaken(frames: readonly Frame[], lifeMs: number): Check {
  const taken = frames.map(({ takenAtMs }) => takenAtMs)
  const seconds = taken.length === 0 ? 0 : (Math.max(...taken) - Math.min(...taken)) / 1000
  return atMost('seconds-taken', seconds, lifeMs / 1000)
}

/** What a caller asks of the passive check. */
export interface PassiveAsk {
  /** The share of the frames that are looked at, above 0 and at most 1; at least one always is. */
  readonly frameShare: number
  /** The least mean genuineness, 0 to 1. */
  readonly threshold: number
}

/** The network has learnt on faces that look ahead: where there are such frames, only they count. */
const STRAIGHT_DEGREES = 25

/**
 * One frame may look alive by chance, the median of several hardly: more is asked of it than of the mean. People who turn
 * their heads have 0.84 and more, sessions put together from filmed screens less than 0.65 (docs/evidence/accuracy.md).
 */
const MEDIAN = { times: 1.3, most: 0.65 }

/**
 * The passive check: a living face, or a picture of one, on average over a share of the frames that look ahead. The median
 * of all frames counts beside it, so that a few frames that were chosen well do not carry a filmed screen.
 */
export function genuineness(frames: readonly FaceFrame[], { frameShare, threshold }: PassiveAsk): Check[] {
  const straight = frames.filter(({ face: { angles } }) => turnDegrees(angles) <= STRAIGHT_DEGREES)
  const candidates = straight.length > 0 ? straight : frames
  const looked = cuesOf(spread(candidates, Math.ceil(frameShare * candidates.length)))
  const all = logOddsOf(cuesOf(frames))
  const middle = all.length === 0 ? 0 : probability(median(all))
  return [
    atLeast('genuineness', looked.length === 0 ? 0 : probabilityOf(looked, all.length), threshold),
    atLeast('genuineness-of-median-frame', middle, Math.min(MEDIAN.times * threshold, MEDIAN.most)),
  ]
}

const cuesOf = (frames: readonly FaceFrame[]): Cues[] =>
  frames.flatMap(({ face }) => (face.genuineness ? [face.genuineness.cues] : []))
