// Tests what a cosine between faces means: false accept rates, percents and collection sizes, for any numbers.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  confidencePercent,
  cosineAt,
  falseAcceptRate,
  identificationCosine,
  impostors,
  similarityPercent,
} from '../../src/faces/similarity.ts'

/** Vectors of length one give a little more than 1 by rounding. */
const cosine = fc.double({ min: -1.001, max: 1.001, noNaN: true })
const faces = fc.integer({ min: 1, max: 100_000_000 })
const at = (deviations: number) => impostors.mean + deviations * impostors.deviation

describe('the false accept rate', () => {
  // The values are from a table of the normal distribution.
  test.each([
    [0, 0.5],
    [1, 0.15865525393145707],
    [2, 0.022750131948179195],
    [3, 0.0013498980316300933],
    [4, 3.1671241833119857e-5],
    [5, 2.866515718791939e-7],
    [8, 6.220960574271785e-16],
    [9, 1.1285884059538408e-19],
  ])('is the tail of the bell curve, %s deviations out', (deviations, rate) => {
    expect(falseAcceptRate(at(deviations)) / rate).toBeCloseTo(1, 3)
  })

  test('never rises with the cosine', () => {
    fc.assert(
      fc.property(cosine, cosine, (a, b) => {
        expect(falseAcceptRate(Math.max(a, b))).toBeLessThanOrEqual(falseAcceptRate(Math.min(a, b)))
      }),
    )
  })

  test('never rises between neighbouring numbers either', () => {
    fc.assert(
      fc.property(cosine, fc.integer({ min: 1, max: 1000 }), (from, steps) => {
        const next = from + steps * 1e-9
        expect(falseAcceptRate(next)).toBeLessThanOrEqual(falseAcceptRate(from))
        expect(similarityPercent(next)).toBeGreaterThanOrEqual(similarityPercent(from))
      }),
    )
  })

  test('leads back to the cosine', () => {
    fc.assert(
      fc.property(fc.double({ min: impostors.mean, max: 1, noNaN: true }), (value) => {
        expect(cosineAt(falseAcceptRate(value))).toBeCloseTo(value, 5)
      }),
    )
  })

  test('has a cosine for every number, within what cosines can be', () => {
    expect(cosineAt(1)).toBe(-1)
    expect(cosineAt(0)).toBeCloseTo(1, 12)
    expect(cosineAt(1e-300)).toBeCloseTo(1, 12)
  })
})

describe('the similarity', () => {
  test('is 80 at a false accept rate of one in ten thousand', () => {
    expect(similarityPercent(cosineAt(1e-4))).toBeCloseTo(80, 3)
  })

  test('has 20 points for a ten times lower false accept rate, up to 80', () => {
    for (const decades of [0.5, 1, 2, 3, 3.9])
      expect(similarityPercent(cosineAt(10 ** -decades))).toBeCloseTo(20 * decades, 3)
  })

  test('is 100 of equal vectors, and of nothing else', () => {
    expect(similarityPercent(1)).toBe(100)
    expect(similarityPercent(1.0000002)).toBe(100)
    expect(similarityPercent(0.99999)).toBeLessThan(100)
  })

  test('is 0 of opposite vectors', () => {
    expect(similarityPercent(-1)).toBe(0)
  })

  test('stays within 0 and 100, and never falls', () => {
    fc.assert(
      fc.property(cosine, cosine, (a, b) => {
        const [less, more] = [similarityPercent(Math.min(a, b)), similarityPercent(Math.max(a, b))]
        expect(less).toBeGreaterThanOrEqual(0)
        expect(more).toBeLessThanOrEqual(100)
        expect(more).toBeGreaterThanOrEqual(less)
      }),
    )
  })

  test('distinguishes cosines above the mean of different people by more than noise', () => {
    fc.assert(
      fc.property(fc.double({ min: impostors.mean, max: 0.9999, noNaN: true }), (value) => {
        expect(similarityPercent(value + 1e-5)).toBeGreaterThan(similarityPercent(value))
      }),
    )
  })

  test('has no step at 80', () => {
    const seam = cosineAt(1e-4)
    expect(similarityPercent(seam + 2e-6) - similarityPercent(seam - 2e-6)).toBeLessThan(0.01)
  })
})

describe('the confidence', () => {
  test('falls with the size of the collection and rises with the cosine', () => {
    fc.assert(
      fc.property(cosine, cosine, faces, faces, (a, b, few, many) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        const [least, most] = [Math.min(few, many), Math.max(few, many)]
        expect(confidencePercent(low, least)).toBeLessThanOrEqual(confidencePercent(high, least))
        expect(confidencePercent(low, most)).toBeLessThanOrEqual(confidencePercent(low, least))
      }),
    )
  })

  test('is what is left when no face of the collection happens to look so much alike', () => {
    expect(confidencePercent(cosineAt(1e-4), 1)).toBeCloseTo(99.99, 4)
    expect(confidencePercent(cosineAt(1e-4), 10_000)).toBeCloseTo(100 * (1 - 1e-4) ** 10_000, 2)
    expect(confidencePercent(-1, 10)).toBe(0)
    expect(confidencePercent(1, 1e9)).toBeGreaterThan(99.999)
    expect(confidencePercent(-1, 0)).toBe(100)
  })
})

describe('the cosine for a collection', () => {
  test('accepts another person as seldom as asked, and never more often than one pair in ten thousand', () => {
    fc.assert(
      fc.property(faces, fc.double({ min: 1e-6, max: 0.5, noNaN: true }), (count, rate) => {
        const from = identificationCosine(count, rate)
        expect(1 - confidencePercent(from, count) / 100).toBeLessThanOrEqual(rate * 1.001 + 1e-9)
        expect(from).toBeGreaterThanOrEqual(cosineAt(1e-4))
      }),
    )
  })

  test('rises with its size', () => {
    fc.assert(
      fc.property(faces, faces, (a, b) => {
        expect(identificationCosine(Math.min(a, b), 0.01)).toBeLessThanOrEqual(
          identificationCosine(Math.max(a, b), 0.01),
        )
      }),
    )
  })

  test('is that of one pair in ten thousand for none and for few', () => {
    expect(identificationCosine(0, 0.01)).toBe(cosineAt(1e-4))
    expect(identificationCosine(100, 0.01)).toBeCloseTo(cosineAt(1e-4), 3)
  })
})
