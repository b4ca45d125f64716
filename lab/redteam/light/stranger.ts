// A second renderer of light sessions that shares no geometry with the first: it stands for testers who measure us with a program that we do not have.
import sharp from 'sharp'
import type { Portrait } from '../../../specimens/light/lit-scene.ts'
import type { RenderedFrame } from '../../../specimens/light/render-session.ts'
import { durationOf, type Linear, type Step, shownAt } from '../../../specimens/light/screen.ts'
import { type Random, seededRandom } from '../../../specimens/random.ts'
import type { Pixels } from '../../../src/image/pixels.ts'

/** An egg about the face, in pixels. */
interface Egg {
  readonly x: number
  readonly y: number
  readonly across: number
  readonly down: number
}

const GAMMA = 2.2
/** White light of the screen by that of the room on a face that looks straight at a phone 35 cm away. */
const SCREEN_LUX = 22
const SPECULAR = { share: 0.08, power: 12 }

/** Phong on an egg, the portrait itself as albedo, a screen of five stripes, even noise in bytes, 8 or 15 frames a second. */
export async function renderStranger(
  portrait: Portrait,
  sequence: readonly Step[],
  seed: number,
  ambientLux: number,
): Promise<RenderedFrame[]> {
  const random = seededRandom(seed + 7001)
  const between = (least: number, most: number) => least + (most - least) * random.next()
  const { pixels, mesh } = await cutTo(portrait, 300, between(0.5, 0.62))
  const rate = random.next() < 0.5 ? 8 : 15
  const delayMs = between(30, 400)
  const stripes = stripesOn(pixels, eggOf(mesh), between(250, 450))
  const room = roomOn(pixels, eggOf(mesh), random)
  const screen = (SCREEN_LUX / ambientLux) * between(0.8, 1.2)
  const exposure = between(0.75, 1) / (1 + 0.5 * screen)
  const noise = between(1, 4)
  const frames: RenderedFrame[] = []
  for (let number = 0; (1000 * number) / rate < durationOf(sequence) + 400; number++) {
    const takenAtMs = (1000 * number) / rate + between(-4, 4) + 5
    const seen = shownAt(sequence, takenAtMs - delayMs, [0, 0, 0])
    const claimed = shownAt(sequence, takenAtMs, [0, 0, 0])
    const wander = 1 + 0.05 * Math.sin(takenAtMs / 1700 + seed)
    const data = lit(
      pixels,
      room,
      stripes,
      coloursOf(seen, stripes.length),
      screen,
      exposure * wander,
      noise,
      random,
    )
    const jpeg = await sharp(data, { raw: { width: pixels.width, height: pixels.height, channels: 3 } })
      .jpeg({ quality: 85, chromaSubsampling: '4:4:4' })
      .toBuffer()
    frames.push({
      jpeg: new Uint8Array(jpeg),
      takenAtMs,
      shown: Math.max(0, claimed.index),
      shownSinceMs: claimed.sinceMs,
      mesh,
    })
  }
  return frames
}

/** The part of the portrait about the face, three by four, scaled. */
async function cutTo({ pixels, mesh }: Portrait, width: number, faceShare: number): Promise<Portrait> {
  const egg = eggOf(mesh)
  const across = Math.min(pixels.width, pixels.height * 0.75, (2 * egg.across) / faceShare)
  const left = Math.round(Math.max(0, Math.min(pixels.width - across, egg.x - across / 2)))
  const top = Math.round(Math.max(0, Math.min(pixels.height - across / 0.75, egg.y - across / 1.5)))
  const height = Math.round(width / 0.75)
  const data = await sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 3 } })
    .extract({ left, top, width: Math.floor(across), height: Math.floor(across / 0.75) })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer()
  const times = width / Math.floor(across)
  return {
    pixels: { width, height, data: new Uint8Array(data) },
    mesh: mesh.map((value, i) => times * (i % 3 === 0 ? value - left : i % 3 === 1 ? value - top : value)),
  }
}

