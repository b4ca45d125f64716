// A picture of a person held before a camera, as an attacker would: printed or on a screen, moved, tilted, bent, cut out.

import type { Point } from '../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { type Camera, type Light, lampsFor, lightUp } from './lighting.ts'
import { HARD } from './part.ts'
import { draw, emptyFrame } from './rasterise.ts'
import { FOCAL_SHARE } from './render.ts'
import { roomBehind } from './room.ts'
import { averaged, exposed, lightOfByte } from './sensor.ts'
import { cutOut, flatMaterial, type Sheet } from './sheet-look.ts'
import { grid, type Material, normalsOf, type Surface } from './surface.ts'
import { plain } from './texture.ts'
import { type Turn, turned, turnOf, type Vector } from './vector.ts'

export interface FlatMotion {
  readonly kind: Sheet
  /** Of what the camera sees; as large as the picture by default. */
  readonly width?: number
  readonly height?: number
  /** Of the whole sheet or the lit part of the screen. */
  readonly heightCm?: number
  /** From the camera to the middle of the sheet. */
  readonly distanceCm?: number
  /** To the image's right and up. */
  readonly offsetCm?: { readonly x: number; readonly y: number }
  /** As of a head: positive when the sheet faces the image's right, faces up, leans to the image's right. */
  readonly yawDegrees?: number
  readonly pitchDegrees?: number
  readonly rollDegrees?: number
  /** How far its middle stands out before its sides. */
  readonly bendCm?: number
  /** Of the lamp in its surface, 0 to 1. */
  readonly glare?: number
  readonly light?: Light
  readonly room?: number
  readonly noiseSeed?: number
  /** In pixels of the picture: only what is inside is left, holes are cut into it. */
  readonly cut?: { readonly outline: readonly Point[]; readonly holes?: readonly (readonly Point[])[] }
  /** What is seen past it instead of a room: as large as what the camera sees. */
  readonly behind?: Pixels
}

const HEIGHT_CM = 22
const DISTANCE_CM = 34
const GRAIN = 1.5
const LENS_SOFTNESS = 0.1
/** How much further than the lit part a phone or tablet goes. */
const BEZEL = 1.05
const bezel: Material = {
  textures: plain([0.012, 0.012, 0.013], 0.6),
  softness: HARD,
  shine: 0.05,
  sharpness: 20,
}

export function flatPicture(picture: Pixels, motion: FlatMotion): Pixels {
  const { width = picture.width, height = picture.height, light = {}, room = 0, kind } = motion
  const camera: Camera = { width, height, focalPixels: FOCAL_SHARE * Math.max(width, height) }
  const level = light.level ?? 1
  const lamps = lampsFor(light, level, 0)
  const turn = turnOf(motion.yawDegrees ?? 0, motion.pitchDegrees ?? 0, motion.rollDegrees ?? 0)
  const material = flatMaterial(picture, kind, motion.glare ?? 0)
  const isWhole = motion.cut === undefined
  const sheet = laid(picture, motion, turn, motion.cut ? cutOut(material, picture, motion.cut) : material, 1)
  const surfaces = kind === 'screen' && isWhole ? [sheet, laid(picture, motion, turn, bezel, BEZEL)] : [sheet]
  const frame = emptyFrame(width, height)
  const widthCm = ((motion.heightCm ?? HEIGHT_CM) * picture.width) / picture.height
  const pixelsWide = (camera.focalPixels * widthCm) / (motion.distanceCm ?? DISTANCE_CM)
  for (const surface of surfaces)
    draw(frame, surface, lightUp(surface, camera, lamps, turn, undefined), pixelsWide)
  const behind = motion.behind ? lightOf(motion.behind) : roomBehind(room, width, height)
  return exposed(averaged(frame, behind, motion.behind ? 1 : level), width, height, {
    grain: GRAIN,
    seed: 3 + (motion.noiseSeed ?? 0) * 7919,
    softness: LENS_SOFTNESS,
  })
}

function laid(picture: Pixels, motion: FlatMotion, turn: Turn, material: Material, larger: number): Surface {
  const { heightCm = HEIGHT_CM, distanceCm = DISTANCE_CM, offsetCm, bendCm = 0 } = motion
  const widthCm = (heightCm * picture.width) / picture.height
  const rim = (larger - 1) * heightCm
  const shape = grid(28, 28, (u, v): Vector => {
    const local: Vector = [
      (u - 0.5) * (widthCm + rim),
      (0.5 - v) * (heightCm + rim),
      bendCm * (0.5 - (2 * u - 1) ** 2) - (larger > 1 ? 0.1 : 0),
    ]
    const [x, y, z] = turned(turn, local)
    return [x + (offsetCm?.x ?? 0), y + (offsetCm?.y ?? 0), z - distanceCm]
  })
  return {
    ...shape,
    normals: normalsOf(shape.positions, shape.triangles),
    openness: new Float64Array(shape.positions.length / 3).fill(1),
    material,
  }
}

const lightOf = ({ data }: Pixels): Float32Array => Float32Array.from(data, lightOfByte)
