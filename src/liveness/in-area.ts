// The face in its area: what challenges with one area ask of their frames, and what they tell the person.
import { atLeast } from '../checks.ts'
import { codes } from '../codes.ts'
import type { Box, Size } from '../image/geometry/geometry.ts'
import { median } from '../system/statistics.ts'
import { areaShare, scaledTo, sharedShare } from './face-box.ts'
import type { FaceFrame, FaceSight } from './frame.ts'
import type { Guidance } from './guidance.ts'
import type { CheckStep } from './step.ts'

interface AreaPlan {
  /** The size that the caller announced for its frames, in pixels. */
  readonly image: Size
  readonly area: Box
  readonly minFaceAreaPercent: number
}

/** This share of the frames must have this share of the face within the area. */
const IN_AREA = { leastShareOfFrames: 0.8, leastShareOfFace: 0.7 }

/** The share of the area that the face would fill, above 1 where the face is larger. */
export const shareOfArea = (plan: AreaPlan, frame: FaceSight): number =>
  areaShare(faceBox(plan, frame), plan.area)

/** The median frame decides about the size: people come and go a little. */
export const faceInArea = (plan: AreaPlan, faces: readonly FaceFrame[]): CheckStep[] => [
  {
    code: codes.faceTooSmall,
    checks: () => {
      const shares = faces.map((frame) => shareOfArea(plan, frame))
      return [atLeast('face-area-percent', 100 * median(shares), plan.minFaceAreaPercent)]
    },
  },
  {
    code: codes.faceOutOfArea,
    checks: () => {
      const within = faces.filter((frame) => isInArea(plan, frame))
      return [atLeast('share-of-frames-in-area', within.length / faces.length, IN_AREA.leastShareOfFrames)]
    },
  },
]

/** Undefined where the face is large enough and in its area. */
export function guideIntoArea(plan: AreaPlan, frame: FaceSight): Guidance | undefined {
  const share = shareOfArea(plan, frame)
  if (100 * share < plan.minFaceAreaPercent) return 'come-closer'
  if (isInArea(plan, frame)) return undefined
  return share > 1 ? 'move-back' : 'move-into-area'
}

const faceBox = ({ image }: AreaPlan, frame: FaceSight): Box => scaledTo(image, frame.image, frame.face.box)

const isInArea = (plan: AreaPlan, frame: FaceSight): boolean =>
  sharedShare(faceBox(plan, frame), plan.area) >= IN_AREA.leastShareOfFace
