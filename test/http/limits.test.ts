// Tests the limits of rate, concurrency and memory for bodies, with a clock that the test moves.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../src/codes.ts'
import { openLimits } from '../../src/http/limits.ts'

function open(overrides = {}) {
  const time = { now: 5_000 }
  const options = { rate: 2, rateBurst: 4, concurrency: 100, memoryForBodiesBytes: 1000 }
  return { time, limits: openLimits({ ...options, ...overrides, clock: () => time.now }) }
}

function refused(work: () => void): Refusal {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('it was let in')
}

describe('rate', () => {
  test('a burst passes, then as many as the rate gives back, and no more however long the rest', () => {
    const { time, limits } = open()
    const passes = (tries: number) => {
      let count = 0
      for (let n = 0; n < tries; n++)
        try {
          limits.enter('a')
          limits.leave('a')
          count++
        } catch {}
      return count
    }
    expect(passes(10)).toBe(4)
    time.now += 499
    expect(passes(10)).toBe(0)
    time.now += 1
    expect(passes(10)).toBe(1)
    time.now += 1_000
    expect(passes(10)).toBe(2)
    time.now += 3_600_000
    expect(passes(10)).toBe(4)
  })

  test('a caller who comes back at the given time is let in', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.nat(300), { maxLength: 50 }),
        (rate, waits) => {
          const { time, limits } = open({ rate, rateBurst: 3 })
          for (const wait of waits) {
            time.now += wait
            try {
              limits.enter('a')
            } catch (error) {
              const { retryAfterSeconds = 0, code } = error as Refusal
              expect(code.code).toBe(429)
              expect(retryAfterSeconds).toBeGreaterThanOrEqual(1)
              time.now += retryAfterSeconds * 1000
              limits.enter('a')
            }
            limits.leave('a')
          }
        },
      ),
    )
  })

  test('is counted for each organisation alone', () => {
    const { limits } = open({ rateBurst: 1 })
    limits.enter('a')
    expect(refused(() => limits.enter('a')).message).toContain('2 requests a second')
    limits.enter('b')
  })
})

describe('concurrency', () => {
  test('is counted in and out, and a refused request is not counted', () => {
    const { limits } = open({ concurrency: 2, rateBurst: 100 })
    limits.enter('a')
    limits.enter('a')
    for (let n = 0; n < 5; n++) {
      const { message, code } = refused(() => limits.enter('a'))
      expect([code.code, message]).toEqual([
        429,
        expect.stringContaining('2 requests of this organisation at a time'),
      ])
    }
    limits.enter('b')
    limits.leave('a')
    limits.enter('a')
    refused(() => limits.enter('a'))
  })
})

describe('memory for bodies', () => {
  test('is set aside up to the limit exactly, and given back', () => {
    const { limits } = open()
    limits.reserve('a', 600)
    limits.reserve('b', 400)
    expect(refused(() => limits.reserve('c', 1))).toMatchObject({
      code: { code: 503 },
      retryAfterSeconds: 1,
      message: expect.stringContaining('1000 B'),
    })
    limits.reserve('a', 0)
    expect(limits.reservedBytes()).toBe(1000)
    limits.release('a', 600)
    limits.reserve('c', 600)
    limits.release('c', 600)
    limits.release('b', 400)
    expect(limits.reservedBytes()).toBe(0)
  })

  test('is held by one organisation up to a half, beside the one body everybody may send', () => {
    const { limits } = open()
    limits.reserve('a', 900)
    expect(refused(() => limits.reserve('a', 1))).toMatchObject({ code: { code: 429 }, retryAfterSeconds: 1 })
    limits.reserve('b', 100)
    limits.release('a', 900)
    limits.reserve('a', 250)
    limits.reserve('a', 250)
    refused(() => limits.reserve('a', 1))
    limits.reserve('b', 400)
  })
})
