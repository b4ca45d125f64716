// Removes red seals and stamps where they lie over dark print, so that the print can be read.
import type { Pixels } from './pixels.ts'

const CELL_MM = 1.4
/** Pixels of a cell that are sampled, along and down. */
const LOOKS = 4
/** Least excess of red over green and blue, by the brightness of the paper. */
const RED = 0.16
/** Largest brightness of print in the red channel, in which red ink is nearly paper, by that of the paper. */
const DARK = 0.6
/** Least share of the samples of a cell; less is a speck. */
const SOME = 0.06
/** Least height of a seal in millimetres: three lines of red print are lower, a seal has 30 to 36. */
const SEAL_MM = 17
/** Share of the red ink that remains in the red channel, by its excess of red. */
const LIFT = 0.5

const [NOTHING, PRINT, INK] = [0, 1, 2]

interface Grid {
  readonly side: number
  readonly columns: number
  readonly rows: number
  readonly cells: Uint8Array
}

/**
 * Seen in red light a red seal is nearly as bright as paper, and black print as dark as before. So where both meet, and
 * beside it along the line, the red light is taken for all colours. Print that is red itself (titles are) stays as it is.
 */
export function withoutRedOverText(pixels: Pixels, pixelsPerMm: number): Pixels {
  if (!hasRed(pixels, Math.max(1, Math.round(pixelsPerMm)))) return pixels
  const grid = gridOf(pixels, Math.max(4, Math.round(CELL_MM * pixelsPerMm)))
  const tall = (SEAL_MM * pixelsPerMm) / grid.side
  const mixed = patches(grid)
    .filter((patch) => heightOf(patch, grid.columns) >= tall)
    .flatMap((patch) => patch.filter((at) => isOverPrint(grid, at)))
  if (mixed.length === 0) return pixels
  const data = Uint8Array.from(pixels.data)
  const { side, columns } = grid
  for (const at of mixed) fade(data, pixels, (at % columns) * side, Math.floor(at / columns) * side, side)
  return { ...pixels, data }
}

/** A quick test: the ring of a seal alone has 70 square millimetres, so one sample per millimetre falls on ink. */
function hasRed({ width, height, data }: Pixels, step: number): boolean {
  for (let y = 0; y < height; y += step)
    for (let x = 0, at = 3 * y * width; x < width; x += step, at += 3 * step) {
      const red = data[at] ?? 0
      // The paper is never taken for brighter than any paper around it.
      if (red - Math.max(data[at + 1] ?? 0, data[at + 2] ?? 0) > RED * red) return true
    }
  return false
}

function gridOf(pixels: Pixels, side: number): Grid {
  const [columns, rows] = [Math.ceil(pixels.width / side), Math.ceil(pixels.height / side)]
  const cells = new Uint8Array(columns * rows)
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, at++)
      cells[at] = lookAt(pixels, column * side, row * side, side)
  return { side, columns, rows, cells }
}

/** Whether a cell has dark print, red ink, or both. */
function lookAt({ width, height, data }: Pixels, left: number, top: number, side: number): number {
  const step = Math.max(1, Math.floor(side / LOOKS))
  const [right, bottom] = [Math.min(width, left + side), Math.min(height, top + side)]
  let [paper, looks] = [0, 0]
  for (let y = top; y < bottom; y += step)
    for (let x = left, at = 3 * (y * width + left); x < right; x += step, at += 3 * step, looks++)
      paper = Math.max(paper, data[at] ?? 0)
  let [print, ink] = [0, 0]
  for (let y = top; y < bottom; y += step)
    for (let x = left, at = 3 * (y * width + left); x < right; x += step, at += 3 * step) {
      const red = data[at] ?? 0
      if (red < DARK * paper) print++
      else if (red - Math.max(data[at + 1] ?? 0, data[at + 2] ?? 0) > RED * paper) ink++
    }
  return (print > SOME * looks ? PRINT : NOTHING) | (ink > SOME * looks ? INK : NOTHING)
}

/** Groups of cells with red ink that touch each other. */
function patches({ columns, rows, cells }: Grid): number[][] {
  const isTaken = new Uint8Array(cells.length)
  const found: number[][] = []
  for (let start = 0; start < cells.length; start++) {
    if (isTaken[start] || !((cells[start] ?? 0) & INK)) continue
    const patch = [start]
    isTaken[start] = 1
    for (let next = 0; next < patch.length; next++) {
      const at = patch[next] ?? 0
      const [x, y] = [at % columns, Math.floor(at / columns)]
      for (let j = Math.max(0, y - 1); j <= Math.min(rows - 1, y + 1); j++)
        for (let i = Math.max(0, x - 1); i <= Math.min(columns - 1, x + 1); i++) {
          const near = j * columns + i
          if (isTaken[near] || !((cells[near] ?? 0) & INK)) continue
          isTaken[near] = 1
          patch.push(near)
        }
    }
    found.push(patch)
  }
  return found
}

function heightOf(patch: readonly number[], columns: number): number {
  let [top, bottom] = [Number.POSITIVE_INFINITY, 0]
  for (const at of patch) {
    top = Math.min(top, Math.floor(at / columns))
    bottom = Math.max(bottom, Math.floor(at / columns))
  }
  return bottom - top + 1
}

function isOverPrint({ columns, cells }: Grid, at: number): boolean {
  const column = at % columns
  const has = (near: number): boolean => ((cells[near] ?? NOTHING) & PRINT) !== NOTHING
  return has(at) || (column > 0 && has(at - 1)) || (column < columns - 1 && has(at + 1))
}

function fade(data: Uint8Array, { width, height }: Pixels, left: number, top: number, side: number): void {
  const [right, bottom] = [Math.min(width, left + side), Math.min(height, top + side)]
  let paper = 0
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) paper = Math.max(paper, data[3 * (y * width + x)] ?? 0)
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = 3 * (y * width + x)
      const red = data[at] ?? 0
      const out = red - Math.max(data[at + 1] ?? 0, data[at + 2] ?? 0)
      // The remains of the ink are brightened to the paper; print is dark and stays so.
      data.fill(out > (RED / 2) * paper ? Math.min(paper, red + out * LIFT) : red, at, at + 3)
    }
}
