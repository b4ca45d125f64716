// Tests means, spreads, quantiles, histograms and the random generator against hand-worked or published values.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom, xoshiro128 } from '../../../../specimens/random.ts'
import {
  histogram,
  mean,
  meanAbsolute,
  quantile,
  quantiles,
  standardDeviation,
} from '../../../kit/statistics/summary.ts'

describe('summary', () => {
  test('mean and deviation of a sample', () => {
    expect(mean([2, 4, 4, 4, 5, 5, 7, 9])).toBe(5)
    expect(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(Math.sqrt(32 / 7), 12)
    expect(meanAbsolute([-3, 1])).toBe(2)
    expect(mean([])).toBeNaN()
    expect(standardDeviation([1])).toBeNaN()
  })

  test('quantiles lie between the nearest values, in any order of them', () => {
    expect(quantiles([4, 1, 3, 2], [0, 0.25, 0.5, 0.9, 1])).toEqual([
      1,
      1.75,
      2.5,
      expect.closeTo(3.7, 12),
      4,
    ])
    expect(quantile([Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, 1], 0.2)).toBe(
      Number.NEGATIVE_INFINITY,
    )
    expect(quantile([], 0.5)).toBeNaN()
  })

  test('a histogram puts edges into the bin they open, and the last edge into the last bin', () => {
    expect(histogram([0, 0.24, 0.25, 0.5, 1, 1.01, -1, Number.NaN], { bins: 4, low: 0, high: 1 })).toEqual({
      edges: [0, 0.25, 0.5, 0.75, 1],
      counts: [2, 1, 1, 1],
      outside: 3,
    })
    expect(histogram([3, 3], { bins: 2 }).counts).toEqual([2, 0])
  })

  test('a histogram loses nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: -5, max: 5 })), (values) => {
        const { counts, outside } = histogram(values, { bins: 7, low: -2, high: 3 })
        expect(counts.reduce((sum, count) => sum + count, outside)).toBe(values.length)
      }),
    )
  })
})

describe('the random generator', () => {
  test('is xoshiro128++: the number that PHP publishes for the state 1, 2, 3, 4', () => {
    const next = xoshiro128([1, 2, 3, 4])
    expect(next()).toBe(641)
    for (let turn = 1; turn < 102_400; turn++) next()
    expect(next()).toBe(0x2c873cfa)
  })

  test('repeats itself for a seed and not for another', () => {
    const numbers = (seed: number) => Array.from({ length: 5 }, seededRandom(seed).next)
    expect(numbers(1)).toEqual(numbers(1))
    expect(numbers(1)).not.toEqual(numbers(2))
  })

  test('draws evenly, and normally', () => {
    const random = seededRandom(3)
    const even = Array.from({ length: 20_000 }, random.next)
    expect(mean(even)).toBeCloseTo(0.5, 2)
    expect(standardDeviation(even)).toBeCloseTo(Math.sqrt(1 / 12), 2)
    const normal = Array.from({ length: 20_000 }, random.normal)
    expect(Math.abs(mean(normal))).toBeLessThan(0.03)
    expect(standardDeviation(normal)).toBeCloseTo(1, 1)
    expect(quantile(normal, 0.975)).toBeCloseTo(1.96, 1)
    const dice = Array.from({ length: 6000 }, () => random.below(6))
    expect(new Set(dice)).toEqual(new Set([0, 1, 2, 3, 4, 5]))
    expect(dice.filter((eyes) => eyes === 5).length).toBeGreaterThan(850)
  })

  test('shuffles into every order equally often, and loses nothing', () => {
    const random = seededRandom(4)
    const orders = Map.groupBy(
      Array.from({ length: 6000 }, () => random.shuffled(['a', 'b', 'c']).join('')),
      (order) => order,
    )
    expect([...orders.keys()].toSorted()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba'])
    for (const [, drawn] of orders) expect(Math.abs(drawn.length - 1000)).toBeLessThan(120)
  })
})
