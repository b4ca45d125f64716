// Reads one sheet of a certificate from a picture: its lines of text with their places.

import { distance } from '../../image/geometry/geometry.ts'
import type { Pixels } from '../../image/pixels.ts'
import { withoutRedOverText } from '../../image/red-ink.ts'
import type { SeenPage } from '../detected.ts'
import type { PageNetworks } from '../pages/networks.ts'
import type { LocatedPage, PageLine } from '../pages/page.ts'
import { type InFile, type PagePlace, pagePlace } from '../pages/places.ts'
import { readPage } from '../pages/read-pages.ts'
import { sheetPlaces } from './sheet-place.ts'

export interface Sheet extends InFile {
  /** Size of the straightened sheet in pixels, in which the lines have their places. */
  readonly width: number
  readonly height: number
  readonly lines: readonly PageLine[]
  readonly place: PagePlace
  /** Text is read from the picture, or written in the file. */
  readonly source: 'ocr' | 'text'
  /** What its text shows it to be; missing where the text is written in the file. */
  readonly seen?: Omit<SeenPage, 'lines'>
  /** Share of the compared letters of a PDF that its picture shows the same, 0 to 1. */
  readonly agreement?: number
}

/** No other way up is tried from this mean confidence on. Upside down the mean letter gets 0.84, upright 0.95 or more. */
const LEGIBLE = 0.93
const MIN_LETTERS = 40
/** A picture without any sheet of text is tried so often. */
const MAX_TRIES = 5

/** Reads the sheet in its likeliest place and way up first, and in others where little could be read. */
export async function readSheet(networks: PageNetworks, pixels: Pixels): Promise<Sheet> {
  let best: { readonly sheet: Sheet; readonly worth: number } | undefined
  let clean: Pixels | undefined
  let tries = 0
  for await (const place of sheetPlaces(networks, pixels)) {
    clean ??= withoutRedOverText(pixels, pixelsPerMm(place))
    const sheet = await readPlaced(networks, clean, place)
    const { worth, isLegible } = legibility(sheet)
    if (best === undefined || worth > best.worth) best = { sheet, worth }
    if (isLegible || ++tries === MAX_TRIES) break
  }
  if (best === undefined) throw new Error('no place of a sheet was tried')
  return best.sheet
}

/** Takes the sheet for one of A4. */
function pixelsPerMm({ corners: [a, b, c, d] }: LocatedPage): number {
  const sides = [distance(a, b) + distance(d, c), distance(a, d) + distance(b, c)]
  return Math.min(...sides) / 2 / 210
}

async function readPlaced(networks: PageNetworks, pixels: Pixels, place: LocatedPage): Promise<Sheet> {
  const page = await readPage(networks, pixels, place, { lines: true })
  const { width, height, lines, kind, side, confidences } = page
  const seen = { kind, side, confidences }
  return { width, height, lines, place: pagePlace(page, pixels), source: 'ocr', seen }
}

/** The detector finds lines of text upside down as well, but the reader is not confident of them. */
function legibility({ lines }: Sheet): { readonly worth: number; readonly isLegible: boolean } {
  const letters = lines.flatMap(({ characters }) => characters)
  const worth = letters.reduce((sum, { confidence }) => sum + Math.max(0, confidence - 0.5), 0)
  const mean = letters.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, letters.length)
  return { worth, isLegible: letters.length >= MIN_LETTERS && mean >= LEGIBLE }
}
