// Gives the canonical face the proportions of one person: smooth shifts about its features, small in number and size.
import { canonicalMesh, FACE_POINTS } from '../../src/models/canonical-mesh.ts'
import { bell, mix, mixed, step } from './dice.ts'
import {
  type EyePoints,
  innerLowerLip,
  innerUpperLip,
  leftEye,
  outerLowerLip,
  outerUpperLip,
  rightEye,
} from './landmarks.ts'
import type { Person, Shape } from './person.ts'
import { at, minus, type Vector } from './vector.ts'

/** Height by width of an eye that is open as most are. */
const OPENING = 0.3
const MOUTH_MIDDLES = [13, 14]
const MOUTH_CORNERS = [61, 291]
/** How much of the canonical opening of the lips is left when they rest on each other. */
const LIPS_APART = -0.04

export function shapedFace({ shape, seed }: Person): Float64Array {
  const face = Float64Array.from(canonicalMesh().positions)
  const moved = new Float64Array(face.length)
  for (let i = 0; i < FACE_POINTS; i++) moved.set(shifted(at(face, i), shape, seed), 3 * i)
  fillLips(moved, outerUpperLip, innerUpperLip, 0.16 * shape.upperLip)
  fillLips(moved, outerLowerLip, innerLowerLip, 0.16 * shape.lowerLip)
  levelMouth(moved)
  closeLips(moved, shape.mouthCurve)
  for (const eye of [rightEye, leftEye]) openEye(moved, eye, shape)
  return moved
}

function shifted(point: Vector, shape: Shape, seed: number): Vector {
  const side = Math.sign(point[0]) || 1
  let [x, y, z] = [Math.abs(point[0]), point[1], point[2]]
  const [x0, y0] = [x, y]
  const near = (atX: number, atY: number, spreadX: number, spreadY = spreadX) =>
    bell(x0 - atX, spreadX) * bell(y0 - atY, spreadY)
  x *= 1 + 0.06 * shape.faceWidth + 0.09 * shape.jawWidth * step(-0.5, -6.5, y0)
  const chin = near(0, -9, 3, 2)
  y -= 0.55 * shape.chinLength * chin
  z += 0.35 * shape.chinForward * chin
  x += 0.35 * shape.cheekbones * near(5.8, 0.6, 1.6)
  z += 0.65 * shape.cheekbones * near(4.8, 0.6, 1.6)
  const cheek = near(4.6, -3.2, 1.8)
  x += 0.45 * shape.cheekFullness * cheek
  z += 0.75 * shape.cheekFullness * cheek
  z -= 0.35 * shape.foreheadSlope * step(4.5, 8.5, y0)
  const nose = near(0, -0.8, 1.9, 1.6)
  y -= 0.5 * shape.noseLength * nose
  x *= 1 + 0.2 * shape.noseWidth * near(1.2, -1.1, 1.2, 1.1)
  z += 0.65 * shape.noseBridge * near(0, 1.9, 0.9, 1.3)
  z += 0.4 * shape.noseTip * near(0, -0.6, 0.9, 0.9)
  y += 0.18 * shape.noseTip * near(0, -0.8, 1, 0.8)
  const eye = near(3.15, 2.6, 1.7, 1.2)
  x += (0.33 * shape.eyeDistance + (0.1 + 0.07 * shape.eyeSize) * (x0 - 3.15)) * eye
  y += (0.26 * shape.eyeHeight + (0.3 + 0.07 * shape.eyeSize + 0.16 * shape.eyeOpening) * (y0 - 2.6)) * eye
  // Brows that shade the eyes less than the canonical ones do.
  z += 0.3 * eye
  y += 0.07 * shape.eyeTilt * (x0 - 3.15) * eye
  y += 0.4 * shape.browHeight * near(3.4, 4.6, 2.6, 0.9)
  z += 0.4 * shape.browRidge * near(2.6, 4.4, 2.4, 0.8)
  const mouth = near(0, -4.3, 2.6, 1.5)
  x *= 1 + 0.1 * shape.mouthWidth * mouth
  y += 0.36 * shape.mouthHeight * mouth
  const unlike = oddity(x0, y0, side, seed)
  return [side * (x + unlike[0]), y + unlike[1], z + unlike[2]]
}

const EYE = { x: 3.15, y: 2.6 }

/** Places on the right half where faces differ most, how wide each lump is there and how far it moves the skin. */
// biome-ignore format: a table
const quirks = [
  { x: 3.4, y: 0, reachX: 3.4, reachY: 8, spread: 2.3, most: 0.5, count: 12 },
  { x: 3.4, y: 0, reachX: 3.4, reachY: 8, spread: 1.4, most: 0.26, count: 10 },
  { x: 3.15, y: 2.9, reachX: 1.4, reachY: 1, spread: 1.2, most: 0.24, count: 6 },
  { x: 0.8, y: -0.4, reachX: 0.9, reachY: 1.6, spread: 0.95, most: 0.22, count: 5 },
  { x: 1.2, y: -4.3, reachX: 1.4, reachY: 1.1, spread: 1.2, most: 0.24, count: 5 },
]

