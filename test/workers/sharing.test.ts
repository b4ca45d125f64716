// Tests many callers on few workers: turns between organisations, a bound on waiting, and cancelled jobs.
import { describe, expect, test } from 'vitest'
import { JobTimedOut, QueueFull } from '../../src/workers/errors.ts'
import { alice, bob, create, eventually, freshPath, openTestPool } from './opened-pool.ts'

/** Opens a pool of one worker, which is busy until `open` is called. */
async function openBusyPool(overrides: Parameters<typeof openTestPool>[0] = {}) {
  const { pool, events } = openTestPool(overrides)
  await pool.started()
  const barrier = freshPath()
  const first = pool.run('waitForFile', barrier, alice)
  first.catch(() => {})
  return { pool, events, first, open: () => create(barrier) }
}

test('the single job of one organisation is served in the second turn of the flood of another', async () => {
  const { pool, open } = await openBusyPool()
  const served: string[] = []
  const note = (name: string) => () => served.push(name)
  const flood = Array.from({ length: 100 }, (_, at) => pool.run('echo', at, alice).then(note('alice')))
  const single = pool.run('echo', 'b', bob).then(note('bob'))
  expect(pool.stats()).toMatchObject({ busy: 1, queued: 101 })
  open()
  await single
  expect(served.indexOf('bob')).toBeLessThanOrEqual(1)
  await Promise.all(flood)
  expect(pool.stats()).toMatchObject({ done: 102, queued: 0, refused: 0, oldestQueuedMs: 0 })
})

test('two workers run two jobs at once, and never two in one child', async () => {
  const { pool } = openTestPool({ workers: 2 })
  await pool.started()
  const barrier = freshPath()
  const three = Array.from({ length: 3 }, () => pool.run('waitForFile', barrier, alice))
  expect(pool.stats()).toMatchObject({ busy: 2, queued: 1 })
  create(barrier)
  const pids = await Promise.all(three)
  expect(pids[0]).not.toBe(pids[1])
})

describe('of two workers', () => {
  test('one is left to others by an organisation whose work takes long', async () => {
    const { pool } = openTestPool({ workers: 2 })
    await pool.started()
    await pool.run('echo', 'here', bob)
    const barrier = freshPath()
    const long = [1, 2, 3].map(() => pool.run('waitForFile', barrier, alice))
    expect(pool.stats()).toMatchObject({ busy: 1, queued: 2 })
    for (let i = 0; i < 3; i++) expect(await pool.run('echo', i, bob)).toBe(i)
    expect(pool.stats()).toMatchObject({ busy: 1, queued: 2 })
    create(barrier)
    await Promise.all(long)
  })

  test('both are for one whose work was short so far, and one again after it took long', async () => {
    let now = 0
    const { pool } = openTestPool({ workers: 2, clock: () => now })
    await pool.started()
    await pool.run('echo', 'here', bob)
    await pool.run('echo', 'here', alice)
    const hold = () => {
      const barrier = freshPath()
      const jobs = [1, 2].map(() => pool.run('waitForFile', barrier, alice))
      return async () => {
        now += 700
        create(barrier)
        await Promise.all(jobs)
      }
    }
    const first = hold()
    expect(pool.stats()).toMatchObject({ busy: 2, queued: 0 })
    await first()
    const second = hold()
    expect(pool.stats()).toMatchObject({ busy: 1, queued: 1 })
    await second()
    now += 600_000
    await pool.run('echo', 'still here', bob)
    const third = hold()
    expect(pool.stats()).toMatchObject({ busy: 2, queued: 0 })
    await third()
  })
})

test('a full queue refuses with a time to come back, and what waited is served', async () => {
  const { pool, open } = await openBusyPool({ queueLimit: 2 })
  const waiting = [pool.run('echo', 1, alice), pool.run('echo', 2, alice)]
  const error = await pool.run('echo', 3, alice).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(QueueFull)
  expect(error).toMatchObject({ retryAfterSeconds: 1 })
  expect(pool.stats()).toMatchObject({ queued: 2, refused: 1 })
  open()
  expect(await Promise.all(waiting)).toEqual([1, 2])
})

