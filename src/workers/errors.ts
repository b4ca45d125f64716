// The ways a job can end without its answer; none of them ever carries the input of the job.

/** What a job threw, as it crossed from the child. */
export type Thrown = {
  readonly name: string
  readonly message: string
  readonly code?: string | number
  readonly stack?: string
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull'
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super(`too many jobs are waiting: try again in ${retryAfterSeconds} s`)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export class PoolClosed extends Error {
  override readonly name = 'PoolClosed'
  constructor() {
    super('the pool of workers is closed')
  }
}

export class NoWorkerReady extends Error {
  override readonly name = 'NoWorkerReady'
  constructor(withinMs: number, faults: readonly string[]) {
    super(`no worker got ready within ${withinMs / 1000} s: ${faults.join('; ')}`)
  }
}

export class JobTimedOut extends Error {
  override readonly name = 'JobTimedOut'
  readonly job: string
  readonly limitMs: number
  /** What the caller calls the bytes that took so long. */
  readonly field: string | undefined
  constructor(job: string, limitMs: number, field?: string) {
    super(`job ${job} was stopped at its limit of ${limitMs} ms`)
    this.job = job
    this.limitMs = limitMs
    this.field = field
  }
}

/** The machine was too busy to do the job within its limit: that says nothing about what was sent. */
export class JobStarved extends Error {
  override readonly name = 'JobStarved'
  readonly job: string
  readonly limitMs: number
  readonly retryAfterSeconds: number
  constructor(job: string, limitMs: number, retryAfterSeconds: number) {
    super(`job ${job} was stopped at its limit of ${limitMs} ms, waiting for a processor`)
    this.job = job
    this.limitMs = limitMs
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export class JobTooLarge extends Error {
  override readonly name = 'JobTooLarge'
  readonly job: string
  readonly ceilingBytes: number
  readonly field: string | undefined
  constructor(job: string, ceilingBytes: number, field?: string) {
    super(`job ${job} was stopped: it took more than ${Math.round(ceilingBytes / 2 ** 20)} MB of memory`)
    this.job = job
    this.ceilingBytes = ceilingBytes
    this.field = field
  }
}

export class JobCrashed extends Error {
  override readonly name = 'JobCrashed'
  readonly job: string
  readonly exitCode: number | null
  readonly exitSignal: string | null
  constructor(job: string, exitCode: number | null, exitSignal: string | null) {
    super(`job ${job} crashed: its worker ${describeExit(exitCode, exitSignal)}`)
    this.job = job
    this.exitCode = exitCode
    this.exitSignal = exitSignal
  }
}

export class JobFailed extends Error {
  override readonly name = 'JobFailed'
  readonly job: string
  readonly thrown: Thrown
  constructor(job: string, thrown: Thrown) {
    super(`job ${job} failed: ${thrown.name}: ${thrown.message}`)
    this.job = job
    this.thrown = thrown
  }
}

export function describeExit(code: number | null, signal: string | null): string {
  if (signal !== null) return `was ended by ${signal}`
  if (code !== null) return `exited with code ${code}`
  return 'could not be started'
}

/** The line that names the error, of all that a process wrote to stderr. */
export const errorLineIn = (stderr: string): string | undefined =>
  /^[A-Z]\w*(?: \[\w+\])?: .+$/m.exec(stderr)?.[0]
