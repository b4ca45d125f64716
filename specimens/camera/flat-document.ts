// Draws one side of a specimen as the camera takes it: flat pixels and the truth about them.
import type { Cast } from '../documents/drawing/casts.ts'
import { drawSheet, truth } from '../documents/flat.ts'
import type { Sheet } from '../documents/sheet.ts'
import type { FlatDocument } from './scene.ts'

/** Fine enough for a card that fills a picture of 1600 pixels. */
const PIXELS_PER_MM = 20
/** A page of paper is photographed from further off. */
const PAGE_PIXELS_PER_MM = 11
const PAGE_MM = 150

export async function flatDocument(sheet: Sheet, cast: Cast, seed: number): Promise<FlatDocument> {
  const isPage = Math.max(sheet.widthMm, sheet.heightMm) > PAGE_MM
  const pixelsPerMm = isPage ? PAGE_PIXELS_PER_MM : PIXELS_PER_MM
  const { kind, side, cornerPx, lines, codes, fields } = truth(sheet, cast, pixelsPerMm)
  return {
    pixels: await drawSheet(sheet, { cast, pixelsPerMm, seed }),
    kind,
    side,
    cornerPx,
    lines,
    codes,
    fields,
  }
}
