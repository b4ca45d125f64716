// Writes other names and codes into photographs of cards, as forgers do it, and saves them in several ways.
import barcodes from 'bwip-js/node'
import sharp from 'sharp'
import { REFERENCE } from '../../../specimens/documents/drawing/casts.ts'
import { runSvg } from '../../../specimens/documents/drawing/typefaces.ts'
import { type Dice, seededDice } from '../../../specimens/person/dice.ts'
import { distance } from '../../../src/image/geometry/geometry.ts'
import { flatten, project, type Quad, rectangleOnto } from '../../../src/image/geometry/perspective.ts'
import type { Pixels } from '../../../src/image/pixels.ts'
import { laid, pixelsOf, QUALITIES, raw, resized, saved } from './pasted-portraits.ts'

/** A photographed card; places are in pixels of the picture. */
interface Printed {
  readonly pixels: Pixels
  readonly name?: Quad | undefined
  readonly code?: { readonly quad: Quad; readonly text: string } | undefined
}

type Tool = (own: Printed, other: Printed, dice: Dice) => Promise<Pixels> | undefined

/** What is written covers so much more than the ink, in heights of it. */
const BESIDE = 0.2

const nameTool =
  (ground: (own: Printed, place: Quad, size: Size) => Promise<Pixels>): Tool =>
  (own) => {
    if (!own.name) return undefined
    const place = widened(own.name, BESIDE)
    const size = sizeOf(place)
    return (async () => {
      const [dark] = levelsOf(flattened(own.pixels, place, size))
      return laid(own.pixels, place, await typed(await ground(own, place, size), dark), () => 1)
    })()
  }

const codeTool =
  (colours: (own: Pixels, place: Quad) => readonly [Colour, Colour], noise: number): Tool =>
  ({ pixels, code }, _other, dice) => {
    if (!code) return undefined
    const symbol = drawnCode(otherText(code.text), colours(pixels, code.quad), noise, dice)
    return Promise.resolve(laid(pixels, symbol.around(code.quad), symbol.pixels, () => 1))
  }

export const PRINT_TOOLS = {
  'name typed on one colour': nameTool(async (own, place, size) => {
    const [, light] = levelsOf(flattened(own.pixels, place, size))
    return filled(size, light)
  }),
  'name typed on ground from beside it': nameTool(async (own, place, size) =>
    flattened(own.pixels, moved(place, 0, 1.1), size),
  ),
  'name cut from another photograph': (own, other) =>
    own.name &&
    other.name &&
    Promise.resolve(
      laid(
        own.pixels,
        widened(own.name, BESIDE),
        flattened(other.pixels, widened(other.name, BESIDE), sizeOf(widened(own.name, BESIDE))),
        () => 1,
      ),
    ),
  'code in black and white': codeTool(() => [BLACK, WHITE], 0),
  'code in the colours of the card': codeTool(
    (pixels, place) => levelsOf(flattened(pixels, place, sizeOf(place))),
    4,
  ),
} as const satisfies Record<string, Tool>
export type PrintToolName = keyof typeof PRINT_TOOLS

/** How the forger saves the picture: anyhow, or made smaller as messengers do. */
export const SAVINGS = ['fine', 'coarse', 'washed'] as const
export type Saving = (typeof SAVINGS)[number]

const WASHED_SIDE = 1280

/** `share` is how much smaller the picture is. */
export async function savedAs(
  pixels: Pixels,
  saving: Saving,
  seed: number,
): Promise<{ pixels: Pixels; share: number }> {
  const dice = seededDice(seed, 0x5a7e)
  if (saving !== 'washed') {
    const fitting = QUALITIES.filter(
      (quality) => (quality === 'png' || quality >= 90) === (saving === 'fine'),
    )
    return { pixels: await saved(pixels, dice.pick(fitting)), share: 1 }
  }
  const share = Math.min(1, WASHED_SIDE / Math.max(pixels.width, pixels.height))
  const small = await resized(pixels, Math.round(share * pixels.width), Math.round(share * pixels.height))
  return { pixels: await saved(small, Math.round(dice.between(75, 85))), share }
}

/** As programs make scans: all that is light becomes white, all that is dark black. */
export const stretched = async (pixels: Pixels): Promise<Pixels> =>
  saved(await pixelsOf(raw(pixels).linear(1.5, -60)), 85)

