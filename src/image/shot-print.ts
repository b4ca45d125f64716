// A print of what a photograph shows, fine enough to know this very shot again and no other of the same person.
import { type Box, middleOf, squareOnto } from './geometry.ts'
import type { Pixels } from './image.ts'
import { greyOf } from './measure.ts'
import { crop } from './warp.ts'

/** Cells of the grid on a side, and pixels of a cell while it is made. */
const CELLS = 40
const CELL_PIXELS = 2
const SIDE = CELLS * CELL_PIXELS
/** How much more than the face the grid covers, as a share of its longer side. */
const ROOM = 1.6
/** What was found in the picture: a face, or none, and then the grid lies over its middle. */
const WITHOUT_FACE = 0
const WITH_FACE = 1
export const PRINT_BYTES = 1 + (CELLS * CELLS) / 8

/** Cells a face may be found elsewhere in the same shot, once it is encoded, shrunk or cut anew. */
const REACH = 2

/** From here up two prints are of one shot. */
export const SAME_SHOT = 0.85

/** Always PRINT_BYTES long. Bits tell where a cell is brighter than what lies about it: a mirrored picture has a mirrored print. */
export function shotPrint(pixels: Pixels, face: Box | undefined): Uint8Array {
  const window = face ?? { x: 0, y: 0, width: pixels.width, height: pixels.height }
  const side = face ? ROOM * Math.max(face.width, face.height) : Math.min(pixels.width, pixels.height)
  const view = crop(pixels, squareOnto(SIDE, middleOf(window), side), SIDE, SIDE)
  const cells = cellsOf(greyOf(view).data)
  const print = new Uint8Array(PRINT_BYTES)
  print[0] = face ? WITH_FACE : WITHOUT_FACE
  packSigns(differences(cells), print)
  return print
}

/** 0 nothing in common, 1 every bit, at the best place within reach and the better of plain and mirrored. */
export function sameShot(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== PRINT_BYTES || b.length !== PRINT_BYTES || a[0] !== b[0]) return 0
  const one = rowsOf(a)
  return Math.max(best(one, rowsOf(b)), best(one, mirrored(rowsOf(b))))
}

/** Mean grey of each cell. */
function cellsOf(grey: Uint8Array | Float32Array): Float32Array {
  const cells = new Float32Array(CELLS * CELLS)
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const at = Math.floor(y / CELL_PIXELS) * CELLS + Math.floor(x / CELL_PIXELS)
      cells[at] = (cells[at] as number) + (grey[y * SIDE + x] as number)
    }
  return cells
}

/** Each cell less the mean of the 5 x 5 about it. */
function differences(cells: Float32Array): Float32Array {
  const result = new Float32Array(cells.length)
  const within = (place: number) => Math.min(CELLS - 1, Math.max(0, place))
  for (let y = 0; y < CELLS; y++)
    for (let x = 0; x < CELLS; x++) {
      let sum = 0
      for (let down = -2; down <= 2; down++)
        for (let right = -2; right <= 2; right++)
          sum += cells[within(y + down) * CELLS + within(x + right)] as number
      result[y * CELLS + x] = (cells[y * CELLS + x] as number) - sum / 25
    }
  return result
}

function packSigns(values: Float32Array, print: Uint8Array): void {
  for (let at = 0; at < values.length; at++)
    if ((values[at] as number) > 0) print[1 + (at >> 3)] = (print[1 + (at >> 3)] as number) | (1 << (at & 7))
}

/** One bit a cell, as bytes: plain to shift and to mirror. */
function rowsOf(print: Uint8Array): Uint8Array {
  return Uint8Array.from(
    { length: CELLS * CELLS },
    (_, at) => ((print[1 + (at >> 3)] as number) >> (at & 7)) & 1,
  )
}

function mirrored(cells: Uint8Array): Uint8Array {
  return cells.map((_, at) => cells[at - (at % CELLS) + CELLS - 1 - (at % CELLS)] as number)
}

function best(one: Uint8Array, other: Uint8Array): number {
  let most = 0
  for (let down = -REACH; down <= REACH; down++)
    for (let right = -REACH; right <= REACH; right++)
      most = Math.max(most, agreement(one, other, right, down))
  return most
}

/** 0 by chance, 1 where all bits agree that lie on both. */
function agreement(one: Uint8Array, other: Uint8Array, right: number, down: number): number {
  let equal = 0
  let count = 0
  for (let y = Math.max(0, -down); y < Math.min(CELLS, CELLS - down); y++)
    for (let x = Math.max(0, -right); x < Math.min(CELLS, CELLS - right); x++) {
      if (one[y * CELLS + x] === other[(y + down) * CELLS + x + right]) equal++
      count++
    }
  return Math.max(0, (2 * equal) / count - 1)
}

/** Numbers of which two prints of one shot have at least one in common. */
export function printBands(print: Uint8Array): readonly number[] {
  return [print[0] ?? 0]
}
