// Compares what a network gave with what it should have given.
import { expect } from 'vitest'
import type { Grid } from './grid.ts'

export function expectSame(got: Grid | undefined, wanted: Grid, tolerance = 1e-5): void {
  expect(got?.shape).toEqual(wanted.shape)
  const worst = wanted.data.reduce((most, value, index) => {
    const difference = Math.abs((got?.data[index] ?? Number.NaN) - value) / Math.max(1, Math.abs(value))
    // The comparison is written so that NaN counts as the largest difference.
    return difference <= most ? most : Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference
  }, 0)
  expect(worst).toBeLessThan(tolerance)
}
