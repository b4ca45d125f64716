// Checks against one picture that was moved: what the frames of a session show when they are compared with each other.
import { atLeast, type Check, softly } from '../checks.ts'
import { spread } from '../statistics.ts'
import type { ComparedFrame, FrameComparison } from '../vision/one-picture/comparison.ts'
import { type Frame, withFace } from './frame.ts'

/** Of more frames, so many are compared. */
const MOST_COMPARED = 24

/** What the worker needs of the frames. */
export const comparedFrames = (frames: readonly Frame[]): ComparedFrame[] =>
  spread(withFace(frames), MOST_COMPARED).flatMap(({ task, face: { mesh, angles, skin } }) =>
    skin ? [{ task, mesh, angles, skin }] : [],
  )

const LEAST_SHADING_CHANGE = 0.06

/** None before the frames were compared, which is done once all else has passed. */
export function onePictureChecks(compared: FrameComparison | undefined): Check[] {
  const { shadingChange } = compared ?? {}
  return shadingChange === undefined
    ? []
    : [softly(atLeast('shading-change', shadingChange, LEAST_SHADING_CHANGE))]
}
