// Tests the area under the curve by hand, against counting all pairs, and the coverage of its intervals.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../../specimens/random.ts'
import { auc, aucWithInterval } from '../../../kit/statistics/auc.ts'
import { bootstrap } from '../../../kit/statistics/bootstrap.ts'
import { z95 } from '../../../kit/statistics/proportion.ts'
import { mean } from '../../../kit/statistics/summary.ts'

describe('the area', () => {
  test('counts a tie half', () => {
    expect(auc({ positives: [3, 2, 2], negatives: [1, 2] })).toBeCloseTo(5 / 6, 12)
    expect(auc({ positives: [1, 1], negatives: [1] })).toBe(0.5)
    expect(auc({ positives: [Number.NEGATIVE_INFINITY, 1], negatives: [0] })).toBe(0.5)
  })

  test('is the share of pairs that stand in the right order', () => {
    const someScores = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(someScores, someScores, (positives, negatives) => {
        const pairs = positives.flatMap((one) =>
          negatives.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)),
        )
        expect(auc({ positives, negatives })).toBeCloseTo(mean(pairs), 12)
        expect(auc({ positives: negatives, negatives: positives })).toBeCloseTo(1 - mean(pairs), 12)
      }),
    )
  })
})

describe("DeLong's interval", () => {
  test('by hand', () => {
    // The positives beat 1 and 0.5 of the negatives, the negatives lose to 0.5 and 1 of the positives.
    const { value, standardError, low, high } = aucWithInterval({ positives: [3, 1], negatives: [2, 0] })
    expect(value).toBe(0.75)
    expect(standardError).toBeCloseTo(Math.sqrt(0.125 / 2 + 0.125 / 2), 12)
    const logit = Math.log(3)
    const half = (z95 * standardError) / (0.75 * 0.25)
    expect(low).toBeCloseTo(1 / (1 + Math.exp(half - logit)), 12)
    expect(high).toBeCloseTo(1 / (1 + Math.exp(-half - logit)), 12)
  })

  test('holds the true area of two normal distributions 95 times in 100', () => {
    const random = seededRandom(6)
    const draw = (count: number, middle: number) =>
      Array.from({ length: count }, () => middle + random.normal())
    // They are one and a half deviations apart, so the area is the normal distribution at 1.5 divided by the root of two.
    const truth = 0.855577
    const rounds = 600
    const held = Array.from({ length: rounds }, () =>
      aucWithInterval({ positives: draw(40, 1.5), negatives: draw(60, 0) }),
    ).filter(({ low, high }) => low <= truth && truth <= high).length
    expect(held / rounds).toBeGreaterThan(0.925)
    expect(held / rounds).toBeLessThan(0.975)
  })

  test('does not claim certainty where all were separated', () => {
    const apart = (count: number) => ({
      positives: Array.from({ length: count }, () => 1),
      negatives: Array.from({ length: count }, () => 0),
    })
    const { value, low, high } = aucWithInterval(apart(10))
    expect([value, high]).toEqual([1, 1])
    // It is Newcombe's equation, with Hanley and McNeil's variance at the bound itself.
    const q = 1 + 9 * ((1 - low) / (2 - low) + low / (1 + low))
    expect(1 - low).toBeCloseTo(z95 * Math.sqrt((low * (1 - low) * q) / 100), 9)
    expect(low).toBeGreaterThan(0.7)
    expect(low).toBeLessThan(0.9)
    expect(aucWithInterval(apart(1000)).low).toBeGreaterThan(0.995)
    const never = aucWithInterval({ positives: [0, 0], negatives: [1, 1] })
    expect(never).toMatchObject({ value: 0, low: 0 })
    expect(never.high).toBeGreaterThan(0.4)
  })
})

describe('the bootstrap', () => {
  const random = seededRandom(7)
  const clips = Array.from({ length: 25 }, (_, clip) => ({ clip: `clip ${clip}`, value: random.normal() }))
  const frames = clips.flatMap((clip) => Array.from({ length: 8 }, () => clip))
  const figure = (items: readonly { value: number }[]) => mean(items.map(({ value }) => value))

  test('draws clips whole: eight equal frames of a clip prove no more than one', () => {
    const ofClips = bootstrap({ items: clips, groupOf: ({ clip }) => clip, figure, resamples: 4000 })
    const ofFrames = bootstrap({ items: frames, groupOf: ({ clip }) => clip, figure, resamples: 4000 })
    for (const bound of ['value', 'low', 'high'] as const)
      expect(ofFrames[bound]).toBeCloseTo(ofClips[bound], 12)
    // The deviation of a mean is known: the deviation of the clips (here of all of them) over the root of their count.
    const spread = Math.sqrt(mean(clips.map(({ value }) => (value - ofClips.value) ** 2)) / clips.length)
    expect((ofClips.high - ofClips.low) / (2 * z95 * spread)).toBeCloseTo(1, 1)
    expect(ofClips.low).toBeLessThan(ofClips.value)
    expect(ofClips.high).toBeGreaterThan(ofClips.value)
  })

  test('draws as many of each stratum as there are, and the same again for the same seed', () => {
    const counts = new Set<number>()
    const items = [...'aaab'].map((stratum, index) => ({ stratum, index }))
    const run = (seed: number) =>
      bootstrap({
        items,
        groupOf: ({ index }) => String(index),
        stratumOf: ({ stratum }) => stratum,
        figure: (drawn) => {
          counts.add(drawn.filter(({ stratum }) => stratum === 'b').length)
          return mean(drawn.map(({ index }) => index))
        },
        seed,
        resamples: 50,
      })
    expect(run(1)).toEqual(run(1))
    expect(counts).toEqual(new Set([1]))
  })
})
