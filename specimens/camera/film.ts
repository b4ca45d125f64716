// A clear laminate, wider than what it covers: milky, with bubbles and creases over the print and a bright cut edge.
import type { Pixels } from '../../src/image/pixels.ts'
import { seededDice } from '../person/dice.ts'
import { layPlate } from './lay.ts'
import type { Layout } from './layout.ts'
import type { Canvas, Scene } from './scene.ts'
import { threefold, tileNoise } from './tile-noise.ts'
import type { View } from './view.ts'

type Film = NonNullable<Scene['film']>

/** As bright as white paper that lies in the same light. */
const MILK = 0.85
const EDGE_MM = 0.5

/** The margin around the print, through which the ground is seen. */
export function layFilm(canvas: Canvas, view: View, layout: Layout, { marginMm, milky }: Film): void {
  const cover = (margin: number): Float32Array => {
    const mask = { ...canvas, light: new Float32Array(canvas.light.length) }
    const plate = {
      halfWidth: layout.halfWidth + margin,
      halfHeight: layout.halfHeight + margin,
      corner: Math.max(2.5, layout.cornerMm),
    }
    layPlate(mask, view, layout, plate, [1, 1, 1])
    return mask.light
  }
  const [outer, inner] = [cover(marginMm), cover(marginMm - EDGE_MM)]
  for (let at = 0; at < canvas.light.length; at++) {
    const whole = outer[at] as number
    if (whole === 0) continue
    const share = 0.8 * milky * whole + 0.35 * (whole - (inner[at] as number))
    canvas.light[at] = (canvas.light[at] as number) * (1 - share) + MILK * share
  }
}

/** What the film does to the print below it, in the flat picture. */
export function filmed(pixels: Pixels, { milky, bubbles, creases }: Film, seed: number): Pixels {
  const { width, height } = pixels
  const data = new Uint8Array(pixels.data)
  const unit = Math.max(width, height) / 100
  const dice = seededDice(seed, 0xf117)
  const [veil, height1] = [threefold(tileNoise(seed + 21)), threefold(tileNoise(seed + 22))]
  const folds = Array.from({ length: creases }, () => {
    const angle = dice.between(0, Math.PI)
    const [x, y] = [dice.between(0.1, 0.9) * width, dice.between(0.1, 0.9) * height]
    return { cos: Math.cos(angle), sin: Math.sin(angle), x, y, wide: dice.between(0.08, 0.3) * unit }
  })
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      let share = milky * 0.55 * Math.max(0, 0.35 + veil(x / unit / 18, y / unit / 18))
      // A bubble is seen by its rim: where the film's height crosses a level that little of it reaches.
      const rim = (height1(x / unit / 2.2, y / unit / 2.2) - 0.62) / 0.05
      if (bubbles > 0 && rim > -3 && rim < 3) share += 0.5 * bubbles * Math.exp(-rim * rim)
      for (const { cos, sin, x: fx, y: fy, wide } of folds) {
        const off = ((x - fx) * sin - (y - fy) * cos) / wide
        if (off > -3 && off < 3) share += 0.4 * Math.exp(-off * off)
      }
      if (share > 0.75) share = 0.75
      for (let c = at; c < at + 3; c++) data[c] = (data[c] as number) * (1 - share) + 242 * share
    }
  return { width, height, data }
}
