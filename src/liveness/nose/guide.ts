// Tells a person in a nose challenge where to move the nose.
import { turnDegrees } from '../../vision/head-angles.ts'
import type { FaceSight, Sight } from '../frame.ts'
import { type Guidance, guideToFace } from '../guidance.ts'
import { guideIntoArea } from '../in-area.ts'
import { noseTip, outside } from './path.ts'
import type { NosePlan } from './plan.ts'

/** The nose has reached its box within this distance, in sides of the box: a mesh is not exact to the pixel. */
export const REACHED = 0.5

const isReached = (plan: NosePlan, frame: FaceSight): boolean =>
  outside(plan, noseTip(plan, frame)) <= REACHED

/** A head that looks ahead is turned by less. */
const MOST_TURN_DEGREES = 20

/** Before the box of the nose is told: the face in its area, looking ahead. */
export function guideAhead(plan: NosePlan, seen: Sight): Guidance {
  const first = guideToFace(seen)
  const { face, image } = seen
  if (first || !face) return first ?? 'show-face'
  const aside = guideIntoArea(plan, { face, image })
  return aside ?? (turnDegrees(face.angles) > MOST_TURN_DEGREES ? 'look-ahead' : 'ok')
}

/** Left and right are those of the picture that was sent. */
export function guideNose(plan: NosePlan, seen: Sight): Guidance {
  const first = guideToFace(seen)
  const { face, image } = seen
  if (first || !face) return first ?? 'show-face'
  const aside = guideIntoArea(plan, { face, image })
  if (aside) return aside
  if (isReached(plan, { face, image })) return 'ok'
  const tip = noseTip(plan, { face, image })
  const [across, down] = [
    plan.nose.x + plan.nose.width / 2 - tip.x,
    plan.nose.y + plan.nose.height / 2 - tip.y,
  ]
  if (Math.abs(across) >= Math.abs(down)) return across < 0 ? 'nose-left' : 'nose-right'
  return down < 0 ? 'nose-up' : 'nose-down'
}
