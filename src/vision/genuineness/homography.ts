// The mapping of one plane's picture onto another's, found from four points or more by least squares.
import { apply, centre, distance, invert, type Point, type Transform } from '../../image/geometry/geometry.ts'

/** Row by row; the last number is one. */
export type Homography = readonly number[]

/** Linear least squares in coordinates about the middle and of size one, where the last entry is never near zero. */
export function fitHomography(from: readonly Point[], to: readonly Point[]): Homography {
  const [before, after] = [evened(from), evened(to)]
  const normal = Array.from({ length: 8 }, () => new Float64Array(9))
  for (const [i, point] of from.entries()) {
    const { x, y } = apply(before, point)
    const { x: u, y: v } = apply(after, to[i] ?? point)
    gather(normal, [x, y, 1, 0, 0, 0, -u * x, -u * y], u)
    gather(normal, [0, 0, 0, x, y, 1, -v * x, -v * y], v)
  }
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0] = solve(normal)
  return times(matrixOf(invert(after)), times([a, b, c, d, e, f, g, h, 1], matrixOf(before)))
}

export function project(mapping: Homography, { x, y }: Point): Point {
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = mapping
  const depth = g * x + h * y + i
  return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth }
}

function evened(points: readonly Point[]): Transform {
  const middle = centre(points)
  const spread = points.reduce((sum, point) => sum + distance(point, middle), 0) / points.length || 1
  return { a: 1 / spread, b: 0, c: -middle.x / spread, d: 0, e: 1 / spread, f: -middle.y / spread }
}

function gather(normal: Float64Array[], row: readonly number[], wanted: number): void {
  for (const [i, left] of row.entries()) {
    const line = normal[i] as Float64Array
    for (const [j, right] of row.entries()) line[j] = (line[j] as number) + left * right
    line[8] = (line[8] as number) + left * wanted
  }
}

/** Gauss with the largest pivot. */
function solve(rows: Float64Array[]): number[] {
  const size = rows.length
  for (let column = 0; column < size; column++) {
    let best = column
    for (let row = column; row < size; row++)
      if (Math.abs(entry(rows, row, column)) > Math.abs(entry(rows, best, column))) best = row
    ;[rows[column], rows[best]] = [rows[best] as Float64Array, rows[column] as Float64Array]
    const pivot = entry(rows, column, column) || Number.EPSILON
    for (let row = 0; row < size; row++) {
      if (row === column) continue
      const factor = entry(rows, row, column) / pivot
      for (let k = column; k <= size; k++)
        (rows[row] as Float64Array)[k] = entry(rows, row, k) - factor * entry(rows, column, k)
    }
  }
  return rows.map((row, i) => (row[size] as number) / (entry(rows, i, i) || Number.EPSILON))
}

const entry = (rows: readonly Float64Array[], row: number, column: number): number => rows[row]?.[column] ?? 0

const matrixOf = ({ a, b, c, d, e, f }: Transform): Homography => [a, b, c, d, e, f, 0, 0, 1]

function times(one: Homography, other: Homography): Homography {
  return Array.from({ length: 9 }, (_, i) => {
    const [row, column] = [Math.floor(i / 3), i % 3]
    return [0, 1, 2].reduce((sum, k) => sum + (one[3 * row + k] ?? 0) * (other[3 * k + column] ?? 0), 0)
  })
}
