// What a face does: smile, open mouth, closed eyes; measured in three dimensions, so that a turned head counts the same.
import type { Blendshapes } from '../models/face-blendshapes.ts'

export interface EyeState {
  /** Height by width of the opening: about 0.3 when open, under 0.15 when shut. */
  readonly openness: number
  /** That it is shut, 0 to 1. */
  readonly closed: number
}

export interface Expression {
  /** 0 to 1. */
  readonly smile: number
  /** Height by width of the opening of the lips. */
  readonly mouthOpenness: number
  /** Left and right are the person's own. */
  readonly leftEye: EyeState
  readonly rightEye: EyeState
}

/** Corner, corner, then pairs above and below. */
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

export function readExpression(mesh: Float32Array, blendshapes: Blendshapes): Expression {
  return {
    smile: (blendshapes.mouthSmileLeft + blendshapes.mouthSmileRight) / 2,
    mouthOpenness: openness(mesh, mouth),
    leftEye: { openness: openness(mesh, leftEye), closed: blendshapes.eyeBlinkLeft },
    rightEye: { openness: openness(mesh, rightEye), closed: blendshapes.eyeBlinkRight },
  }
}

export function openness(mesh: Float32Array, { corners, lids }: Opening): number {
  const height = lids.reduce((sum, [upper, lower]) => sum + apart(mesh, upper, lower), 0) / lids.length
  return height / (apart(mesh, corners[0], corners[1]) || 1)
}

function apart(mesh: Float32Array, one: number, other: number): number {
  const d = (axis: 0 | 1 | 2) => (mesh[3 * one + axis] ?? 0) - (mesh[3 * other + axis] ?? 0)
  return Math.hypot(d(0), d(1), d(2))
}
