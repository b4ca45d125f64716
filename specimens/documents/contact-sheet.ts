// Every kind and side on one page, to be looked at.
import { PAGE_CLASSES } from '../../src/documents/kinds/kinds.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import type { Cast } from './drawing/casts.ts'
import { drawSheet } from './flat.ts'
import { specimen } from './specimen.ts'

const CELL = { width: 480, height: 340 }
const GAP = 12
const COLUMNS = 4
const GREY = 0x9a

export async function documentContactSheet(seed: number, cast?: Cast): Promise<Pixels> {
  const cells: Pixels[] = []
  for (const { kind, side } of PAGE_CLASSES) {
    const made = specimen({ kind, seed, ...(cast === undefined ? {} : { cast }) })
    for (const sheet of made.sheets.filter((each) => each.side === side)) {
      const pixelsPerMm = Math.min(CELL.width / sheet.widthMm, CELL.height / sheet.heightMm)
      cells.push(await drawSheet(sheet, { cast: made.cast, pixelsPerMm }))
    }
  }
  const rows = Math.ceil(cells.length / COLUMNS)
  const width = COLUMNS * (CELL.width + GAP) + GAP
  const height = rows * (CELL.height + GAP) + GAP
  const data = new Uint8Array(3 * width * height).fill(GREY)
  for (const [index, cell] of cells.entries()) {
    const left = GAP + (index % COLUMNS) * (CELL.width + GAP)
    const top = GAP + Math.floor(index / COLUMNS) * (CELL.height + GAP)
    for (let y = 0; y < Math.min(cell.height, CELL.height); y++) {
      const row = cell.data.subarray(
        3 * y * cell.width,
        3 * (y * cell.width + Math.min(cell.width, CELL.width)),
      )
      data.set(row, 3 * ((top + y) * width + left))
    }
  }
  return { width, height, data }
}
