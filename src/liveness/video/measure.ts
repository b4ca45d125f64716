// Measures a video in the worker: the few numbers that a verdict needs, and the faces that were looked at closely.

import type { VideoFault } from '../../image/video/video.ts'
import type { SeenFace } from '../../vision/observation.ts'
import type { VideoObservation, VideoObservationReading } from '../../vision/observe-video.ts'
import { deepestBlink, motionWithin } from './motion.ts'
import { frozenShare, repeatedShare } from './repetition.ts'

export interface VideoMeasures {
  /** The share of the moments with a face, of those in which one was looked for. */
  readonly faceFoundShare: number
  /** The share of the moments with several people, of those in which people were counted. */
  readonly severalFacesShare: number
  readonly motionWithinFace: number
  readonly deepestBlink: number
  readonly frozenShare: number
  readonly repeatedShare: number
  /** The faces that were looked at closely, in order of time. */
  readonly closeLooks: readonly SeenFace[]
}

export function measureVideo(seen: VideoObservationReading): VideoMeasures | VideoFault {
  return 'fault' in seen ? seen : measured(seen)
}

function measured({ moments, closeLooks }: VideoObservation): VideoMeasures {
  const faces = moments.flatMap(({ face }) => face ?? [])
  const looked = moments.filter(({ face, persons }) => face || persons !== undefined)
  const counted = moments.flatMap(({ persons }) => persons ?? [])
  return {
    faceFoundShare: faces.length / Math.max(1, looked.length),
    severalFacesShare: counted.filter((persons) => persons > 1).length / Math.max(1, counted.length),
    motionWithinFace: motionWithin(faces),
    deepestBlink: deepestBlink(faces),
    frozenShare: frozenShare(moments),
    repeatedShare: repeatedShare(moments),
    closeLooks: closeLooks.map(({ face }) => face),
  }
}
