// A document that has been carried: pale edges, scratches, dirt. In the flat picture, before it is laid down.
import type { Pixels } from '../../src/image/pixels.ts'
import { seededDice } from '../person/dice.ts'
import type { Scene } from './scene.ts'
import { threefold, tileNoise } from './tile-noise.ts'

type Wear = NonNullable<Scene['wear']>

export function worn(pixels: Pixels, { edges, scratches, dirt, fade = 0 }: Wear, seed: number): Pixels {
  const out = { ...pixels, data: new Uint8Array(pixels.data) }
  if (fade > 0) bleach(out, fade, seed)
  if (dirt > 0) soil(out, dirt, seed)
  scratch(out, scratches, seed)
  if (edges > 0) rub(out, edges, seed)
  return out
}

/** All sizes are shares of the long side. */
const unitOf = ({ width, height }: Pixels): number => Math.max(width, height) / 100

/** Reds go first, blacks last, and not everywhere alike; old laminate yellows. */
function bleach(pixels: Pixels, fade: number, seed: number): void {
  const { width, height, data } = pixels
  const unit = unitOf(pixels)
  const noise = tileNoise(seed + 17)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const share = fade * (0.42 + 0.18 * noise(x / unit / 22, y / unit / 22))
      const [red, green, blue] = [data[at] as number, data[at + 1] as number, data[at + 2] as number]
      const strong = Math.max(red, green, blue) - Math.min(red, green, blue)
      const gone = share * (0.5 + 0.5 * Math.min(1, strong / 110))
      data[at] = red + (226 - red) * gone
      data[at + 1] = green + (220 - green) * gone
      data[at + 2] = blue + (200 - blue) * gone
    }
}

function rub(pixels: Pixels, edges: number, seed: number): void {
  const { width, height, data } = pixels
  const unit = unitOf(pixels)
  const noise = threefold(tileNoise(seed + 11))
  const deep = Math.ceil(3.2 * unit)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const inX = Math.min(x, width - 1 - x)
      const inY = Math.min(y, height - 1 - y)
      const near = Math.min(inX, inY)
      if (near > deep) {
        x = Math.max(x, width - 1 - deep)
        continue
      }
      // Corners are rubbed deeper.
      const depth =
        edges * unit * (0.6 + 1.1 * noise(x / unit / 1.3, y / unit / 1.3) + (inX + inY < 6 * unit ? 0.9 : 0))
      const share = Math.min(1, Math.max(0, (depth - near) / unit / 0.25)) * 0.85
      if (share > 0)
        for (let c = 3 * (y * width + x), i = 0; i < 3; c++, i++)
          data[c] = (data[c] as number) * (1 - share) + (236 - 5 * i) * share
    }
}

function soil(pixels: Pixels, dirt: number, seed: number): void {
  const { width, height, data } = pixels
  const unit = unitOf(pixels)
  const noise = tileNoise(seed + 13)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const broad = Math.max(0, noise(x / unit / 14, y / unit / 14) - 0.1)
      const speck = Math.max(0, noise((x / unit) * 2.1, (y / unit) * 2.1) - 0.9) * 5
      const share = dirt * Math.min(0.75, 0.35 * broad + speck)
      data[at] = (data[at] as number) * (1 - 0.6 * share)
      data[at + 1] = (data[at + 1] as number) * (1 - 0.72 * share)
      data[at + 2] = (data[at + 2] as number) * (1 - 0.9 * share)
    }
}

function scratch(pixels: Pixels, count: number, seed: number): void {
  const dice = seededDice(seed, 0x5c7a)
  const unit = unitOf(pixels)
  for (let i = 0; i < count; i++) {
    let [x, y] = [dice.next() * pixels.width, dice.next() * pixels.height]
    let angle = dice.between(0, 2 * Math.PI)
    const bend = dice.between(-0.004, 0.004)
    const strength = dice.between(0.15, 0.55)
    const wide = dice.between(0.05, 0.16) * unit
    const isLight = dice.next() < 0.75
    for (let left = dice.between(5, 45) * unit; left > 0; left--) {
      dot(pixels, x, y, Math.max(0.7, wide), strength, isLight ? 250 : 60)
      x += Math.cos(angle)
      y += Math.sin(angle)
      angle += bend * dice.next()
    }
  }
}

function dot(
  { width, height, data }: Pixels,
  x: number,
  y: number,
  radius: number,
  strength: number,
  to: number,
): void {
  for (let row = Math.floor(y - radius); row <= y + radius; row++)
    for (let column = Math.floor(x - radius); column <= x + radius; column++) {
      if (row < 0 || column < 0 || row >= height || column >= width) continue
      const share = strength * 0.5 * Math.max(0, 1 - Math.hypot(column - x, row - y) / (radius + 0.5))
      const at = 3 * (row * width + column)
      for (let c = at; c < at + 3; c++) data[c] = (data[c] as number) * (1 - share) + to * share
    }
}
