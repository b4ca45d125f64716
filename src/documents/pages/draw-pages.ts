// Draws what was read onto a picture or a page of a PDF: edges of pages, lines by confidence, codes, fields with their names.

import { decodeImage, encodePng } from '../../image/decode/image.ts'
import { type Colour, drawDots, drawPath } from '../../image/draw.ts'
import { distance, type Point } from '../../image/geometry/geometry.ts'
import {
  composed,
  type Homography,
  project,
  type Quad,
  rectangleOnto,
} from '../../image/geometry/perspective.ts'
import { drawName } from '../../image/letters.ts'
import { openPdf } from '../../image/pdf/pdf.ts'
import type { Pixels } from '../../image/pixels.ts'
import { pageColours as colours } from './page-colours.ts'

/** Corners and fields are in pixels of the upright picture or points of the PDF, everything else is in pixels of the page. */
export interface DrawnPage {
  readonly corners: Quad
  readonly width: number
  readonly height: number
  readonly lines: readonly { readonly quad: Quad; readonly confidence: number }[]
  readonly codes: readonly { readonly quad: Quad }[]
  readonly fields?: readonly { readonly name: string; readonly places: readonly Quad[] }[]
}

export type PageDrawing = { readonly png: Uint8Array } | { readonly fault: string; readonly tooLarge?: true }

const LONGEST_SIDE = 2400
const SURE = 0.9

/** This decodes the picture, so it must run in a worker; so must `drawPdfPage`. */
export async function drawPages(
  bytes: Uint8Array,
  maxMegapixels: number,
  pages: readonly DrawnPage[],
): Promise<PageDrawing> {
  const decoded = await decodeImage(bytes, { maxMegapixels, longestSide: LONGEST_SIDE })
  if ('fault' in decoded) return decoded
  for (const page of pages) drawPage(decoded.pixels, page, decoded.scale)
  return { png: await encodePng(decoded.pixels) }
}

/** The width in pixels at which a page of a PDF is drawn. */
const PDF_WIDTH = 1488

/** `index` counts the pages from 0; without `drawn` the page is shown as it is. */
export function drawPdfPage(
  bytes: Uint8Array,
  maxPages: number,
  index: number,
  drawn?: DrawnPage,
): Promise<PageDrawing> {
  return openPdf(bytes, maxPages, ({ page }) =>
    page(index, async ({ width, draw }) => {
      const pixels = draw(PDF_WIDTH / width)
      if (drawn) drawPage(pixels, drawn, pixels.width / width)
      return { png: await encodePng(pixels) }
    }),
  )
}

/** `scale` is pixels of the drawing per pixel of the picture or point of the PDF. */
function drawPage(pixels: Pixels, page: DrawnPage, scale: number): void {
  const shrink = Float64Array.of(scale, 0, 0, 0, scale, 0, 0, 0, 1)
  const onto = composed(shrink, rectangleOnto(page.width, page.height, page.corners))
  const thin = Math.max(1.2, Math.max(pixels.width, pixels.height) / 1000)
  for (const { quad, confidence } of page.lines)
    drawQuad(pixels, onto, quad, confidence >= SURE ? colours.sure : colours.doubtful, thin)
  for (const { quad } of page.codes) drawQuad(pixels, onto, quad, colours.code, 1.5 * thin)
  for (const { name, places } of page.fields ?? []) drawField(pixels, shrink, name, places, thin)
  const [width, height] = [page.width, page.height]
  const edges: Quad = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ]
  drawQuad(pixels, onto, edges, colours.page, 2 * thin)
  drawDots(pixels, [project(onto, edges[0])], { colour: colours.first, width: 10 * thin, opacity: 1 })
}

/** Draws a box around each line, and the name above the first. */
function drawField(
  pixels: Pixels,
  onto: Homography,
  name: string,
  places: readonly Quad[],
  thin: number,
): void {
  for (const quad of places) drawQuad(pixels, onto, quad, colours.field, 1.5 * thin)
  const corners = places[0]?.map((corner) => project(onto, corner))
  if (corners === undefined) return
  // The name stands above the corner that is uppermost in the picture, however the page is turned.
  const at = { x: Math.min(...corners.map(({ x }) => x)), y: Math.min(...corners.map(({ y }) => y)) }
  const step = Math.max(1, Math.min(0.9 * thin, NAME * heightOf(corners)))
  drawName(pixels, name, at, step, colours.field)
}

/** The name is half as high as the line, so it hides little of the line above; see letters.ts. */
const NAME = 0.045

const heightOf = ([a, b, c, d]: readonly Point[]): number =>
  a && b && c && d ? (distance(a, d) + distance(b, c)) / 2 : 0

/** The dark rim makes the box visible on bright paper and on dark tables. */
function drawQuad(pixels: Pixels, onto: Homography, quad: Quad, colour: Colour, width: number): void {
  const ring: Point[] = [...quad, quad[0]].map((corner) => project(onto, corner))
  drawPath(pixels, ring, { colour: colours.shade, width: width + 2, opacity: 0.35 })
  drawPath(pixels, ring, { colour, width, opacity: 0.95 })
}
