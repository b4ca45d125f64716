// The outcome of a job on its worker, and the error that its caller gets for it.
import {
  JobCrashed,
  JobFailed,
  JobStarved,
  JobTimedOut,
  JobTooLarge,
  PoolClosed,
  type Thrown,
} from './errors.ts'
import type { Breach } from './limits.ts'
import type { PoolCounters } from './port.ts'

export type JobOutcome =
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly thrown: Thrown }
  | { readonly kind: 'crashed'; readonly code: number | null; readonly signal: string | null }
  | Breach
  | { readonly kind: 'closed' }
  /** The job stood still while its worker was lost by another: nothing is known against it. */
  | { readonly kind: 'interrupted' }

export type FailedOutcome = Exclude<JobOutcome, { kind: 'done' }>

export const counterOf = {
  done: 'done',
  failed: 'failed',
  crashed: 'crashed',
  'timed-out': 'timedOut',
  starved: 'starved',
  'too-large': 'tooLarge',
  closed: undefined,
  interrupted: 'crashed',
} as const satisfies Record<JobOutcome['kind'], keyof PoolCounters | undefined>

export function errorOf(
  outcome: FailedOutcome,
  job: { readonly name: string; readonly field: string | undefined },
  memoryCeilingBytes: number,
  retryAfterSeconds: number,
): Error {
  switch (outcome.kind) {
    case 'failed':
      return new JobFailed(job.name, outcome.thrown)
    case 'crashed':
      return new JobCrashed(job.name, outcome.code, outcome.signal)
    case 'timed-out':
      return new JobTimedOut(job.name, outcome.limitMs, job.field)
    case 'starved':
      return new JobStarved(job.name, outcome.limitMs, retryAfterSeconds)
    case 'too-large':
      return new JobTooLarge(job.name, memoryCeilingBytes, job.field)
    case 'interrupted':
      return new JobCrashed(job.name, null, null)
    case 'closed':
      return new PoolClosed()
  }
}
