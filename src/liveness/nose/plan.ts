// What a nose challenge asks for: an area for the face, and a box for the tip of the nose beside its middle.
import type { Box, Size } from '../../image/geometry/geometry.ts'
import { faceArea } from '../face-box.ts'

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

/** What a person does before the box of the nose is told. */
export const aheadTask = 'keep-face-ahead'

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
