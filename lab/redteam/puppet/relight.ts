// Changes the light on a turned sheet: a lamp is fitted to the photograph, and stays where it is while the head turns.

import { seededDice } from '../../../specimens/person/dice.ts'
import {
  eyeContour,
  innerLowerLip,
  innerUpperLip,
  leftEye,
  outerLowerLip,
  outerUpperLip,
  rightEye,
} from '../../../specimens/person/landmarks.ts'
import { normalsOf } from '../../../specimens/person/surface.ts'
import { solved } from '../../../src/image/geometry/linear-equations.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { FACE_POINTS } from '../../../src/models/canonical-mesh.ts'
import { type Posed, posed } from './pose.ts'
import type { Sheet } from './sheet.ts'

export type Light = (pose: Posed) => Float64Array

/** Light from all around, and more from one side: x to the image's right, y up, z towards the camera. */
export interface Lamp {
  readonly ambient: number
  readonly towards: readonly [number, number, number]
}

/** Its strength by that of the ambient light, at random for each puppet: the faces of people who turn change as differently. */
const STRENGTH = { least: 1.4, most: 3 }
const CHANGE = { least: 0.25, most: 2.5 }
const GAMMA = 2.2
/** Pixels to each side over which the light at a point is averaged. */
const REACH = 3

export const unchanged: Light = ({ pixels }) => new Float64Array(pixels.length / 2).fill(1)

export const lampOf = (sheet: Sheet, photograph: Pixels, seed: number): Lamp =>
  fittedLamp(sheet, photograph, shaded(sheet, posed(sheet, sheet.asTaken, false)), seed)

export function litBy(lamp: Lamp, sheet: Sheet): Light {
  const before = shaded(sheet, posed(sheet, sheet.asTaken, false))
  const light = (normals: Float64Array, i: number): number => {
    const [x, y, z] = lamp.towards
    const cosine =
      x * (normals[3 * i] as number) + y * (normals[3 * i + 1] as number) + z * (normals[3 * i + 2] as number)
    return Math.max(0.2 * lamp.ambient, lamp.ambient + cosine)
  }
  return (pose) => {
    const after = shaded(sheet, pose)
    return sheet.turning.map((turning, i) => {
      const change = Math.max(CHANGE.least, Math.min(CHANGE.most, light(after, i) / light(before, i)))
      // What does not turn, such as the background, keeps its light.
      return (1 + turning ** 2 * (change - 1)) ** (1 / GAMMA)
    })
  }
}

/** Normals towards the camera, a little smoothed: those of the nose and lips are too sharp for skin. */
function shaded({ triangles }: Sheet, { positions }: Posed): Float64Array {
  const normals = normalsOf(positions, triangles)
  const sums = Float64Array.from(normals)
  for (let at = 0; at < triangles.length; at += 3)
    for (let corner = 0; corner < 3; corner++) {
      const to = 3 * (triangles[at + corner] as number)
      const from = 3 * (triangles[at + ((corner + 1) % 3)] as number)
      for (let axis = 0; axis < 3; axis++)
        sums[to + axis] = (sums[to + axis] as number) + (normals[from + axis] as number)
    }
  for (let at = 0; at < sums.length; at += 3) {
    const length = Math.hypot(sums[at] as number, sums[at + 1] as number, sums[at + 2] as number) || 1
    for (let axis = 0; axis < 3; axis++) sums[at + axis] = (sums[at + axis] as number) / length
  }
  return sums
}

/** Least squares of the light of the skin by its normals. */
function fittedLamp({ places }: Sheet, photograph: Pixels, normals: Float64Array, seed: number): Lamp {
  const features = new Set([
    ...[leftEye, rightEye].flatMap((eye) => [...eyeContour(eye), ...eye.browLower, ...eye.browUpper]),
    ...[innerLowerLip, innerUpperLip, outerLowerLip, outerUpperLip].flat(),
  ])
  const rows = Array.from({ length: FACE_POINTS }, (_, i) => i).filter((i) => !features.has(i))
  const system = Array.from({ length: 4 }, () => new Float64Array(5))
  for (const i of rows) {
    const row = [1, ...normals.subarray(3 * i, 3 * i + 3)]
    const value = lightAt(photograph, places[2 * i] ?? 0, places[2 * i + 1] ?? 0)
    for (const [r, own] of row.entries()) {
      const line = system[r] as Float64Array
      for (const [c, other] of [...row, value].entries()) line[c] = (line[c] as number) + own * other
      // Skin is not evenly coloured, so that a little is taken off the slopes.
      if (r > 0) line[r] = (line[r] as number) + 0.02
    }
  }
  const [level = 1, x = 0, y = 0, z = 0] = solved(system) ?? []
  // Light along the line of sight is light from everywhere to a camera that looks at a face, up to the turn.
  const ambient = Math.max(0.05, level + 0.5 * z)
  const dice = seededDice(seed, 71)
  const side: readonly [number, number, number] =
    Math.hypot(x, y) > 0.01 ? [x, y, Math.max(0.2 * Math.hypot(x, y), 0.5 * z)] : [dice.apart(0, 1), 0.5, 0.5]
  const strength = Math.hypot(...side)
  const wanted = dice.between(STRENGTH.least, STRENGTH.most) * ambient
  const [tx, ty, tz] = side.map((value) => (value * wanted) / (strength || 1))
  return { ambient, towards: [tx ?? 0, ty ?? 0, tz ?? 0] }
}

function lightAt({ width, height, data }: Pixels, x: number, y: number): number {
  let [sum, count] = [0, 0]
  for (let dy = -REACH; dy <= REACH; dy++)
    for (let dx = -REACH; dx <= REACH; dx++) {
      const [px, py] = [Math.floor(x) + dx, Math.floor(y) + dy]
      if (px < 0 || py < 0 || px >= width || py >= height) continue
      sum += ((data[3 * (py * width + px) + 1] as number) / 255) ** GAMMA
      count += 1
    }
  return sum / Math.max(1, count)
}