function eggOf(mesh: Float32Array): Egg {
  const xs = mesh.filter((_, i) => i % 3 === 0)
  const ys = mesh.filter((_, i) => i % 3 === 1)
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2 - 0.08 * (bottom - top),
    across: 0.56 * (right - left),
    down: 0.64 * (bottom - top),
  }
}

/** Normals of the egg, and undefined beside it. */
function normalAt(egg: Egg, x: number, y: number): readonly [number, number, number] | undefined {
  const [u, v] = [(x - egg.x) / egg.across, (y - egg.y) / egg.down]
  const inside = 1 - u * u - v * v
  return inside > 0 ? [u, -v, Math.sqrt(inside)] : undefined
}

const STRIPES = 5
const GRAINS = 4099

/** The share of a white screen's light that each stripe gives each pixel: diffuse and Phong's highlight; 0.05 for what is behind. */
function stripesOn({ width, height }: Pixels, egg: Egg, distanceMm: number): Float32Array[] {
  const scale = 75 / egg.across
  return Array.from({ length: STRIPES }, (_, stripe) => {
    const down = 10 + (140 * (stripe + 0.5)) / STRIPES
    const map = new Float32Array(width * height).fill(0.05 / STRIPES)
    for (let y = 0, at = 0; y < height; y++)
      for (let x = 0; x < width; x++, at++) {
        const normal = normalAt(egg, x, y)
        if (!normal) continue
        const to = [-(x - egg.x) * scale, (y - egg.y) * scale - down, distanceMm] as const
        const length = Math.hypot(...to)
        const cosine = (normal[0] * to[0] + normal[1] * to[1] + normal[2] * to[2]) / length
        const half = Math.max(0, (cosine + normal[2]) / 2)
        const nearer = (distanceMm / length) ** 2
        map[at] = (nearer * (Math.max(0, cosine) + SPECULAR.share * half ** SPECULAR.power)) / STRIPES
      }
    return map
  })
}

/** Soft light of a room, by the two lowest orders of spherical harmonics, three numbers a pixel. */
function roomOn({ width, height }: Pixels, egg: Egg, random: Random): Float32Array {
  const towards = [0, 1, 2].map(() => 0.35 * (random.next() - 0.5)) as unknown as Linear
  const warm = 0.7 + 0.6 * random.next()
  const map = new Float32Array(3 * width * height)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const normal = normalAt(egg, x, y)
      const shade = normal
        ? normal[0] * towards[0] + normal[1] * towards[1] + (normal[2] - 1) * towards[2]
        : 0
      const level = Math.max(0.3, 1 + shade)
      map.set([level * Math.sqrt(warm), level, level / Math.sqrt(warm)], 3 * at)
    }
  return map
}

function coloursOf({ above, below, edge }: ReturnType<typeof shownAt>, stripes: number): Linear[] {
  return Array.from({ length: stripes }, (_, stripe) => ((stripe + 0.5) / stripes < edge ? above : below))
}

function lit(
  { width, height, data }: Pixels,
  room: Float32Array,
  stripes: readonly Float32Array[],
  colours: readonly Linear[],
  screen: number,
  exposure: number,
  noise: number,
  random: Random,
): Uint8Array {
  const bytes = new Uint8Array(data.length)
  const grain = Float32Array.from({ length: GRAINS }, () => noise * random.normal())
  let walk = random.below(GRAINS)
  for (let at = 0; at < width * height; at++) {
    if (at % width === 0) walk = random.below(GRAINS)
    for (let channel = 0; channel < 3; channel++) {
      let light = room[3 * at + channel] as number
      for (let i = 0; i < stripes.length; i++)
        light +=
          screen * ((stripes[i] as Float32Array)[at] as number) * ((colours[i] as Linear)[channel] as number)
      const albedo = ((data[3 * at + channel] as number) / 255) ** GAMMA
      const value = 255 * Math.min(1, exposure * albedo * light) ** (1 / GAMMA)
      walk = (walk + 1) % GRAINS
      bytes[3 * at + channel] = Math.max(0, Math.min(255, value + (grain[walk] as number) + 0.5))
    }
  }
  return bytes
}
