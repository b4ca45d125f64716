// What a head stands on: ears beside it, a neck under it, shoulders in clothes.
import { bell, cloud, mixed, noise, step } from './dice.ts'
import { bending, type Part, rigid, SKIN_SOFTNESS } from './part.ts'
import type { Person } from './person.ts'
import { grid, type Material } from './surface.ts'
import { allSizes, blank, CHANNELS, carve, type Texture } from './texture.ts'
import type { Vector } from './vector.ts'

const SIDE = 192

/** Height, half width, half depth, where its middle is in depth; from the jaw down. */
// biome-ignore format: a table
const rings = [
  [-3.5, 5.2, 5.2, -4.6], [-8, 5.3, 5.3, -4.9], [-12, 5.6, 5.5, -5.4], [-14, 6.6, 6, -5.8], [-15.5, 9.3, 6.8, -6.1],
  [-17, 14.5, 7.6, -6.3], [-19, 18.5, 8.8, -6.3], [-23, 20.5, 10.2, -6], [-35, 21.5, 11.5, -5.5], [-70, 21, 11.5, -5.5],
] as const

function ringAt(y: number): readonly [wide: number, deep: number, middle: number] {
  const next = Math.max(
    1,
    rings.findIndex(([height]) => height <= y),
  )
  const [above, below] = [rings[next - 1] ?? rings[0], rings[next] ?? rings[0]]
  const share = Math.max(0, Math.min(1, (above[0] - y) / (above[0] - below[0] || 1)))
  return [
    mixed(above[1], below[1], share),
    mixed(above[2], below[2], share),
    mixed(above[3], below[3], share),
  ]
}

export function skinMaterial({ look, seed }: Person): Material {
  const texture = blank(SIDE, SIDE, look.skin, 0.35)
  const heights = new Float32Array(SIDE * SIDE)
  mottle(texture, heights, 0.09, seed + 71)
  carve(texture, heights, 1)
  return { textures: allSizes(texture), softness: SKIN_SOFTNESS, shine: 0.1, sharpness: 14 }
}

function mottle(
  { texels, width, height }: Texture,
  heights: Float32Array,
  strength: number,
  seed: number,
): void {
  for (let at = 0; at < width * height; at++) {
    const [u, v] = [(at % width) / width, Math.floor(at / width) / height]
    const light = 1 + strength * cloud(u * 8, v * 8, seed, 4)
    for (let channel = 0; channel < 3; channel++)
      texels[at * CHANNELS + channel] = (texels[at * CHANNELS + channel] as number) * light
    heights[at] = 0.12 * cloud(u * 40, v * 40, seed + 1, 2)
  }
}

/** `widening` is how much wider than the canonical head this one is. */
export function bodyParts(person: Person, skin: Material, widening: number): Part[] {
  return [
    ear(skin, -1, widening),
    ear(skin, 1, widening),
    bending(
      grid(40, 18, (u, v) => around(u, mixed(-3.5, -18.8, v), 0)),
      skin,
      -5,
      -14,
    ),
    rigid(
      grid(56, 26, (u, v) => cloth(u, v, person)),
      clothMaterial(person),
      0,
    ),
  ]
}

/** Once around, beginning and ending behind. */
function around(u: number, y: number, thicker: number): Vector {
  const turn = (u - 0.5) * 2 * Math.PI
  const [wide, deep, middle] = ringAt(y)
  const round = (value: number) => Math.sign(value) * Math.abs(value) ** 0.92
  return [(wide + thicker) * round(Math.sin(turn)), y, middle + (deep + thicker) * round(Math.cos(turn))]
}

function cloth(u: number, v: number, { look, seed }: Person): Vector {
  const front = Math.max(0, Math.cos((u - 0.5) * 2 * Math.PI))
  const top = -13.4 - (1 + 3 * look.collar) * front ** 3
  const y = mixed(top, -70, v ** 2.2)
  const fold = 0.5 * (0.5 + cloud(u * 9, v * 7, seed + 72, 3)) * step(0, 0.2, v)
  return around(u, y, 0.35 + 0.25 * step(0.04, 0.01, v) + fold)
}

function clothMaterial({ look, seed }: Person): Material {
  const texture = blank(SIDE, SIDE, look.clothes, 0.2)
  const heights = new Float32Array(SIDE * SIDE)
  const { texels } = texture
  for (let at = 0; at < SIDE * SIDE; at++) {
    const [u, v] = [(at % SIDE) / SIDE, Math.floor(at / SIDE) / SIDE]
    const seam = 1 - 0.35 * bell(v - 0.1, 0.006)
    const light =
      (1 + 0.1 * cloud(u * 30, v * 30, seed + 73, 3) + 0.08 * noise(u * 190, v * 190, seed + 74)) * seam
    for (let channel = 0; channel < 3; channel++)
      texels[at * CHANNELS + channel] = (texels[at * CHANNELS + channel] as number) * light
    heights[at] = 1.2 * cloud(u * 14, v * 10, seed + 75, 3)
  }
  carve(texture, heights, 0.6)
  return { textures: allSizes(texture), softness: [0.15, 0.15, 0.15], shine: 0.02, sharpness: 6 }
}

/** A shell with a rolled rim and a hollow, set at an angle to the head. */
function ear(skin: Material, side: -1 | 1, widening: number): Part {
  const shape = grid(28, 9, (u, v): Vector => {
    const turn = u * 2 * Math.PI * -side
    const away = 1 - v
    const lobe = 1 - 0.35 * step(0.1, -0.9, Math.sin(turn)) * Math.abs(Math.cos(turn))
    const [back, up] = [1.75 * away * Math.cos(turn) * lobe, 3.1 * away * Math.sin(turn)]
    const rim = 0.45 * bell(away - 0.86, 0.13) * step(-0.8, 0.1, Math.sin(turn) + 0.4 * Math.cos(turn))
    const hollow = -0.55 * bell(Math.hypot(back + 0.35, (up + 0.3) / 1.5), 0.55)
    const fold = 0.22 * bell(away - 0.55, 0.12) * step(-0.4, 0.3, Math.cos(turn))
    const edge = away > 0.97 ? -0.35 : 0
    const out = 0.55 + 0.42 * back + rim + hollow + fold + edge
    return [
      side * (7.15 * widening + Math.max(-0.3, out)),
      1 + up + 0.12 * back,
      -3.3 - back * 0.85 - 0.18 * up,
    ]
  })
  return rigid(shape, { ...skin, isTwoSided: true })
}
