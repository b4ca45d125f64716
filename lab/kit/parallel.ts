// Runs a list of items over the server's own worker processes: a few in flight, results in order, failures collected.
import { availableParallelism } from 'node:os'
import { openPool } from '../../src/workers/pool.ts'
import type { JobInput, JobOutput, JobTable, Pool, PoolEvent } from '../../src/workers/port.ts'
import { openProgress, type ProgressStream } from './progress.ts'

export type Outcome<Item, Output> =
  | { readonly item: Item; readonly output: Output; readonly error?: never }
  | { readonly item: Item; readonly output?: never; readonly error: Error }

interface CrewOptions {
  /** A .ts module that exports `jobs` or `openJobs`. */
  readonly jobsModule: URL
  readonly jobSettings?: unknown
  /** The number of workers; by default one for each processor. */
  readonly workers?: number
  readonly jobTimeoutMs?: number
  readonly memoryCeilingBytes?: number
  readonly startTimeoutMs?: number
  readonly env?: Readonly<Record<string, string>>
  /** The stream for progress; by default stderr. */
  readonly stream?: ProgressStream
}

interface Round<Jobs extends JobTable, Name extends keyof Jobs & string, Item> {
  /** The text of the progress bar. */
  readonly label: string
  readonly job: Name
  readonly items: readonly Item[]
  /** Called when the item's turn comes, so that not all files are in memory at once. */
  readonly inputOf: (item: Item) => JobInput<Jobs, Name> | Promise<JobInput<Jobs, Name>>
}

export interface Crew<Jobs extends JobTable> {
  readonly workers: number
  /** One outcome for each item, in the order of the items. */
  run<Name extends keyof Jobs & string, Item>(
    round: Round<Jobs, Name, Item>,
  ): Promise<Outcome<Item, JobOutput<Jobs, Name>>[]>
}

/** Opens the workers, hands them over, and closes them whatever happens. */
export async function withCrew<Jobs extends JobTable, Result>(
  options: CrewOptions,
  work: (crew: Crew<Jobs>) => Promise<Result>,
): Promise<Result> {
  const workers = options.workers ?? availableParallelism()
  const jobTimeoutMs = options.jobTimeoutMs ?? 60_000
  const startTimeoutMs = options.startTimeoutMs ?? 120_000
  const unfit = Promise.withResolvers<never>()
  // The server would retry without end; here a person waits at a terminal.
  const heed = (event: PoolEvent) => {
    if (event.kind === 'gone' && event.reason === 'start')
      unfit.reject(
        new Error(`a worker could not load ${options.jobsModule.href}:\n${event.stderrTail.trim()}`),
      )
  }
  const pool = openPool<Jobs>({
    jobsModule: options.jobsModule,
    jobSettings: options.jobSettings,
    workers,
    queueLimit: workers + 1,
    jobTimeoutMs,
    memoryCeilingBytes: options.memoryCeilingBytes ?? 2 * 2 ** 30,
    startTimeoutMs,
    // A queued job waits no longer than the running ones may take, plus the start of a new worker.
    queueTimeoutMs: 2 * (jobTimeoutMs + startTimeoutMs),
    log: heed,
    ...(options.env && { env: options.env }),
  })
  try {
    await Promise.race([pool.started(startTimeoutMs), unfit.promise])
    return await work({ workers, run: (round) => runRound(pool, workers + 1, round, options.stream) })
  } finally {
    await pool.close(0)
  }
}

async function runRound<Jobs extends JobTable, Name extends keyof Jobs & string, Item>(
  pool: Pool<Jobs>,
  inFlight: number,
  { label, job, items, inputOf }: Round<Jobs, Name, Item>,
  stream: ProgressStream | undefined,
): Promise<Outcome<Item, JobOutput<Jobs, Name>>[]> {
  const outcomes = new Array<Outcome<Item, JobOutput<Jobs, Name>>>(items.length)
  const progress = openProgress({ label, total: items.length, ...(stream && { stream }) })
  const waiting = items.entries()
  const lane = async () => {
    // The iterator is shared: each lane takes the next item that no other has taken.
    for (const [index, item] of waiting) {
      try {
        const output = await pool.run(job, await inputOf(item), { organisation: 'evaluate' })
        outcomes[index] = { item, output }
      } catch (error) {
        outcomes[index] = { item, error: error instanceof Error ? error : new Error(String(error)) }
      }
      progress.step()
    }
  }
  try {
    await Promise.all(Array.from({ length: inFlight }, lane))
  } finally {
    progress.end()
  }
  return outcomes
}

interface Sorted<Item, Output> {
  readonly done: { readonly item: Item; readonly output: Output }[]
  readonly failed: { readonly item: Item; readonly error: Error }[]
}

export function sortOutcomes<Item, Output>(outcomes: readonly Outcome<Item, Output>[]): Sorted<Item, Output> {
  const sorted: Sorted<Item, Output> = { done: [], failed: [] }
  for (const outcome of outcomes)
    if (outcome.error) sorted.failed.push({ item: outcome.item, error: outcome.error })
    else sorted.done.push({ item: outcome.item, output: outcome.output as Output })
  return sorted
}
