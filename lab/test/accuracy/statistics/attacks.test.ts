// Tests attack detection errors by clip and by kind, and the calibration of probabilities, against hand-worked values.
import { describe, expect, test } from 'vitest'
import { attackErrors, attackErrorsAtApcer, clipScores } from '../../../kit/statistics/attacks.ts'
import { reliability } from '../../../kit/statistics/calibration.ts'

const live = (...scores: number[]) =>
  scores.map((score, index) => ({ clip: `live ${index}`, kind: undefined, score }))
const attack = (kind: string, ...scores: number[]) =>
  scores.map((score, index) => ({ clip: `${kind} ${index}`, kind, score }))

describe('attack errors', () => {
  const clips = [
    ...live(0.9, 0.8, 0.7, 0.2),
    ...attack('print', 0.1, 0.6),
    ...attack('mobile', 0.1, 0.2, 0.3, 0.6),
  ]

  test('count per kind, and the worst kind counts', () => {
    const errors = attackErrors(clips, 0.5)
    expect(errors.apcer).toMatchObject({
      print: { count: 1, total: 2, value: 0.5 },
      mobile: { count: 1, total: 4, value: 0.25 },
    })
    expect(errors.worst.kind).toBe('print')
    expect(errors.bpcer).toMatchObject({ count: 1, total: 4 })
    expect(errors.acer).toBe((0.5 + 0.25) / 2)
  })

  test('let a clip through from the threshold up', () => {
    expect(attackErrors(clips, 0.6).worst.apcer.count).toBe(1)
    expect(attackErrors(clips, 0.61).worst.apcer.count).toBe(0)
    expect(attackErrors(clips, 0.7).bpcer.count).toBe(1)
    expect(attackErrors(clips, 0.71).bpcer.count).toBe(2)
  })

  test('of kinds that are equally bad name the one of which least is known', () => {
    expect(attackErrors([...live(1), ...attack('a', 0, 0, 0), ...attack('b', 0)], 0.5).worst.kind).toBe('b')
  })

  test('at a limit of APCER are those of the most lenient threshold that keeps it for every kind', () => {
    const at = attackErrorsAtApcer(clips, 0.25)
    expect(at.threshold).toBeCloseTo(0.65, 12)
    expect(at.worst.apcer.value).toBe(0)
    expect(at.bpcer.count).toBe(1)
    expect(attackErrorsAtApcer(clips, 0.5)).toMatchObject({ threshold: 0.25, bpcer: { count: 1 } })
    expect(attackErrorsAtApcer([...live(0.3), ...attack('print', 0.9)], 0).bpcer.value).toBe(1)
    expect(
      attackErrorsAtApcer([...live(0.3), ...attack('print', Number.NEGATIVE_INFINITY)], 0).bpcer.value,
    ).toBe(0)
  })

  test('are refused without both, and with a score that is not a number', () => {
    expect(() => attackErrors(live(1), 0.5)).toThrow(/both needed/)
    expect(() => attackErrors([...live(Number.NaN), ...attack('print', 0)], 0.5)).toThrow(/live 0/)
  })
})

test('a clip has one score, however many frames', () => {
  const frames = [
    { clip: 'a', kind: undefined, score: 1 },
    { clip: 'b', kind: 'print', score: 0.5 },
    { clip: 'a', kind: undefined, score: 0 },
  ]
  expect(clipScores(frames)).toEqual([
    { clip: 'a', kind: undefined, score: 0.5 },
    { clip: 'b', kind: 'print', score: 0.5 },
  ])
  expect(clipScores(frames, (scores) => Math.min(...scores))[0]?.score).toBe(0)
})

describe('reliability', () => {
  const forecast = (probability: number, outcome: boolean) => ({ probability, outcome })

  test('by hand', () => {
    const found = reliability(
      [forecast(0.1, false), forecast(0.3, true), forecast(0.9, true), forecast(1, true)],
      2,
    )
    expect(found.bins).toMatchObject([
      { low: 0, high: 0.5, count: 2, meanProbability: 0.2, observed: { count: 1, total: 2 } },
      { low: 0.5, high: 1, count: 2, meanProbability: 0.95, observed: { count: 2, total: 2 } },
    ])
    expect(found.expectedCalibrationError).toBeCloseTo(0.5 * 0.3 + 0.5 * 0.05, 12)
    expect(found.maximumCalibrationError).toBeCloseTo(0.3, 12)
    expect(found.brier).toBeCloseTo((0.01 + 0.49 + 0.01 + 0) / 4, 12)
  })

  test('of who is always sure and right is perfect, and empty bins are none', () => {
    const found = reliability([forecast(1, true), forecast(0, false)])
    expect(found).toMatchObject({ expectedCalibrationError: 0, brier: 0 })
    expect(found.bins.map(({ low }) => low)).toEqual([0, 0.9])
  })

  test('is refused what is not a probability', () => {
    expect(() => reliability([forecast(98, true)])).toThrow(/98/)
    expect(() => reliability([forecast(Number.NaN, true)])).toThrow(RangeError)
  })
})
