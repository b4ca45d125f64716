// Tests rescoring hits by their true cosine: always right, few vectors fetched, and unproven results marked.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { best } from '../../src/gallery/memory/search.ts'

/** Makes true cosines by slot, and scores that are off by at most the slack. */
const anyRows = fc
  .tuple(
    fc.array(
      fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
      {
        maxLength: 60,
      },
    ),
    fc.constantFrom(0, 0.01, 0.3),
  )
  .map(([drawn, slack]) => ({
    slack,
    cosines: drawn.map(([cosine]) => cosine),
    hits: drawn
      .map(([cosine, off], slot) => ({ slot, score: cosine + off * slack * 0.999 }))
      .sort((a, b) => b.score - a.score),
  }))
const anyAsk = fc.record({
  limit: fc.integer({ min: 1, max: 70 }),
  wanted: fc.integer({ min: 1, max: 8 }),
  least: fc.double({ min: -1, max: 1, noNaN: true }),
})

const cosinesOf = (found: readonly { readonly cosine: number }[]) => found.map(({ cosine }) => cosine)

test('what is proven is the truth, and with all hits everything is proven', async () => {
  await fc.assert(
    fc.asyncProperty(anyRows, anyAsk, async ({ slack, cosines, hits }, { limit, wanted, least }) => {
      const isAll = limit >= hits.length
      const exact = async (slots: readonly number[]) => slots.map((slot) => cosines[slot] ?? Number.NaN)
      const { found, isProven } = await best(hits.slice(0, limit), slack, isAll, wanted, least, exact)
      const truth = cosines.filter((cosine) => cosine >= least).sort((a, b) => b - a)
      if (isAll) expect(isProven).toBe(true)
      if (isProven) expect(cosinesOf(found)).toEqual(truth.slice(0, wanted))
      for (const { slot, cosine } of found) expect(cosine).toBe(cosines[slot])
      expect(cosinesOf(found)).toEqual(cosinesOf(found).sort((a, b) => b - a))
    }),
    { numRuns: 2000 },
  )
})

test('fetches at most twice, no face twice, and no face that cannot be among the best', async () => {
  await fc.assert(
    fc.asyncProperty(anyRows, anyAsk, async ({ slack, cosines, hits }, { wanted, least }) => {
      const rounds: (readonly number[])[] = []
      const exact = async (slots: readonly number[]) => {
        rounds.push(slots)
        return slots.map((slot) => cosines[slot] ?? Number.NaN)
      }
      await best(hits, slack, true, wanted, least, exact)
      const asked = rounds.flat()
      expect(rounds.length).toBeLessThanOrEqual(2)
      expect(new Set(asked).size).toBe(asked.length)
      const upper = new Map(hits.map(({ slot, score }) => [slot, score + slack]))
      for (const slot of asked) expect(upper.get(slot)).toBeGreaterThanOrEqual(least)
      const [first = []] = rounds
      const proven = first.map((slot) => cosines[slot] ?? 0).filter((cosine) => cosine >= least)
      const bar = proven.length === wanted ? Math.min(...proven) : least
      for (const slot of rounds[1] ?? []) expect(upper.get(slot)).toBeGreaterThanOrEqual(bar)
    }),
    { numRuns: 2000 },
  )
})

test('one clear winner is fetched alone', async () => {
  const rounds: (readonly number[])[] = []
  const hits = [
    { slot: 7, score: 0.8 },
    { slot: 3, score: 0.5 },
    { slot: 4, score: 0.4 },
  ]
  const exact = async (slots: readonly number[]) => {
    rounds.push(slots)
    return slots.map(() => 0.8)
  }
  expect(await best(hits, 0.01, false, 1, 0.3, exact)).toEqual({
    found: [{ slot: 7, cosine: 0.8 }],
    isProven: true,
  })
  expect(rounds).toEqual([[7]])
})

test('no score reaches the minimum: no face is fetched, and that is proven', async () => {
  const exact = () => Promise.reject(new Error('was asked'))
  expect(await best([{ slot: 1, score: 0.2 }], 0.01, false, 3, 0.5, exact)).toEqual({
    found: [],
    isProven: true,
  })
})

test('a removed face gives its place to the next', async () => {
  const hits = [
    { slot: 0, score: 0.9 },
    { slot: 1, score: 0.6 },
  ]
  const exact = async (slots: readonly number[]) => slots.map((slot) => (slot === 0 ? Number.NaN : 0.6))
  expect(await best(hits, 0.01, true, 1, 0, exact)).toEqual({
    found: [{ slot: 1, cosine: 0.6 }],
    isProven: true,
  })
})

test('hits too close together prove nothing about the others', async () => {
  const hits = Array.from({ length: 16 }, (_, slot) => ({ slot, score: 0.7 }))
  const exact = async (slots: readonly number[]) => slots.map(() => 0.7)
  const { isProven } = await best(hits, 0.01, false, 1, 0, exact)
  expect(isProven).toBe(false)
})
