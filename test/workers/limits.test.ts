// Tests jobs that take too long or too much memory: they are stopped with that error, and the pool goes on.
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { describe, expect, onTestFinished, test } from 'vitest'
import { JobCrashed, JobStarved, JobTimedOut, JobTooLarge } from '../../src/workers/errors.ts'
import { wasStarved } from '../../src/workers/limits.ts'
import type { DecodingJobs } from './decoding-jobs.ts'
import { alice, create, eventually, fileExists, freshPath, isAlive, openTestPool } from './opened-pool.ts'

const MB = 2 ** 20

test.each(['hangInLoop', 'hangWaiting'] as const)(
  '%s: the child is killed at the time limit and replaced',
  async (job) => {
    const { pool, gone } = openTestPool()
    const before = await pool.run('pid', undefined, alice)
    const error = await pool.run(job, undefined, { ...alice, timeoutMs: 200 }).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(JobTimedOut)
    expect(error).toMatchObject({ job, limitMs: 200 })
    expect(await pool.run('pid', undefined, alice)).not.toBe(before)
    expect(isAlive(before)).toBe(false)
    expect(gone()).toMatchObject([{ pid: before, reason: 'timed-out', job, signal: 'SIGKILL' }])
    expect(pool.stats()).toMatchObject({ timedOut: 1, retried: 0, restarted: 1, done: 2 })
  },
)

test('the limit of the pool holds where the caller names none', async () => {
  const { pool } = openTestPool({ jobTimeoutMs: 200 })
  await pool.started()
  await expect(pool.run('hangWaiting', undefined, alice)).rejects.toMatchObject({ limitMs: 200 })
})

describe('a decoder', () => {
  const openDecodingPool = (decodingTimeoutMs: number) =>
    openTestPool<DecodingJobs>({
      jobsModule: new URL('./decoding-jobs.ts', import.meta.url),
      decodingTimeoutMs,
    })

  test('that takes longer than its own limit ends its worker, long before the job is out of time', async () => {
    const { pool, gone } = openDecodingPool(150)
    const before = await pool.run('pid', undefined, alice)
    const error = await pool
      .run('hangInDecoder', undefined, { ...alice, field: 'image_live' })
      .catch((thrown) => thrown)
    expect(error).toBeInstanceOf(JobTimedOut)
    expect(error).toMatchObject({ job: 'hangInDecoder', limitMs: 150, field: 'image_live' })
    expect(await pool.run('pid', undefined, alice)).not.toBe(before)
    expect(gone()).toMatchObject([{ pid: before, reason: 'timed-out' }])
  })

  test('has that limit for each picture, and what follows has none of it', async () => {
    const { pool } = openDecodingPool(1000)
    const pid = await pool.run('pid', undefined, alice)
    const input = { times: 12, ms: 100, thenMs: 1200 }
    expect(await pool.run('decodeOften', input, alice)).toBe(pid)
  })
})

describe('a job at its limit of time', () => {
  /**
   * The worker shares one processor with three others, in sessions of their own, which some kernels treat as one caller
   * each. The other processors are left to whoever else needs them.
   */
  async function openStarvedPool(niceness?: number) {
    const opened = openTestPool()
    const pid = await opened.pool.run('pid', undefined, alice)
    const processor =
      /^Cpus_allowed_list:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1] ?? '0'
    const onOne = ['--cpu-list', processor]
    execFileSync('taskset', ['--all-tasks', '--pid', ...onOne, String(pid)])
    // Only root may undo the niceness that the whole run has.
    if (niceness !== undefined) setPriority(pid, niceness)
    const others = Array.from({ length: 3 }, () =>
      spawn('taskset', [...onOne, 'sh', '-c', 'while :; do :; done'], { stdio: 'ignore', detached: true }),
    )
    onTestFinished(() => {
      for (const one of others) one.kill('SIGKILL')
    })
    return opened
  }

  test.each(['hangInLoop', 'hangInGrandchild'] as const)(
    '%s: on a busy machine it was starved, and its caller may come back',
    async (job) => {
      const { pool, gone } = await openStarvedPool(5)
      const error = await pool.run(job, freshPath(), { ...alice, timeoutMs: 1500 }).catch((thrown) => thrown)
      expect(error).toBeInstanceOf(JobStarved)
      expect(error).toMatchObject({ job, limitMs: 1500 })
      expect(error.retryAfterSeconds).toBeGreaterThanOrEqual(1)
      expect(pool.stats()).toMatchObject({ starved: 1, timedOut: 0, retried: 0 })
      await eventually(() => expect(gone()).toMatchObject([{ reason: 'starved', signal: 'SIGKILL' }]))
    },
  )

  test('one that hangs asks for no processor: it is out of time on a busy machine, too', async () => {
    const { pool } = await openStarvedPool()
    const job = pool.run('hangWaiting', undefined, { ...alice, timeoutMs: 1500 })
    await expect(job).rejects.toBeInstanceOf(JobTimedOut)
  })

  test.each([
    ['spins on an idle machine', { ran: 30, waited: 0.1 }, false],
    ['hangs', { ran: 0.1, waited: 0.05 }, false],
    ['spins beside one other', { ran: 15, waited: 15 }, true],
    ['gets hardly any processor', { ran: 1, waited: 29 }, true],
    ['spins, and waits a little', { ran: 27, waited: 3 }, false],
    ['waits for the pipe of a decoder that waits', { ran: 12, waited: 9 }, true],
    ['spins in eight threads on two processors, in each other’s way', { ran: 60, waited: 180 }, false],
  ])('one that %s', (_name, { ran, waited }, expected) => {
    const before = { atMs: 1000, ranMs: 700, waitedMs: 900 }
    const after = { atMs: 31_000, ranMs: 700 + 1000 * ran, waitedMs: 900 + 1000 * waited }
    expect(wasStarved(before, after)).toBe(expected)
  })
})