test('a pool without a queue still serves when a worker is idle', async () => {
  const { pool, open, first } = await openBusyPool({ queueLimit: 0 })
  await expect(pool.run('echo', 1, alice)).rejects.toBeInstanceOf(QueueFull)
  open()
  await first
  expect(await pool.run('echo', 2, alice)).toBe(2)
})

test('when the queue is full the newest job of the longest line gives way to another organisation', async () => {
  const { pool, open } = await openBusyPool({ queueLimit: 3 })
  const flood = [1, 2, 3].map((value) => pool.run('echo', value, alice))
  const outcomes = Promise.allSettled(flood)
  const single = pool.run('echo', 'b', bob)
  await expect(flood[2]).rejects.toBeInstanceOf(QueueFull)
  open()
  expect(await single).toBe('b')
  expect((await outcomes).map((outcome) => outcome.status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(pool.stats()).toMatchObject({ refused: 1, queued: 0 })
})

test('a job that waited too long is refused and never runs', async () => {
  const { pool, open, first } = await openBusyPool({ queueTimeoutMs: 50 })
  await expect(pool.run('echo', 1, alice)).rejects.toBeInstanceOf(QueueFull)
  expect(pool.stats()).toMatchObject({ queued: 0, refused: 1 })
  open()
  await first
  expect(pool.stats().done).toBe(1)
})

test('the wait is over once a job runs, however long it runs then', async () => {
  const { pool, open } = await openBusyPool({ queueTimeoutMs: 2000 })
  const job = pool.run('hangWaiting', undefined, { ...alice, timeoutMs: 2500 })
  expect(pool.stats().queued).toBe(1)
  open()
  await expect(job).rejects.toBeInstanceOf(JobTimedOut)
})

test('the age of the oldest waiting job is reported', async () => {
  let now = 1000
  const { pool, open, first } = await openBusyPool({ clock: () => now })
  const waiting = [pool.run('echo', 1, alice), pool.run('echo', 2, bob)]
  now += 700
  expect(pool.stats()).toMatchObject({ queued: 2, oldestQueuedMs: 700 })
  open()
  await Promise.all([first, ...waiting])
})

describe('a caller who changes his mind', () => {
  test('is rejected with his reason before anything is done', async () => {
    const { pool } = openTestPool()
    const reason = new Error('gone home')
    const signal = AbortSignal.abort(reason)
    await expect(pool.run('echo', 1, { ...alice, signal })).rejects.toBe(reason)
    expect(pool.stats().queued).toBe(0)
  })

  test('leaves the queue, and the job never runs', async () => {
    const { pool, open, first } = await openBusyPool()
    const abort = new AbortController()
    const reason = new Error('gone home')
    const job = pool.run('echo', 1, { ...alice, signal: abort.signal })
    expect(pool.stats().queued).toBe(1)
    abort.abort(reason)
    await expect(job).rejects.toBe(reason)
    expect(pool.stats().queued).toBe(0)
    open()
    await first
    expect(await pool.run('echo', 2, alice)).toBe(2)
    expect(pool.stats().done).toBe(2)
  })

  test('hears at once while his running job runs on, and its answer is dropped', async () => {
    const { pool } = openTestPool()
    const pid = await pool.run('pid', undefined, alice)
    const barrier = freshPath()
    const abort = new AbortController()
    const job = pool.run('waitForFile', barrier, { ...alice, signal: abort.signal })
    abort.abort()
    await expect(job).rejects.toMatchObject({ name: 'AbortError' })
    expect(pool.stats().busy).toBe(1)
    create(barrier)
    await eventually(() => expect(pool.stats()).toMatchObject({ busy: 0, done: 2 }))
    expect(await pool.run('pid', undefined, alice)).toBe(pid)
  })

  test('is not given a second try when his job crashes', async () => {
    const { pool, gone } = openTestPool()
    await pool.started()
    const abort = new AbortController()
    const job = pool.run('exit', undefined, { ...alice, signal: abort.signal })
    abort.abort()
    await expect(job).rejects.toMatchObject({ name: 'AbortError' })
    expect(await pool.run('echo', 'next', alice)).toBe('next')
    expect(gone().length).toBe(1)
    expect(pool.stats()).toMatchObject({ crashed: 1, retried: 0 })
  })
})
