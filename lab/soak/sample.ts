// Samples the running server: its processes, its disk, and its metrics.
import { factsOf, metricsOf, type ProcessFacts, workersOf } from '../kit/processes.ts'
import type { Answers } from './answers.ts'
import { type DiskFacts, diskOf } from './disk.ts'
import type { Served } from './server.ts'

export interface Sample extends DiskFacts {
  readonly seconds: number
  readonly requests: number
  readonly requestsPerSecond: number
  readonly refusedShare: number
  readonly unexpected: number
  readonly server: ProcessFacts
  /** The workers are in the order of their places in the pool. */
  readonly workers: readonly ProcessFacts[]
  /** The count of replaced workers so far. */
  readonly replaced: number
  readonly heapUsedBytes: number
  readonly externalBytes: number
  readonly loopLagSeconds: number
  readonly queued: number
  readonly busy: number
}

export interface Sampler {
  readonly samples: readonly Sample[]
  /** Resolves with the sample that is under way, where there is one. */
  take(): Promise<void>
}

/** Reading the database is slow, so this many samples share one measurement of the disk. */
const SAMPLES_A_DISK = 6

export function openSampler(served: Served, answers: Answers): Sampler {
  const samples: Sample[] = []
  const startedAt = performance.now()
  let before = { seconds: 0, requests: 0 }
  let disk = diskOf(served.data, served.database)
  let known = new Set<number>()
  let replaced = 0
  let taking: Promise<void> | undefined
  return {
    samples,
    take() {
      // Samples are taken one at a time: a slow server is not asked twice.
      taking ??= sampleOnce().finally(() => {
        taking = undefined
      })
      return taking
    },
  }

  async function sampleOnce(): Promise<void> {
    const server = factsOf(served.pid)
    const metric = await metricsOf(served.url).catch(() => undefined)
    if (!server || !metric) return
    if (samples.length % SAMPLES_A_DISK === 0) disk = diskOf(served.data, served.database)
    const pids = workersOf(served.pid)
    if (known.size > 0) replaced += pids.filter((pid) => !known.has(pid)).length
    known = new Set(pids)
    const seconds = (performance.now() - startedAt) / 1000
    const since = answers.sinceLast()
    samples.push({
      seconds,
      requests: answers.requests,
      requestsPerSecond: since.requests / Math.max(0.001, seconds - before.seconds),
      refusedShare: since.refused / Math.max(1, since.requests),
      unexpected: answers.unexpected,
      server,
      workers: pids.flatMap((pid) => factsOf(pid) ?? []),
      replaced,
      heapUsedBytes: metric('nodejs_heap_size_used_bytes'),
      externalBytes: metric('nodejs_external_memory_bytes'),
      loopLagSeconds: metric('nodejs_eventloop_lag_p99_seconds'),
      queued: metric('selfsame_queue_jobs'),
      busy: metric('selfsame_workers_busy'),
      ...disk,
    })
    before = { seconds, requests: answers.requests }
  }
}
