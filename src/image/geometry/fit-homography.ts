// Fits the homography that brings points of one plane to points of another, by least squares over four points or more.

import { apply, centre, distance, invert, type Point, type Transform } from './geometry.ts'
import { solved } from './linear-equations.ts'
import { composed, type Homography } from './perspective.ts'

/** Solved in coordinates about the middle of the points and of size one, where the last entry is never near zero. */
export function fitHomography(from: readonly Point[], to: readonly Point[]): Homography {
  const [before, after] = [normalising(from), normalising(to)]
  const normal = Array.from({ length: 8 }, () => new Float64Array(9))
  for (const [i, point] of from.entries()) {
    const { x, y } = apply(before, point)
    const { x: u, y: v } = apply(after, to[i] ?? point)
    addEquation(normal, [x, y, 1, 0, 0, 0, -u * x, -u * y, u])
    addEquation(normal, [0, 0, 0, x, y, 1, -v * x, -v * y, v])
  }
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0] = solved(normal) ?? []
  const fitted = Float64Array.of(a, b, c, d, e, f, g, h, 1)
  return composed(matrixOf(invert(after)), composed(fitted, matrixOf(before)))
}

function normalising(points: readonly Point[]): Transform {
  const middle = centre(points)
  const spread = points.reduce((sum, point) => sum + distance(point, middle), 0) / points.length || 1
  return { a: 1 / spread, b: 0, c: -middle.x / spread, d: 0, e: 1 / spread, f: -middle.y / spread }
}

/** Adds one equation, whose last number is its right side, to the normal equations. */
function addEquation(normal: readonly Float64Array[], equation: readonly number[]): void {
  for (const [i, line] of normal.entries()) {
    const left = equation[i] ?? 0
    for (const [j, right] of equation.entries()) line[j] = (line[j] ?? 0) + left * right
  }
}

const matrixOf = ({ a, b, c, d, e, f }: Transform): Homography => Float64Array.of(a, b, c, d, e, f, 0, 0, 1)
