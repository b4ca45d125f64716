// Pastes other portraits into photographs of cards, as forgers do it: with several tools, and saved again in several ways.
import sharp, { type Sharp } from 'sharp'
import { type Dice, seededDice } from '../../../specimens/person/dice.ts'
import { distance } from '../../../src/image/geometry/geometry.ts'
import {
  flatten,
  inverted,
  project,
  type Quad,
  rectangleOnto,
} from '../../../src/image/geometry/perspective.ts'
import type { Pixels } from '../../../src/image/pixels.ts'

/** A picture and where the portrait lies in it, from its upper left clockwise. */
export interface Pictured {
  readonly pixels: Pixels
  readonly portrait: Quad
}

interface Tool {
  /** What the forger does to the portrait before it is pasted. */
  readonly prepare?: (donor: Pixels, dice: Dice) => Promise<Pixels>
  /** How much of it is seen, 0 to 1, at this place of the portrait as shares of its size. */
  readonly mask: (x: number, y: number) => number
  /** The portrait of another photographed card, or the file of one. */
  readonly donor: 'card' | 'file'
  /** Light, contrast and noise are made those of the portrait that it covers. */
  readonly isMatched?: true
}

const rectangle = () => 1
const feathered = (x: number, y: number) => Math.min(1, Math.min(x, y, 1 - x, 1 - y) / 0.06)
/** Only the face, below the hair and above the collar. */
const oval = (x: number, y: number) =>
  Math.min(1, Math.max(0, (1 - Math.hypot((x - 0.5) / 0.3, (y - 0.48) / 0.34)) / 0.2))

const scaled = (share: number) => async (donor: Pixels) => {
  const small = await resized(donor, Math.round(donor.width * share), Math.round(donor.height * share))
  return resized(small, donor.width, donor.height)
}

/** The first four were made first, with the check; the others after it. */
export const TOOLS = {
  'file, hard edge': { donor: 'file', mask: rectangle },
  'card, hard edge': { donor: 'card', mask: rectangle },
  'file, feathered': { donor: 'file', mask: feathered },
  'low resolution': { donor: 'card', mask: rectangle, prepare: scaled(0.4) },
  'compressed before': {
    donor: 'card',
    mask: rectangle,
    prepare: (donor, dice) => saved(donor, Math.round(dice.between(25, 50))),
  },
  sharpened: {
    donor: 'file',
    mask: rectangle,
    prepare: (donor) => pixelsOf(raw(donor).sharpen({ sigma: 1.2 })),
  },
  'face only, oval': { donor: 'card', mask: oval },
  'matched, feathered': { donor: 'card', mask: feathered, isMatched: true },
} as const satisfies Record<string, Tool>
export type ToolName = keyof typeof TOOLS

export const FITTED: readonly ToolName[] = [
  'file, hard edge',
  'card, hard edge',
  'file, feathered',
  'low resolution',
]

/** How a forger saves a changed picture; most programs use one of these. */
export const QUALITIES = [75, 85, 90, 95, 'png'] as const

/** An honest sender changes nothing in the portrait, but may save, shrink or cut the picture, or make it brighter. */
export const HONEST = ['as taken', 'saved again', 'shrunk', 'cut', 'brightened'] as const
export type HonestName = (typeof HONEST)[number]

export async function handled({ pixels }: Pictured, name: HonestName, seed: number) {
  const dice = seededDice(seed, 0x4a2)
  const save = dice.pick(QUALITIES)
  if (name === 'as taken') return { pixels, move: (quad: Quad) => quad }
  if (name === 'saved again') return { pixels: await saved(pixels, save), move: (quad: Quad) => quad }
  if (name === 'brightened')
    return {
      pixels: await saved(await pixelsOf(raw(pixels).linear(1.12, 4)), save),
      move: (quad: Quad) => quad,
    }
  if (name === 'shrunk') {
    const share = dice.between(0.5, 0.9)
    const [width, height] = [Math.round(pixels.width * share), Math.round(pixels.height * share)]
    const small = await saved(await resized(pixels, width, height), dice.pick([70, 80, 90]))
    return {
      pixels: small,
      move: (quad: Quad) =>
        moved(quad, (v) => ({ x: (v.x * width) / pixels.width, y: (v.y * height) / pixels.height })),
    }
  }
  const [left, top] = [1 + Math.floor(dice.next() * 15), 1 + Math.floor(dice.next() * 15)]
  const cut = await pixelsOf(
    raw(pixels).extract({ left, top, width: pixels.width - left, height: pixels.height - top }),
  )
  return {
    pixels: await saved(cut, save),
    move: (quad: Quad) => moved(quad, ({ x, y }) => ({ x: x - left, y: y - top })),
  }
}

const moved = ([a, b, c, d]: Quad, move: (point: Quad[number]) => Quad[number]): Quad => [
  move(a),
  move(b),
  move(c),
  move(d),
]

