// Plans a challenge by a seed and lets an actor do it: a rendered person, or a puppet of one photograph.
import { actDistance, actNose, actProfile, type Take } from '../../../../specimens/liveness/acting.ts'
import type { Actor } from '../../../../specimens/liveness/aim.ts'
import { seededDice } from '../../../../specimens/person/dice.ts'
import { type DistancePlan, defaultRatios, planDistance } from '../../../../src/liveness/distance/plan.ts'
import { type NosePlan, planNose } from '../../../../src/liveness/nose/plan.ts'
import { type ProfilePlan, planProfile } from '../../../../src/liveness/profile/plan.ts'

export interface Played {
  readonly family: 'profile' | 'nose' | 'distance'
  readonly seed: number
}

/** `who` is a puppet's name, or `rendered` for people who do not exist. */
export interface ActedSession extends Played {
  readonly who: string
}

const ACTED_SIZE = { width: 360, height: 480 }
const NOSE_FRAMES = 6

const wholeNumbers = (seed: number) => {
  const dice = seededDice(seed, 555)
  return (least: number, most: number) => Math.floor(dice.between(least, most + 1 - 1e-9))
}

/** Every other one nods besides. */
export const profilePlanOf = (seed: number): ProfilePlan =>
  planProfile(
    { image: ACTED_SIZE, exercise: seed % 2 ? ['yaw', 'pitch'] : ['yaw'], isStatic: false },
    wholeNumbers(seed),
  )

export const nosePlanOf = (seed: number): NosePlan => planNose(ACTED_SIZE, wholeNumbers(seed))

export const distancePlanOf = (seed: number): DistancePlan =>
  planDistance(
    { image: ACTED_SIZE, ratios: defaultRatios, amounts: {}, minFaceShare: 0.7, maxFaceShare: 1.1 },
    wholeNumbers(seed),
  )

export function actedFor(actor: Actor, { family, seed }: Played): Take[] {
  const image = { image_width: ACTED_SIZE.width, image_height: ACTED_SIZE.height }
  const way = { room: seed, take: seed }
  if (family === 'distance') {
    const { boxes, taskOrder } = distancePlanOf(seed)
    const asked = { normal_distance: boxes.normal, far_distance: boxes.far, close_distance: boxes.close }
    return actDistance(actor, { ...image, ...asked, task_order: taskOrder }, way)
  }
  if (family === 'profile') {
    const { area, taskOrder } = profilePlanOf(seed)
    const asked = { area_width: area.width, area_height: area.height, task_order: { ...taskOrder } }
    return actProfile(actor, { ...image, ...asked }, way)
  }
  const { area, nose } = nosePlanOf(seed)
  const box = { nose_left: nose.x, nose_top: nose.y, nose_width: nose.width, nose_height: nose.height }
  const asked = { area_width: area.width, area_height: area.height, ...box }
  return actNose(actor, { ...image, ...asked }, { ...way, frames: NOSE_FRAMES })
}
