// Tests the fair queue: bounded, first come first served for one caller, and fair between callers by the time they use.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FairQueue } from '../../src/system/fair-queue.ts'

type Ticket = { caller: string; queuedAtMs: number }

const ticket = (caller: string, queuedAtMs = 0): Ticket => ({ caller, queuedAtMs })
/** Time stands still where only the order counts. */
const noTime = () => 0
const callers = fc.constantFrom<string>('a', 'b', 'c', 'd')
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ act: fc.constant('offer' as const), caller: callers }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('take' as const) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('remove' as const), nth: fc.nat(20) }) },
  ),
  { maxLength: 120 },
)

/** Plays the steps and keeps beside the queue a plain list of who should be waiting. */
function play(limit: number, script: typeof steps extends fc.Arbitrary<infer Script> ? Script : never) {
  const queue = new FairQueue<Ticket>(limit, noTime)
  const waiting: Ticket[] = []
  const leave = (item: Ticket) => waiting.splice(waiting.indexOf(item), 1)
  let now = 0
  for (const step of script) {
    now += 1
    if (step.act === 'offer') {
      const item = ticket(step.caller, now)
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

const countBy = (items: readonly Ticket[], caller: string) =>
  items.filter((item) => item.caller === caller).length

describe('whatever is offered, taken and removed', () => {
  test('the queue never holds more than its limit and always knows its size and its oldest', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), steps, (limit, script) => void play(limit, script)),
    )
  })

  test('a caller is served in the order it came', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), steps, (limit, script) => {
        const { queue, waiting } = play(limit, script)
        const served: Ticket[] = []
        for (let item = queue.take(); item !== undefined; item = queue.take()) served.push(item)
        for (const name of ['a', 'b', 'c', 'd']) {
          const of = (items: Ticket[]) => items.filter((item) => item.caller === name)
          expect(of(served)).toEqual(of(waiting))
        }
      }),
    )
  })

  test('no caller waits longer than one turn of each of the others, where all take as long', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), steps, (limit, script) => {
        const { queue, waiting } = play(limit, script)
        const present = new Set(waiting.map((item) => item.caller))
        const firstRound = Array.from(present, () => queue.take()?.caller)
        expect(new Set(firstRound)).toEqual(present)
      }),
    )
  })

  test('a refused caller held as much as any, and one that gives way keeps at least as much as the newcomer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), steps, callers, (limit, script, caller) => {
        const { queue, waiting } = play(limit, script)
        const longest = Math.max(0, ...waiting.map((item) => countBy(waiting, item.caller)))
        const own = countBy(waiting, caller)
        const { admitted, pushedOut } = queue.offer(ticket(caller))
        if (!admitted) expect(own + 1).toBeGreaterThanOrEqual(longest)
        if (pushedOut === undefined) return
        expect(waiting.length).toBe(limit)
        expect(waiting.findLast((item) => item.caller === pushedOut.caller)).toBe(pushedOut)
        expect(countBy(waiting, pushedOut.caller)).toBe(longest)
        expect(longest - 1).toBeGreaterThanOrEqual(own + 1)
      }),
    )
  })
})

test('a flood of one is interrupted by the single job of another', () => {
  const queue = new FairQueue<Ticket>(200, noTime)
  for (let at = 0; at < 100; at += 1) queue.offer(ticket('flood', at))
  queue.offer(ticket('single'))
  expect([queue.take(), queue.take(), queue.take()].map((item) => item?.caller)).toEqual([
    'flood',
    'single',
    'flood',
  ])
})

test('a full queue refuses the one who filled it', () => {
  const queue = new FairQueue<Ticket>(2, noTime)
  queue.offer(ticket('a'))
  queue.offer(ticket('a'))
  expect(queue.offer(ticket('a'))).toEqual({ admitted: false })
})

test('a full queue takes a newcomer in place of the newest job of the longest line', () => {
  const queue = new FairQueue<Ticket>(3, noTime)
  for (const at of [1, 2, 3]) queue.offer(ticket('a', at))
  expect(queue.offer(ticket('b', 4))).toEqual({ admitted: true, pushedOut: ticket('a', 3) })
  expect(queue.offer(ticket('b', 5))).toEqual({ admitted: false })
})

/** Work that takes so long, and stands still after each slice where it has one. */
interface Work extends Ticket {
  readonly lengthMs: number
  readonly sliceMs: number
  leftMs: number
  startedAtMs: number
}