/** `file` is the portrait of somebody as a file, `card` another card. */
export async function pasted(
  { pixels, portrait }: Pictured,
  name: ToolName,
  donors: { readonly file: Uint8Array; readonly card: Pictured },
  seed: number,
): Promise<Pixels> {
  const tool: Tool = TOOLS[name]
  const dice = seededDice(seed, 0x9a57)
  const [a, b, c, d] = portrait
  const width = Math.round((distance(a, b) + distance(d, c)) / 2)
  const height = Math.round((distance(a, d) + distance(b, c)) / 2)
  const donor =
    tool.donor === 'file'
      ? await pixelsOf(sharp(donors.file).resize(width, height, { fit: 'cover', position: 'top' }))
      : flatten(donors.card.pixels, rectangleOnto(width, height, donors.card.portrait), width, height)
  const prepared = tool.prepare ? await tool.prepare(donor, dice) : donor
  const matched = tool.isMatched
    ? likened(prepared, flatten(pixels, rectangleOnto(width, height, portrait), width, height), dice)
    : prepared
  // A forger does not hit the place exactly.
  const shift = { x: dice.about(0, 0.012) * width, y: dice.about(0, 0.012) * width }
  const place = moved(portrait, ({ x, y }) => ({ x: x + shift.x, y: y + shift.y }))
  return saved(laid(pixels, place, matched, tool.mask), dice.pick(QUALITIES))
}

export function laid(pixels: Pixels, quad: Quad, donor: Pixels, mask: Tool['mask']): Pixels {
  const onto = inverted(rectangleOnto(donor.width, donor.height, quad))
  const data = Uint8Array.from(pixels.data)
  const [xs, ys] = [quad.map(({ x }) => x), quad.map(({ y }) => y)]
  const [left, right] = [
    Math.max(0, Math.floor(Math.min(...xs))),
    Math.min(pixels.width - 1, Math.ceil(Math.max(...xs))),
  ]
  const [top, bottom] = [
    Math.max(0, Math.floor(Math.min(...ys))),
    Math.min(pixels.height - 1, Math.ceil(Math.max(...ys))),
  ]
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const place = project(onto, { x: x + 0.5, y: y + 0.5 })
      const [u, v] = [place.x - 0.5, place.y - 0.5]
      if (u < 0 || v < 0 || u > donor.width - 1 || v > donor.height - 1) continue
      const share = mask(u / (donor.width - 1), v / (donor.height - 1))
      if (share === 0) continue
      const [column, row] = [
        Math.min(donor.width - 2, Math.floor(u)),
        Math.min(donor.height - 2, Math.floor(v)),
      ]
      const [p, q] = [u - column, v - row]
      for (let channel = 0; channel < 3; channel++) {
        const at = (i: number, j: number) =>
          donor.data[3 * ((row + j) * donor.width + column + i) + channel] ?? 0
        const value = (1 - q) * ((1 - p) * at(0, 0) + p * at(1, 0)) + q * ((1 - p) * at(0, 1) + p * at(1, 1))
        const to = 3 * (y * pixels.width + x) + channel
        data[to] = Math.round(share * value + (1 - share) * (data[to] ?? 0))
      }
    }
  return { ...pixels, data }
}

/** Each colour has the mean and spread of the original, and noise is added as a careful forger would. */
function likened(donor: Pixels, original: Pixels, dice: Dice): Pixels {
  const data = Uint8Array.from(donor.data)
  for (let channel = 0; channel < 3; channel++) {
    const [its, wanted] = [momentsOf(donor, channel), momentsOf(original, channel)]
    for (let at = channel; at < data.length; at += 3) {
      const value = wanted.mean + (((donor.data[at] ?? 0) - its.mean) * wanted.spread) / its.spread
      data[at] = Math.min(255, Math.max(0, Math.round(value + dice.about(0, 1.5))))
    }
  }
  return { ...donor, data }
}

function momentsOf({ data }: Pixels, channel: number): { mean: number; spread: number } {
  let [sum, squares, count] = [0, 0, 0]
  for (let at = channel; at < data.length; at += 3, count++) {
    sum += data[at] ?? 0
    squares += (data[at] ?? 0) ** 2
  }
  const mean = sum / count
  return { mean, spread: Math.sqrt(Math.max(1, squares / count - mean * mean)) }
}

export const raw = ({ data, width, height }: Pixels) => sharp(data, { raw: { width, height, channels: 3 } })

export async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

export const saved = async (pixels: Pixels, quality: number | 'png'): Promise<Pixels> =>
  quality === 'png' ? pixels : pixelsOf(sharp(await raw(pixels).jpeg({ quality }).toBuffer()))

export const resized = (pixels: Pixels, width: number, height: number): Promise<Pixels> =>
  pixelsOf(raw(pixels).resize(width, height, { fit: 'fill' }))