const readPids = (pidFile: string) => readFileSync(pidFile, 'utf8').trim().split('\n').map(Number)

test('what a killed child had started dies with it', async () => {
  const { pool } = openTestPool()
  const pidFile = freshPath()
  pool.run('hangWithGrandchild', pidFile, alice).catch(() => {})
  await eventually(() => expect(readPids(pidFile)[0]).toBeGreaterThan(1))
  await pool.close(0)
  await eventually(() => expect(readPids(pidFile).filter(isAlive)).toEqual([]))
})

test('what a crashed child had started dies with it', async () => {
  const { pool } = openTestPool()
  const pidFile = freshPath()
  await expect(pool.run('abortWithGrandchild', pidFile, alice)).rejects.toBeInstanceOf(JobCrashed)
  expect(readPids(pidFile).length).toBe(2)
  await eventually(() => expect(readPids(pidFile).filter(isAlive)).toEqual([]))
})

test('a job that fills memory outside the heap is killed at the ceiling', async () => {
  const { pool, gone } = openTestPool({ memoryCeilingBytes: 256 * MB })
  const before = await pool.run('pid', undefined, alice)
  const error = await pool.run('leakBuffers', undefined, alice).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(JobTooLarge)
  expect(error.message).toBe('job leakBuffers was stopped: it took more than 256 MB of memory')
  expect(await pool.run('pid', undefined, alice)).not.toBe(before)
  expect(isAlive(before)).toBe(false)
  expect(gone()).toMatchObject([{ pid: before, reason: 'too-large', job: 'leakBuffers' }])
  expect(pool.stats()).toMatchObject({ tooLarge: 1, retried: 0 })
})

test.each(['leakHeap', 'abortAtHeapLimit'] as const)('%s: the job is too large, not crashed', async (job) => {
  const { pool } = openTestPool({ memoryCeilingBytes: 192 * MB })
  await expect(pool.run(job, undefined, alice)).rejects.toBeInstanceOf(JobTooLarge)
  expect(await pool.run('echo', 'next', alice)).toBe('next')
  expect(pool.stats()).toMatchObject({ tooLarge: 1, crashed: 0, retried: 0 })
})

test('a child that keeps too much is retired after its answer and replaced', async () => {
  const { pool, gone } = openTestPool({ memoryCeilingBytes: 400 * MB })
  const pids = []
  for (let job = 0; job < 4; job += 1) pids.push(await pool.run('keepMegabytes', 90, alice))
  await eventually(() => expect(gone()).toMatchObject([{ reason: 'recycled', code: 0, signal: null }]))
  const after = await pool.run('pid', undefined, alice)
  expect(new Set(pids).size).toBeLessThanOrEqual(2)
  expect(after).not.toBe(pids[0])
  expect(pool.stats()).toMatchObject({ recycled: 1, restarted: 0, crashed: 0, done: 5 })
})

test('the memory of every child is reported', async () => {
  const { pool } = openTestPool({ workers: 2 })
  await pool.started()
  const { children } = pool.stats()
  expect(children.map((child) => child.worker)).toEqual([1, 2])
  for (const child of children) expect(child.rssBytes).toBeGreaterThan(10 * MB)
})

test('an idle child that answers nothing any more is found by asking and replaced', async () => {
  const { pool, gone } = openTestPool()
  await pool.run('hangAfterAnswer', undefined, alice)
  await expect
    .poll(async () => (await pool.ask(100)).faults.join(), { timeout: 120_000 })
    .toContain('did not answer')
  await expect
    .poll(async () => ((await pool.ask(100)).ready === 1 ? gone().map((event) => event.reason) : []), {
      timeout: 120_000,
    })
    .toEqual(['silent'])
  expect(await pool.run('echo', 'next', alice)).toBe('next')
})

test('a busy worker counts as alive, however deep in a loop', async () => {
  const { pool } = openTestPool({ workers: 2 })
  await pool.started()
  const marker = freshPath()
  pool.run('hangInLoop', marker, alice).catch(() => {})
  await fileExists(marker)
  expect(await pool.ask(5000)).toEqual({ ready: 2, workers: 2, faults: [] })
  expect(pool.stats()).toMatchObject({ workers: 2, ready: 2, busy: 1, queued: 0 })
})

test('a signal meant for the whole service does not interrupt a job', async () => {
  const { pool } = openTestPool()
  const pid = await pool.run('pid', undefined, alice)
  const barrier = freshPath()
  const job = pool.run('waitForFile', barrier, alice)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(pid, signal)
  await pool.ask(5000)
  create(barrier)
  expect(await job).toBe(pid)
})

test('the kernel takes a worker before the server, and leaves its memory out of core dumps', async () => {
  const { pool } = openTestPool()
  expect(await pool.run('oomScore', undefined, alice)).toBe('500')
  expect(Number.parseInt(await pool.run('coredumpFilter', undefined, alice), 16)).toBe(0)
})