const arrivals = fc.array(
  fc.record({
    caller: callers,
    afterMs: fc.nat(12),
    lengthMs: fc.integer({ min: 1, max: 40 }),
    isSliced: fc.boolean(),
  }),
  { minLength: 1, maxLength: 60 },
)

interface Tick {
  /** Time of workers that each caller has had so far. */
  readonly had: ReadonlyMap<string, number>
  readonly waiting: ReadonlySet<string>
}

/** Plays workers that take from the queue, millisecond by millisecond, until all is done. */
function work(workers: number, script: typeof arrivals extends fc.Arbitrary<infer Script> ? Script : never) {
  let nowMs = 0
  const queue = new FairQueue<Work, number>(Number.POSITIVE_INFINITY, () => nowMs)
  const due = script.map(({ caller, lengthMs, isSliced }, i) => ({
    caller,
    lengthMs,
    leftMs: lengthMs,
    startedAtMs: -1,
    sliceMs: isSliced ? 5 : lengthMs,
    queuedAtMs: script.slice(0, i + 1).reduce((sum, { afterMs }) => sum + afterMs, 0),
  }))
  const waiting: Work[] = []
  const started: Work[] = []
  const ended: Work[] = []
  const busy: ({ readonly work: Work; stopsAtMs: number } | undefined)[] = Array(workers).fill(undefined)
  const had = new Map<string, number>()
  const ticks: Tick[] = []
  while (due.length + waiting.length > 0 || ended.length < script.length) {
    for (const [place, one] of busy.entries()) {
      if (one?.stopsAtMs !== nowMs) continue
      busy[place] = undefined
      if (one.work.leftMs > 0) queue.hold(one.work, place)
      else {
        queue.end(one.work)
        ended.push(one.work)
      }
    }
    while (due[0] && due[0].queuedAtMs <= nowMs) {
      const [next] = due.splice(0, 1)
      if (!next) break
      queue.offer(next)
      waiting.push(next)
    }
    for (const place of busy.keys()) {
      const next = busy[place] ? undefined : queue.take(place)
      if (!next) continue
      if (next.leftMs === next.lengthMs) {
        waiting.splice(waiting.indexOf(next), 1)
        started.push(next)
        next.startedAtMs = nowMs
      }
      const sliceMs = Math.min(next.sliceMs, next.leftMs)
      next.leftMs -= sliceMs
      busy[place] = { work: next, stopsAtMs: nowMs + sliceMs }
    }
    expect(busy.includes(undefined) && waiting.length > 0, 'a worker is idle while work waits').toBe(false)
    for (const one of busy) if (one) had.set(one.work.caller, (had.get(one.work.caller) ?? 0) + 1)
    ticks.push({ had: new Map(had), waiting: new Set(waiting.map(({ caller }) => caller)) })
    nowMs += 1
  }
  return { started, ended, ticks }
}

const workerCounts = fc.integer({ min: 1, max: 3 })
const names = ['a', 'b', 'c', 'd'] as const

/** A piece of `a` is held in a place that `c` takes, so that `a` is far behind `c` when a newcomer and more of `a` come. */
const behindInItsPlace = [
  { caller: 'a', afterMs: 0, lengthMs: 6, isSliced: true },
  { caller: 'a', afterMs: 0, lengthMs: 1, isSliced: false },
  { caller: 'a', afterMs: 0, lengthMs: 5, isSliced: false },
  { caller: 'c', afterMs: 1, lengthMs: 11, isSliced: true },
  { caller: 'c', afterMs: 1, lengthMs: 7, isSliced: false },
  { caller: 'a', afterMs: 10, lengthMs: 1, isSliced: false },
  { caller: 'a', afterMs: 0, lengthMs: 1, isSliced: false },
  { caller: 'a', afterMs: 0, lengthMs: 1, isSliced: false },
]

