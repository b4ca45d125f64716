// What the person should do next, in one word, so that clients can be thin.
import type { Sight } from './frame.ts'
import { isTooBright, isTooDark } from './presence.ts'

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
] as const
export type Guidance = (typeof guidances)[number]

/** Too blurred to see by; a head in motion is a little blurred. */
const LEAST_SHARPNESS = 0.12

/** What comes before any task. */
export function guideToFace({ face, people }: Sight): Guidance | undefined {
  if (!face) return 'show-face'
  if (people > 1) return 'one-person-only'
  if (isTooDark(face)) return 'more-light'
  if (isTooBright(face)) return 'less-light'
  return face.sharpness < LEAST_SHARPNESS ? 'hold-still' : undefined
}
