// The port of the worker pool: its options, its methods, and its statistics.

import type { Cage } from './cage.ts'

/**
 * A long job calls it often, where it can stand still: after each slice of its time the jobs of others may come between.
 * Throws when the caller of the job is gone.
 */
export type GiveWay = () => Promise<void>

/** `never` as the input lets every table of functions fit, whatever its jobs take. */
export type JobTable = Readonly<Record<string, (input: never, giveWay: GiveWay) => unknown>>
export type JobInput<Jobs extends JobTable, Name extends keyof Jobs> = Parameters<Jobs[Name]>[0]
export type JobOutput<Jobs extends JobTable, Name extends keyof Jobs> = Awaited<ReturnType<Jobs[Name]>>

export type PoolOptions = {
  /** A .ts module that exports `jobs`, or `openJobs` which makes them from `jobSettings`; only the children load it. */
  readonly jobsModule: URL
  /** Plain values that JSON can carry. */
  readonly jobSettings?: unknown
  readonly workers: number
  readonly queueLimit: number
  readonly jobTimeoutMs: number
  /** How long a decoder may be at work at a time; as long as a job by default. */
  readonly decodingTimeoutMs?: number
  readonly memoryCeilingBytes: number
  /** How long a job may wait for a worker; 30 s by default. */
  readonly queueTimeoutMs?: number
  /** How long a child may take to load its networks; 60 s by default. */
  readonly startTimeoutMs?: number
  readonly env?: Readonly<Record<string, string>>
  /** Without one a child runs as this process does, which only tests and the lab want. */
  readonly cage?: Cage
  readonly log?: (event: PoolEvent) => void
  /** A monotonic clock in milliseconds. */
  readonly clock?: () => number
}

export type RunOptions = {
  readonly organisation: string
  readonly timeoutMs?: number
  /** What the caller calls the bytes that are worked on, for the error where they take too long or too much. */
  readonly field?: string
  /** The job gives way, and holds much memory while it does: few of them are open in one worker. */
  readonly isLong?: boolean
  readonly signal?: AbortSignal
  /** Called when a worker takes the job up; once more when it is tried again. */
  readonly onStart?: () => void
}

export type Pool<Jobs extends JobTable> = {
  run<Name extends keyof Jobs & string>(
    name: Name,
    input: JobInput<Jobs, Name>,
    options: RunOptions,
  ): Promise<JobOutput<Jobs, Name>>
  stats(): PoolStats
  ask(timeoutMs: number): Promise<PoolHealth>
  started(timeoutMs?: number): Promise<void>
  close(deadlineMs: number): Promise<void>
}

export type PoolHealth = { readonly ready: number; readonly workers: number; readonly faults: string[] }

export type ChildMemory = { readonly worker: number; readonly pid: number; readonly rssBytes: number }

/** Jobs by how they ended, then children by why they were replaced. */
export type PoolCounters = ReturnType<typeof noCounts>

export function noCounts() {
  return {
    done: 0,
    failed: 0,
    crashed: 0,
    timedOut: 0,
    starved: 0,
    tooLarge: 0,
    refused: 0,
    retried: 0,
    recycled: 0,
    restarted: 0,
  }
}

export type PoolStats = PoolCounters & {
  readonly workers: number
  readonly ready: number
  readonly busy: number
  readonly queued: number
  readonly oldestQueuedMs: number
  readonly children: readonly ChildMemory[]
}

/** Why a child process ended. */
export type GoneReason =
  | 'start'
  | 'slow-start'
  | 'idle'
  | 'crashed'
  | 'timed-out'
  | 'starved'
  | 'too-large'
  | 'recycled'
  | 'silent'
  | 'closed'

/** Plain data for the log; never the input of a job. */
export type PoolEvent =
  | { readonly kind: 'ready'; readonly worker: number; readonly pid: number; readonly afterMs: number }
  | {
      readonly kind: 'gone'
      readonly worker: number
      readonly pid: number
      readonly reason: GoneReason
      readonly job: string | undefined
      readonly code: number | null
      readonly signal: string | null
      readonly rssBytes: number
      readonly stderrTail: string
    }
  | { readonly kind: 'resting'; readonly worker: number; readonly failures: number; readonly waitMs: number }
