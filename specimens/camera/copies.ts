// Copies that stand in for a document: out of a black-and-white copier, or out of a colour printer.
import type { Pixels } from '../../src/image/pixels.ts'
import { seededDice } from '../person/dice.ts'
import type { Scene } from './scene.ts'
import { tileNoise } from './tile-noise.ts'

/** Toner is nearly black or nothing: shades turn steep, with specks and with streaks down the sheet. */
export function photocopied(
  { width, height, data }: Pixels,
  { contrast, speckle, streaks }: NonNullable<Scene['photocopy']>,
  seed: number,
): Pixels {
  const out = new Uint8Array(data.length)
  const noise = tileNoise(seed + 3)
  const dice = seededDice(seed, 0xc097)
  const down = new Float32Array(width)
  for (let i = 0; i < streaks; i++) {
    const [at, wide, dark] = [dice.next() * width, dice.between(0.6, 5), dice.between(0.1, 0.5)]
    for (let x = Math.max(0, Math.floor(at)); x < Math.min(width, at + wide); x++) down[x] = dark
  }
  const fade = dice.between(0.5, 0.62)
  const unit = Math.max(width, height) / 1000
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const grey =
        (0.32 * (data[at] as number) + 0.55 * (data[at + 1] as number) + 0.13 * (data[at + 2] as number)) /
        255
      // What is lighter than this is bare paper.
      const mottle = 0.05 * noise(x / unit / 3, y / unit / 3) + 0.04 * noise(x / unit / 60, y / unit / 60)
      let toner = 0.5 + (fade - grey + mottle) * contrast
      const speck = noise(x / unit / 1.7 + 90, y / unit / 1.7 + 33)
      if (speck > 1 - 0.12 * speckle) toner += 0.9
      else if (speck < 0.12 * speckle - 1) toner -= 0.6
      toner += (down[x] as number) * (0.7 + 0.5 * noise(y / unit / 40, 7))
      const kept = Math.min(0.93, Math.max(0, toner))
      const value = 246 - 232 * kept
      out[at] = value
      out[at + 1] = value
      out[at + 2] = value
    }
  return { width, height, data: out }
}

/** Angles of the dots of cyan, magenta and yellow. */
const ANGLES = [0.26, 1.31, 0] as const

/** Each ink is dots on white paper, larger where there is more of it. */
export function printed(
  { width, height, data }: Pixels,
  { strength, fade }: NonNullable<Scene['print']>,
  linesPerPx: number,
): Pixels {
  const out = new Uint8ClampedArray(data.length)
  const turns = ANGLES.map((angle) => [Math.cos(angle), Math.sin(angle)] as const)
  for (let c = 0; c < 3; c++) {
    const [cos, sin] = turns[c] as readonly [number, number]
    const pace = 2 * Math.PI * linesPerPx
    const [rightU, rightV] = [pace * cos, pace * sin]
    for (let y = 0; y < height; y++)
      for (let x = 0, at = 3 * y * width + c; x < width; x++, at += 3) {
        const ink = 1 - (data[at] as number) / 255
        const screen = 0.5 + 0.25 * (Math.cos(rightU * x + rightV * y) + Math.cos(rightU * y - rightV * x))
        // A dot has a soft rim about as wide as a pixel.
        const edge = 0.5 + (ink - screen) * 2.2
        const dot = edge < 0 ? 0 : edge > 1 ? 1 : edge
        const laid = ink + strength * (dot - ink) * 4 * ink * (1 - ink)
        out[at] = 250 - 235 * laid * (1 - fade) - (c === 2 ? 6 : 0)
      }
  }
  return { width, height, data: new Uint8Array(out.buffer) }
}
