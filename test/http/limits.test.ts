// Tests the limits of rate, concurrency, memory for bodies and their pace, with a clock that the test moves.
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Refusal } from '../../src/codes.ts'
import { type Limits, openLimits } from '../../src/http/limits.ts'

const pace = { uploadRateBytes: 1024, uploadGraceMs: 10_000 }

function open(overrides = {}) {
  const time = { now: 5_000 }
  const options = { rate: 2, rateBurst: 4, concurrency: 100, memoryForBodiesBytes: 1000, ...pace }
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

  test('the audit trail is told once a minute that a person is refused, each for themselves', () => {
    const { time, limits } = open()
    const told = (who: string) => limits.tellsRefusal(who)
    expect([told('a'), told('a'), told('b')]).toEqual([true, false, true])
    time.now += 59_999
    expect(told('a')).toBe(false)
    time.now += 1
    expect([told('a'), told('a')]).toEqual([true, false])
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

describe('people of an organisation', () => {
  const passes = (limits: Limits, isPerson: boolean) => {
    let count = 0
    for (let n = 0; n < 100; n++)
      try {
        limits.enter('a', isPerson)
        limits.leave('a', isPerson)
        count++
      } catch {}
    return count
  }

  test('leave a share of its rate to its programs, which may use all of it', () => {
    const { time, limits } = open({ rate: 4, rateBurst: 8 })
    expect(passes(limits, true)).toBe(6)
    expect(passes(limits, false)).toBe(2)
    time.now += 500
    // What comes back is for programs first.
    expect(passes(limits, true)).toBe(0)
    time.now += 500
    expect(passes(limits, true)).toBe(2)
    expect(passes(limits, false)).toBe(2)
    time.now += 10_000
    expect(passes(limits, false)).toBe(8)
  })

  test('are told when to come back, and are let in then', () => {
    const { time, limits } = open({ rate: 1, rateBurst: 8 })
    passes(limits, false)
    const { retryAfterSeconds = 0 } = refused(() => limits.enter('a', true))
    time.now += retryAfterSeconds * 1000
    limits.enter('a', true)
  })

  test('leave a share of its places to its programs', () => {
    const { limits } = open({ concurrency: 8, rateBurst: 100 })
    for (let n = 0; n < 6; n++) limits.enter('a', true)
    expect(refused(() => limits.enter('a', true)).message).toContain('6 requests of people')
    limits.enter('a')
    limits.enter('a')
    refused(() => limits.enter('a'))
    limits.leave('a', true)
    limits.enter('a', true)
    refused(() => limits.enter('a', true))
  })

  test('hold memory for their bodies apart from it', () => {
    const { limits } = open()
    const [one, two] = [limits.takeIn('a', 0, true), limits.takeIn('a', 0)]
    one.keep(300)
    expect(refused(() => limits.takeIn('a', 300, true)).code.code).toBe(429)
    two.keep(300)
  })

  test('are let in where the settings leave nothing to share', () => {
    const { limits } = open({ rate: 1, rateBurst: 1, concurrency: 1 })
    limits.enter('a', true)
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
  test('is set aside as bytes arrive, not as they are announced, and given back', () => {
    const { limits } = open()
    const idle = Array.from({ length: 22 }, () => limits.takeIn('a', 1000))
    expect(limits.reservedBytes()).toBe(0)
    const body = limits.takeIn('b', 1000)
    body.keep(300)
    body.pass(5000)
    expect(limits.reservedBytes()).toBe(300)
    for (const one of [...idle, body]) one.release()
    body.release()
    expect(limits.reservedBytes()).toBe(0)
  })

  test('a body that is alone may fill it; the next is 503 that names the limit', () => {
    const { limits } = open()
    const alone = limits.takeIn('a', 1000)
    alone.keep(600)
    alone.keep(400)
    expect(refused(() => limits.takeIn('b', 1))).toMatchObject({
      code: { code: 503 },
      retryAfterSeconds: 1,
      message: expect.stringContaining('1000 B'),
    })
    expect(refused(() => limits.takeIn('a', 1))).toMatchObject({ code: { code: 429 }, retryAfterSeconds: 1 })
    alone.release()
    limits.takeIn('b', 1000)
  })

  test('is held by an organisation only as far as it leaves as much free', () => {
    const { limits } = open()
    const keep = (organisationId: string, bytes: number) => limits.takeIn(organisationId, 0).keep(bytes)
    keep('a', 250)
    keep('a', 250)
    expect(refused(() => keep('a', 1)).code.code).toBe(429)
    expect(refused(() => limits.takeIn('a', 1)).code.code).toBe(429)
    keep('b', 250)
    expect(refused(() => keep('b', 1)).code.code).toBe(429)
    keep('c', 125)
    expect(refused(() => limits.takeIn('d', 100)).code.code).toBe(503)
  })

  test('however many organisations take all they can, the next one gets something', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 100 }))), (steps) => {
        const { limits } = open({ memoryForBodiesBytes: 1_000_000 })
        limits.takeIn('first', 0).keep(1)
        for (const [who, bytes] of steps)
          try {
            limits.takeIn(`tenant ${who}`, 0).keep(bytes * 1000)
          } catch {}
        const fresh = limits.takeIn('fresh', 0)
        fresh.keep(100)
        expect(limits.reservedBytes()).toBeLessThanOrEqual(1_000_000)
      }),
    )
  })
})

describe('the pace of bodies', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** A time of grace passes; where the process was held up, the clock shows more. */
  function pass(time: { now: number }, clockMs = 10_000): void {
    time.now += clockMs
    vi.advanceTimersByTime(10_000)
  }

  function watched(limits: Limits) {
    const body = limits.takeIn('a', 900_000)
    const refusals: Refusal[] = []
    body.whenTooSlow = (refusal) => refusals.push(refusal)
    return { body, refusals }
  }

  test('a body that brings too little in a whole time of grace is 408 that names the rate, once', () => {
    const { time, limits } = open({ memoryForBodiesBytes: 1_000_000 })
    const [slow, fast, over] = [watched(limits), watched(limits), watched(limits)]
    over.body.end()
    pass(time)
    for (let round = 0; round < 3; round++) {
      slow.body.keep(10_239)
      fast.body.keep(5_000)
      fast.body.pass(5_240)
      expect(slow.refusals).toHaveLength(Math.min(1, round))
      pass(time)
    }
    expect(slow.refusals[0]).toMatchObject({ code: { code: 408 }, message: expect.stringContaining('1 KiB') })
    expect([slow, fast, over].map(({ refusals }) => refusals.length)).toEqual([1, 0, 0])
  })

  test('no body is refused for a time in which the server itself was held up', () => {
    const { time, limits } = open({ memoryForBodiesBytes: 1_000_000 })
    const { body, refusals } = watched(limits)
    pass(time)
    pass(time, 16_000)
    expect(refusals).toHaveLength(0)
    pass(time)
    expect(refusals).toHaveLength(1)
    body.release()
  })
})
