// Measures the expression of a face: smile, open mouth, closed eyes; in three dimensions, so that a turned head counts the same.
import type { Blendshapes } from '../models/face-blendshapes.ts'

export interface EyeState {
  /** Height by width of the opening: about 0.3 when open, under 0.15 when shut. */
  readonly openness: number
  /** Probability that the eye is shut, 0 to 1. */
  readonly closed: number
}

export interface Expression {
  /** Probability that the face smiles, 0 to 1, and the measures behind it. */
  readonly smile: number
  readonly smileCues: SmileCues
  /** Height by width of the opening of the lips. */
  readonly mouthOpenness: number
  /** Left and right are the person's own. */
  readonly leftEye: EyeState
  readonly rightEye: EyeState
}

/** Mesh points around an eye or the mouth: two corners, then pairs above and below. */
interface Opening {
  readonly corners: readonly [number, number]
  readonly lids: readonly (readonly [upper: number, lower: number])[]
}

const rightEye: Opening = {
  corners: [33, 133],
  lids: [
    [160, 144],
    [159, 145],
    [158, 153],
  ],
}
const leftEye: Opening = {
  corners: [263, 362],
  lids: [
    [387, 373],
    [386, 374],
    [385, 380],
  ],
}
const mouth: Opening = {
  corners: [78, 308],
  lids: [
    [82, 87],
    [13, 14],
    [312, 317],
  ],
}

/** `happiness` is the log odds of a happy face by the network that looks at the picture. */
export function readExpression(mesh: Float32Array, blendshapes: Blendshapes, happiness: number): Expression {
  const cues = smileCues(blendshapes, happiness)
  return {
    smile: smileProbability(cues),
    smileCues: cues,
    mouthOpenness: openness(mesh, mouth),
    leftEye: { openness: openness(mesh, leftEye), closed: blendshapes.eyeBlinkLeft },
    rightEye: { openness: openness(mesh, rightEye), closed: blendshapes.eyeBlinkRight },
  }
}

function openness(mesh: Float32Array, { corners, lids }: Opening): number {
  const height = lids.reduce((sum, [upper, lower]) => sum + apart(mesh, upper, lower), 0) / lids.length
  return height / (apart(mesh, corners[0], corners[1]) || 1)
}

function apart(mesh: Float32Array, one: number, other: number): number {
  const d = (axis: 0 | 1 | 2) => (mesh[3 * one + axis] ?? 0) - (mesh[3 * other + axis] ?? 0)
  return Math.hypot(d(0), d(1), d(2))
}

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

function smileCues(blendshapes: Blendshapes, picture: number): SmileCues {
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
