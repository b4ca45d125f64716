// Holds the sums over squares against adding each square up.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxMeans, boxSums } from '../../src/image/box-sums.ts'

const pictures = fc
  .record({
    width: fc.integer({ min: 1, max: 9 }),
    height: fc.integer({ min: 1, max: 9 }),
    reach: fc.integer({ min: 0, max: 6 }),
  })
  .chain(({ width, height, reach }) =>
    fc
      .array(fc.integer({ min: -255, max: 255 }), { minLength: width * height, maxLength: width * height })
      .map((greys) => ({ width, height, reach, values: Float32Array.from(greys) })),
  )

function addedUp(
  values: Float32Array,
  { width, height, reach }: { width: number; height: number; reach: number },
  beyond: 'nothing' | 'edge',
): number[] {
  const within = (at: number, count: number) => Math.max(0, Math.min(count - 1, at))
  return [...values.keys()].map((i) => {
    let sum = 0
    for (let y = Math.floor(i / width) - reach; y <= Math.floor(i / width) + reach; y++)
      for (let x = (i % width) - reach; x <= (i % width) + reach; x++) {
        const isInside = x >= 0 && y >= 0 && x < width && y < height
        if (isInside || beyond === 'edge')
          sum += values[within(y, height) * width + within(x, width)] as number
      }
    return sum
  })
}

test('sums and means are those of each square, whatever its size', () => {
  fc.assert(
    fc.property(pictures, fc.constantFrom('nothing', 'edge'), ({ values, ...size }, beyond) => {
      const { width, reach } = size
      const count = (2 * reach + 1) ** 2
      const means = boxMeans(values, width, reach, beyond)
      const expected = addedUp(values, size, beyond)
      for (const [i, mean] of means.entries()) expect(mean).toBeCloseTo((expected[i] as number) / count, 3)
      if (beyond === 'nothing') expect([...boxSums(values, width, reach)]).toEqual(expected)
      expect(boxMeans(values, width, reach, beyond, values)).toEqual(means)
    }),
  )
})
