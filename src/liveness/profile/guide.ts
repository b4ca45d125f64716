// Tells the person of a profile challenge to look ahead, to turn further, to smile or to wink.
import type { SeenFace } from '../../vision/observation.ts'
import type { Sight } from '../frame.ts'
import { type Guidance, guideToFace } from '../guidance.ts'
import { areaShare, scaledTo } from '../placing.ts'
import type { ProfilePlan } from './plan.ts'
import { isTurnTask, STRAIGHT, straightAngles, type TurnTask, turnFrom, turnTasks } from './turn.ts'
import { SMILE } from './verify.ts'
import { leastWink, openEyes, winkOf } from './wink.ts'

const wayOf = {
  'turn-face-left': 'turn-left',
  'turn-face-right': 'turn-right',
  'tilt-face-up': 'look-up',
  'tilt-face-down': 'look-down',
} as const satisfies Record<TurnTask, Guidance>

/** `straight` are the person's own straight frames so far. */
export function guideProfile(
  plan: ProfilePlan,
  task: string,
  seen: Sight,
  straight: readonly SeenFace[],
  isMirrored: boolean,
): Guidance {
  const first = guideToFace(seen)
  const { face, image } = seen
  if (first || !face) return first ?? 'show-face'
  const percent = 100 * areaShare(scaledTo(plan.image, image, face.box), plan.area)
  if (!isTurnTask(task) && percent < plan.minFaceAreaPercent) return 'come-closer'
  if (face.cover && face.cover.hidden.length > 0) return 'uncover-face'
  const turn = turnFrom(straightAngles(straight), face.angles, isMirrored)
  if (isTurnTask(task)) return turnTasks[task].along(turn) >= turnTasks[task].degrees ? 'ok' : wayOf[task]
  if (task === 'smile') return (face.expression?.smile ?? 0) >= SMILE.least ? 'ok' : 'smile'
  if (task === 'wink') return winkOf(face, openEyes(straight)) >= leastWink(straight) ? 'ok' : 'wink'
  if (!looksAhead(face)) return 'look-ahead'
  return plan.taskOrder.smile && (face.expression?.smile ?? 0) >= SMILE.least ? 'relax-face' : 'ok'
}

/** By the angles themselves: there is nothing yet to compare them with. */
function looksAhead({ angles }: SeenFace): boolean {
  const { yawDegrees, pitchDegrees, rollDegrees } = STRAIGHT
  return (
    Math.abs(angles.yawDegrees) <= yawDegrees &&
    Math.abs(angles.pitchDegrees) <= pitchDegrees &&
    Math.abs(angles.rollDegrees) <= rollDegrees
  )
}
