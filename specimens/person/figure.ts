// All of one person that stays the same from frame to frame, made once: shape, paint, parts, and how open each point lies.
import { bodyParts, skinMaterial } from './body.ts'
import { type Act, acted, eyeballOf } from './expression.ts'
import { eyeMaterial, eyePart } from './eyes.ts'
import { hairParts } from './hair.ts'
import { fineHead, headTopology, wideningOf } from './head-mesh.ts'
import { leftEye, rightEye } from './landmarks.ts'
import { type MouthPlace, mouthParts, teethMaterial } from './mouth.ts'
import { type Part, rigid, SKIN_SOFTNESS } from './part.ts'
import type { Person } from './person.ts'
import { openness } from './shadow.ts'
import { shapedFace } from './shape.ts'
import { paintSkin } from './skin.ts'
import { type Material, normalsOf } from './surface.ts'
import { type Eyeball, type Turn, turnOf, type Vector } from './vector.ts'

export interface Figure {
  readonly rest: Float64Array
  readonly eyeballs: readonly [right: Eyeball, left: Eyeball]
  readonly skin: Material
  readonly eye: Material
  readonly teeth: Material
  /** Hair, ears, neck, clothes. */
  readonly still: readonly Part[]
  /** In the order of `partsOf`. */
  readonly open: readonly Float64Array[]
}

const atRest: Act = { smile: 0, mouthOpen: 0, leftEyeClosed: 0, rightEyeClosed: 0 }
const straight = turnOf(0, 0, 0)
const MIDDLE_OF_HEAD: Vector = [0, 0, -3]

/** Places of the teeth in `partsOf`; at rest they are hidden, but seen they are lit. */
export const TEETH = [3, 4]
const TEETH_OPEN = 0.75

const shaped = new WeakMap<Person, Float64Array>()

/** The face at rest alone: who only asks where its points are does not wait for the paint. */
export function restOf(person: Person): Float64Array {
  const found = shaped.get(person) ?? shapedFace(person)
  shaped.set(person, found)
  return found
}

const made = new WeakMap<Person, Figure>()
/** The same person may be drawn from the seed again and again. The youngest are last. */
const latest: { readonly key: string; readonly figure: Figure }[] = []
const LATEST = 3

export function figureOf(person: Person): Figure {
  const found = made.get(person) ?? latestOf(person)
  made.set(person, found)
  return found
}

function latestOf(person: Person): Figure {
  const key = JSON.stringify(person)
  const known = latest.find((one) => one.key === key)?.figure
  if (known) return known
  const found = figure(person)
  latest.push({ key, figure: found })
  if (latest.length > LATEST) latest.shift()
  return found
}

function figure(person: Person): Figure {
  const rest = restOf(person)
  const skin = skinMaterial(person)
  const eyeballs = [eyeballOf(rest, rightEye), eyeballOf(rest, leftEye)] as const
  const bare = {
    rest,
    eyeballs,
    skin: { textures: paintSkin(person), softness: SKIN_SOFTNESS, shine: 0.13, sharpness: 16 },
    eye: eyeMaterial(person),
    teeth: teethMaterial(person),
    still: [
      ...hairParts(person, fineHead(rest, eyeballs, rest)),
      ...bodyParts(person, skin, wideningOf(rest)),
    ],
    open: [],
  }
  const parts = partsOf(bare, atRest, straight)
  const surfaces = parts.map(({ positions, triangles }) => ({
    positions,
    triangles,
    normals: normalsOf(positions, triangles),
  }))
  const open = openness(surfaces, surfaces, MIDDLE_OF_HEAD)
  for (const part of TEETH) open[part]?.fill(TEETH_OPEN)
  return { ...bare, open }
}

/** Everything there is, in the head's own centimetres; the skin of the face first. */
export function partsOf({ rest, eyeballs, skin, eye, teeth, still }: Figure, act: Act, gaze: Turn): Part[] {
  const face = acted(rest, act)
  const { triangles, uv } = headTopology()
  return [
    rigid({ positions: fineHead(face, eyeballs, rest), uv, triangles }, skin),
    ...eyeballs.map((ball) => eyePart(ball, gaze, eye)),
    ...mouthParts(mouthPlace(rest, face, act), teeth),
    ...still,
  ]
}

const [UPPER, LOWER, CORNER] = [13, 14, 308]

function mouthPlace(rest: Float64Array, face: Float64Array, { smile, mouthOpen }: Act): MouthPlace {
  const middle = (points: Float64Array, axis: number) =>
    ((points[3 * UPPER + axis] as number) + (points[3 * LOWER + axis] as number)) / 2
  return {
    y: middle(rest, 1),
    z: middle(rest, 2),
    width: rest[3 * CORNER] as number,
    curveCm: Math.max(0.6, middle(rest, 2) - (rest[3 * CORNER + 2] as number)),
    hidden: 1 - Math.min(1, 3 * (smile + mouthOpen)),
    sunkCm: Math.max(0, (rest[3 * LOWER + 1] as number) - (face[3 * LOWER + 1] as number)),
  }
}
