// Measures how much the light on a face changes while the head is held: a picture that is lit at random changes as much as when it turns.
import { median } from '../../statistics.ts'
import { degreesBetween, type HeadAngles } from '../head-angles.ts'
import { type SeenSkin, sharedSkin } from './shared-skin.ts'
import { shadingChange } from './skin-change.ts'

interface LitFrame {
  readonly angles: HeadAngles
}

/** Frames further apart in pose are lit differently by the same lamp. */
const MOST_DEGREES_APART = 5
const MOST_PAIRS = 12

/** The median over pairs of frames alike in pose, wherever the head is turned to; undefined where no two are. */
export function lightAtRest<Frame extends LitFrame>(
  frames: readonly Frame[],
  skinOf: (frame: Frame) => SeenSkin,
): number | undefined {
  const pairs = frames.flatMap((one, i) =>
    frames
      .slice(i + 1)
      .filter((other) => degreesBetween(one.angles, other.angles) <= MOST_DEGREES_APART)
      .map((other) => [one, other] as const),
  )
  // Every so many, so that all parts of the session are compared with each other.
  const every = Math.max(1, Math.ceil(pairs.length / MOST_PAIRS))
  const changes = pairs
    .filter((_, i) => i % every === 0)
    .flatMap(([one, other]) => {
      const shared = sharedSkin(skinOf(one), skinOf(other))
      return shared ? [shadingChange(shared)] : []
    })
  return changes.length === 0 ? undefined : median(changes)
}
