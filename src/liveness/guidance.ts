// The words that tell a person what to do next, and those that come before any task.
import type { Sight } from './frame.ts'
import { isTooBright, isTooDark } from './well-lit.ts'

export const guidances = [
  'ok',
  'show-face',
  'one-person-only',
  'more-light',
  'less-light',
  'hold-still',
  'come-closer',
  'move-back',
  'move-into-area',
  'look-ahead',
  'turn-left',
  'turn-right',
  'look-up',
  'look-down',
  'relax-face',
  'smile',
  'wink',
  'uncover-face',
  'nose-left',
  'nose-right',
  'nose-up',
  'nose-down',
  'darker-room',
  'screen-brighter',
] as const
export type Guidance = (typeof guidances)[number]

/** A face below this is too blurred to judge; a head in motion is always a little blurred. */
const LEAST_SHARPNESS = 0.12

/** Tells what has to be right before any task; undefined when it is. */
export function guideToFace({ face, people }: Sight): Guidance | undefined {
  if (!face) return 'show-face'
  if (people > 1) return 'one-person-only'
  if (isTooDark(face)) return 'more-light'
  if (isTooBright(face)) return 'less-light'
  return face.sharpness < LEAST_SHARPNESS ? 'hold-still' : undefined
}
