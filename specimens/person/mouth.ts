// The inside of the mouth: darkness, and two rows of teeth.
import { bell, noise, step } from './dice.ts'
import { type Part, rigid } from './part.ts'
import type { Person } from './person.ts'
import { grid, type Material } from './surface.ts'
import { allSizes, blank, CHANNELS, plain } from './texture.ts'
import type { Vector } from './vector.ts'

export interface MouthPlace {
  /** Of the line where the lips meet, at rest. */
  readonly y: number
  readonly z: number
  readonly width: number
  /** How much further back the corners are than the middle. */
  readonly curveCm: number
  /** Behind closed lips teeth keep clear of them, 0 to 1. */
  readonly hidden: number
  /** How far the lower jaw has sunk. */
  readonly sunkCm: number
}

/** At the ends of a row of teeth. */
const FULL_TURN = 1 - Math.cos(1.25)

const cavity: Material = {
  textures: plain([0.045, 0.012, 0.012], 0.2),
  softness: [0, 0, 0],
  shine: 0,
  sharpness: 10,
}

export function teethMaterial({ seed }: Person): Material {
  const [width, height] = [256, 48]
  const texture = blank(width, height, [0.62, 0.57, 0.47], 0.8)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += CHANNELS) {
      const [u, v] = [(x + 0.5) / width, (y + 0.5) / height]
      // Ten teeth, the two in the middle the widest.
      const place = 5 + Math.sign(u - 0.5) * (Math.abs(2 * u - 1) ** 0.85 * 5)
      const gap = bell(place - Math.round(place), 0.045)
      const gum = step(
        0.24,
        0.12,
        v + 0.07 * Math.abs(Math.sin(place * Math.PI)) + 0.01 * noise(u * 40, 0, seed),
      )
      const edge = 1 - 0.3 * step(0.9, 1, v)
      const fade = (1 - 0.6 * gap) * edge * (0.96 + 0.06 * noise(u * 20, v * 4, seed + 5))
      const colour = [0.62, 0.56, 0.46].map(
        (tooth, i) => tooth * fade * (1 - gum) + ([0.42, 0.14, 0.13][i] ?? 0) * gum,
      )
      for (let channel = 0; channel < 3; channel++) texture.texels[at + channel] = colour[channel] as number
    }
  return { textures: allSizes(texture), softness: [0.2, 0.15, 0.12], shine: 0.35, sharpness: 40 }
}

export function mouthParts({ y, z, width, sunkCm, curveCm, hidden }: MouthPlace, teeth: Material): Part[] {
  const arch =
    (deeper: number, top: number, bottom: number) =>
    (u: number, v: number): Vector => {
      const turn = (u - 0.5) * 2.5
      return [
        width * 0.98 * Math.sin(turn),
        top + (bottom - top) * v,
        z - 0.5 - deeper - 0.5 * hidden - (curveCm + 0.35) * ((1 - Math.cos(turn)) / FULL_TURN),
      ]
    }
  const lowerTop = y - 0.12 - sunkCm * 0.85
  return [
    rigid(grid(24, 3, arch(0, y + 0.85, y - 0.12)), teeth),
    rigid(
      grid(24, 3, (u, v) => arch(0.25, lowerTop, lowerTop - 0.8)(u, v)),
      flipped(teeth),
    ),
    rigid(
      grid(10, 10, (u, v) => {
        const [x, up] = [(u - 0.5) * 7, (0.5 - v) * (5 + sunkCm)]
        return [x, y + up - sunkCm / 2, z - 2 - 0.13 * x * x]
      }),
      cavity,
    ),
  ]
}

/** The lower row is seen less lit, and its gums are hidden. */
function flipped(teeth: Material): Material {
  return { ...teeth, shine: 0.15 }
}
