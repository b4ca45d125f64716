// How probable a smile is, from the corners of the mouth in the mesh and from the look of the whole face.
import type { Blendshapes } from '../models/face-blendshapes.ts'

/** What was measured of one face. */
export interface SmileCues {
  /** Corners of the mouth drawn up, 0 to 1, mean of both. */
  readonly mesh: number
  /** Log odds of a happy face. */
  readonly picture: number
}

/**
 * The mean of both log odds. A fit on half of GENKI-4K's faces, which `npm run evaluate -- faces --only smile` prints,
 * is no better on the other half: so nothing is fitted.
 */
export const smileWeights = { mesh: 0.5, picture: 0.5 }
/** Beyond it the mesh is as sure as it can be. */
const SUREST = 0.9999

export function smileCues(blendshapes: Blendshapes, picture: number): SmileCues {
  return { mesh: (blendshapes.mouthSmileLeft + blendshapes.mouthSmileRight) / 2, picture }
}

export function smileProbability({ mesh, picture }: SmileCues): number {
  const odds = smileWeights.mesh * logit(mesh) + smileWeights.picture * picture
  return 1 / (1 + Math.exp(-odds))
}

export function logit(share: number): number {
  const kept = Math.min(SUREST, Math.max(1 - SUREST, share))
  return Math.log(kept / (1 - kept))
}
