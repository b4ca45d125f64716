// Solves linear equations whose solutions are known, and those that have none.
import { expect, test } from 'vitest'
import { solved } from '../../src/image/geometry/linear-equations.ts'

const rows = (...numbers: readonly (readonly number[])[]) => numbers.map((row) => Float64Array.from(row))

test('three unknowns, the first of which is not in the first row', () => {
  const [x, y, z] = solved(rows([0, 2, 1, 7], [1, 1, 1, 6], [2, 0, -1, -1])) ?? []
  expect(x).toBeCloseTo(1)
  expect(y).toBeCloseTo(2)
  expect(z).toBeCloseTo(3)
})

test('rows that say the same twice have no single solution', () => {
  expect(solved(rows([1, 2, 3], [2, 4, 6]))).toBeUndefined()
})
