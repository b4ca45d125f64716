// The entry of a worker process: loads the job table, answers one job at a time while long ones stand still, and dies with its parent.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Answer, describeThrown, type JobAnswer, type Order } from './messages.ts'
import type { GiveWay, JobTable } from './port.ts'
import { killGroup } from './process-group.ts'

/** A job of another organisation waits for a long one no longer than this, and one step of the job. */
const SLICE_MS = 100

const [jobsModule = '', parentPid = '', jobSettings = 'null'] = process.argv.slice(2)

process.on('disconnect', () => killGroup(process.pid))
// An init system may signal the whole service at once; the server drains first and then ends its workers.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})

const watchdog = new Worker(new URL('./watchdog.ts', import.meta.url), {
  workerData: { parentPid: Number(parentPid) },
  resourceLimits: { maxOldGenerationSizeMb: 16 },
})
await once(watchdog, 'message')
watchdog.unref()

const jobs = await openTable()

/**
 * V8 lets some 64 MiB of pictures lie about that nobody needs any more, until the next job wants room. A worker without
 * work gives them back; the memory of a decoder is free only after a second collection.
 */
const REST_MS = 1000
let rest: NodeJS.Timeout | undefined
const collectTwice = (): void => {
  globalThis.gc?.()
  rest = setTimeout(() => globalThis.gc?.(), REST_MS).unref()
}

/** Jobs that stand still, by their ids. */
const standing = new Map<number, (isWanted: boolean) => void>()
/** Files that came in pieces, by the names they have in the input of the next job. */
let pieced: Record<string, Buffer> = {}
let [piecedBytes, sliceEndsAtMs] = [0, 0]

process.on('message', (order: Order) => {
  if (order.kind === 'quit') process.exit(0)
  else if (order.kind === 'ping') say({ kind: 'pong', id: order.id, rssBytes: rss() })
  else if (order.kind === 'piece') addPiece(order)
  else if (order.kind === 'go-on') {
    beginSlice()
    standing.get(order.id)?.(order.isWanted)
  } else {
    beginSlice()
    const files = pieced
    pieced = {}
    const { input } = order
    void runJob(
      order.id,
      order.name,
      Object.keys(files).length > 0 ? { ...(input as object), ...files } : input,
    )
  }
})
say({ kind: 'ready', rssBytes: rss() })

async function openTable(): Promise<JobTable> {
  const module: {
    jobs?: JobTable
    openJobs?: (settings: unknown, tellDecoding: (isAtWork: boolean) => void) => Promise<JobTable>
  } = await import(jobsModule)
  const tellDecoding = (isAtWork: boolean) => say({ kind: 'decoding', isAtWork, rssBytes: rss() })
  const table = module.jobs ?? (await module.openJobs?.(JSON.parse(jobSettings), tellDecoding))
  if (typeof table === 'object') return table
  throw new Error(`${jobsModule} exports neither a table named jobs nor openJobs`)
}

function beginSlice(): void {
  clearTimeout(rest)
  sliceEndsAtMs = performance.now() + SLICE_MS
}

function addPiece({ name, totalBytes, piece }: Extract<Order, { kind: 'piece' }>): void {
  if (!pieced[name]) piecedBytes = 0
  const whole = pieced[name] ?? Buffer.allocUnsafeSlow(totalBytes)
  pieced[name] = whole
  whole.set(piece, piecedBytes)
  piecedBytes += piece.byteLength
}

const giveWayOf =
  (id: number): GiveWay =>
  async () => {
    if (performance.now() < sliceEndsAtMs) return
    const isWanted = await new Promise<boolean>((resolve) => {
      standing.set(id, resolve)
      say({ kind: 'sliced', id, rssBytes: rss() })
    })
    standing.delete(id)
    if (!isWanted) throw new Error('the caller of this job is gone')
  }

async function runJob(id: number, name: string, input: unknown): Promise<void> {
  const answer = await attempt(id, name, input)
  try {
    say(answer)
  } catch (error) {
    // The output cannot cross the channel: that is the job's failure, and this process is none the worse.
    say({ kind: 'failed', id, thrown: describeThrown(error), rssBytes: rss() })
  }
  rest = setTimeout(collectTwice, REST_MS).unref()
}

async function attempt(id: number, name: string, input: unknown): Promise<JobAnswer> {
  try {
    const job = Object.hasOwn(jobs, name) ? jobs[name] : undefined
    if (job === undefined) throw new Error(`there is no job named ${name}`)
    const output = await job(input as never, giveWayOf(id))
    return { kind: 'done', id, output, rssBytes: rss() }
  } catch (error) {
    return { kind: 'failed', id, thrown: describeThrown(error), rssBytes: rss() }
  }
}

function say(answer: Answer): void {
  // A channel that broke is noticed by `disconnect`; without a callback the failure would be thrown.
  process.send?.(answer, undefined, undefined, () => {})
}

/** 0 in a cage, where there is no /proc to read it from: the parent then reads it itself. */
function rss(): number {
  try {
    return process.memoryUsage.rss()
  } catch {
    return 0
  }
}
