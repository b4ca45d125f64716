// Runs as a parent process for the tests to kill: it holds one worker in a loop and one idle, and prints their pids.
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '../../src/workers/pool.ts'
import type { jobs } from './hostile-jobs.ts'

const marker = process.argv[2] ?? ''
const pool = openPool<typeof jobs>({
  jobsModule: new URL('./hostile-jobs.ts', import.meta.url),
  workers: 2,
  queueLimit: 10,
  jobTimeoutMs: 600_000,
  memoryCeilingBytes: 512 * 2 ** 20,
})
await pool.started()
void pool.run('hangInLoop', marker, { organisation: 'alice' })
while (!existsSync(marker)) await sleep(5)
process.stdout.write(`${JSON.stringify(pool.stats().children.map((child) => child.pid))}\n`)
