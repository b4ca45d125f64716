// Finds the rows of a zone in a level strip: joins pieces, makes all as long as the longest, and adds rows that were not found.
import type { Quad } from '../../image/geometry/perspective.ts'
import { heightOf, lengthOf, rectangle } from './plane.ts'

/** Two pieces whose middles are nearer than this share of their height stand in one row. */
const SAME_ROW = 0.5
/** The distance of rows in widths of a character: a quarter of an inch by a tenth. */
const PITCH = 2.5

const middle = (quad: Quad): number => quad.reduce((sum, { y }) => sum + y / 4, 0)
const left = ([a, , , d]: Quad): number => Math.min(a.x, d.x)
const right = ([, b, c]: Quad): number => Math.max(b.x, c.x)

/** Returns the rows from top to bottom, each from its first piece to its last. */
export function joinedRows(pieces: readonly Quad[]): Quad[] {
  const rows: Quad[][] = []
  for (const piece of pieces.toSorted((a, b) => middle(a) - middle(b))) {
    const row = rows.find((own) => own.some((other) => isBeside(other, piece)))
    if (row) row.push(piece)
    else rows.push([piece])
  }
  return rows.map(joined)
}

function isBeside(one: Quad, other: Quad): boolean {
  const height = Math.min(heightOf(one), heightOf(other))
  const isApart = right(one) <= left(other) + height || right(other) <= left(one) + height
  return isApart && Math.abs(edgeMiddle(one, other) - edgeMiddle(other, one)) < SAME_ROW * height
}

/** Returns the middle of the end that faces the other piece; lines may be askew. */
function edgeMiddle(one: Quad, other: Quad): number {
  const [a, b, c, d] = one
  return left(one) < left(other) ? (b.y + c.y) / 2 : (a.y + d.y) / 2
}

function joined(row: readonly Quad[]): Quad {
  const ordered = row.toSorted((one, other) => left(one) - left(other))
  const [first, last] = [ordered[0], ordered.at(-1)]
  if (!first || !last) throw new Error('a row has no piece')
  return [first[0], last[1], last[2], first[3]]
}

/** A row of a zone is at least so many times as long as high; above the second number it needs no other row beside it. */
const LEAST_ASPECT = 11
const SLIM = 22
const SLIMMEST = 60
/** Rows of one zone differ in length and start by at most this share of the length, and are at most so many heights apart. */
const ALIKE = 0.2
const NEAR = 6

/** Returns the rows that may belong to a zone: long ones with another of the same length above or below. */
export function stackedRows(rows: readonly Quad[]): Quad[] {
  const aspect = (row: Quad): number => lengthOf(row) / Math.max(1, heightOf(row))
  const long = rows.filter((row) => aspect(row) >= LEAST_ASPECT && aspect(row) <= SLIMMEST)
  return long.filter(
    (row) => aspect(row) >= SLIM || long.some((other) => other !== row && isStacked(row, other)),
  )
}

function isStacked(one: Quad, other: Quad): boolean {
  const length = Math.max(lengthOf(one), lengthOf(other))
  const isAlike =
    Math.abs(lengthOf(one) - lengthOf(other)) < ALIKE * length &&
    Math.abs(left(one) - left(other)) < ALIKE * length
  return isAlike && Math.abs(middle(one) - middle(other)) < NEAR * Math.max(heightOf(one), heightOf(other))
}

/** Extends all rows from the leftmost start to the rightmost end, and makes them higher by this share. */
export function levelled(rows: readonly Quad[], higher: number): Quad[] {
  const [from, to] = [Math.min(...rows.map(left)), Math.max(...rows.map(right))]
  return rows.map((row) => {
    const [a, b, c, d] = row
    const extra = (higher * heightOf(row)) / 2
    const at = (p: Quad[0], q: Quad[0], x: number): number =>
      p.y + ((q.y - p.y) * (x - p.x)) / Math.max(1, q.x - p.x)
    return [
      { x: from, y: at(a, b, from) - extra },
      { x: to, y: at(a, b, to) - extra },
      { x: to, y: at(d, c, to) + extra },
      { x: from, y: at(d, c, from) + extra },
    ]
  })
}

/** Returns the rows that must be above and below if this one belongs to a zone, where none was found. */
export function expectedRows(row: Quad, characters: number, found: readonly Quad[]): Quad[] {
  const pitch = (PITCH * lengthOf(row)) / Math.max(1, characters)
  const height = heightOf(row)
  return [-2, -1, 1, 2]
    .map((step) => middle(row) + step * pitch)
    .filter((y) => found.every((other) => Math.abs(middle(other) - y) > pitch / 2))
    .map((y) => rectangle(left(row), y - height / 2, right(row), y + height / 2))
}
