// Takes a picture of a person: posed, lit, seen by a phone's camera in true perspective.
import type { Pixels } from '../../src/image/pixels.ts'
import { FACE_POINTS } from '../../src/models/canonical-mesh.ts'
import { type Covering, coverParts } from './cover.ts'
import { seededDice } from './dice.ts'
import { type Act, acted } from './expression.ts'
import { gazeTurn } from './eyes.ts'
import { type Figure, figureOf, partsOf, restOf, TEETH } from './figure.ts'
import { type Camera, type Light, lampsFor, lightUp } from './lighting.ts'
import type { Part } from './part.ts'
import type { Person } from './person.ts'
import { draw, emptyFrame } from './rasterise.ts'
import { roomBehind } from './room.ts'
import { averaged, exposed } from './sensor.ts'
import { lampReach } from './shadow.ts'
import { normalsOf, type Surface } from './surface.ts'
import { type Turn, turnOf, type Vector } from './vector.ts'

export interface Scene {
  readonly width: number
  readonly height: number
  /** Positive when the nose points to the image's right. */
  readonly yawDegrees?: number
  /** Positive when the chin is up. */
  readonly pitchDegrees?: number
  /** Positive when the head leans to the image's right. */
  readonly rollDegrees?: number
  /** From the camera to the eyes of a head that looks straight. */
  readonly distanceCm?: number
  /** Of the whole person, to the image's right and up. */
  readonly offsetCm?: { readonly x: number; readonly y: number }
  /** 0 to 1, as the next four. */
  readonly smile?: number
  /** The person's own left, the image's right. */
  readonly leftEyeClosed?: number
  readonly rightEyeClosed?: number
  readonly mouthOpen?: number
  readonly light?: Light
  readonly room?: number
  readonly noiseSeed?: number
  readonly cover?: Covering
}

/** Of the longer side of the picture: what front cameras of phones have in video. */
export const FOCAL_SHARE = 0.8
const DISTANCE_CM = 40
/** About which a head turns, and where in depth its eyes are. */
const PIVOT: Vector = [0, -1.5, -2.5]
const EYES_Z = 4
/** Between forehead and chin. */
const MIDDLE_Y = -0.6
/** How much of the head the whole width of its texture goes around. */
const TEXTURE_CM = 22
/** The skin that level 1 exposes for. */
const MIDDLE_SKIN = 0.3
const GRAIN = 1.5
const LENS_SOFTNESS = 0.1
/** Lips shade them less than a map so coarse would have it. */
const TEETH_LIT = 0.6

export function renderPerson(person: Person, scene: Scene): Pixels {
  const { width, height, light = {}, room = 0, noiseSeed = 0 } = scene
  const figure = figureOf(person)
  const camera = cameraFor(scene)
  const turn = turnFor(scene)
  const level = (light.level ?? 1) * exposureFor(person)
  const lamps = lampsFor(light, level, ((room * 7) % 5) / 2 - 1)
  const parts = partsOf(
    figure,
    actOf(scene),
    gazeTurn(scene.yawDegrees ?? 0, scene.pitchDegrees ?? 0, seededDice(person.seed, 500 + noiseSeed)),
  )
  const covers = coverParts(scene.cover ?? 'none', figure, parts[0]?.positions ?? new Float64Array())
  const surfaces = [...parts, ...covers].map((part, i) => placed(part, figure.open[i], scene, turn))
  const shades = lampReach(surfaces, lamps.key, place(scene, turn, [0, 0, -3], 1), surfaces)
  for (const part of TEETH) shades[part]?.fill(TEETH_LIT)
  const frame = emptyFrame(width, height)
  const pixelsWide = (camera.focalPixels * TEXTURE_CM) / (scene.distanceCm ?? DISTANCE_CM)
  for (const [i, surface] of surfaces.entries())
    draw(frame, surface, lightUp(surface, camera, lamps, turn, shades[i]), pixelsWide)
  const seed = 1 + noiseSeed * 7919 + person.seed
  return exposed(averaged(frame, roomBehind(room, width, height), level), width, height, {
    grain: GRAIN / Math.max(0.35, Math.min(1, light.level ?? 1)) ** 0.5,
    seed,
    softness: LENS_SOFTNESS,
  })
}

/** Where the 468 points of the face truly are in the picture: x and y in pixels, one after the other. */
export function truePoints(person: Person, scene: Scene): Float64Array {
  const face = acted(restOf(person), actOf(scene))
  const { focalPixels } = cameraFor(scene)
  const turn = turnFor(scene)
  const points = new Float64Array(2 * FACE_POINTS)
  for (let i = 0; i < FACE_POINTS; i++) {
    const local: Vector = [face[3 * i] as number, face[3 * i + 1] as number, face[3 * i + 2] as number]
    const [x, y, z] = place(scene, turn, local, 1)
    points[2 * i] = scene.width / 2 - (focalPixels * x) / z
    points[2 * i + 1] = scene.height / 2 + (focalPixels * y) / z
  }
  return points
}

/** Cameras expose for the face, though not all the way. */
function exposureFor({ look: { skin } }: Person): number {
  return (MIDDLE_SKIN / (0.3 * skin[0] + 0.6 * skin[1] + 0.1 * skin[2])) ** 0.6
}

function cameraFor({ width, height }: Scene): Camera {
  return { width, height, focalPixels: FOCAL_SHARE * Math.max(width, height) }
}

export function turnFor({ yawDegrees = 0, pitchDegrees = 0, rollDegrees = 0 }: Scene): Turn {
  return turnOf(yawDegrees, pitchDegrees, rollDegrees)
}

export function actOf({ smile = 0, mouthOpen = 0, leftEyeClosed = 0, rightEyeClosed = 0 }: Scene): Act {
  return { smile, mouthOpen, leftEyeClosed, rightEyeClosed }
}

function placed(part: Part, open: Figure['open'][number] | undefined, scene: Scene, turn: Turn): Surface {
  const { turning, uv, triangles, material } = part
  const positions = new Float64Array(part.positions.length)
  for (let i = 0; i < turning.length; i++) {
    const local: Vector = [
      part.positions[3 * i] as number,
      part.positions[3 * i + 1] as number,
      part.positions[3 * i + 2] as number,
    ]
    const [x, y, z] = place(scene, turn, local, turning[i] as number)
    positions[3 * i] = x
    positions[3 * i + 1] = y
    positions[3 * i + 2] = z
  }
  return {
    positions,
    normals: normalsOf(positions, triangles),
    uv,
    triangles,
    material,
    openness: open ?? new Float64Array(turning.length).fill(1),
  }
}

/** From the head's own centimetres to those of the camera; `turning` is how much of the turn a point follows, 0 to 1. */
export function place(
  { offsetCm, distanceCm = DISTANCE_CM }: Pick<Scene, 'offsetCm' | 'distanceCm'>,
  turn: Turn,
  local: Vector,
  turning: number,
): Vector {
  const x = local[0] - PIVOT[0]
  const y = local[1] - PIVOT[1]
  const z = local[2] - PIVOT[2]
  const along = (row: Vector, still: number) =>
    (row[0] * x + row[1] * y + row[2] * z) * turning + still * (1 - turning)
  return [
    along(turn[0], x) + PIVOT[0] + (offsetCm?.x ?? 0),
    along(turn[1], y) + PIVOT[1] - MIDDLE_Y + (offsetCm?.y ?? 0),
    along(turn[2], z) + PIVOT[2] - EYES_Z - distanceCm,
  ]
}
