// Hair on the head: the skin of the skull lifted by its thickness, thinning out at the hairline, and a curtain where it is long.
import { cloud, mixed, noise, noiseAlong, step } from './dice.ts'
import { headTopology, skull } from './head-mesh.ts'
import { bending, type Part, rigid } from './part.ts'
import type { Colour, HairStyle, Person } from './person.ts'
import { grid, type Material, normalsOf } from './surface.ts'
import { allSizes, blank, CHANNELS, type Texture } from './texture.ts'
import type { Vector } from './vector.ts'

const SIDE = 512
/** Down from the crown. */
const SEEN_DEGREES = 150
/** Skin so far below the hairline carries none. */
const LOWEST_CM = -1.6

/** Degrees from straight ahead around the head, and how high the hair begins there, in cm. */
type Hairline = readonly (readonly [degrees: number, y: number])[]

// biome-ignore format: a table
const hairlines: Readonly<Record<HairStyle, Hairline>> = {
  short: [[0, 8.3], [25, 8.5], [45, 7.6], [58, 6.2], [66, 4.4], [74, 1.6], [82, 1.4], [88, 3.4], [104, 3], [118, -0.5], [140, -4], [180, -4.8]],
  parted: [[0, 8.1], [25, 8], [45, 7.2], [58, 5.6], [66, 4], [74, 1], [82, 0.6], [88, 3], [104, 2.6], [118, -1], [140, -4.5], [180, -5.2]],
  fringe: [[0, 6.4], [25, 6.3], [45, 6], [58, 4.6], [66, 3], [74, 0.4], [82, 0], [88, 2.4], [104, 2], [118, -1], [140, -4.5], [180, -5.2]],
  long: [[0, 8.3], [25, 7.8], [45, 6.8], [58, 5], [66, 3], [72, 0], [82, -6], [104, -9], [180, -9]],
  tied: [[0, 8.4], [25, 8.2], [45, 7.3], [58, 5.8], [66, 4.2], [74, 1.8], [82, 1.8], [88, 3.6], [104, 3], [118, -0.5], [140, -3.6], [180, -4.2]],
}
const thicknessFactor: Readonly<Record<HairStyle, number>> = {
  short: 0.7,
  parted: 1.1,
  fringe: 0.9,
  long: 1,
  tied: 0.35,
}

function hairlineAt(line: Hairline, degrees: number): number {
  const next = line.findIndex(([from]) => from > degrees)
  const [from, to] = next === -1 ? [line.at(-1), line.at(-1)] : [line[next - 1], line[next]]
  if (from === undefined || to === undefined) return 0
  return to[0] === from[0] ? to[1] : mixed(from[1], to[1], (degrees - from[0]) / (to[0] - from[0]))
}

/** Where a point of the head is in the texture of its hair: around from behind, and down from the crown. */
function inHair([x, y, z]: Vector): readonly [u: number, v: number] {
  const [right, up, front] = [x - skull.middle[0], y - skull.middle[1], z - skull.middle[2]]
  const down = Math.atan2(Math.hypot(right, front), up)
  return [0.5 + Math.atan2(right, front) / 2 / Math.PI, (down * 180) / Math.PI / SEEN_DEGREES]
}

/** `head` is the fine head at rest. */
export function hairParts({ look, seed }: Person, head: Float64Array): Part[] {
  const { triangles } = headTopology()
  const normals = normalsOf(head, triangles)
  const line = hairlines[look.hairStyle]
  const thickness = look.hairThicknessCm * thicknessFactor[look.hairStyle]
  const count = head.length / 3
  const positions = new Float64Array(head.length)
  const uv = new Float64Array(2 * count)
  const above = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const point: Vector = [head[3 * i] as number, head[3 * i + 1] as number, head[3 * i + 2] as number]
    const [u, v] = inHair(point)
    uv.set([u, v], 2 * i)
    above[i] = point[1] - hairlineAt(line, Math.abs(u - 0.5) * 360)
    const lifted = lift(look.hairStyle, thickness, u, v, point[1], above[i] as number, seed)
    for (let axis = 0; axis < 3; axis++)
      positions[3 * i + axis] = (point[axis] as number) + lifted * (normals[3 * i + axis] as number)
  }
  const texture = strands(look.hair, seed)
  fadeOut(texture, line, seed)
  const kept = hairy(triangles, above, uv, head)
  const shell = rigid({ positions, uv, triangles: kept }, materialOf(texture))
  return look.hairStyle === 'long' ? [shell, curtain(look.hair, seed, thickness)] : [shell]
}

function lift(
  style: HairStyle,
  thickness: number,
  u: number,
  v: number,
  y: number,
  above: number,
  seed: number,
): number {
  const high = mixed(0.4, 1, step(1, 10, y))
  const lumps = 1 + 0.3 * cloud(u * 16, v * 6, seed + 61, 2)
  const parting = style === 'parted' ? 0.45 + 0.55 * step(0.005, 0.07, Math.abs(u - 0.55)) : 1
  const edge = style === 'fringe' ? 0.25 * step(50, 32, Math.abs(u - 0.5) * 360) : 0
  return 0.03 + edge + thickness * high * lumps * parting * step(-0.3, 3.6, above)
}

