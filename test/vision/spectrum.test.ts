// Tests that the fast spectrum of patches, two at a time, equals the plain sum over every pixel.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planSpectrum, powerProducts } from '../../src/image/capture/spectrum.ts'

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

/** Products of the powers of these patches, each plus `floor`. */
const productsOf = (side: number, patches: readonly Float64Array[], floor: number): Float64Array =>
  powerProducts(planSpectrum(side), patches.length, floor, (i, greys) => greys.set(patches[i] ?? []))

test.each([4, 16])('of %s x %s pixels', (side) => {
  const patch = fc.float64Array({ minLength: side ** 2, maxLength: side ** 2, min: 0, max: 255, noNaN: true })
  fc.assert(
    fc.property(patch, patch, patch, (...patches) => {
      const floor = 5
      for (const some of [patches.slice(0, 1), patches.slice(0, 2), patches]) {
        const products = productsOf(side, some, floor)
        for (const [u, v] of [
          [0, 0],
          [1, 0],
          [0, 1],
          [side / 2, 2],
          [side / 2, side / 2 - 1],
          [1, side - 1],
        ] as const) {
          // A patch without a second has one of nothing beside it.
          const empty = some.length % 2 === 1 ? floor : 1
          const wanted = some.reduce((all, one) => all * (plainPower(one, side, u, v) + floor), empty)
          expect((products[u * side + v] ?? 0) / wanted).toBeCloseTo(1, 2)
        }
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
  const products = productsOf(side, [wave], 1)
  expect(products.indexOf(Math.max(...products))).toBe(12 * side)
})

test('only sides that it can halve twice, again and again', () => {
  for (const side of [0, 1, 2, 8, 12, 63]) expect(() => planSpectrum(side)).toThrow(RangeError)
})
