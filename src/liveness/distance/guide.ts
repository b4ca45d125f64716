// Tells the person of a distance challenge to come closer or to move back.

import { areaShare, scaledTo } from '../face-box.ts'
import type { Sight } from '../frame.ts'
import { type Guidance, guideToFace } from '../guidance.ts'
import { type DistancePlan, distances, taskOf } from './plan.ts'

export function guideDistance(plan: DistancePlan, task: string, seen: Sight): Guidance {
  const first = guideToFace(seen)
  const distance = distances.find((one) => taskOf(one) === task)
  if (first || !seen.face || !distance) return first ?? 'show-face'
  const share = areaShare(scaledTo(plan.image, seen.image, seen.face.box), plan.boxes[distance])
  if (share < plan.minFaceShare) return 'come-closer'
  return share > plan.maxFaceShare ? 'move-back' : 'ok'
}
