// Looks whether portrait, print and codes of a page went through the same camera and compressions as the page around them.
import { type Box, boundingBox, type Size } from '../../image/geometry/geometry.ts'
import { type Homography, project, type Quad } from '../../image/geometry/perspective.ts'
import { luminance, type Pixels } from '../../image/pixels.ts'
import { pageDefinition } from '../kinds/kinds.ts'
import type { LocatedPage, Page } from './page.ts'
import { groundOf, historyWithin } from './patches.ts'
import { lookAtPortrait } from './portrait.ts'
import { ontoPicture } from './straighten.ts'

/** The black and white of a code leaves no clear traces in a picture that was compressed with longer periods. */
const FINE = 12

type Placed = Pick<Page, 'lines' | 'codes' | 'portrait'>

/** The lines and codes are those that were read on the page, in the pixels of that size. */
export function lookInPlace(
  pixels: Pixels,
  page: LocatedPage,
  size: Size,
  { lines, codes }: Omit<Placed, 'portrait'>,
): Placed {
  const ground = groundOf(pixels, page, size)
  const onto = ontoPicture(size, page.corners)
  const portrait = lookAtPortrait(pixels, page, ground)
  const print = lines.map(({ quad }) => quad)
  // Other codes are printed blacker than the text beside them.
  const isOfKnownSize = pageDefinition(page)?.code?.qrSides !== undefined
  const historyAt = (quad: Quad, longest?: number): { readonly history?: number } => {
    const history = historyWithin(pixels, ground, quad, longest)
    return history === undefined ? {} : { history }
  }
  return {
    lines: lines.map((line) => ({ ...line, ...historyAt(line.quad) })),
    codes: codes.map((code) => ({
      ...code,
      ...historyAt(code.quad, FINE),
      ...(isOfKnownSize && { purity: purityOf(pixels, onto, code.quad, print) }),
    })),
    ...(portrait && { portrait }),
  }
}

/** So little light, and so much, is pure: compression moves it by this. */
const [PURE_BLACK, PURE_WHITE] = [3, 253]
/** The ground is looked at so far around a code, as a share of its size, and not so near that its quiet zone is seen. */
const [GROUND, QUIET] = [0.3, 0.12]
/** With less of either nothing was drawn in. */
const LITTLE = 0.01
/** Ink of a page is as black as that of its code where so much more of it is pure. */
const SAME_INK = 0.5
/** Of a code that is pure black and pure white, and of the print beside it. */
const DARK = 128

/**
 * How much of the code is pure black and how much pure white beyond the ground around it, the lesser of the two shares; 0 where the
 * print of its page is as black. No lens shows a code blacker than all print and whiter than all ground. `lines` surround the print.
 */
function purityOf(pixels: Pixels, onto: Homography, quad: Quad, lines: readonly Quad[]): number {
  const code = boundingBox(quad)
  const own = lightIn(pixels, onto, code)
  const [black, white] = [shareOf(own, isBlack), shareOf(own, isWhite)]
  if (Math.min(black, white) < LITTLE) return 0
  const [without, around] = [grown(code, QUIET), grown(code, GROUND)]
  const print = lines.flatMap((line) => lightIn(pixels, onto, boundingBox(line), without))
  if (blackOfInk(print) > SAME_INK * blackOfInk(own)) return 0
  return Math.max(0, Math.min(black, white - shareOf(lightIn(pixels, onto, around, without), isWhite)))
}

const blackOfInk = (values: readonly number[]): number =>
  shareOf(
    values.filter((light) => light < DARK),
    isBlack,
  )

const isBlack = (light: number): boolean => light <= PURE_BLACK
const isWhite = (light: number): boolean => light >= PURE_WHITE
const shareOf = (values: readonly number[], is: (light: number) => boolean): number =>
  values.filter(is).length / Math.max(1, values.length)

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by * width,
  y: y - by * height,
  width: (1 + 2 * by) * width,
  height: (1 + 2 * by) * height,
})

/** Every second pixel is looked at, across and down. */
const STEP = 2

/** Light of the pixels as they are: sampling them anew would smooth them. */
function lightIn(pixels: Pixels, onto: Homography, box: Box, without?: Box): number[] {
  const { width, height, data } = pixels
  const light: number[] = []
  for (let y = box.y + 0.5; y < box.y + box.height; y += STEP)
    for (let x = box.x + 0.5; x < box.x + box.width; x += STEP) {
      if (without && isWithin(without, x, y)) continue
      const at = project(onto, { x, y })
      const [column, row] = [Math.floor(at.x), Math.floor(at.y)]
      if (column < 0 || row < 0 || column >= width || row >= height) continue
      const from = 3 * (row * width + column)
      light.push(luminance(data[from] as number, data[from + 1] as number, data[from + 2] as number))
    }
  return light
}

const isWithin = ({ x, y, width, height }: Box, column: number, row: number): boolean =>
  column >= x && column < x + width && row >= y && row < y + height
