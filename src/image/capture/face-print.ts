// Makes a print of a face that is laid straight, and the bands by which prints of the same picture are found.
import { apply, type Transform } from '../geometry/geometry.ts'
import { cut } from '../geometry/warp.ts'
import type { Pixels } from '../pixels.ts'
import { levelled, PRINT_SIDE } from './print-light.ts'

const FACE_PRINT_BYTES = PRINT_SIDE * PRINT_SIDE

/** Returns greys from 1 to 255, row by row, and 0 outside the picture; to be protected like the photograph. */
export function facePrint(pixels: Pixels, window: Transform): Uint8Array {
  const size = { width: PRINT_SIDE, height: PRINT_SIDE }
  const planes = cut(pixels, window, { ...size, order: 'rgb', times: 1, shift: 0, outside: 'edge' })
  const [green, blue] = [FACE_PRINT_BYTES, 2 * FACE_PRINT_BYTES]
  return Uint8Array.from({ length: FACE_PRINT_BYTES }, (_, i) => {
    const { x, y } = apply(window, { x: (i % PRINT_SIDE) + 0.5, y: Math.floor(i / PRINT_SIDE) + 0.5 })
    if (x < 1 || y < 1 || x > pixels.width - 1 || y > pixels.height - 1) return 0
    const grey = 0.299 * (planes[i] ?? 0) + 0.587 * (planes[green + i] ?? 0) + 0.114 * (planes[blue + i] ?? 0)
    return Math.max(1, Math.min(255, Math.round(grey)))
  })
}

/** The middle of a print, which is inside the picture whatever is cut off at its edges, in coarse cells. */
const CELLS = 8
const MARGIN = 12
const CELL = (PRINT_SIDE - 2 * MARGIN) / CELLS
const BANDS = 12
const BITS = 14
/** Bits that lie so near their edge that a changed picture may have them the other way. */
const UNSURE = 3

/** Bands to keep with a print: whole numbers, each with its place in the upper bits. */
export const bandsOf = (print: Uint8Array): number[] =>
  projected(print, false).map((sides, band) => written(band, sides))

/** Bands to look for: those of the print and of its mirror image, also with each unsure bit turned. */
export function bandsLike(print: Uint8Array): number[] {
  return [false, true].flatMap((isMirrored) =>
    projected(print, isMirrored).flatMap((sides, band) => {
      const code = written(band, sides)
      const unsure = [...sides.keys()].sort((a, b) => Math.abs(sides[a] ?? 0) - Math.abs(sides[b] ?? 0))
      return [code, ...unsure.slice(0, UNSURE).map((bit) => code ^ (1 << bit))]
    }),
  )
}

const written = (band: number, sides: Float64Array): number =>
  sides.reduce((code, side, bit) => code | (side > 0 ? 1 << bit : 0), band << BITS)

/** Random directions, the same for ever: prints that were kept are found by them. */
const directions: readonly Float64Array[] = (() => {
  let state = 20_261_116
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 - 0.5
  }
  return Array.from({ length: BANDS * BITS }, () =>
    Float64Array.from({ length: CELLS * CELLS }, () => next() + next() + next()),
  )
})()

function projected(print: Uint8Array, isMirrored: boolean): Float64Array[] {
  const cells = cellsOf(print, isMirrored)
  if (!cells) return []
  return Array.from({ length: BANDS }, (_, band) =>
    Float64Array.from({ length: BITS }, (_, bit) =>
      cells.reduce((sum, cell, i) => sum + cell * (directions[band * BITS + bit]?.[i] ?? 0), 0),
    ),
  )
}

/** Mean greys of the cells, less those of an average face; undefined where the print is flat. */
function cellsOf(print: Uint8Array, isMirrored: boolean): Float64Array | undefined {
  if (print.length !== FACE_PRINT_BYTES) return undefined
  const cells = new Float64Array(CELLS * CELLS)
  const level = levelled(print)
  for (let i = 0; i < cells.length; i++) {
    const column = isMirrored ? CELLS - 1 - (i % CELLS) : i % CELLS
    const start = (MARGIN + Math.floor(i / CELLS) * CELL) * PRINT_SIDE + MARGIN + column * CELL
    for (let y = 0; y < CELL; y++)
      for (let x = 0; x < CELL; x++) cells[i] = (cells[i] ?? 0) + (level[start + y * PRINT_SIDE + x] ?? 0)
  }
  const mean = cells.reduce((sum, cell) => sum + cell, 0) / cells.length
  const spread = Math.sqrt(cells.reduce((sum, cell) => sum + (cell - mean) ** 2, 0) / cells.length)
  if (spread < CELL * CELL) return undefined
  return cells.map((cell, i) => (cell - mean) / spread - (averageFace[i] ?? 0))
}

/** The same cells of an average face, without which most people would share bands: from 100 official portraits in the public domain. */
// biome-ignore format: a table
const averageFace: readonly number[] = [
  -0.81, -0.02, 0.85, 1.21, 1.21, 0.85, -0.02, -0.81,
  -0.99, -0.13, 0.48, 0.99, 0.99, 0.48, -0.13, -0.99,
  -0.99, -0.75, -1, -0.34, -0.34, -1, -0.75, -0.99,
  -0.63, 0.21, 0.32, 0.01, 0.01, 0.32, 0.21, -0.63,
  -0.39, 0.2, 0.18, -0.24, -0.24, 0.18, 0.2, -0.39,
  -0.29, 0.06, -0.32, -0.14, -0.14, -0.32, 0.06, -0.29,
  -0.15, 0.02, 0.73, 0.55, 0.55, 0.73, 0.02, -0.15,
  -0.25, -0.13, 0.41, 1.36, 1.36, 0.41, -0.13, -0.25,
]
