// Writes the samples of a run as CSV, one row each.
import { writeCsv } from '../kit/csv.ts'
import type { Sample } from './sample.ts'

export function csvOf(samples: readonly Sample[]): string {
  const places = Math.max(0, ...samples.map(({ workers }) => workers.length))
  const ofProcess = ['rss', 'pss', 'anonymous', 'handles']
  const head = [
    'seconds',
    'requests',
    'requests_per_second',
    'refused_share',
    'unexpected',
    ...ofProcess.map((name) => `server_${name}`),
    ...Array.from({ length: places }, (_, i) => ofProcess.map((name) => `worker_${i + 1}_${name}`)).flat(),
    'replaced',
    'heap_used',
    'external',
    'loop_lag_p99_seconds',
    'queued',
    'busy',
    'files',
    'database',
    'wal',
    'used',
    'trail',
  ]
  const rows = samples.map((one): (string | number)[] => {
    const processes = [one.server, ...Array.from({ length: places }, (_, i) => one.workers[i])]
    return [
      one.seconds.toFixed(1),
      one.requests,
      one.requestsPerSecond.toFixed(2),
      one.refusedShare.toFixed(4),
      one.unexpected,
      ...processes.flatMap((facts): (number | string)[] =>
        facts ? [facts.rssBytes, facts.pssBytes, facts.anonymousBytes, facts.handles] : ['', '', '', ''],
      ),
      one.replaced,
      one.heapUsedBytes,
      one.externalBytes,
      one.loopLagSeconds,
      one.queued,
      one.busy,
      one.filesBytes,
      one.databaseBytes,
      one.walBytes,
      one.usedBytes,
      one.trailBytes,
    ]
  })
  return writeCsv([head, ...rows])
}
