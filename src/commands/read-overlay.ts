// What was read, drawn: onto the picture, or onto each page of a PDF.
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Settings } from '../config.ts'
import type { DrawnPage, PageDrawing } from '../documents/pages/draw-pages.ts'
import type { Page, Pages } from '../documents/pages/page.ts'
import type { Sheet } from '../documents/registration/sheet.ts'
import type { Jobs } from '../jobs.ts'
import type { Pool } from '../workers/port.ts'
import { organisation } from './pictures.ts'
import { certificateFields } from './read-certificate.ts'
import type { ShownField } from './read-fields.ts'
import { CommandError } from './terminal.ts'

export function checkOverlay(overlay: string, files: readonly string[]): void {
  if (files.length > 1) throw new CommandError('--overlay draws one picture: give one file.')
  if (!overlay.toLowerCase().endsWith('.png'))
    throw new CommandError('--overlay writes a PNG: give it a name that ends in .png.')
  if (files.some((file) => resolve(file) === resolve(overlay)))
    throw new CommandError('--overlay names the picture itself, which would be lost: give it another name.')
}

export async function drawPicture(
  pool: Pool<Jobs>,
  config: Settings,
  overlay: string,
  bytes: Uint8Array,
  { pages }: Pages,
  fieldsOf: (page: Page) => readonly ShownField[],
): Promise<void> {
  const drawn = pages.map((page) => ({ ...page, fields: drawnFields(fieldsOf(page)) }))
  const input = { bytes, maxMegapixels: config.imageMegapixels, pages: drawn }
  await write(overlay, () => pool.run('draw-pages', input, { organisation }))
}

/** Returns the files written: the one named, or of several pages one each, `out-1.png`, `out-2.png` ... */
export async function drawPdf(
  pool: Pool<Jobs>,
  config: Settings,
  overlay: string,
  bytes: Uint8Array,
  sheets: readonly Sheet[],
): Promise<string[]> {
  const fields = certificateFields(sheets)
  const written: string[] = []
  for (const [index, sheet] of sheets.entries()) {
    const file = sheets.length === 1 ? overlay : overlay.replace(/(?=\.png$)/i, `-${index + 1}`)
    const input = { bytes, maxPages: config.pdfPages, index, drawn: drawnSheet(sheet, fields) }
    await write(file, () => pool.run('draw-pdf-page', input, { organisation }))
    written.push(file)
  }
  return written
}

function drawnSheet({ width, height, lines, place, page }: Sheet, fields: readonly ShownField[]): DrawnPage {
  const own = fields.map((field) => ({ ...field, places: field.places.filter((one) => one.page === page) }))
  return { width, height, lines, corners: place.corners, codes: [], fields: drawnFields(own) }
}

/** Where they are printed: codes and zones are seen as such, and would bear the names of all that they hold. */
const drawnFields = (fields: readonly ShownField[]) =>
  fields.map(({ field, places }) => ({
    name: field,
    places: places.filter(({ source }) => source === 'ocr' || source === 'text').map(({ quad }) => quad),
  }))

async function write(file: string, draw: () => Promise<PageDrawing>): Promise<void> {
  try {
    const drawing = await draw()
    if ('fault' in drawing) throw new Error(drawing.fault)
    await writeFile(file, drawing.png)
  } catch (error) {
    throw new CommandError(`${file} cannot be written: ${(error as Error).message}`)
  }
}
