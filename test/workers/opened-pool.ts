// Opens pools over the hostile jobs, and after every test closes them and proves that no child is left.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { openPool } from '../../src/workers/pool.ts'
import type { JobTable, Pool, PoolEvent, PoolOptions } from '../../src/workers/port.ts'
import { compileCache } from '../kit/compile-cache.ts'
import type { jobs } from './hostile-jobs.ts'

export type HostileJobs = typeof jobs
export const alice = { organisation: 'alice' }
export const bob = { organisation: 'bob' }

export function openTestPool<Jobs extends JobTable = HostileJobs>(overrides: Partial<PoolOptions> = {}) {
  const events: PoolEvent[] = []
  const options: PoolOptions = {
    jobsModule: new URL('./hostile-jobs.ts', import.meta.url),
    workers: 1,
    queueLimit: 200,
    // Both are for a busy machine.
    jobTimeoutMs: 120_000,
    queueTimeoutMs: 120_000,
    memoryCeilingBytes: 512 * 2 ** 20,
    env: { NODE_COMPILE_CACHE: compileCache },
    log: (event) => events.push(event),
    ...overrides,
  }
  const pool = openPool<Jobs>(options)
  // The clean-up is per test and not a hook of this module, which is loaded once for many files and would serve only the first.
  onTestFinished(() => proveNothingLeft(pool as Pick<Pool<JobTable>, 'close' | 'stats'>, events))
  const gone = () => events.filter((event) => event.kind === 'gone')
  return { pool, events, gone }
}

async function proveNothingLeft(
  pool: Pick<Pool<JobTable>, 'close' | 'stats'>,
  events: PoolEvent[],
): Promise<void> {
  await pool.close(0)
  const pids = events.filter((event) => 'pid' in event).map((event) => event.pid)
  expect(pids.filter(isAlive), 'children left after close').toEqual([])
  expect(pool.stats().children).toEqual([])
}

/** Returns a path where nothing is yet: a job waits for it or marks it, the test creates it or looks. */
export function freshPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-workers-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'mark')
}

export const create = (path: string) => writeFileSync(path, '')

export const eventually = (assertion: () => void) => vi.waitFor(assertion, { timeout: 120_000, interval: 10 })

export const fileExists = (path: string) => eventually(() => expect(existsSync(path)).toBe(true))

/** A zombie that nobody has reaped yet counts as dead. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
  } catch {
    return false
  }
}
