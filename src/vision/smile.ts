// Computes the probability of a smile from the corners of the mouth in the mesh and from the picture of the face.
import type { Blendshapes } from '../models/face-blendshapes.ts'

/** Measures of one face. */
export interface SmileCues {
  /** How far the corners of the mouth are drawn up, 0 to 1, mean of both. */
  readonly mesh: number
  /** Log odds of a happy face. */
  readonly picture: number
}

/**
 * The result is the mean of both log odds. A fit on half of GENKI-4K's faces, which `npm run evaluate -- faces --only
 * smile` prints, is no better on the other half, so nothing is fitted.
 */
export const smileWeights = { mesh: 0.5, picture: 0.5 }
/** Shares are limited to this and to one less this, so that their log odds stay finite. */
const MAX_SHARE = 0.9999

export function smileCues(blendshapes: Blendshapes, picture: number): SmileCues {
  return { mesh: (blendshapes.mouthSmileLeft + blendshapes.mouthSmileRight) / 2, picture }
}

export function smileProbability({ mesh, picture }: SmileCues): number {
  const odds = smileWeights.mesh * logit(mesh) + smileWeights.picture * picture
  return 1 / (1 + Math.exp(-odds))
}

export function logit(share: number): number {
  const kept = Math.min(MAX_SHARE, Math.max(1 - MAX_SHARE, share))
  return Math.log(kept / (1 - kept))
}