/** What no proportion names: gentle lumps of their own, the same on both sides but for a little. */
function oddity(ownX: number, ownY: number, side: number, seed: number): Vector {
  // An eye moves as a whole: skin that moved against the ball would bare it or bury it.
  const still = step(1.35, 0.95, Math.hypot((ownX - EYE.x) / 1.75, (ownY - EYE.y) / 1))
  const x = mixed(ownX, EYE.x, still)
  const y = mixed(ownY, EYE.y, still)
  const sum = new Float64Array(3)
  for (const [kind, quirk] of quirks.entries())
    for (let lump = 0; lump < quirk.count; lump++) {
      const draw = (what: number) => mix(seed, 100 * kind + lump, what) / 2 ** 31 - 1
      const weight =
        bell(x - quirk.x - quirk.reachX * draw(1), quirk.spread) *
        bell(y - quirk.y - quirk.reachY * draw(2), quirk.spread)
      const even = 1 + 0.15 * side * draw(6)
      for (let axis = 0; axis < 3; axis++)
        sum[axis] = (sum[axis] as number) + quirk.most * draw(3 + axis) * weight * even
    }
  // Sideways the face is stretched and not shifted, and never so far that it folds.
  return [x * 0.22 * Math.tanh(sum[0] as number), 0.75 * (sum[1] as number), 1.15 * (sum[2] as number)]
}

function fillLips(
  face: Float64Array,
  outer: readonly number[],
  inner: readonly number[],
  share: number,
): void {
  for (const [i, point] of outer.entries()) {
    const middle = 1 - Math.abs(i - 5) / 5
    const lip = (face[3 * point + 1] as number) - (face[3 * (inner[i] ?? 0) + 1] as number)
    face[3 * point + 1] = (face[3 * point + 1] as number) + lip * share * 1.5
    face[3 * point + 2] = (face[3 * point + 2] as number) + 0.9 * share * middle
  }
}

/** A face at rest neither smiles nor frowns: corners are brought to the height of the middle. */
function levelMouth(face: Float64Array): void {
  const heightOf = (points: readonly number[]) =>
    points.reduce((sum, point) => sum + (face[3 * point + 1] as number), 0) / points.length
  const off = heightOf(MOUTH_CORNERS) - heightOf(MOUTH_MIDDLES)
  const corner = at(face, MOUTH_CORNERS[1] ?? 0)
  for (let i = 0; i < FACE_POINTS; i++) {
    const [x, y] = at(face, i)
    const weight = bell(Math.abs(x) - corner[0], 1.3) * bell(y - corner[1], 1.3)
    face[3 * i + 1] = y - off * weight
  }
}

/** Lids are moved apart or together until the eye is open as this person has it. */
function openEye(
  face: Float64Array,
  eye: EyePoints,
  { eyeOpening, upperLidSkew, lowerLidSkew }: Shape,
): void {
  const middle = Math.floor(eye.upper.length / 2)
  const [top, bottom] = [at(face, eye.upper[middle] ?? 0), at(face, eye.lower[middle] ?? 0)]
  const width = Math.hypot(...minus(at(face, eye.outer), at(face, eye.inner)))
  const wider = ((OPENING + 0.035 * eyeOpening) * width - (top[1] - bottom[1])) / 2
  const raise = (index: number | undefined, by: number) => {
    if (index !== undefined) face[3 * index + 1] = (face[3 * index + 1] as number) + by
  }
  for (const [i, point] of eye.upper.entries()) {
    const inwards = (i - middle) / (middle + 1)
    const weight = 1 - inwards ** 2
    const upperSkew = 0.13 * upperLidSkew * inwards * weight
    const lowerSkew = 0.1 * lowerLidSkew * inwards * weight
    raise(point, 1.3 * wider * weight + upperSkew)
    raise(eye.upperLid[i], 1.1 * wider * weight + upperSkew)
    raise(eye.lower[i], -0.7 * wider * weight + lowerSkew)
    raise(eye.lowerLid[i], -0.5 * wider * weight + lowerSkew)
  }
}

function closeLips(face: Float64Array, curve: number): void {
  for (const [i, upper] of innerUpperLip.entries()) {
    const lower = innerLowerLip[i] ?? upper
    const [above, below] = [face[3 * upper + 1] as number, face[3 * lower + 1] as number]
    const middle = (above + below) / 2 + 0.08 * curve * Math.abs(i - 5) * 0.2
    const apart = (above - below) * LIPS_APART
    face[3 * upper + 1] = middle + apart / 2
    face[3 * lower + 1] = middle - apart / 2
  }
}