interface Size {
  readonly width: number
  readonly height: number
}
type Colour = readonly [number, number, number]
const BLACK: Colour = [0, 0, 0]
const WHITE: Colour = [255, 255, 255]

const sizeOf = ([a, b, , d]: Quad): Size => ({
  width: Math.round(distance(a, b)),
  height: Math.round(distance(a, d)),
})

const flattened = (pixels: Pixels, place: Quad, { width, height }: Size): Pixels =>
  flatten(pixels, rectangleOnto(width, height, place), width, height)

/** By shares of its height to every side. */
function widened(quad: Quad, by: number): Quad {
  const { width, height } = sizeOf(quad)
  const aside = (by * height) / width
  return corners(quad, -aside, -by, 1 + aside, 1 + by)
}

const moved = (quad: Quad, right: number, down: number): Quad =>
  corners(quad, right, down, 1 + right, 1 + down)

/** In shares of the quad. */
function corners(quad: Quad, left: number, top: number, right: number, bottom: number): Quad {
  const onto = rectangleOnto(1, 1, quad)
  const at = (x: number, y: number) => project(onto, { x, y })
  return [at(left, top), at(right, top), at(right, bottom), at(left, bottom)]
}

/** The colours of the ink and of the ground. */
function levelsOf({ data }: Pixels): readonly [Colour, Colour] {
  const of = (share: number): Colour => {
    const [red, green, blue] = [0, 1, 2].map((channel) => {
      const values = data.filter((_, at) => at % 3 === channel).toSorted()
      return values[Math.floor(share * (values.length - 1))] ?? 0
    })
    return [red ?? 0, green ?? 0, blue ?? 0]
  }
  return [of(0.04), of(0.8)]
}

const filled = ({ width, height }: Size, colour: Colour): Pixels => ({
  width,
  height,
  data: Uint8Array.from({ length: 3 * width * height }, (_, at) => colour[at % 3] ?? 0),
})

const OTHER_NAME = 'TRẦN VĂN HOÀNG ANH'

async function typed(ground: Pixels, [red, green, blue]: Colour): Promise<Pixels> {
  const { width, height } = ground
  const run = runSvg(REFERENCE, {
    text: OTHER_NAME,
    typeface: 'sans',
    sizeMm: 0.75 * height,
    x: 2,
    baseline: 0.78 * height,
    colour: `rgb(${red},${green},${blue})`,
    maxWidthMm: width - 4,
    role: 'value',
  })
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${run}</svg>`
  return pixelsOf(raw(ground).composite([{ input: Buffer.from(svg) }]))
}

/** A new code says the new name, and all else that the old one said. */
const otherText = (text: string): string => {
  const parts = text.split('|')
  return [...parts.slice(0, 2), 'Trần Văn Hoàng Anh', ...parts.slice(3)].join('|')
}

const MODULE_PIXELS = 6

function drawnCode(text: string, [dark, light]: readonly [Colour, Colour], noise: number, dice: Dice) {
  const [drawn] = barcodes.raw('qrcode', text, 'eclevel=L')
  if (drawn === undefined || !('pixx' in drawn)) throw new Error('nothing was drawn')
  const { pixx: modules, pixs } = drawn
  const side = (modules + 2) * MODULE_PIXELS
  const data = new Uint8Array(3 * side * side)
  for (let y = 0, to = 0; y < side; y++)
    for (let x = 0; x < side; x++, to += 3) {
      const [column, row] = [Math.floor(x / MODULE_PIXELS) - 1, Math.floor(y / MODULE_PIXELS) - 1]
      const isIn = Math.min(column, row) >= 0 && Math.max(column, row) < modules
      const colour = isIn && pixs[row * modules + column] === 1 ? dark : light
      // Noise of the size of a pixel of the picture, so that it survives being made smaller.
      const more = noise === 0 ? 0 : dice.about(0, noise)
      for (let channel = 0; channel < 3; channel++)
        data[to + channel] = Math.min(255, Math.max(0, Math.round((colour[channel] ?? 0) + more)))
    }
  const rim = 1 / modules
  return {
    pixels: { width: side, height: side, data },
    /** With one module of quiet ground. */
    around: (quad: Quad): Quad => corners(quad, -rim, -rim, 1 + rim, 1 + rim),
  }
}
