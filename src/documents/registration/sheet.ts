// One sheet of a certificate as it was read: lines of text with their places, from a picture or from a PDF's own letters.

import type { Pixels } from '../../image/decode/image.ts'
import { distance } from '../../image/geometry/geometry.ts'
import { withoutRedOverText } from '../../image/red-ink.ts'
import type { LocatedPage } from '../pages/locate.ts'
import type { PageNetworks } from '../pages/networks.ts'
import { type PageLine, readPage } from '../pages/page.ts'
import { type InFile, type PagePlace, pagePlace } from '../pages/places.ts'
import { sheetPlaces } from './sheet-place.ts'

export interface Sheet extends InFile {
  /** In pixels of the straightened sheet, in which the lines have their places. */
  readonly width: number
  readonly height: number
  readonly lines: readonly PageLine[]
  readonly place: PagePlace
  /** Read from the picture, or written in the file. */
  readonly source: 'ocr' | 'text'
  /** How far letters of the file are those of the picture, 0 to 1; of what was compared. */
  readonly agreement?: number
}

/** A sheet is legible from here on: no other way up is tried. Upside down the mean letter gets 0.84, upright 0.95 or more. */
const LEGIBLE = 0.93
const FEW_LETTERS = 40

/** Tried the likeliest way up, and others where that says little. */
export async function readSheet(networks: PageNetworks, pixels: Pixels): Promise<Sheet> {
  let best: { readonly sheet: Sheet; readonly worth: number } | undefined
  let clean: Pixels | undefined
  let tries = 0
  for await (const place of sheetPlaces(networks, pixels)) {
    clean ??= withoutRedOverText(pixels, pixelsPerMm(place))
    const sheet = await readPlaced(networks, clean, place)
    const { worth, isLegible } = legibility(sheet)
    if (best === undefined || worth > best.worth) best = { sheet, worth }
    if (isLegible || ++tries === MOST_TRIES) break
  }
  if (best === undefined) throw new Error('a sheet lies nowhere')
  return best.sheet
}

/** Of what is no sheet of text at all. */
const MOST_TRIES = 5

/** Of a sheet of A4. */
function pixelsPerMm({ corners: [a, b, c, d] }: LocatedPage): number {
  const sides = [distance(a, b) + distance(d, c), distance(a, d) + distance(b, c)]
  return Math.min(...sides) / 2 / 210
}

async function readPlaced(networks: PageNetworks, pixels: Pixels, place: LocatedPage): Promise<Sheet> {
  const page = await readPage(networks, pixels, place, { lines: true })
  const { width, height, lines } = page
  return { width, height, lines, place: pagePlace(page, pixels), source: 'ocr' }
}

/** Text upside down looks like text to the detector and like nothing to the reader. */
function legibility({ lines }: Sheet): { readonly worth: number; readonly isLegible: boolean } {
  const letters = lines.flatMap(({ characters }) => characters)
  const worth = letters.reduce((sum, { confidence }) => sum + Math.max(0, confidence - 0.5), 0)
  const mean = letters.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, letters.length)
  return { worth, isLegible: letters.length >= FEW_LETTERS && mean >= LEGIBLE }
}