describe('whatever comes, and however long it takes', () => {
  test('two that wait get the same time of the workers, but for one piece of work of each in every worker', () => {
    fc.assert(
      fc.property(workerCounts, arrivals, (workers, script) => {
        const { ticks } = work(workers, script)
        const longest = (name: string) =>
          Math.max(
            0,
            ...script
              .filter(({ caller }) => caller === name)
              .map(({ isSliced, lengthMs }) => (isSliced ? Math.min(5, lengthMs) : lengthMs)),
          )
        for (const one of names)
          for (const other of names.slice(names.indexOf(one) + 1)) {
            const bound = workers * (longest(one) + longest(other))
            let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
            for (const { had, waiting } of ticks) {
              if (!waiting.has(one) || !waiting.has(other)) {
                ;[least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
                continue
              }
              const ahead = (had.get(one) ?? 0) - (had.get(other) ?? 0)
              least = Math.min(least, ahead)
              most = Math.max(most, ahead)
              expect(most - least).toBeLessThanOrEqual(bound)
            }
          }
      }),
      { numRuns: 300 },
    )
  })

  test('all of it is done, and each caller is started in the order it came', () => {
    fc.assert(
      fc.property(workerCounts, arrivals, (workers, script) => {
        const { started, ended } = work(workers, script)
        expect(ended.length).toBe(script.length)
        for (const name of names) {
          const times = started.filter(({ caller }) => caller === name).map(({ queuedAtMs }) => queuedAtMs)
          expect(times).toEqual(times.toSorted((a, b) => a - b))
        }
      }),
    )
  })

  test('one that was not here before waits for at most one more piece of work of each of the others', () => {
    fc.assert(
      fc.property(workerCounts, arrivals, fc.nat(60), (workers, script, at) => {
        const comes = { caller: 'new', afterMs: 0, lengthMs: 3, isSliced: false }
        const place = at % (script.length + 1)
        const { started } = work(workers, [...script.slice(0, place), comes, ...script.slice(place)])
        const mine = started.findIndex(({ caller }) => caller === 'new')
        const cameAtMs = started[mine]?.queuedAtMs ?? 0
        const overtaking = started.slice(0, mine).filter(({ startedAtMs }) => startedAtMs >= cameAtMs)
        for (const name of names) expect(countBy(overtaking, name)).toBeLessThanOrEqual(1)
      }),
      { examples: [[3, behindInItsPlace, 33]] },
    )
  })
})

test('a short piece of work comes before the second of eight long ones that came earlier', () => {
  let nowMs = 0
  const queue = new FairQueue<Ticket>(200, () => nowMs)
  const long = Array.from({ length: 8 }, (_, at) => ticket('films', at))
  for (const one of long) queue.offer(one)
  const first = queue.take()
  expect(first).toBe(long[0])
  nowMs += 20_000
  const card = ticket('card', nowMs)
  queue.offer(card)
  if (first) queue.end(first)
  expect(queue.take()).toBe(card)
})

test('time is charged as it was used: who used more is passed over until the other has had as much', () => {
  let nowMs = 0
  const queue = new FairQueue<Ticket>(200, () => nowMs)
  for (let i = 0; i < 4; i++) queue.offer(ticket('films'))
  for (let i = 0; i < 8; i++) queue.offer(ticket('cards'))
  const turns: string[] = []
  for (let next = queue.take(); next; next = queue.take()) {
    turns.push(next.caller)
    nowMs += next.caller === 'films' ? 300 : 100
    queue.end(next)
  }
  expect(turns.join(' ')).toBe('films cards cards cards films cards cards cards films cards cards films')
})

test('what is running counts as far as it has come', () => {
  let nowMs = 0
  const queue = new FairQueue<Ticket, string>(200, () => nowMs)
  for (const caller of ['films', 'films', 'cards', 'cards', 'cards']) queue.offer(ticket(caller))
  expect(queue.take('left')?.caller).toBe('films')
  for (let i = 0; i < 3; i++) {
    nowMs += 100
    const next = queue.take('right')
    expect(next?.caller).toBe('cards')
    nowMs += 50
    if (next) queue.end(next)
  }
})

test('who was away has saved up nothing', () => {
  let nowMs = 0
  const queue = new FairQueue<Ticket>(200, () => nowMs)
  const serve = (times: number) =>
    Array.from({ length: times }, () => {
      const next = queue.take()
      nowMs += 100
      if (next) queue.end(next)
      return next?.caller
    })
  for (let i = 0; i < 30; i++) queue.offer(ticket('busy'))
  serve(20)
  for (let i = 0; i < 10; i++) queue.offer(ticket('back'))
  const turns = serve(10)
  expect(turns.filter((caller) => caller === 'back').length).toBe(5)
})

test('what is held goes on in its own place, before what its caller sent later', () => {
  let nowMs = 0
  const queue = new FairQueue<Ticket, string>(200, () => nowMs)
  const [film, later] = [ticket('films', 1), ticket('films', 2)]
  queue.offer(film)
  queue.offer(later)
  expect(queue.take('left')).toBe(film)
  nowMs += 100
  queue.hold(film, 'left')
  expect(queue.size).toBe(1)
  expect(queue.take('right')).toBe(later)
  expect(queue.take('right')).toBeUndefined()
  expect(queue.take('left')).toBe(film)
})
