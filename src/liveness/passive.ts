// The passive check: on average over a share of the frames, is that a living face or a picture of one?
import { atLeast, type Check } from '../checks.ts'
import { spread } from '../statistics.ts'
import { probabilityOf } from '../vision/genuineness/combine.ts'
import type { FaceFrame } from './frame.ts'

export interface PassiveAsk {
  /** Of the frames that are looked at, above 0 and at most 1; at least one always is. */
  readonly frameShare: number
  /** 0 to 1. */
  readonly threshold: number
}

/** The network has learnt on faces that look ahead: where there are such frames, they speak for all. */
const STRAIGHT_DEGREES = 25

export function genuineness(frames: readonly FaceFrame[], { frameShare, threshold }: PassiveAsk): Check {
  const straight = frames.filter(
    ({ face: { angles } }) => Math.hypot(angles.yawDegrees, angles.pitchDegrees) <= STRAIGHT_DEGREES,
  )
  const candidates = straight.length > 0 ? straight : frames
  const looked = spread(candidates, Math.ceil(frameShare * candidates.length))
  const cues = looked.flatMap(({ face }) => (face.genuineness ? [face.genuineness.cues] : []))
  return atLeast('genuineness', cues.length === 0 ? 0 : probabilityOf(cues), threshold)
}
