// Degrades a face photo as a card printer does: cut to 3 by 4, with less contrast and colour, dots, grain and a cast.

import type { Random } from '../../../specimens/random.ts'
import type { Box } from '../../../src/image/geometry/geometry.ts'
import { crop } from '../../../src/image/geometry/warp.ts'
import type { Pixels } from '../../../src/image/pixels.ts'

/** The height of the portrait in heights of the face's box, and the place of the middle of that box in it. */
export const PORTRAIT = { faces: 1.75, middle: 0.5 }

interface PrintLook {
  readonly isGrey: boolean
  /** The darkest ink and the brightest paper, as bytes. */
  readonly darkest: number
  readonly brightest: number
  readonly gamma: number
  /** The share of the saturation that is left. */
  readonly saturation: number
  /** The factors for red, green and blue. */
  readonly cast: readonly [number, number, number]
  /** The amplitude of the printer's dots, and of the grain. */
  readonly dots: number
  readonly grain: number
}

export const within = (random: Random, low: number, high: number): number =>
  low + random.next() * (high - low)

export function printLook(random: Random): PrintLook {
  return {
    // Cards engraved by laser are grey.
    isGrey: random.next() < 0.25,
    darkest: within(random, 25, 70),
    brightest: within(random, 205, 242),
    gamma: within(random, 0.8, 1.25),
    saturation: within(random, 0.45, 0.9),
    cast: [within(random, 0.94, 1.05), within(random, 0.95, 1.04), within(random, 0.93, 1.05)],
    dots: within(random, 12, 44),
    grain: within(random, 2, 8),
  }
}

export function cutPortrait(photo: Pixels, face: Box, width: number, height: number): Pixels {
  const scale = (face.height * PORTRAIT.faces) / height
  const left = face.x + face.width / 2 - (scale * width) / 2
  const top = face.y + face.height / 2 - scale * height * PORTRAIT.middle
  return crop(photo, { a: scale, b: 0, c: left, d: 0, e: scale, f: top }, width, height)
}

/** Thresholds of a printer's cell of 4 by 4 dots. */
const cell = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map((rank) => (rank + 0.5) / 16 - 0.5)

export function printed({ width, height, data }: Pixels, look: PrintLook, random: Random): Pixels {
  const print = new Uint8Array(data.length)
  const span = look.brightest - look.darkest
  const saturation = look.isGrey ? 0 : look.saturation
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const [red, green, blue] = [data[at] as number, data[at + 1] as number, data[at + 2] as number]
      const light = 0.3 * red + 0.59 * green + 0.11 * blue
      const dot = (cell[(y % 4) * 4 + (x % 4)] as number) * look.dots + random.normal() * look.grain
      for (const [i, value] of [red, green, blue].entries()) {
        const kept = Math.min(255, Math.max(0, light + (value - light) * saturation))
        const inked = look.darkest + span * (kept / 255) ** look.gamma
        const cast = look.isGrey ? 1 : (look.cast[i] as number)
        print[at + i] = Math.min(255, Math.max(0, inked * cast + dot + 0.5))
      }
    }
  return { width, height, data: print }
}
