// Tests ROC curves, thresholds and shares: hand-worked cases, and properties that hold for any scores with ties.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../../specimens/random.ts'
import { proportionOf, wilson } from '../../../kit/statistics/proportion.ts'
import {
  bestThreshold,
  equalErrorRate,
  operatingAt,
  ratesAt,
  rocCurve,
  type Scores,
} from '../../../kit/statistics/roc.ts'
import { verificationAccuracy } from '../../../kit/statistics/verification.ts'

/** There are few values, so that ties are common. */
const someScores = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 30 })
const anyScores: fc.Arbitrary<Scores> = fc.record({ positives: someScores, negatives: someScores })

describe('wilson', () => {
  test('is the published interval, and honest at the ends', () => {
    const near = (count: number, total: number, low: number, high: number) =>
      expect(wilson(count, total)).toMatchObject({
        low: expect.closeTo(low, 4),
        high: expect.closeTo(high, 4),
      })
    near(0, 10, 0, 0.2775)
    near(5, 10, 0.2366, 0.7634)
    near(10, 10, 0.7225, 1)
    near(81, 263, 0.2553, 0.3662)
    expect(wilson(0, 0)).toEqual({ value: Number.NaN, low: 0, high: 1, count: 0, total: 0 })
    expect(() => wilson(3, 2)).toThrow(RangeError)
    expect(proportionOf([1, 2, 3, 4], (one) => one > 3)).toMatchObject({ value: 0.25, count: 1, total: 4 })
  })
})

describe('the ROC curve', () => {
  test('has a point for every score, and one for those that tie', () => {
    expect(rocCurve({ positives: [3, 2], negatives: [2, 1] })).toEqual([
      { threshold: Number.POSITIVE_INFINITY, falseRate: 0, trueRate: 0 },
      { threshold: 3, falseRate: 0, trueRate: 0.5 },
      { threshold: 2, falseRate: 0.5, trueRate: 1 },
      { threshold: 1, falseRate: 1, trueRate: 1 },
    ])
  })

  test('tells at each point what accepting from its threshold up gives', () => {
    fc.assert(
      fc.property(anyScores, (scores) => {
        for (const { threshold, falseRate, trueRate } of rocCurve(scores)) {
          const { trueAccepts, falseAccepts } = ratesAt(scores, threshold)
          expect([trueAccepts.value, falseAccepts.value]).toEqual([trueRate, falseRate])
        }
      }),
    )
  })

  test('is refused without both classes, and with what is not a number', () => {
    expect(() => rocCurve({ positives: [], negatives: [1] })).toThrow(/both are needed/)
    expect(() => rocCurve({ positives: [1], negatives: [Number.NaN] })).toThrow(/not a number/)
  })
})

describe('the equal error rate', () => {
  test('by hand', () => {
    expect(equalErrorRate({ positives: [4, 3, 1], negatives: [2, 0, -1] })).toEqual({
      rate: expect.closeTo(1 / 3, 12),
      threshold: expect.closeTo(2, 12),
    })
    expect(equalErrorRate({ positives: [2, 3], negatives: [0, 1] }).rate).toBe(0)
    expect(equalErrorRate({ positives: [1, 1], negatives: [1, 1] }).rate).toBe(0.5)
    expect(equalErrorRate({ positives: [0], negatives: [1] }).rate).toBe(1)
  })

  test('of two normal distributions two deviations apart is 15.87 %', () => {
    const random = seededRandom(5)
    const draw = (middle: number) => Array.from({ length: 20_000 }, () => middle + random.normal())
    const { rate, threshold } = equalErrorRate({ positives: draw(2), negatives: draw(0) })
    expect(Math.abs(rate - 0.158655)).toBeLessThan(0.005)
    expect(Math.abs(threshold - 1)).toBeLessThan(0.05)
  })
})

describe('the best threshold', () => {
  test('splits the gap; of equals it is the strictest', () => {
    expect(bestThreshold({ positives: [5, 6], negatives: [1, 3] })).toEqual({ threshold: 4, accuracy: 1 })
    // Three are right at 5.5 and at 2; the one that accepts no negative is taken.
    expect(bestThreshold({ positives: [6, 3], negatives: [5, 1] })).toEqual({
      threshold: 5.5,
      accuracy: 0.75,
    })
  })

  test('keeps its promise, and no other threshold does better', () => {
    fc.assert(
      fc.property(anyScores, (scores) => {
        const { threshold, accuracy } = bestThreshold(scores)
        const right = (at: number) =>
          scores.positives.filter((score) => score >= at).length +
          scores.negatives.filter((score) => score < at).length
        const total = scores.positives.length + scores.negatives.length
        expect(right(threshold)).toBe(Math.round(accuracy * total))
        for (let at = -1; at <= 10; at++) expect(right(at)).toBeLessThanOrEqual(right(threshold))
      }),
    )
  })
})

