// Tests the queue of the pool: bounded, first come first served within an organisation, fair between them.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FairQueue } from '../../src/workers/queue.ts'

type Ticket = { organisation: string; queuedAtMs: number }

const ticket = (organisation: string, queuedAtMs = 0): Ticket => ({ organisation, queuedAtMs })
const organisations = fc.constantFrom('a', 'b', 'c', 'd')
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ act: fc.constant('offer' as const), organisation: organisations }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('take' as const) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('remove' as const), nth: fc.nat(20) }) },
  ),
  { maxLength: 120 },
)

/** Plays the steps and keeps beside the queue a plain list of who should be waiting. */
function play(limit: number, script: typeof steps extends fc.Arbitrary<infer Script> ? Script : never) {
  const queue = new FairQueue<Ticket>(limit)
  const waiting: Ticket[] = []
  const leave = (item: Ticket) => waiting.splice(waiting.indexOf(item), 1)
  let now = 0
  for (const step of script) {
    now += 1
    if (step.act === 'offer') {
      const item = ticket(step.organisation, now)
      const { admitted, pushedOut } = queue.offer(item)
      if (pushedOut !== undefined) leave(pushedOut)
      if (admitted) waiting.push(item)
    } else if (step.act === 'take') {
      const item = queue.take()
      if (item !== undefined) leave(item)
    } else {
      const item = waiting[step.nth]
      if (item !== undefined && queue.remove(item)) leave(item)
    }
    expect(queue.size).toBe(waiting.length)
    expect(queue.size).toBeLessThanOrEqual(limit)
    expect(queue.oldestAtMs()).toBe(waiting[0]?.queuedAtMs)
  }
  return { queue, waiting }
}

const countBy = (items: readonly Ticket[], organisation: string) =>
  items.filter((item) => item.organisation === organisation).length

describe('whatever is offered, taken and removed', () => {
  test('the queue never holds more than its limit and always knows its size and its oldest', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), steps, (limit, script) => void play(limit, script)),
    )
  })

  test('an organisation is served in the order it came', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), steps, (limit, script) => {
        const { queue, waiting } = play(limit, script)
        const served: Ticket[] = []
        for (let item = queue.take(); item !== undefined; item = queue.take()) served.push(item)
        for (const name of ['a', 'b', 'c', 'd']) {
          const of = (items: Ticket[]) => items.filter((item) => item.organisation === name)
          expect(of(served)).toEqual(of(waiting))
        }
      }),
    )
  })

  test('no organisation waits longer than one turn of each of the others', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), steps, (limit, script) => {
        const { queue, waiting } = play(limit, script)
        const present = new Set(waiting.map((item) => item.organisation))
        const firstRound = Array.from(present, () => queue.take()?.organisation)
        expect(new Set(firstRound)).toEqual(present)
      }),
    )
  })

  test('a refused organisation held as much as any, and one that gives way keeps at least as much as the newcomer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), steps, organisations, (limit, script, organisation) => {
        const { queue, waiting } = play(limit, script)
        const longest = Math.max(0, ...waiting.map((item) => countBy(waiting, item.organisation)))
        const own = countBy(waiting, organisation)
        const { admitted, pushedOut } = queue.offer(ticket(organisation))
        if (!admitted) expect(own + 1).toBeGreaterThanOrEqual(longest)
        if (pushedOut === undefined) return
        expect(waiting.length).toBe(limit)
        expect(waiting.findLast((item) => item.organisation === pushedOut.organisation)).toBe(pushedOut)
        expect(countBy(waiting, pushedOut.organisation)).toBe(longest)
        expect(longest - 1).toBeGreaterThanOrEqual(own + 1)
      }),
    )
  })
})

test('a flood of one is interrupted by the single job of another', () => {
  const queue = new FairQueue<Ticket>(200)
  for (let at = 0; at < 100; at += 1) queue.offer(ticket('flood', at))
  queue.offer(ticket('single'))
  expect([queue.take(), queue.take(), queue.take()].map((item) => item?.organisation)).toEqual([
    'flood',
    'single',
    'flood',
  ])
})

test('a full queue refuses the one who filled it', () => {
  const queue = new FairQueue<Ticket>(2)
  queue.offer(ticket('a'))
  queue.offer(ticket('a'))
  expect(queue.offer(ticket('a'))).toEqual({ admitted: false })
})

test('a full queue takes a newcomer in place of the newest job of the longest line', () => {
  const queue = new FairQueue<Ticket>(3)
  for (const at of [1, 2, 3]) queue.offer(ticket('a', at))
  expect(queue.offer(ticket('b', 4))).toEqual({ admitted: true, pushedOut: ticket('a', 3) })
  expect(queue.offer(ticket('b', 5))).toEqual({ admitted: false })
})
