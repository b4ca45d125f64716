// What a nose challenge asks for: an area for the face, and a box for the tip of the nose beside its middle; and the hint for a frame.
import type { Box } from '../../image/geometry/geometry.ts'
import { areaShare, faceArea, type Size } from '../face-box.ts'
import type { Sight } from '../frame.ts'
import { type Guidance, guideToFace } from '../guidance.ts'
import { noseTip } from './path.ts'
import { faceBox, isInArea, isReached } from './verify.ts'

export interface NosePlan {
  readonly image: Size
  readonly area: Box
  readonly nose: Box
  readonly minFaceAreaPercent: number
}

/** The lengths below are pixels of a picture 480 high; they grow with the picture. */
const AT_HEIGHT = 480
const NOSE_PIXELS = 20
const SIDEWAYS = { least: 45, most: 75 }
const UP_OR_DOWN = { least: 0, most: 40 }

const minFaceAreaPercent = 50
/** The seconds that a client films at most, and its frames a second. */
export const duration = 10
export const framerate = 12

/** `dice(a, b)` is a whole number from a to b. */
export function planNose(image: Size, dice: (least: number, most: number) => number): NosePlan {
  const times = image.height / AT_HEIGHT
  const area = faceArea(image)
  // In pictures much higher than wide the box would otherwise lie outside.
  const side = Math.min(Math.round(NOSE_PIXELS * times), area.width)
  const room = Math.floor((area.width - side) / 2)
  const either = () => (dice(0, 1) === 0 ? -1 : 1)
  const offset = ({ least, most }: typeof SIDEWAYS, atMost: number) =>
    either() * dice(Math.min(Math.round(least * times), atMost), Math.min(Math.round(most * times), atMost))
  const x = image.width / 2 + offset(SIDEWAYS, room)
  const y = image.height / 2 + offset(UP_OR_DOWN, image.height)
  return {
    image,
    area,
    nose: { x: Math.round(x - side / 2), y: Math.round(y - side / 2), width: side, height: side },
    minFaceAreaPercent,
  }
}

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
