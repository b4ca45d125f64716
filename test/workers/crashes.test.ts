// Tests jobs that crash, throw or break their channel: the caller gets the true error and the pool goes on.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { JobCrashed, JobFailed } from '../../src/workers/errors.ts'
import { alice, eventually, freshPath, isAlive, openTestPool } from './opened-pool.ts'

const crashes = [
  { job: 'exit', exitCode: 3, exitSignal: null },
  { job: 'abort', exitCode: null, exitSignal: 'SIGABRT' },
  { job: 'segfault', exitCode: null, exitSignal: 'SIGSEGV' },
  { job: 'throwLater', exitCode: 1, exitSignal: null },
  { job: 'disconnect', exitCode: null, exitSignal: 'SIGKILL' },
] as const

test.each(crashes)('$job: the job crashes twice and fails, and the next job works', async (crash) => {
  const { pool, gone } = openTestPool()
  const before = await pool.run('pid', undefined, alice)
  const error = await pool.run(crash.job, undefined, alice).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(JobCrashed)
  expect(error).toMatchObject(crash)
  const after = await pool.run('pid', undefined, alice)
  expect(after).not.toBe(before)
  expect(isAlive(before)).toBe(false)
  expect(gone().map((event) => [event.reason, event.job])).toEqual([
    ['crashed', crash.job],
    ['crashed', crash.job],
  ])
  expect(new Set([...gone().map((event) => event.pid), after]).size).toBe(3)
  expect(pool.stats()).toMatchObject({ crashed: 1, retried: 1, restarted: 2, done: 2, failed: 0 })
})

test('a job that crashed only once is answered by a fresh child', async () => {
  const { pool } = openTestPool()
  const marker = freshPath()
  const pid = await pool.run('crashOnce', marker, alice)
  expect(pid).not.toBe(Number(readFileSync(marker, 'utf8')))
  expect(pool.stats()).toMatchObject({ done: 1, crashed: 0, retried: 1, restarted: 1 })
})

test('a crash of one worker leaves the job of the other alone', async () => {
  const { pool } = openTestPool({ workers: 2 })
  await pool.started()
  const barrier = freshPath()
  const beside = pool.run('waitForFile', barrier, alice)
  const pid = await pool.run('crashOnce', barrier, alice)
  expect(await beside).not.toBe(pid)
})

test('a job that throws is reported with name, message and code, and its child stays', async () => {
  const { pool } = openTestPool()
  const before = await pool.run('pid', undefined, alice)
  const error = await pool.run('fail', 'no such page', alice).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(JobFailed)
  expect(error.message).toBe('job fail failed: RangeError: no such page')
  expect(error.thrown).toMatchObject({ name: 'RangeError', message: 'no such page', code: 'E_TEST' })
  expect(error.thrown.stack).toContain('hostile-jobs.ts')
  expect(await pool.run('pid', undefined, alice)).toBe(before)
  expect(pool.stats()).toMatchObject({ failed: 1, restarted: 0 })
})

test('a job that throws something indescribable fails, and its child stays', async () => {
  const { pool } = openTestPool()
  const before = await pool.run('pid', undefined, alice)
  await expect(pool.run('failOddly', undefined, alice)).rejects.toBeInstanceOf(JobFailed)
  expect(await pool.run('pid', undefined, alice)).toBe(before)
})

test('an output that cannot be serialised fails the job and nothing else', async () => {
  const { pool } = openTestPool()
  const before = await pool.run('pid', undefined, alice)
  await expect(pool.run('returnFunction', undefined, alice)).rejects.toThrow('could not be cloned')
  expect(await pool.run('pid', undefined, alice)).toBe(before)
})

test('an input that cannot be serialised fails the job and nothing else', async () => {
  const { pool } = openTestPool()
  const before = await pool.run('pid', undefined, alice)
  const error = await pool.run('echo', () => {}, alice).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(JobFailed)
  expect(error).toMatchObject({ message: expect.stringContaining('could not be cloned') })
  expect(await pool.run('pid', undefined, alice)).toBe(before)
})

test('a job that is not in the table fails', async () => {
  const { pool } = openTestPool()
  // @ts-expect-error the type of the table forbids it; a caller without types may still try
  await expect(pool.run('toString', undefined, alice)).rejects.toThrow('there is no job named toString')
})

test('inputs and outputs are held to the table by the compiler', () => {
  const { pool } = openTestPool()
  // @ts-expect-error a number is not a path
  pool.run('waitForFile', 7, alice).catch(() => {})
  // @ts-expect-error a number is not text
  const text: Promise<string> = pool.run('pid', undefined, alice)
  text.catch(() => {})
})

test('messages that make no sense are ignored', async () => {
  const { pool } = openTestPool()
  expect(await pool.run('speakNonsense', undefined, alice)).toBe('sense')
  expect(await pool.run('echo', 'own answer', alice)).toBe('own answer')
})

test('a child that dies between jobs is replaced and no job suffers', async () => {
  const { pool, gone } = openTestPool()
  await pool.run('exitAfterAnswer', undefined, alice)
  await eventually(() => expect(gone()).toMatchObject([{ reason: 'idle', code: 4 }]))
  expect(await pool.run('echo', 'still here', alice)).toBe('still here')
  expect(pool.stats()).toMatchObject({ crashed: 0, retried: 0, restarted: 1 })
})

test('eight megabytes cross unharmed in both directions', async () => {
  const { pool } = openTestPool()
  const sent = Buffer.alloc(8 * 2 ** 20, 'selfsame')
  const received = await pool.run('echo', sent, alice)
  expect(Buffer.isBuffer(received)).toBe(true)
  expect((received as Buffer).equals(sent)).toBe(true)
})

test('the log gets the last words of a crashed child, bounded, and never the input of a job', async () => {
  const { pool, events, gone } = openTestPool()
  await pool.run('printAndExit', 'noise ', alice).catch(() => {})
  expect(gone()[0]?.stderrTail.endsWith('last words')).toBe(true)
  expect(gone()[0]?.stderrTail.length).toBeLessThanOrEqual(8192)
  await pool.run('exit', 'input-of-a-person', alice).catch(() => {})
  expect(gone().length).toBe(4)
  expect(JSON.stringify(events)).not.toContain('input-of-a-person')
  expect(JSON.stringify(events)).not.toContain('this must reach nobody')
})