describe('true accepts at a false accept rate', () => {
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

  test('allow whole false accepts only', () => {
    const at = (negatives: number) =>
      operatingAt({ positives: [997.5, 998.5, 999.5], negatives: upTo(negatives) }, 1e-3)
    // One of 1000 may pass, so the threshold is 999, and not 998.
    expect(at(1000)).toMatchObject({
      resolved: true,
      falseAccepts: { count: 1, total: 1000 },
      trueAccepts: { count: 2, total: 3 },
    })
    expect(at(1000).threshold).toBe(998.25)
    // None of 999 may pass, and nothing is proved about 1 in 1000.
    expect(at(999)).toMatchObject({ resolved: false, falseAccepts: { count: 0 }, trueAccepts: { count: 2 } })
  })

  test('refuse a tie at the limit whole', () => {
    const scores = { positives: [0.9, 0.9, 1], negatives: [0.9, 0.9, 0.1, 0] }
    expect(operatingAt(scores, 0.25)).toMatchObject({ falseAccepts: { count: 0 }, trueAccepts: { count: 1 } })
    expect(operatingAt(scores, 0.5)).toMatchObject({ falseAccepts: { count: 2 }, trueAccepts: { count: 3 } })
  })

  test('are not spoiled by rounding, nor by an impostor above everyone', () => {
    expect(operatingAt({ positives: [100], negatives: upTo(100) }, 0.29).falseAccepts.count).toBe(29)
    const hopeless = operatingAt({ positives: [0.5], negatives: [0.7] }, 0)
    expect(hopeless).toMatchObject({ trueAccepts: { value: 0 }, falseAccepts: { value: 0 } })
    expect(hopeless.threshold).toBeGreaterThan(0.7)
  })

  test('hold at the threshold they name, which accepts as many as the rate allows', () => {
    fc.assert(
      fc.property(anyScores, fc.double({ min: 0, max: 1, noNaN: true }), (scores, rate) => {
        const { threshold, trueAccepts, falseAccepts } = operatingAt(scores, rate)
        expect(ratesAt(scores, threshold)).toEqual({ trueAccepts, falseAccepts })
        expect(falseAccepts.count).toBeLessThanOrEqual(rate * scores.negatives.length + 1e-9)
        for (const point of rocCurve(scores))
          if (point.falseRate <= rate) expect(point.trueRate).toBeLessThanOrEqual(trueAccepts.value)
      }),
    )
  })
})

describe('verification by folds', () => {
  const pair = (fold: number, score: number, same: boolean) => ({ fold, score, same })

  test('takes the threshold of each fold from the others', () => {
    const accuracy = verificationAccuracy([
      pair(1, 10, true),
      pair(1, 2, false),
      pair(2, 5, true),
      pair(2, 1, false),
      // All are right at its own best threshold, half at the one from the other folds.
      pair(3, 20, true),
      pair(3, 9, false),
    ])
    expect(accuracy.folds).toEqual([
      // Folds 2 and 3 take the strictest of the equally good ones, between 9 and 20.
      { fold: 1, threshold: 14.5, accuracy: 0.5, pairs: 2 },
      { fold: 2, threshold: 9.5, accuracy: 0.5, pairs: 2 },
      { fold: 3, threshold: 3.5, accuracy: 0.5, pairs: 2 },
    ])
    expect(accuracy).toMatchObject({ mean: 0.5, standardError: 0, pooled: { count: 3, total: 6 } })
  })

  test('reports the mean of the folds and its standard error', () => {
    const clean = [1, 2, 3].flatMap((fold) => [pair(fold, 10, true), pair(fold, 0, false)])
    const accuracy = verificationAccuracy([...clean, pair(4, 10, true), pair(4, 0, true)])
    expect(accuracy.folds.map((fold) => fold.accuracy)).toEqual([1, 1, 1, 0.5])
    expect(accuracy.mean).toBe(0.875)
    // The deviation of 1, 1, 1, 0.5 is 0.25; the root of four is two.
    expect(accuracy.standardError).toBeCloseTo(0.125, 12)
    expect(() => verificationAccuracy(clean.slice(0, 2))).toThrow(/at least two/)
  })
})
