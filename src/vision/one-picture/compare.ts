// Compares the frames of one session with each other: can they all be one picture that was moved?
import { median } from '../../statistics.ts'
import type { HeadAngles } from '../head-angles.ts'
import { pixelsPerPlace } from '../skin.ts'
import type { ComparedFrame, FrameComparison } from './comparison.ts'
import { shadingChange } from './shading.ts'

/** A head turned by less is lit much as before. */
const LEAST_TURN_DEGREES = 14
/** So many turned frames are compared with the straightest one. */
const MOST_TURNED = 6

export function compareFrames(frames: readonly ComparedFrame[]): FrameComparison {
  const [straight, ...others] = frames.toSorted((a, b) => turnOf(a.angles) - turnOf(b.angles))
  if (!straight) return {}
  const turned = others
    .filter(({ angles }) => degreesBetween(angles, straight.angles) >= LEAST_TURN_DEGREES)
    .slice(0, MOST_TURNED)
  const one = seenSkin(straight)
  const changes = turned.flatMap((frame) => shadingChange(one, seenSkin(frame)) ?? [])
  return changes.length === 0 ? {} : { shadingChange: median(changes) }
}

const seenSkin = ({ skin, mesh }: ComparedFrame) => ({ skin, seen: pixelsPerPlace(mesh) })

const turnOf = ({ yawDegrees, pitchDegrees }: HeadAngles): number => Math.hypot(yawDegrees, pitchDegrees)

const degreesBetween = (a: HeadAngles, b: HeadAngles): number =>
  Math.hypot(a.yawDegrees - b.yawDegrees, a.pitchDegrees - b.pitchDegrees)