/** Of the head's triangles those that carry hair; where the texture's two ends meet, behind, a seam is left open. */
function hairy(
  triangles: Uint32Array,
  above: Float64Array,
  uv: Float64Array,
  head: Float64Array,
): Uint32Array {
  const kept: number[] = []
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = [...triangles.subarray(at, at + 3)]
    const us = corners.map((corner) => uv[2 * corner] as number)
    const isOver = corners.some((corner) => (above[corner] as number) > LOWEST_CM)
    const isSkull = corners.every((corner) => (head[3 * corner + 1] as number) > -9.5)
    if (isOver && isSkull && Math.max(...us) - Math.min(...us) < 0.5) kept.push(...corners)
  }
  return Uint32Array.from(kept)
}

const materialOf = (texture: Texture): Material => ({
  textures: allSizes(texture),
  softness: [0.12, 0.12, 0.12],
  shine: 0.045,
  sharpness: 12,
  isSeeThrough: true,
})

/** Streaks along v. A strand waves aside by less than this share. */
const WAVE = 0.017

function strands(colour: Colour, seed: number): Texture {
  const texture = blank(SIDE, SIDE, colour, 1)
  for (let y = 0, at = 0; y < SIDE; y++) {
    const v = (y + 0.5) / SIDE
    const [waveAt, rippleAt] = [noiseAlong(v * 6, seed + 62, 9), noiseAlong(v * 12, seed + 70, 40)]
    const within = (times: number) => [(1 + WAVE + 0.006) * times, -WAVE * times] as const
    const fineAt = noiseAlong(v * 7, seed + 63, ...within(240))
    const lockAt = noiseAlong(v * 4, seed + 64, ...within(60))
    for (let x = 0; x < SIDE; x++, at += CHANNELS) {
      const u = (x + 0.5) / SIDE
      const wave = u + 0.012 * waveAt(u * 9) + 0.004 * rippleAt(u * 40)
      const fine = fineAt(wave * 240)
      const lock = lockAt(wave * 60)
      const light = Math.max(0.25, 1 + 0.5 * fine + 0.45 * lock)
      for (let channel = 0; channel < 3; channel++)
        texture.texels[at + channel] = (texture.texels[at + channel] as number) * light + 0.003
      const [fineNext, lockNext] = [fineAt((wave + 0.002) * 240), lockAt((wave + 0.006) * 60)]
      texture.texels[at + 4] = 0.25 * (fineNext - fine) + 0.3 * (lockNext - lock)
    }
  }
  return texture
}

/** Single hairs reach over the hairline, some further than others. */
function fadeOut({ texels, width, height }: Texture, line: Hairline, seed: number): void {
  const columns = Array.from({ length: width }, (_, x) => (x + 0.5) / width)
  const sines = Float64Array.from(columns, (u) => Math.sin((u - 0.5) * 2 * Math.PI))
  const cosines = Float64Array.from(columns, (u) => Math.cos((u - 0.5) * 2 * Math.PI))
  const lines = Float64Array.from(columns, (u) => hairlineAt(line, Math.abs(u - 0.5) * 360))
  const [a, b, c] = skull.radii
  for (let y = 0, at = 3; y < height; y++) {
    const v = (y + 0.5) / height
    // The height of a head of middle size in this direction.
    const down = (v * SEEN_DEGREES * Math.PI) / 180
    const [flat, up] = [Math.sin(down), Math.cos(down)]
    const [farAt, nearAt] = [noiseAlong(v * 3, seed + 65, 230), noiseAlong(v * 2, seed + 66, 45)]
    for (let x = 0; x < width; x++, at += CHANNELS) {
      const u = columns[x] as number
      const radius =
        1.03 / Math.hypot((flat * (sines[x] as number)) / a, up / b, (flat * (cosines[x] as number)) / c)
      const high = skull.middle[1] + up * radius
      const reach = 0.8 * farAt(u * 230) + 0.5 * nearAt(u * 45)
      texels[at] = step(-0.6, 0.6, high - (lines[x] as number) + reach)
    }
  }
}

/** Falls from the ears to the shoulders, around the back. */
function curtain(colour: Colour, seed: number, thickness: number): Part {
  const texture = strands(colour, seed + 7)
  for (let y = 0, at = 3; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++, at += CHANNELS) {
      const [u, v] = [(x + 0.5) / SIDE, (y + 0.5) / SIDE]
      const edge = Math.min(u, 1 - u) * 30 + 0.8 * noise(u * 180, v * 4, seed + 67)
      const end = (1 - v) * 14 + noise(u * 160, v * 2, seed + 68)
      texture.texels[at] = step(-0.2, 0.8, Math.min(edge, end))
    }
  const shape = grid(56, 20, (u, v): Vector => {
    const around = ((74 + u * 212) * Math.PI) / 180
    const wide = 8 + thickness * 0.7 - 0.7 * Math.sin(v * 3) + 0.25 * noise(u * 12, v * 2, seed + 69)
    const deep = 9.4 + thickness * 0.7 - 2.2 * v
    return [wide * Math.sin(around), 5 - 22 * v, -4.2 + deep * Math.cos(around) + 0.8 * v]
  })
  return bending(shape, { ...materialOf(texture), isTwoSided: true }, 0, -16, 0.25)
}
