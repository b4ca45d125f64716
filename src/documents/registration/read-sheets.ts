// Reads sheets of a certificate from one file: the only one of a picture, or some pages of a PDF.
import type { FileFault } from '../../image/decode/header.ts'
import { decodeImage } from '../../image/decode/image.ts'
import { isPdf, pdfExtent } from '../../image/pdf/header.ts'
import { openPdf, type PdfFile, type PdfPage } from '../../image/pdf/pdf.ts'
import type { Extent } from '../../image/pixels.ts'
import type { PageNetworks } from '../pages/networks.ts'
import { resized } from '../pages/places.ts'
import { MIN_AGREEMENT } from './checks.ts'
import { readSheet, type Sheet } from './sheet.ts'
import { readTextSheet, type TextSheet } from './text-sheet.ts'

export interface SheetsAsk {
  readonly maxPages: number
  readonly maxMegapixels: number
  /** Pages counted from 0; those that the file does not have are left out. */
  readonly pages: readonly number[]
  /** Nothing of a file is read that does not have this page. */
  readonly highest?: number
}

export interface Sheets {
  readonly pageCount: number
  readonly sheets: readonly Sheet[]
  readonly extent: Extent
}

export async function readSheets(
  networks: PageNetworks,
  bytes: Uint8Array,
  ask: SheetsAsk,
): Promise<Sheets | FileFault> {
  if (isPdf(bytes)) {
    const extent = pdfExtent(bytes)
    const document = bytes.subarray(extent.start, extent.end)
    return openPdf(document, ask.maxPages, (file) => sheetsOf(networks, file, ask, extent))
  }
  const decoded = await decodeImage(bytes, { maxMegapixels: ask.maxMegapixels })
  if ('fault' in decoded) return decoded
  const sheets = ask.pages.includes(0) ? [await readSheet(networks, decoded.pixels)] : []
  return { pageCount: 1, sheets, extent: decoded.extent }
}

async function sheetsOf(
  networks: PageNetworks,
  file: PdfFile,
  { pages, highest = 0 }: SheetsAsk,
  extent: Extent,
): Promise<Sheets | FileFault> {
  const sheets: Sheet[] = []
  if (highest >= file.pageCount) return { pageCount: file.pageCount, sheets, extent }
  for (const index of pages.filter((page) => page < file.pageCount)) {
    const sheet = await file.page(index, (page) => sheetOf(networks, page))
    if ('fault' in sheet) return sheet
    sheets.push({ ...sheet, page: index + 1 })
  }
  return { pageCount: file.pageCount, sheets, extent }
}

/** The letters that a file writes are exact, if they are those that it shows. */
async function sheetOf(networks: PageNetworks, page: PdfPage): Promise<Sheet> {
  const written = await readTextSheet(networks, page)
  if (written && isShown(written)) return written.sheet
  const drawn = await readSheet(networks, page.draw(scaleOf(page)))
  const read = { ...drawn, place: resized(drawn.place, page) }
  return written ? { ...read, agreement: written.compared.agreement } : read
}

const isShown = ({ compared: { agreement, isContradicted } }: TextSheet): boolean =>
  agreement >= MIN_AGREEMENT && !isContradicted

/** Pixels across a page: a scan has its own number within limits, anything else 180 dots an inch of A4, at which pages are read. */
const [NARROWEST, WIDEST, USUAL] = [1240, 1488, 1488]

function scaleOf({ width, height, widestPicture }: PdfPage): number {
  const wanted = widestPicture === 0 ? USUAL : Math.min(WIDEST, Math.max(NARROWEST, widestPicture))
  return wanted / Math.min(width, height)
}
