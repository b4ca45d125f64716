// Runs a whole soak test: draws material, starts a server, sends traffic, samples the server, and stops everything.
import { setTimeout as sleep } from 'node:timers/promises'
import { operations } from '../../client/src/operations.ts'
import { Answers } from './answers.ts'
import { diskOf, keptBytes } from './disk.ts'
import { drive } from './drive.ts'
import { type Findings, findingsOf } from './findings.ts'
import { drawMaterial, type Material } from './material.ts'
import { mix, type Row } from './mix.ts'
import { openSampler, type Sample, type Sampler } from './sample.ts'
import { type Served, serve } from './server.ts'

interface SoakOptions {
  readonly requests: number
  readonly limitMs: number
  readonly concurrency: number
  readonly workers: number
  readonly seed: number
  readonly everyMs: number
  /** How long the end of retention is awaited. */
  readonly settleMs: number
  readonly log?: string
  /** It is called now and then with a line, and all samples so far. */
  readonly progress?: (line: string, samples: readonly Sample[]) => void
  /** The acts; by default the whole mix. */
  readonly rows?: readonly Row[]
}

interface Soaked {
  readonly samples: readonly Sample[]
  readonly answers: Answers
  readonly findings: Findings
  readonly seconds: number
  readonly warnings: readonly string[]
  /** Whether the server ended in order when it was stopped, with nothing left to do. */
  readonly endedWell: boolean
}

const PROGRESS_MS = 30_000

export async function soak(options: SoakOptions): Promise<Soaked> {
  const {
    requests,
    concurrency,
    workers,
    seed,
    settleMs,
    rows = mix,
    log,
    progress = () => undefined,
  } = options
  const answers = new Answers(Object.keys(operations))
  progress('drawing what will be sent', [])
  // Only the pieces that the acts need are drawn.
  const material = (await drawMaterial(rows.flatMap(({ needs = [] }) => needs))) as Material
  const served = await serve({ callers: concurrency, workers, ...(log && { log }) })
  try {
    const startedWith = keptBytes(diskOf(served.data, served.database))
    const startedAt = performance.now()
    const { samples } = await watched(options, served, answers, async () => {
      const until = startedAt + options.limitMs
      await drive({ served, material, answers, seed, requests, until, rows })
    })
    const seconds = (performance.now() - startedAt) / 1000
    progress(`waiting for the clocks of what is left, at most ${Math.round(settleMs / 1000)} s`, samples)
    const left = await leftAfter(served, startedWith, settleMs)
    const endedWell = await served.stop()
    const findings = findingsOf(samples, answers, left)
    return { samples, answers, findings, seconds, warnings: served.warnings, endedWell }
  } finally {
    await served.stop()
  }
}

const SETTLED_BYTES = 2 ** 18
const POLL_MS = 5000

/** Waits until hardly more is kept than before the first request, or the time is up. */
async function leftAfter(served: Served, startedWith: number, settleMs: number): Promise<number> {
  const until = performance.now() + settleMs
  for (;;) {
    const left = keptBytes(diskOf(served.data, served.database)) - startedWith
    if (left <= SETTLED_BYTES || performance.now() >= until) return left
    await sleep(Math.min(POLL_MS, until - performance.now()))
  }
}

/** The server is sampled from before the first request until after the last. */
async function watched(
  { everyMs, progress = () => undefined }: SoakOptions,
  served: Served,
  answers: Answers,
  act: () => Promise<void>,
): Promise<Sampler> {
  const sampler = openSampler(served, answers)
  await sampler.take()
  const sampling = setInterval(() => void sampler.take(), everyMs)
  const printing = setInterval(() => progress(progressLine(sampler.samples), sampler.samples), PROGRESS_MS)
  try {
    await act()
  } finally {
    clearInterval(sampling)
    clearInterval(printing)
  }
  // One sample may have begun before the last answer came, so a second one is taken.
  await sampler.take()
  await sampler.take()
  return sampler
}

const MEBIBYTE = 2 ** 20

function progressLine(samples: readonly Sample[]): string {
  const last = samples.at(-1)
  if (!last) return ''
  const size = (bytes: number) => Math.round(bytes / MEBIBYTE)
  return [
    `${last.seconds.toFixed(0)} s, ${last.requests} requests, ${last.requestsPerSecond.toFixed(0)}/s`,
    `server ${size(last.server.rssBytes)} MiB, workers ${last.workers.map(({ rssBytes }) => size(rssBytes)).join(' ')} MiB`,
    `disk ${size(keptBytes(last))} MiB + trail ${size(last.trailBytes)}`,
    `queue ${last.queued}, wrong ${last.unexpected}, replaced ${last.replaced}`,
  ].join('; ')
}
