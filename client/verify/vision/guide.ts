// Tells a person what to do next by the server's own guides, and is a little stricter than the server.

import { hasFailed } from '../../../src/checks.ts'
import { bySize, type DistancePlan, guideDistance, taskOf } from '../../../src/liveness/distance/plan.ts'
import type { Sight } from '../../../src/liveness/frame.ts'
import { guideLight } from '../../../src/liveness/light/plan.ts'
import { guideAhead, guideNose } from '../../../src/liveness/nose/guide.ts'
import { noseTip, rotation } from '../../../src/liveness/nose/path.ts'
import type { NosePlan } from '../../../src/liveness/nose/plan.ts'
import { needsExpression as asksExpression, guideProfile } from '../../../src/liveness/profile/plan.ts'
import type { ProfileTask } from '../../../src/liveness/profile/tasks.ts'
import { mean } from '../../../src/system/statistics.ts'
import type { SeenFace } from '../../../src/vision/observation.ts'
import type { Guidance, Plan, Taken, Task } from '../../src/challenge/shapes.ts'
import { distancePlan, lightPlan, nosePlan, profilePlan } from './plan.ts'

const STRAIGHT_TASK: ProfileTask = 'keep-face-ahead'

/** The frames taken so far. All frames have one size, so that their faces are in pixels of the present picture. */
type Faces = readonly Taken<SeenFace>[]

export function guide(plan: Plan, task: Task, sight: Sight, taken: Faces, isMirrored: boolean): Guidance {
  if (plan.family === 'distance') return guideNearer(distancePlan(plan.started), task, sight, taken)
  if (plan.family === 'nose')
    return task === STRAIGHT_TASK
      ? guideAhead(nosePlan(plan.started), sight)
      : guideTurning(nosePlan(plan.started), sight, taken)
  if (plan.family === 'light') return guideLight(lightPlan(plan.started), sight)
  const straight = taken.flatMap(({ task, seen }) => (task === STRAIGHT_TASK && seen ? [seen] : []))
  return guideProfile(profilePlan(plan.started), task, sight, { straight, isMirrored })
}

/** It takes longer than all else together. */
export const needsExpression = (plan: Plan, task: Task): boolean =>
  plan.family === 'profile' && asksExpression({ taskOrder: plan.started.task_order }, task)

/** This is more than the server asks for, so that what is taken here passes there. */
const GROWTH_SHARE = 0.55

/** The boxes leave so much room that two of them can be filled by one and the same size: the face has to grow as well. */
function guideNearer(plan: DistancePlan, task: Task, sight: Sight, taken: Faces): Guidance {
  const said = guideDistance(plan, task, sight)
  if (said !== 'ok' || !sight.face) return said
  const levels = bySize(plan)
  const level = levels.find((distance) => taskOf(distance) === task)
  const height = sight.face.box.height
  // The tasks may come in any order.
  for (const other of level === undefined ? [] : levels.filter((one) => one !== level)) {
    const heights = taken.flatMap(({ task, seen }) =>
      task === taskOf(other) && seen ? [seen.box.height] : [],
    )
    if (level === undefined || heights.length === 0) continue
    const times = plan.ratios[level] / plan.ratios[other]
    const asked = 1 + GROWTH_SHARE * (Math.max(times, 1 / times) - 1)
    if (times > 1 && height < asked * mean(heights)) return 'come-closer'
    if (times < 1 && height > mean(heights) / asked) return 'move-back'
  }
  return said
}

/** A person who moved the whole head, and did not turn it, is asked to turn. */
function guideTurning(plan: NosePlan, sight: Sight, taken: Faces): Guidance {
  const said = guideNose(plan, sight)
  const { face, image } = sight
  const first = taken[0]?.seen
  if (said !== 'ok' || !face || !first) return said
  const way = [first, face].map((one) => ({ face: one, image }))
  if (!rotation(plan, way).some(hasFailed)) return 'ok'
  const [from, to] = way.map((frame) => noseTip(plan, frame).x)
  // The direction is that of the picture; the turn is the person's own.
  return (to ?? 0) > (from ?? 0) ? 'turn-left' : 'turn-right'
}
