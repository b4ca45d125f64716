// Tests logistic regression against closed forms, a published example, and the condition of the best fit.
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../../specimens/random.ts'
import { fitLogistic, probabilityOf, solve } from '../../../kit/statistics/logistic.ts'

const logit = (share: number) => Math.log(share / (1 - share))
const exact = { ridge: 0 }

describe('logistic regression', () => {
  test('of one yes or no is the logit of the shares', () => {
    // The shares are 1 of 4 without, 4 of 5 with.
    const inputs = [0, 0, 0, 0, 1, 1, 1, 1, 1].map((one) => [one])
    const outcomes = [1, 0, 0, 0, 1, 1, 1, 1, 0].map(Boolean)
    const { intercept, weights, converged } = fitLogistic(inputs, outcomes, exact)
    expect(converged).toBe(true)
    expect(intercept).toBeCloseTo(logit(1 / 4), 8)
    expect(weights[0]).toBeCloseTo(logit(4 / 5) - logit(1 / 4), 8)
  })

  test('of hours of study and passing is what Wikipedia prints', () => {
    const hours = [
      0.5, 0.75, 1, 1.25, 1.5, 1.75, 1.75, 2, 2.25, 2.5, 2.75, 3, 3.25, 3.5, 4, 4.25, 4.5, 4.75, 5, 5.5,
    ]
    const passed = [0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1].map(Boolean)
    const model = fitLogistic(
      hours.map((one) => [one]),
      passed,
      exact,
    )
    expect(model.intercept).toBeCloseTo(-4.0777, 3)
    expect(model.weights[0]).toBeCloseTo(1.5046, 3)
    expect(probabilityOf(model, [2])).toBeCloseTo(0.2557, 3)
  })

  test('is the best one: what is left over is at right angles to every input', () => {
    const random = seededRandom(8)
    const inputs = Array.from({ length: 400 }, () => [
      random.normal() * 30 + 100,
      random.next(),
      random.normal(),
    ])
    const outcomes = inputs.map(([a = 0, b = 0]) => random.next() < 1 / (1 + Math.exp(-(a - 100) / 20 - b)))
    const model = fitLogistic(inputs, outcomes, exact)
    const left = inputs.map((input, index) => Number(outcomes[index]) - probabilityOf(model, input))
    for (const column of [0, 1, 2]) {
      const product = left.reduce((sum, one, index) => sum + one * (inputs[index]?.[column] as number), 0)
      expect(Math.abs(product)).toBeLessThan(1e-5)
    }
    expect(Math.abs(left.reduce((sum, one) => sum + one, 0))).toBeLessThan(1e-7)
    expect(model.weights[0]).toBeCloseTo(1 / 20, 1)
  })

  test('does not depend on the unit: in millimetres the weight is a thousandth', () => {
    const metres = [1, 2, 3, 4, 5, 6].map((one) => [one])
    const outcomes = [false, false, true, false, true, true]
    const inMetres = fitLogistic(metres, outcomes, { ridge: 0.5 })
    const inMillimetres = fitLogistic(
      metres.map(([one = 0]) => [one * 1000]),
      outcomes,
      { ridge: 0.5 },
    )
    expect((inMillimetres.weights[0] as number) * 1000).toBeCloseTo(inMetres.weights[0] as number, 8)
    expect(inMillimetres.intercept).toBeCloseTo(inMetres.intercept, 8)
  })

  test('stays finite where one number parts the outcomes, and ridge pulls it in', () => {
    const inputs = [-2, -1, 1, 2].map((one) => [one])
    const outcomes = [false, false, true, true]
    const [light, heavy] = [1e-3, 1].map(
      (ridge) => fitLogistic(inputs, outcomes, { ridge }).weights[0] as number,
    )
    expect(light).toBeGreaterThan(2 * (heavy as number))
    expect(light).toBeLessThan(50)
    expect(heavy).toBeGreaterThan(0)
  })

  test('holds ridge against the weights and not against the intercept', () => {
    const { weights, intercept } = fitLogistic([[1], [2], [3], [4]], [false, true, true, true], {
      ridge: 1e9,
    })
    expect(weights[0]).toBeCloseTo(0, 6)
    expect(intercept).toBeCloseTo(logit(3 / 4), 6)
  })

  test('gives no weight to what never varies', () => {
    const inputs = [1, 2, 3, 4].map((one) => [one, 0.1 + 0.2])
    const { weights, intercept } = fitLogistic(inputs, [false, true, false, true])
    expect(weights[1]).toBe(0)
    expect(intercept).toBeLessThan(0)
  })

  test('is refused what it cannot learn from', () => {
    expect(() => fitLogistic([[1], [2]], [true, true])).toThrow(/both outcomes/)
    expect(() => fitLogistic([[1]], [true, false])).toThrow(/as many/)
    expect(() => fitLogistic([[1], [Number.NaN]], [true, false])).toThrow(/not finite/)
  })
})

test('equations are solved also where the first pivot is nought', () => {
  const matrix = [
    [0, 2, 1],
    [1, 1, 1],
    [2, 0, 3],
  ]
  expect(solve(matrix, [7, 6, 11])).toEqual([1, 2, 3].map((one) => expect.closeTo(one, 10)))
  expect(() =>
    solve(
      [
        [1, 1],
        [1, 1],
      ],
      [1, 2],
    ),
  ).toThrow(/no single solution/)
})
