// Reads the codes of a page where its kind has them: first the page as it is, then enlarged, or module by module.
import { type ReadCode, readCodes } from '../../image/codes.ts'
import { enlargedGrey } from '../../image/geometry/bicubic.ts'
import type { Box, Size } from '../../image/geometry/geometry.ts'
import {
  composed,
  flattenGrey,
  type Homography,
  project,
  type Quad,
  stretchAt,
} from '../../image/geometry/perspective.ts'
import type { Grey } from '../../image/measure.ts'
import type { Pixels } from '../../image/pixels.ts'
import { type CleanSymbol, readSymbol } from '../../image/qr/read-symbol.ts'
import { sharpened } from '../../image/sharpen.ts'
import { type PageClass, pageDefinition } from '../kinds/kinds.ts'
import type { CodeSearch, PageCode } from './page.ts'

const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 }

const ENLARGED = 3
/** The longer side of an enlarged region has at most so many pixels, so a whole page is enlarged less. */
const MOST_SIDE = 1800
/** A PDF417 code is read a second time at this share of the size. */
const OTHER_SIZE = 0.85
/** Blurred codes need much sharpening, fine ones none. */
const SHARPENINGS = [1.5, 0] as const

/** `onto` maps a page of that size to the picture; each attempt samples the picture again. */
export async function readPageCodes(
  pixels: Pixels,
  onto: Homography,
  size: Size,
  page: PageClass,
  search: CodeSearch,
): Promise<PageCode[]> {
  const place = pageDefinition(page)?.code
  if (search === 'expected' && place === undefined) return []
  const region = search === 'everywhere' || place === undefined ? WHOLE : place.region
  const box = {
    x: region.x * size.width,
    y: region.y * size.height,
    width: region.width * size.width,
    height: region.height * size.height,
  }
  const plain = await look(pixels, onto, box, 1, 0)
  if (plain.length > 0 || (search === 'expected' && place?.effort === 'plain')) return plain
  if (search === 'expected' && place?.qrSides) return readSoftQr(pixels, onto, box, size, place.qrSides)
  const times = Math.min(ENLARGED, MOST_SIDE / Math.max(box.width, box.height))
  for (const sharpening of SHARPENINGS) {
    const found = await look(pixels, onto, box, times, sharpening)
    if (found.length > 0) return found
  }
  return []
}

/** No other look finds a code that this one does not, but for one of an odd size or direction: hence the last, cheap one. */
async function readSoftQr(
  pixels: Pixels,
  onto: Homography,
  box: Box,
  { width }: Size,
  [least, most]: readonly [number, number],
): Promise<PageCode[]> {
  const show = (part: Homography, columns: number, lines: number): Grey => {
    const onPicture = composed(onto, part)
    const { along, below } = stretchAt(onPicture, { x: columns / 2, y: lines / 2 })
    const isEnlarged = Math.max(along, below) < 1
    return (isEnlarged ? enlargedGrey : flattenGrey)(pixels, onPicture, columns, lines)
  }
  const symbol = readSymbol(show, box, [least * width, most * width])
  if (symbol === undefined) return look(pixels, onto, box, 2, 0)
  return (await readCodes(drawn(symbol), false)).map(({ format, text }) => ({
    format,
    text,
    quad: symbol.quad,
  }))
}

const QUIET_MODULES = 4
const MODULE_PIXELS = 3

function drawn({ side, modules }: CleanSymbol): Grey {
  const row = (side + 2 * QUIET_MODULES) * MODULE_PIXELS
  const data = new Uint8Array(row * row).fill(255)
  for (let y = 0; y < side * MODULE_PIXELS; y++)
    for (let x = 0; x < side * MODULE_PIXELS; x++) {
      const at = Math.floor(y / MODULE_PIXELS) * side + Math.floor(x / MODULE_PIXELS)
      if (modules[at] === 1)
        data[(y + QUIET_MODULES * MODULE_PIXELS) * row + x + QUIET_MODULES * MODULE_PIXELS] = 0
    }
  return { width: row, height: row, data }
}

