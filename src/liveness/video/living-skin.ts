// Whether the skin of a head that turns in a video is that of a living one, or one photograph moved by a mesh.
import { levelAt } from '../../statistics.ts'
import type { SkinComparison } from '../../vision/one-picture/comparison.ts'

/**
 * Between living heads and photographs that are lit anew as they turn. Gaze is left out: who nods, or looks where the
 * head points, does not move the eyes in it.
 */
const BETWEEN = { shadingChange: 0.08, skinShift: 0.45, detailChange: 0.07 }
/** Detail depends on the camera more than the others do. */
const DETAIL_WEIGHT = 0.5

/** Above 0 where the skin changes more than on either side of the line; in natural logarithms. */
export function oddsOfLivingSkin({ shadingChange, skinShift, detailChange }: SkinComparison): number {
  const by = (value: number, between: number) => Math.log(Math.max(1e-3, value) / between)
  return (
    by(shadingChange, BETWEEN.shadingChange) +
    by(skinShift, BETWEEN.skinShift) +
    DETAIL_WEIGHT * by(detailChange, BETWEEN.detailChange)
  )
}

/**
 * What is asked of a head turned by so much; evenly between. In any three seconds living heads turned by 30 degrees and
 * more gave 0.7 to 2.4, and 0.2 to 0.5 where only their pictures up to 25 degrees were taken; photographs lit anew gave
 * 0.3 at most, and mostly less than -0.2. Of living heads turned by 14 to 24 degrees before a camera of 144 x 176 pixels,
 * -1.7 was the least; photographs not lit anew gave -2 to -3.9 at all angles.
 */
const LEAST = [
  { at: 14, level: -2.5 },
  { at: 24, level: -1.3 },
  { at: 30, level: 0.25 },
]

export const leastOdds = (turnDegrees: number): number => levelAt(LEAST, turnDegrees)
