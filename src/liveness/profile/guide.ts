// Tells the person of a profile challenge what to do next: to come closer, to uncover the face, or what the task asks for.

import { areaShare, scaledTo } from '../face-box.ts'
import type { Sight } from '../frame.ts'
import { type Guidance, guideToFace } from '../guidance.ts'
import type { ProfilePlan } from './plan.ts'
import { type AtRest, isProfileTask, isTurnTask, profileTasks } from './tasks.ts'

export function guideProfile(plan: ProfilePlan, task: string, seen: Sight, rest: AtRest): Guidance {
  const first = guideToFace(seen)
  const { face, image } = seen
  if (first || !face || !isProfileTask(task)) return first ?? 'show-face'
  const percent = 100 * areaShare(scaledTo(plan.image, image, face.box), plan.area)
  if (!isTurnTask(task) && percent < plan.minFaceAreaPercent) return 'come-closer'
  if (face.cover && face.cover.hidden.length > 0) return 'uncover-face'
  const asked: Readonly<Record<string, number>> = plan.taskOrder
  return profileTasks[task].guide(face, rest, (other) => (asked[other] ?? 0) > 0)
}
