// Makes a print of a face that is laid straight, and the bands by which prints of the same picture are found.
import type { Transform } from '../geometry/geometry.ts'
import { cut } from '../geometry/warp.ts'
import { giveBack } from '../geometry/warp-kernel.ts'
import { luminance, type Pixels } from '../pixels.ts'
import { PRINT_GREYS, PRINT_SIDE, type PrintField, shapeOf } from './print-detail.ts'

/** Everything of it is to be protected like the photograph. */
export interface FacePrint {
  /** Row by row from 1 to 255, and 0 outside the picture. */
  readonly greys: Uint8Array
  /** Whole numbers to keep with it: prints of the same picture share many of them. */
  readonly bands: readonly number[]
  /** Bands to look for: those of the print and of its mirror image, also with their unsure bits turned. */
  readonly likelyBands: readonly number[]
}

/** `window` maps the print onto the picture. */
export const facePrint = (pixels: Pixels, window: Transform): FacePrint => printOf(printGreys(pixels, window))

export function printOf(greys: Uint8Array): FacePrint {
  const shape = shapeOf(greys)
  const [own, mirrored] = [projected(shape, false), projected(shape, true)]
  return { greys, bands: own.map(written), likelyBands: [...likelyBandsOf(own), ...likelyBandsOf(mirrored)] }
}

/** The greys alone, which cost a small part of a print. */
export function printGreys(pixels: Pixels, window: Transform): Uint8Array {
  const size = { width: PRINT_SIDE, height: PRINT_SIDE }
  const planes = cut(pixels, window, { ...size, order: 'rgb', times: 1, shift: 0, outside: 'edge' })
  const [green, blue] = [PRINT_GREYS, 2 * PRINT_GREYS]
  const greys = new Uint8Array(PRINT_GREYS)
  const { a, b, c, d, e, f } = window
  const [right, bottom] = [pixels.width - 1, pixels.height - 1]
  // No pairs of numbers here: making them cost more than the rest.
  for (let down = 0, i = 0; down < PRINT_SIDE; down++)
    for (let across = 0; across < PRINT_SIDE; across++, i++) {
      const x = a * (across + 0.5) + b * (down + 0.5) + c
      const y = d * (across + 0.5) + e * (down + 0.5) + f
      if (x < 1 || y < 1 || x > right || y > bottom) continue
      const grey = luminance(planes[i] as number, planes[green + i] as number, planes[blue + i] as number)
      greys[i] = Math.max(1, Math.min(255, Math.round(grey)))
    }
  giveBack(planes)
  return greys
}

/** The face, which is inside the picture whatever is cut off at its edges, in coarse cells. */
const CELLS = 10
const CELL = 4
const MARGIN = (PRINT_SIDE - CELLS * CELL) / 2
const BANDS = 12
/** Of a band: with a million frames remembered a stranger's frame shares one with some dozens. */
const BITS = 24
/** Bits of a band that lie so near their edge that a changed picture may have them the other way. */
const UNSURE = 5
/** Below this the cells are all alike, and their order means nothing. */
const LEAST_SPREAD = 0.05

const likelyBandsOf = (bands: readonly Float64Array[]): number[] =>
  bands.flatMap((sides, band) => {
    const code = written(sides, band)
    const unsure = nearest(sides).map((bit) => 1 << bit)
    const [first = 0, second = 0] = unsure
    return [code, ...unsure.map((bit) => code ^ bit), code ^ first ^ second]
  })

/** Numbers of the bits nearest to their edge, the nearest first. */
function nearest(sides: Float64Array): number[] {
  const found: number[] = []
  for (let bit = 0; bit < sides.length; bit++) {
    const apart = Math.abs(sides[bit] as number)
    let at = found.length
    while (at > 0 && apart < Math.abs(sides[found[at - 1] as number] as number)) at--
    if (at < UNSURE) found.splice(at, 0, bit)
    if (found.length > UNSURE) found.pop()
  }
  return found
}

/** The band's number stands above its bits. */
const written = (sides: Float64Array, band: number): number =>
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

/** On which side of each direction the print lies, and how far. */
function projected(shape: PrintField, isMirrored: boolean): Float64Array[] {
  const cells = cellsOf(shape, isMirrored)
  if (!cells) return []
  return Array.from({ length: BANDS }, (_, band) =>
    Float64Array.from({ length: BITS }, (_, bit) => product(cells, directions[band * BITS + bit] ?? cells)),
  )
}

function product(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += (one[i] as number) * (other[i] as number)
  return sum
}

function cellsOf({ values }: PrintField, isMirrored: boolean): Float64Array | undefined {
  const cells = Float64Array.from({ length: CELLS * CELLS }, (_, i) => {
    const column = isMirrored ? CELLS - 1 - (i % CELLS) : i % CELLS
    const start = (MARGIN + Math.floor(i / CELLS) * CELL) * PRINT_SIDE + MARGIN + column * CELL
    let sum = 0
    for (let y = 0; y < CELL; y++)
      for (let x = 0; x < CELL; x++) sum += values[start + y * PRINT_SIDE + x] ?? 0
    return sum / CELL ** 2
  })
  const spread = Math.sqrt(cells.reduce((sum, cell) => sum + cell * cell, 0) / cells.length)
  if (spread < LEAST_SPREAD) return undefined
  return cells.map((cell, i) => cell / spread - averageAt(i))
}

/** The left half of the cells of an average face, without which most people would share bands: from 100 official portraits in the public domain. */
// biome-ignore format: a table
const averageFace: readonly number[] = [
  -0.42, 0, 0.55, 0.59, 0.55,
  -0.55, 0.21, 0.96, 0.97, 0.88,
  -0.78, 0.09, -0.09, -0.65, 0.52,
  -0.58, 0.06, -0.96, -1.35, -0.29,
  -0.31, 0.64, 1.29, 0.9, 0.53,
  -0.21, 0.07, 1.09, -0.15, 0,
  -0.27, -0.2, 0.01, -0.37, -0.17,
  -0.13, 0.07, 0.9, -1.02, 0.15,
  0.01, -0.26, 0.44, 0.84, 0.32,
  -0.13, 0.02, -0.47, 0.41, 1.19,
]

function averageAt(i: number): number {
  const column = i % CELLS
  const half = CELLS / 2
  return averageFace[Math.floor(i / CELLS) * half + Math.min(column, CELLS - 1 - column)] ?? 0
}
