// Tests that the fast spectrum of two patches at once equals the plain sum over every pixel, for each of them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planSpectrum, toPowerSpectra } from '../../src/image/capture/spectrum.ts'

/** Computes the spectrum by its definition. */
function plainPower(patch: Float64Array, side: number, u: number, v: number): number {
  const mean = patch.reduce((sum, value) => sum + value, 0) / patch.length
  const weight = (i: number) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / side)
  let [re, im] = [0, 0]
  for (const [i, value] of patch.entries()) {
    const [x, y] = [i % side, Math.floor(i / side)]
    const angle = (-2 * Math.PI * (u * x + v * y)) / side
    const seen = (value - mean) * weight(x) * weight(y)
    re += seen * Math.cos(angle)
    im += seen * Math.sin(angle)
  }
  return re * re + im * im
}

test.each([4, 16])('of %s x %s pixels', (side) => {
  const patch = fc.float64Array({ minLength: side ** 2, maxLength: side ** 2, min: 0, max: 255, noNaN: true })
  fc.assert(
    fc.property(patch, patch, (one, other) => {
      const [left, right] = [one.slice(), other.slice()]
      toPowerSpectra(planSpectrum(side), left, right)
      for (const [u, v] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [side - 1, 2],
        [side / 2, side / 2 - 1],
      ] as const) {
        const [wanted, alsoWanted] = [plainPower(one, side, u, v), plainPower(other, side, u, v)]
        const within = 1e-6 * (wanted + alsoWanted) + 1e-6
        expect(Math.abs((left[v * side + u] ?? 0) - wanted)).toBeLessThan(within)
        expect(Math.abs((right[v * side + u] ?? 0) - alsoWanted)).toBeLessThan(within)
      }
    }),
    { numRuns: 30 },
  )
})

test('a wave stands at its frequency alone', () => {
  const side = 64
  const wave = Float64Array.from({ length: side ** 2 }, (_, i) =>
    Math.cos((2 * Math.PI * 12 * (i % side)) / side),
  )
  toPowerSpectra(planSpectrum(side), wave, new Float64Array(side ** 2))
  const strongest = wave.indexOf(Math.max(...wave))
  expect([12, side - 12]).toContain(strongest)
})

test('only sides that it can halve twice, again and again', () => {
  for (const side of [0, 1, 2, 8, 12, 63]) expect(() => planSpectrum(side)).toThrow(RangeError)
})
