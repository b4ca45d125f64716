// Light on the whole scene: uneven, coloured, shaded by the phone; and glare on laminate.
import type { Box, Point } from '../../src/image/geometry/geometry.ts'
import { seededDice } from '../person/dice.ts'
import { type Limits, reach } from './lay.ts'
import { boxOn, type Layout } from './layout.ts'
import type { Canvas, FlatDocument, Glare, Scene } from './scene.ts'
import { type Sight, sight, type View } from './view.ts'

const CELL = 16

/** Multiplies by a map that is smooth and so computed for every 16th pixel only. */
export function lightUp(canvas: Canvas, scene: Scene): void {
  const [columns, rows] = [Math.ceil(canvas.width / CELL) + 2, Math.ceil(canvas.height / CELL) + 2]
  const map = new Float32Array(3 * columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      lightAt(
        scene,
        (column * CELL) / canvas.width - 0.5,
        (row * CELL) / canvas.height - 0.5,
        map,
        3 * (row * columns + column),
      )
  multiply(canvas, map, columns)
}

/** -0.5 to 0.5 from the middle of the frame. */
function lightAt(
  { light = {}, phoneShadow }: Scene,
  x: number,
  y: number,
  map: Float32Array,
  at: number,
): void {
  const { level = 1, unevenX = 0, unevenY = 0, vignette = 0, warmth = 0, warmthX = 0 } = light
  const even = Math.max(0.05, 1 + 2 * (unevenX * x + unevenY * y)) * (1 - 2 * vignette * (x * x + y * y))
  const warm = warmth + 2 * warmthX * x
  let shade = 1
  if (phoneShadow) {
    const { degrees, width, height, soft, strength } = phoneShadow
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
    const [dx, dy] = [x - phoneShadow.x, y - phoneShadow.y]
    const [u, v] = [Math.abs(cos * dx + sin * dy) - width / 2, Math.abs(cos * dy - sin * dx) - height / 2]
    const away = u > 0 && v > 0 ? Math.sqrt(u * u + v * v) : Math.max(u, v)
    const share = Math.min(1, Math.max(0, 0.5 - away / soft))
    shade = 1 - strength * share * share * (3 - 2 * share)
  }
  map[at] = level * even * shade * (1 + 0.28 * warm)
  map[at + 1] = level * even * shade * (1 + 0.03 * warm)
  map[at + 2] = level * even * shade * (1 - 0.38 * warm)
}

function multiply({ width, height, light }: Canvas, map: Float32Array, columns: number): void {
  const line = new Float32Array(3 * columns)
  for (let y = 0, at = 0; y < height; y++) {
    const v = (y + 0.5) / CELL
    const row = v | 0
    const from = 3 * row * columns
    for (let i = 0; i < line.length; i++) {
      const above = map[from + i] as number
      line[i] = above + ((map[from + i + line.length] as number) - above) * (v - row)
    }
    for (let x = 0; x < width; x++, at += 3) {
      const u = (x + 0.5) / CELL
      const cell = u | 0
      const share = u - cell
      const one = 3 * cell
      const red = line[one] as number
      const green = line[one + 1] as number
      const blue = line[one + 2] as number
      light[at] = (light[at] as number) * (red + ((line[one + 3] as number) - red) * share)
      light[at + 1] = (light[at + 1] as number) * (green + ((line[one + 4] as number) - green) * share)
      light[at + 2] = (light[at + 2] as number) * (blue + ((line[one + 5] as number) - blue) * share)
    }
  }
}

/** Returns the share of the document that is washed out, in the first of one number. */
export function addGlare(
  canvas: Canvas,
  view: View,
  layout: Layout,
  document: FlatDocument,
  scene: Scene,
): Float64Array {
  const washed = new Float64Array(1)
  const glares = (scene.glare ?? []).map((glare, i) => placed(glare, layout, document, scene, i))
  if (glares.length === 0) return washed
  const plate = { halfWidth: layout.halfWidth, halfHeight: layout.halfHeight, corner: layout.cornerMm }
  const limits = reach(view, layout, plate)
  for (const glare of glares) shine(canvas, sight(view, layout), limits, layout, glare, washed)
  const area = (limits[1] - limits[0]) * (limits[3] - limits[2])
  washed[0] = Math.min(1, (washed[0] as number) / Math.max(1, area))
  return washed
}

/** Light added to text that leaves it readable, in a picture that is well lit. */
const READABLE = 0.4
const TRIES = 8

/** Of some places, the one where the least light falls on what is written; smaller where even that is too much. */
function placed(
  glare: Glare,
  layout: Layout,
  { lines, codes }: FlatDocument,
  { seed, light }: Scene,
  index: number,
): Glare {
  if (!glare.besideText) return glare
  const dice = seededDice(seed + index, 0x91a)
  const bearable = READABLE * Math.min(1, light?.level ?? 1)
  const width = 2 * layout.halfWidth
  const written = [...lines, ...codes].flatMap(({ box }) => places(boxOn(layout, box), width))
  const high = layout.halfHeight / layout.halfWidth
  let best = glare
  let most = mostLight(written, glare)
  for (let round = 0; round < TRIES && most > bearable; round++) {
    const shrunk = { ...best, radius: best.radius * 0.85, stretch: Math.max(1, best.stretch * 0.85) }
    best = shrunk
    most = mostLight(written, shrunk)
    for (let i = 0; i < 16; i++) {
      const moved = { ...shrunk, x: dice.between(-0.5, 0.5), y: dice.between(-0.5, 0.5) * high }
      const found = mostLight(written, moved)
      if (found < most) [best, most] = [moved, found]
    }
  }
  return most > bearable ? { ...best, strength: (best.strength * bearable) / most } : best
}

/** Some places of a box, in widths of the document. */
function places({ x, y, width, height }: Box, size: number): readonly Point[] {
  const count = Math.max(2, Math.ceil(width / 3))
  return Array.from({ length: count }, (_, i) => ({
    x: (x + (width * (i + 0.5)) / count) / size,
    y: (y + height / 2) / size,
  }))
}

function mostLight(written: readonly Point[], glare: Glare): number {
  const { radius, stretch, degrees, strength } = glare
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  let most = 0
  for (const { x, y } of written) {
    const along = (cos * (x - glare.x) + sin * (y - glare.y)) / radius / stretch
    const across = (cos * (y - glare.y) - sin * (x - glare.x)) / radius
    most = Math.max(most, lightOf(strength, along * along + across * across))
  }
  return most
}

/** A bright middle, four times as steep as its wide weak surround. */
function lightOf(strength: number, away: number): number {
  const wide = Math.exp(-away / 2)
  return strength * (0.85 * wide * wide * wide * wide + 0.15 * wide)
}

const WASHED = 0.35

function shine(
  { width, light }: Canvas,
  rays: Sight,
  limits: Limits,
  { halfWidth, halfHeight }: Layout,
  glare: Glare,
  washed: Float64Array,
): void {
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8, eyeX, eyeY, eyeZ] = rays
  const [left, right, top, bottom] = limits
  const { radius, stretch, degrees, strength, rainbow } = glare
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const size = 2 * halfWidth
  let count = 0
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const px = x + 0.5
      const py = y + 0.5
      const far = -eyeZ / (r6 * px + r7 * py + r8)
      const mx = eyeX + far * (r0 * px + r1 * py + r2)
      const my = eyeY + far * (r3 * px + r4 * py + r5)
      if (mx < -halfWidth || mx > halfWidth || my < -halfHeight || my > halfHeight) continue
      const dx = mx / size - glare.x
      const dy = my / size - glare.y
      const along = (cos * dx + sin * dy) / radius / stretch
      const across = (cos * dy - sin * dx) / radius
      const away = along * along + across * across
      if (away > 9) continue
      const added = lightOf(strength, away)
      if (added > WASHED) count++
      const at = 3 * (y * width + x)
      if (rainbow === 0) {
        light[at] = (light[at] as number) + added
        light[at + 1] = (light[at + 1] as number) + added
        light[at + 2] = (light[at + 2] as number) + added
        continue
      }
      const hue = 5 * across + 3 * along
      light[at] = (light[at] as number) + added * (1 + rainbow * Math.cos(hue))
      light[at + 1] = (light[at + 1] as number) + added * (1 + rainbow * Math.cos(hue - 2.1))
      light[at + 2] = (light[at + 2] as number) + added * (1 + rainbow * Math.cos(hue + 2.1))
    }
  washed[0] = (washed[0] as number) + count
}
