// What printing or showing does to a picture: dots, a grid, other blacks and whites; and scissors.

import type { Point } from '../../src/image/geometry/geometry.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { distanceTo, isInside, type Place } from './canvas.ts'
import { step } from './dice.ts'
import { HARD } from './part.ts'
import { lightOfByte } from './sensor.ts'
import type { Material } from './surface.ts'
import { allSizes, CHANNELS, type Texture } from './texture.ts'

export type Sheet = 'paper' | 'screen'

/** Texels a pixel of the picture becomes, so that dots and grid have room. */
const FINER = 2
/** Blacks of ink in the light of the room are grey, and paper is not white. */
const INK = { black: 0.035, white: 0.62 }
const DOTS = { texels: 3.3, depth: 0.1 }
/** A screen's blacks reflect the room a little; between its pixels it is dark. */
const SCREEN = { black: 0.012, white: 0.85, texels: 3, gap: 0.35 }

/** Dots lie askew, as printers lay them. */
function dots(x: number, y: number): number {
  const pace = (2 * Math.PI) / DOTS.texels
  return 1 + DOTS.depth * Math.cos((x + 0.4 * y) * pace) * Math.cos((y - 0.4 * x) * pace)
}

/** Three stripes a pixel: each colour has its own. */
function stripes(x: number, y: number, channel: number): number {
  const gap = y % SCREEN.texels === 0 ? 1 - SCREEN.gap : 1
  return gap * (x % SCREEN.texels === channel ? 1.24 : 0.88)
}

const made = new WeakMap<Pixels, Map<Sheet, Material>>()

/** Printed once, however often it is held up. */
export function flatMaterial(picture: Pixels, sheet: Sheet, glare: number): Material {
  const sheets = made.get(picture) ?? new Map<Sheet, Material>()
  const found = sheets.get(sheet) ?? printed(picture, sheet)
  made.set(picture, sheets.set(sheet, found))
  return { ...found, shine: glare }
}

function printed({ width, height, data }: Pixels, sheet: Sheet): Material {
  const [across, down] = [width * FINER, height * FINER]
  const texels = new Float32Array(across * down * CHANNELS)
  const { black, white } = sheet === 'paper' ? INK : SCREEN
  for (let y = 0, at = 0; y < down; y++)
    for (let x = 0; x < across; x++, at += CHANNELS) {
      const from = 3 * (Math.floor(y / FINER) * width + Math.floor(x / FINER))
      const pattern = sheet === 'paper' ? dots(x, y) : 1
      for (let channel = 0; channel < 3; channel++) {
        const light = lightOfByte(data[from + channel] as number)
        const own = sheet === 'paper' ? pattern : stripes(x, y, channel)
        texels[at + channel] = black + (white - black) * light * own
      }
      texels[at + 3] = 1
    }
  return {
    textures: allSizes({ width: across, height: down, texels }),
    softness: HARD,
    shine: 0,
    sharpness: sheet === 'paper' ? 60 : 180,
    ...(sheet === 'screen' && { glow: 1.15 }),
  }
}

/** Scissors leave an edge as sharp as the picture is. */
export function cutOut(
  material: Material,
  { width, height }: Pixels,
  { outline, holes = [] }: { outline: readonly Point[]; holes?: readonly (readonly Point[])[] },
): Material {
  const [largest] = material.textures
  if (largest === undefined) return material
  const placesOf = (points: readonly Point[]): Place[] =>
    points.map(({ x, y }) => ({ u: x / width, v: y / height }))
  const [edge, eyes] = [placesOf(outline), holes.map(placesOf)]
  const kept = (u: number, v: number) => isInside(edge, u, v) && !eyes.some((hole) => isInside(hole, u, v))
  const cut = { ...largest, texels: Float32Array.from(largest.texels) }
  scissor(cut, [edge, ...eyes], kept)
  return { ...material, textures: allSizes(cut), isSeeThrough: true }
}

function scissor(
  { width, height, texels }: Texture,
  edges: readonly Place[][],
  kept: (u: number, v: number) => boolean,
): void {
  const closed = edges.map((edge) => [...edge, ...edge.slice(0, 1)])
  const soft = 1 / width
  for (let y = 0, at = 3; y < height; y++)
    for (let x = 0; x < width; x++, at += CHANNELS) {
      const [u, v] = [(x + 0.5) / width, (y + 0.5) / height]
      const isKept = kept(u, v)
      const away = isKept ? Math.min(...closed.map((edge) => distanceTo(edge, u, v))) : 0
      texels[at] = isKept ? step(-soft, soft, away) : 0
    }
}
