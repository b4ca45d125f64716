// The entry of a worker process: loads the job table, answers one job at a time, and dies with its parent.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { type Answer, describeThrown, type JobAnswer, type Order } from './messages.ts'
import type { JobTable } from './port.ts'
import { killGroup } from './process-group.ts'

const [jobsModule = '', parentPid = '', jobSettings = 'null'] = process.argv.slice(2)

process.on('disconnect', () => killGroup(process.pid))
// An init system may signal the whole service at once; the server drains first and then ends its workers.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})

// When memory runs out the kernel should take a worker and not the server.
setOwnKernelValue('oom_score_adj', '500')
// A core dump of this process would hold people's documents: leave its memory out of it.
setOwnKernelValue('coredump_filter', '0')

const watchdog = new Worker(new URL('./watchdog.ts', import.meta.url), {
  workerData: { parentPid: Number(parentPid) },
  resourceLimits: { maxOldGenerationSizeMb: 16 },
})
await once(watchdog, 'message')
watchdog.unref()

const jobs = await openTable()

process.on('message', (order: Order) => {
  if (order.kind === 'quit') process.exit(0)
  else if (order.kind === 'ping') say({ kind: 'pong', id: order.id, rssBytes: rss() })
  else void runJob(order.id, order.name, order.input)
})
say({ kind: 'ready', rssBytes: rss() })

async function openTable(): Promise<JobTable> {
  const module: { jobs?: JobTable; openJobs?: (settings: unknown) => Promise<JobTable> } = await import(
    jobsModule
  )
  const table = module.jobs ?? (await module.openJobs?.(JSON.parse(jobSettings)))
  if (typeof table === 'object') return table
  throw new Error(`${jobsModule} exports neither a table named jobs nor openJobs`)
}

async function runJob(id: number, name: string, input: unknown): Promise<void> {
  const answer = await attempt(id, name, input)
  try {
    say(answer)
  } catch (error) {
    // The output cannot cross the channel: that is the job's failure, and this process is none the worse.
    say({ kind: 'failed', id, thrown: describeThrown(error), rssBytes: rss() })
  }
}

async function attempt(id: number, name: string, input: unknown): Promise<JobAnswer> {
  try {
    const job = Object.hasOwn(jobs, name) ? jobs[name] : undefined
    if (job === undefined) throw new Error(`there is no job named ${name}`)
    const output = await job(input as never)
    return { kind: 'done', id, output, rssBytes: rss() }
  } catch (error) {
    return { kind: 'failed', id, thrown: describeThrown(error), rssBytes: rss() }
  }
}

function say(answer: Answer): void {
  // A channel that broke is noticed by `disconnect`; without a callback the failure would be thrown.
  process.send?.(answer, undefined, undefined, () => {})
}

function rss(): number {
  return process.memoryUsage.rss()
}

function setOwnKernelValue(name: string, value: string): void {
  try {
    writeFileSync(`/proc/self/${name}`, value)
  } catch {
    // Not Linux, or a sandbox that forbids it: the pool works without.
  }
}
