// What a distance challenge asks for: a box for the face and a number of frames at each distance; and the hint for a frame.
import type { Box, Size } from '../../image/geometry/geometry.ts'
import { areaShare, centred, FACE_PROPORTION, scaledTo } from '../face-box.ts'
import type { Sight } from '../frame.ts'
import { type Guidance, guideToFace } from '../guidance.ts'

/** The names of the distances, as the fields of the API have them. */
export const distances = ['far', 'normal', 'close'] as const
export type Distance = (typeof distances)[number]
export const taskOf = (distance: Distance): DistanceTask => `${distance}-distance`
export type DistanceTask = `${Distance}-distance`

/** The tasks, in the order of the specification. */
export const tasks = ['normal-distance', 'far-distance', 'close-distance'] as const satisfies DistanceTask[]

export const defaultRatios: Readonly<Record<Distance, number>> = { far: 0.6, normal: 0.7, close: 0.75 }
export const defaultFaceArea = { minShare: 0.7, maxShare: 1.1 }
/** The number of frames of a distance is at random from these, where the caller names none. */
const fewestFrames = 2
const mostFrames = 5

export interface DistancePlan {
  readonly image: Size
  readonly ratios: Readonly<Record<Distance, number>>
  readonly boxes: Readonly<Record<Distance, Box>>
  readonly taskOrder: Readonly<Record<DistanceTask, number>>
  /** The least and the most of its box that the face must fill, as shares of the area. */
  readonly minFaceShare: number
  readonly maxFaceShare: number
}

interface DistanceWish {
  readonly image: Size
  readonly ratios: Readonly<Record<Distance, number>>
  readonly amounts: Readonly<Partial<Record<Distance, number | undefined>>>
  readonly minFaceShare: number
  readonly maxFaceShare: number
}

/** `dice(a, b)` is a whole number from a to b. */
export function planDistance(
  wish: DistanceWish,
  dice: (least: number, most: number) => number,
): DistancePlan {
  const { image, ratios, amounts, minFaceShare, maxFaceShare } = wish
  const height = Math.min(image.height, image.width / FACE_PROPORTION)
  const box = (distance: Distance) =>
    centred({ width: ratios[distance] * FACE_PROPORTION * height, height: ratios[distance] * height }, image)
  const amount = (distance: Distance) => amounts[distance] ?? dice(fewestFrames, mostFrames)
  return {
    image,
    ratios,
    boxes: { far: box('far'), normal: box('normal'), close: box('close') },
    taskOrder: {
      'normal-distance': amount('normal'),
      'far-distance': amount('far'),
      'close-distance': amount('close'),
    },
    minFaceShare,
    maxFaceShare,
  }
}

/** The distances of a plan from the smallest face to the largest: callers choose the ratios. */
export const bySize = ({ ratios }: DistancePlan): Distance[] =>
  distances.toSorted((a, b) => ratios[a] - ratios[b])

export function guideDistance(plan: DistancePlan, task: string, seen: Sight): Guidance {
  const first = guideToFace(seen)
  const distance = distances.find((one) => taskOf(one) === task)
  if (first || !seen.face || !distance) return first ?? 'show-face'
  const share = areaShare(scaledTo(plan.image, seen.image, seen.face.box), plan.boxes[distance])
  if (share < plan.minFaceShare) return 'come-closer'
  return share > plan.maxFaceShare ? 'move-back' : 'ok'
}
