// Measures a video in the worker: the few numbers that a verdict needs, and the faces that were looked at closely.

import type { FacePrint } from '../../image/capture/face-print.ts'
import type { VideoFault } from '../../image/video/video.ts'
import { spread } from '../../system/statistics.ts'
import type { CloseLook, VideoObservation, VideoObservationReading } from '../../vision/observe-video.ts'
import { compareFrames } from '../../vision/one-picture/compare.ts'
import type { FrameComparison } from '../../vision/one-picture/comparison.ts'
import { type LipsMotion, ownMotionOfLips } from './lips.ts'
import { deepestBlink, motionWithin } from './motion.ts'
import { frozenShare, repeatedShare } from './repetition.ts'
import { deepestOpening } from './speech.ts'
import { lowestOf, stretchesOf } from './stretches.ts'

export interface VideoMeasures {
  /** The share of the moments with a face, of those in which one was looked for. */
  readonly faceFoundShare: number
  /** The share of the moments with several people, of those in which people were counted. */
  readonly severalFacesShare: number
  readonly motionWithinFace: number
  readonly deepestBlink: number
  readonly deepestOpening: number
  readonly ownMotionOfLips: LipsMotion
  /** Of the stretch in which most pictures stay the same. */
  readonly frozenShare: number
  readonly repeatedShare: number
  /** In order of time. */
  readonly closeLooks: readonly CloseLook[]
  /** What the pictures show when they are compared with each other: can they be one that was moved? */
  readonly compared: FrameComparison
  /** Prints of its pictures, in order. */
  readonly prints: readonly Uint8Array[]
  /** Those that are remembered. */
  readonly remembered: readonly FacePrint[]
}

/** Of more pictures, so many are compared. */
const MOST_COMPARED = 24

export function measureVideo(seen: VideoObservationReading): VideoMeasures | VideoFault {
  return 'fault' in seen ? seen : measured(seen)
}

function measured({ moments, closeLooks, unfolded, prints, remembered }: VideoObservation): VideoMeasures {
  const faces = moments.flatMap(({ face }) => face ?? [])
  const timed = moments.flatMap(({ atMs, face }) => (face ? { atMs, ...face } : []))
  const looked = moments.filter(({ face, persons }) => face || persons !== undefined)
  const counted = moments.flatMap(({ persons }) => persons ?? [])
  return {
    faceFoundShare: faces.length / Math.max(1, looked.length),
    severalFacesShare: counted.filter((persons) => persons > 1).length / Math.max(1, counted.length),
    motionWithinFace: motionWithin(faces),
    deepestBlink: deepestBlink(faces),
    deepestOpening: deepestOpening(timed),
    ownMotionOfLips: ownMotionOfLips(timed),
    frozenShare: -(lowestOf(stretchesOf(moments), (within) => -frozenShare(within))?.value ?? 0),
    repeatedShare: repeatedShare(moments),
    closeLooks,
    compared: compareFrames(spread(unfolded, MOST_COMPARED).map((frame) => ({ task: '', ...frame }))),
    prints,
    remembered,
  }
}
