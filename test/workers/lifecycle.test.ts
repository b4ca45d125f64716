// Tests the life of the pool: failing starts, protected secrets, orderly and disorderly ends.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { NoWorkerReady, PoolClosed, QueueFull } from '../../src/workers/errors.ts'
import { readRssBytes } from '../../src/workers/limits.ts'
import type { jobs as fragileJobs } from './fragile-start-jobs.ts'
import { alice, create, eventually, fileExists, freshPath, isAlive, openTestPool } from './opened-pool.ts'

const fragile = (startWhenExists: string) => ({
  jobsModule: new URL('./fragile-start-jobs.ts', import.meta.url),
  env: { START_WHEN_EXISTS: startWhenExists },
})

test('a child that dies at start is started again ever more slowly, and a waiting job is served in the end', async () => {
  const mark = freshPath()
  const { pool, events, gone } = openTestPool<typeof fragileJobs>(fragile(mark))
  const job = pool.run('pid', undefined, alice)
  const rests = () => events.filter((event) => event.kind === 'resting')
  await eventually(() => expect(rests().length).toBeGreaterThanOrEqual(3))
  expect(
    rests()
      .slice(0, 3)
      .map((event) => event.waitMs),
  ).toEqual([100, 200, 400])
  expect(gone().every((event) => event.reason === 'start' && event.code === 7)).toBe(true)
  const health = await pool.ask(1000)
  expect(health).toMatchObject({ ready: 0, workers: 1 })
  expect(health.faults[0]).toMatch(
    /^worker 1 exited with code 7 at start, \d times: (trying again in \d s|starting again)$/,
  )
  create(mark)
  expect(isAlive(await job)).toBe(true)
  expect(await pool.ask(5000)).toEqual({ ready: 1, workers: 1, faults: [] })
  expect(pool.stats()).toMatchObject({ done: 1, crashed: 0, retried: 0 })
})

test('a pool of which no worker starts says so in a sentence', async () => {
  const { pool, events } = openTestPool<typeof fragileJobs>(fragile('/nowhere'))
  await eventually(() => expect(events.some((event) => event.kind === 'resting')).toBe(true))
  const error = await pool.started(50).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(NoWorkerReady)
  expect(error.message).toMatch(/^no worker got ready within 0.05 s: worker 1 exited with code 7 at start, /)
})

test('a job does not wait for ever for workers that do not start', async () => {
  const { pool } = openTestPool<typeof fragileJobs>({ ...fragile('/nowhere'), queueTimeoutMs: 100 })
  await expect(pool.run('pid', undefined, alice)).rejects.toBeInstanceOf(QueueFull)
})

test('a job table that cannot be found is reported with the last output of the child', async () => {
  const { events, gone } = openTestPool({ jobsModule: new URL('./no-such-jobs.ts', import.meta.url) })
  await eventually(() => expect(events.some((event) => event.kind === 'resting')).toBe(true))
  expect(gone()[0]?.stderrTail).toContain('no-such-jobs.ts')
})

test('a child that never gets ready is killed and counted as a failed start', async () => {
  const { pool, events, gone } = openTestPool({ startTimeoutMs: 1 })
  await eventually(() => expect(events.some((event) => event.kind === 'resting')).toBe(true))
  expect(gone()[0]).toMatchObject({ reason: 'slow-start', signal: 'SIGKILL' })
  const { faults } = await pool.ask(1000)
  expect(faults[0]).toMatch(/^worker 1 (did not get ready within 0.001 s, |is being replaced \(slow-start\))/)
})

test('the secrets of the server do not reach a child, what is handed in does', async () => {
  vi.stubEnv('SELFSAME_MASTER_KEY', 'very-secret')
  vi.stubEnv('DATABASE_URL', 'postgres://very-secret')
  const { pool } = openTestPool({ env: { HANDED_IN: 'yes' } })
  const environment = await pool.run('environment', undefined, alice)
  const fromKernel = await pool.run('environmentOfKernel', undefined, alice)
  vi.unstubAllEnvs()
  expect(environment.HANDED_IN).toBe('yes')
  expect(environment.PATH).toBe(process.env.PATH)
  expect(`${fromKernel}${JSON.stringify(environment)}`).not.toContain('very-secret')
  // The allocator reads its settings only when the program starts.
  const allocator = ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_']
  expect(allocator.map((name) => environment[name])).toEqual(['1', '1048576'])
  const known = ['HANDED_IN', 'PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', ...allocator]
  expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([])
})

test('closing serves what runs and what waits, takes nothing new, and leaves no child', async () => {
  const { pool } = openTestPool()
  await pool.started()
  const [child] = pool.stats().children
  const barrier = freshPath()
  const running = pool.run('waitForFile', barrier, alice)
  const waiting = [1, 2, 3].map((value) => pool.run('echo', value, alice))
  const closed = pool.close(30_000)
  await expect(pool.run('echo', 4, alice)).rejects.toBeInstanceOf(PoolClosed)
  create(barrier)
  expect(await running).toBe(child?.pid)
  expect(await Promise.all(waiting)).toEqual([1, 2, 3])
  await closed
  expect(isAlive(child?.pid ?? 0)).toBe(false)
  await expect(pool.run('echo', 5, alice)).rejects.toBeInstanceOf(PoolClosed)
})

test('closing an idle pool does not wait for the deadline', async () => {
  const { pool, gone } = openTestPool({ workers: 2 })
  await pool.started()
  await pool.close(600_000)
  expect(gone().map((event) => event.reason)).toEqual(['closed', 'closed'])
})

test('closing gives a crashed job its second try', async () => {
  const { pool } = openTestPool()
  await pool.started()
  const job = pool.run('crashOnce', freshPath(), alice)
  await pool.close(30_000)
  expect(await job).toBeGreaterThan(1)
})

test('closing with a stuck job ends at the deadline, and the callers hear why', async () => {
  const { pool } = openTestPool()
  await pool.started()
  const [child] = pool.stats().children
  const marker = freshPath()
  const stuck = expect(pool.run('hangInLoop', marker, alice)).rejects.toBeInstanceOf(PoolClosed)
  const waiting = expect(pool.run('echo', 1, alice)).rejects.toBeInstanceOf(PoolClosed)
  await fileExists(marker)
  await pool.close(100)
  expect(isAlive(child?.pid ?? 0)).toBe(false)
  await Promise.all([stuck, waiting])
})

test('closing while nothing could start ends too', async () => {
  const { pool } = openTestPool<typeof fragileJobs>(fragile('/nowhere'))
  const started = expect(pool.started()).rejects.toBeInstanceOf(PoolClosed)
  const waiting = expect(pool.run('pid', undefined, alice)).rejects.toBeInstanceOf(PoolClosed)
  await pool.close(50)
  await Promise.all([started, waiting])
})

test('a parent killed with -9 leaves no child behind, not even one stuck in a loop', async () => {
  const script = fileURLToPath(new URL('./parent-to-kill.ts', import.meta.url))
  const parent = spawn(process.execPath, [script, freshPath()], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pids: number[] = JSON.parse(line.toString())
  expect(pids.map(isAlive)).toEqual([true, true])
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  await eventually(() => expect(pids.filter(isAlive)).toEqual([]))
})

test('a worker without work gives back the memory of the pictures that it looked at', async () => {
  const { pool } = openTestPool()
  const pid = await pool.run('pid', undefined, alice)
  const littered = await pool.run('litter', 48, alice)
  await eventually(() => expect(readRssBytes(pid)).toBeLessThan(littered - 30 * 2 ** 20))
  expect(await pool.run('pid', undefined, alice)).toBe(pid)
})
