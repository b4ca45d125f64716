// Tells the person of a nose challenge where to move; left and right are those of the picture that was sent.

import { areaShare } from '../face-box.ts'
import type { Sight } from '../frame.ts'
import { type Guidance, guideToFace } from '../guidance.ts'
import { noseTip } from './path.ts'
import type { NosePlan } from './plan.ts'
import { faceBox, isInArea, isReached } from './verify.ts'

export function guideNose(plan: NosePlan, seen: Sight): Guidance {
  const first = guideToFace(seen)
  const { face, image } = seen
  if (first || !face) return first ?? 'show-face'
  const share = areaShare(faceBox(plan, { face, image }), plan.area)
  if (100 * share < plan.minFaceAreaPercent) return 'come-closer'
  if (!isInArea(plan, { face, image })) return share > 1 ? 'move-back' : 'move-into-area'
  if (isReached(plan, { face, image })) return 'ok'
  const tip = noseTip(plan, { face, image })
  const [across, down] = [
    plan.nose.x + plan.nose.width / 2 - tip.x,
    plan.nose.y + plan.nose.height / 2 - tip.y,
  ]
  if (Math.abs(across) >= Math.abs(down)) return across < 0 ? 'nose-left' : 'nose-right'
  return down < 0 ? 'nose-up' : 'nose-down'
}
