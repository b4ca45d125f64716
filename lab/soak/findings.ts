// Computes the result of a run: the growth of each thing that was watched, and the targets.
import { atMost, none, type Target } from '../kit/targets.ts'
import type { Answers } from './answers.ts'
import { keptBytes } from './disk.ts'
import type { Sample } from './sample.ts'
import { type Growth, growthOf } from './series.ts'

export interface Findings {
  readonly serverMemory: Growth
  /** The growth of the worker that grew most. */
  readonly workerMemory: Growth
  readonly handles: Growth
  /** The growth without the audit trail, which is meant to grow; the level follows the rate of requests and the retention. */
  readonly disk: Growth
  /** The bytes kept after retention had expired, above those before the first request. */
  readonly leftBytes: number
  readonly trailBytesPerRequest: number
  readonly mostQueued: number
  readonly replaced: number
  readonly unexpected: number
  /** Operations of the API that were never called. */
  readonly missed: readonly string[]
}

export function findingsOf(samples: readonly Sample[], answers: Answers, leftBytes: number): Findings {
  const growth = (read: (sample: Sample) => number): Growth =>
    growthOf(samples.map((sample) => ({ at: sample.requests, value: read(sample) })))
  const places = Math.max(1, ...samples.map(({ workers }) => workers.length))
  const ofWorkers = Array.from({ length: places }, (_, place) =>
    growthOf(
      samples.flatMap(({ requests, workers }) => {
        const one = workers[place]
        return one ? [{ at: requests, value: one.rssBytes }] : []
      }),
    ),
  )
  const [first, last] = [samples[0], samples.at(-1)]
  return {
    serverMemory: growth(({ server }) => server.rssBytes),
    workerMemory: ofWorkers.toSorted((a, b) => b.ratio - a.ratio)[0] as Growth,
    handles: growth(({ server, workers }) =>
      workers.reduce((sum, { handles }) => sum + handles, server.handles),
    ),
    disk: growth(keptBytes),
    leftBytes,
    trailBytesPerRequest:
      ((last?.trailBytes ?? 0) - (first?.trailBytes ?? 0)) /
      Math.max(1, (last?.requests ?? 0) - (first?.requests ?? 0)),
    mostQueued: Math.max(0, ...samples.map(({ queued }) => queued)),
    replaced: last?.replaced ?? 0,
    unexpected: answers.unexpected,
    missed: [...answers.operations].filter(([, { requests }]) => requests === 0).map(([name]) => name),
  }
}

const WITHIN = 1.05
/** The unit is MiB: collections stay, and the numbers of removed faces. */
const MOST_LEFT = 1

export function targetsOf(findings: Findings, concurrency: number): Target[] {
  return [
    atMost('soak-memory-server', findings.serverMemory.ratio, WITHIN),
    atMost('soak-memory-worker', findings.workerMemory.ratio, WITHIN),
    none('soak-workers-replaced', findings.replaced),
    atMost('soak-handles', findings.handles.ratio, WITHIN),
    atMost('soak-disk-left', findings.leftBytes / 2 ** 20, MOST_LEFT),
    none('soak-errors', findings.unexpected),
    none('soak-operations-missed', findings.missed.length),
    // A caller waits for its answer, so more than two jobs a caller would be jobs without a caller.
    atMost('soak-queue', findings.mostQueued, 2 * concurrency),
  ]
}
