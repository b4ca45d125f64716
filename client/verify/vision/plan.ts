// Turns the answer of start into the plan that the server's guides take.

import type { Box } from '../../../src/image/geometry/geometry.ts'
import type { DistancePlan } from '../../../src/liveness/distance/plan.ts'
import type { LightPlan } from '../../../src/liveness/light/plan.ts'
import type { NosePlan } from '../../../src/liveness/nose/plan.ts'
import type { ProfilePlan } from '../../../src/liveness/profile/plan.ts'
import type {
  DistanceStarted,
  LightStarted,
  NoseStarted,
  PlannedBox,
  ProfileStarted,
} from '../../src/challenge/shapes.ts'

const boxOf = ({ left, top, width, height }: PlannedBox): Box => ({ x: left, y: top, width, height })
const imageOf = (started: { readonly image_width: number; readonly image_height: number }) => ({
  width: started.image_width,
  height: started.image_height,
})

export function distancePlan(started: DistanceStarted): DistancePlan {
  const { far_distance: far, normal_distance: normal, close_distance: close } = started
  return {
    image: imageOf(started),
    // Only how the ratios compare matters, and the boxes compare in the same way.
    ratios: { far: far.height, normal: normal.height, close: close.height },
    boxes: { far: boxOf(far), normal: boxOf(normal), close: boxOf(close) },
    taskOrder: started.task_order,
    minFaceShare: started.min_face_area_percent,
    maxFaceShare: started.max_face_area_percent,
  }
}

const areaOf = (started: NoseStarted | ProfileStarted | LightStarted): Box => ({
  x: started.area_left,
  y: started.area_top,
  width: started.area_width,
  height: started.area_height,
})

export function nosePlan(started: NoseStarted): NosePlan {
  const { nose_left: x, nose_top: y, nose_width: width, nose_height: height } = started
  return {
    image: imageOf(started),
    area: areaOf(started),
    nose: { x, y, width, height },
    minFaceAreaPercent: started.min_face_area_percent,
  }
}

export function profilePlan(started: ProfileStarted): ProfilePlan {
  return {
    image: imageOf(started),
    area: areaOf(started),
    minFaceAreaPercent: started.min_face_area_percent,
    exercise: started.exercise as ProfilePlan['exercise'],
    taskOrder: started.task_order,
  }
}

/** Where the face must be; the colours play no part in that, and the server keeps its secret. */
export function lightPlan(started: LightStarted): LightPlan {
  return {
    image: imageOf(started),
    area: areaOf(started),
    minFaceAreaPercent: started.min_face_area_percent,
    sequence: [],
    secret: '',
  }
}
