// Looks whether portrait, print and codes of a page went through the same camera and compressions as the page around them.
import { type Box, boundingBox, type Size } from '../../image/geometry/geometry.ts'
import { type Homography, project, type Quad } from '../../image/geometry/perspective.ts'
import { luminance, type Pixels } from '../../image/pixels.ts'
import type { LocatedPage, Page } from './page.ts'
import { groundOf, historyWithin } from './patches.ts'
import { lookAtPortrait } from './portrait.ts'
import { ontoPicture } from './straighten.ts'

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
  const withHistory = <Of extends { readonly quad: Quad }>(one: Of): Of & { readonly history?: number } => {
    const history = historyWithin(pixels, ground, one.quad)
    return history === undefined ? one : { ...one, history }
  }
  return {
    lines: lines.map(withHistory),
    codes: codes.map((code) => ({ ...withHistory(code), purity: purityOf(pixels, onto, code.quad, print) })),
    ...(portrait && { portrait }),
  }
}

/** So little light, and so much, is pure: compression moves it by this. */
const [PURE_BLACK, PURE_WHITE] = [3, 253]
/** The ground is looked at so far around a code, as a share of its size, and not so near that its quiet zone is seen. */
const [GROUND, QUIET] = [0.3, 0.12]
/** A page of which more of the print is black, or of the ground white, was scanned or brightened so; most print is thin. */
const [MOST_BLACK, MOST_WHITE] = [0.03, 0.1]

/**
 * No lens shows a code blacker than all print and whiter than all ground of its page, so one that has both was drawn into the
 * picture. `lines` surround the print, in pixels of the page, as the quad does.
 */
function purityOf(pixels: Pixels, onto: Homography, quad: Quad, lines: readonly Quad[]): number {
  const code = boundingBox(quad)
  const own = lightIn(pixels, onto, code)
  const share = (values: readonly number[], is: (value: number) => boolean) =>
    values.filter(is).length / Math.max(1, values.length)
  const [isBlack, isWhite] = [(value: number) => value <= PURE_BLACK, (value: number) => value >= PURE_WHITE]
  const lesser = Math.min(share(own, isBlack), share(own, isWhite))
  if (lesser === 0) return 0
  const around = lightIn(pixels, onto, grown(code, GROUND), grown(code, QUIET))
  const print = lines.flatMap((line) => lightIn(pixels, onto, boundingBox(line), grown(code, QUIET)))
  return share(print, isBlack) > MOST_BLACK || share(around, isWhite) > MOST_WHITE ? 0 : lesser
}

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by * width,
  y: y - by * height,
  width: (1 + 2 * by) * width,
  height: (1 + 2 * by) * height,
})

/** Light of the pixels as they are, one for each pixel of the page: sampling them anew would smooth them. */
function lightIn(pixels: Pixels, onto: Homography, box: Box, without?: Box): number[] {
  const { width, height, data } = pixels
  const light: number[] = []
  for (let y = box.y + 0.5; y < box.y + box.height; y++)
    for (let x = box.x + 0.5; x < box.x + box.width; x++) {
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