/** The region of a code is looked at this many pixels wide: modules are no longer told apart, and what is drawn still is. */
const LOOK_WIDTH = 64
const LOOK_STEP = 2
/** Where more of the region than this is as bright as the sensor can tell, light may hide the code. */
const [CLIPPED, MOST_CLIPPED] = [252, 0.03]

/**
 * How much the brightness differs where a code would stand, by that of the ground: the most of all its possible places. Undefined
 * where the kind has no code of a known size, and where the picture does not show all of its region.
 */
export function codeContrast(
  pixels: Pixels,
  onto: Homography,
  { width, height }: Size,
  page: PageClass,
): number | undefined {
  const { region, qrSides } = pageDefinition(page)?.code ?? {}
  if (!region || !qrSides) return undefined
  const scale = (region.width * width) / LOOK_WIDTH
  const ontoPage = Float64Array.of(scale, 0, region.x * width, 0, scale, region.y * height, 0, 0, 1)
  const lines = Math.round((region.height * height) / scale)
  const ontoRegion = composed(onto, ontoPage)
  const corners = [0, LOOK_WIDTH].flatMap((x) => [0, lines].map((y) => project(ontoRegion, { x, y })))
  if (corners.some(({ x, y }) => x < 0 || y < 0 || x > pixels.width || y > pixels.height)) return undefined
  const grey = flattenGrey(pixels, ontoRegion, LOOK_WIDTH, lines)
  const sorted = Uint8Array.from(grey.data).sort()
  const ground = sorted[Math.floor(0.8 * sorted.length)] ?? 0
  const clipped = sorted.length - sorted.findIndex((value) => value >= CLIPPED)
  if (ground === 0 || ((sorted.at(-1) ?? 0) >= CLIPPED && clipped > MOST_CLIPPED * sorted.length))
    return undefined
  return mostDeviation(grey, Math.round((qrSides[0] * width) / scale)) / ground
}

function mostDeviation({ width, height, data }: Grey, side: number): number {
  let most = 0
  for (let top = 0; top + side <= height; top += LOOK_STEP)
    for (let left = 0; left + side <= width; left += LOOK_STEP) {
      let [sum, squares] = [0, 0]
      for (let y = top; y < top + side; y++)
        for (let x = left; x < left + side; x++) {
          const value = data[y * width + x] as number
          sum += value
          squares += value * value
        }
      const mean = sum / side ** 2
      most = Math.max(most, squares / side ** 2 - mean ** 2)
    }
  return Math.sqrt(most)
}

/** A misread PDF417 code may pass its own checks, so it counts only if it says the same at another size. */
async function look(
  pixels: Pixels,
  onto: Homography,
  box: Box,
  times: number,
  sharpening: number,
): Promise<PageCode[]> {
  const read = async (size: number): Promise<PageCode[]> => {
    const { grey, ontoPage } = cutOut(pixels, onto, box, size)
    const sharp = sharpening === 0 ? grey : sharpened(grey, Math.round(size + 1), sharpening)
    return (await readCodes(sharp, times > 1)).map((code) => placed(code, ontoPage))
  }
  const found = await read(times)
  if (!found.some(({ format }) => format === 'pdf417')) return found
  const again = new Set((await read(OTHER_SIZE * times)).map(({ text }) => text))
  return found.filter(({ format, text }) => format !== 'pdf417' || again.has(text))
}

function cutOut(pixels: Pixels, onto: Homography, { x, y, width, height }: Box, times: number) {
  const ontoPage = Float64Array.of(1 / times, 0, x, 0, 1 / times, y, 0, 0, 1)
  const size = [Math.round(width * times), Math.round(height * times)] as const
  return { ontoPage, grey: flattenGrey(pixels, composed(onto, ontoPage), ...size) }
}

function placed({ format, text, quad: [a, b, c, d] }: ReadCode, ontoPage: Homography): PageCode {
  const at = (corner: Quad[0]) => project(ontoPage, corner)
  return { format, text, quad: [at(a), at(b), at(c), at(d)] }
}
