// The pool of worker processes: opens and closes them, takes jobs for them, and reports their state.
import { Dispatch } from './dispatch.ts'
import { NoWorkerReady, PoolClosed } from './errors.ts'
import {
  type JobInput,
  type JobOutput,
  type JobTable,
  noCounts,
  type Pool,
  type PoolHealth,
  type PoolOptions,
  type PoolStats,
  type RunOptions,
} from './port.ts'
import { Task } from './task.ts'
import { Worker } from './worker.ts'

const DEFAULT_QUEUE_TIMEOUT_MS = 30_000
const DEFAULT_START_TIMEOUT_MS = 60_000

export function openPool<Jobs extends JobTable>(options: PoolOptions): Pool<Jobs> {
  return new ProcessPool<Jobs>(options)
}

class ProcessPool<Jobs extends JobTable> implements Pool<Jobs> {
  readonly #options: PoolOptions
  readonly #clock: () => number
  readonly #counters = noCounts()
  readonly #dispatch: Dispatch
  readonly #workers: Worker[]
  readonly #everReady = new Set<Worker>()
  readonly #allReady = Promise.withResolvers<void>()
  readonly #drained = Promise.withResolvers<void>()
  #isClosing = false
  #closed: Promise<void> | undefined

  constructor(options: PoolOptions) {
    this.#options = options
    this.#clock = options.clock ?? (() => performance.now())
    this.#dispatch = new Dispatch({
      workers: options.workers,
      queueLimit: options.queueLimit,
      queueTimeoutMs: options.queueTimeoutMs ?? DEFAULT_QUEUE_TIMEOUT_MS,
      memoryCeilingBytes: options.memoryCeilingBytes,
      clock: this.#clock,
      counters: this.#counters,
      idleWorkers: () => this.#workers.filter((worker) => worker.isIdle),
      onEmpty: () => this.#isClosing && this.#drained.resolve(),
    })
    this.#workers = Array.from({ length: options.workers }, (_, index) => this.#openWorker(index + 1))
  }

  run<Name extends keyof Jobs & string>(
    name: Name,
    input: JobInput<Jobs, Name>,
    options: RunOptions,
  ): Promise<JobOutput<Jobs, Name>> {
    if (this.#isClosing) return Promise.reject(new PoolClosed())
    if (options.signal?.aborted) return Promise.reject(options.signal.reason)
    const task = new Task({
      name,
      input,
      timeoutMs: options.timeoutMs ?? this.#options.jobTimeoutMs,
      queuedAtMs: this.#clock(),
      options,
      onAbort: (aborted) => this.#dispatch.forget(aborted),
    })
    this.#dispatch.submit(task)
    return task.promise as Promise<JobOutput<Jobs, Name>>
  }

  stats(): PoolStats {
    const busy = this.#workers.filter((worker) => worker.isBusy).length
    const idle = this.#workers.filter((worker) => worker.isIdle).length
    return {
      ...this.#counters,
      workers: this.#workers.length,
      ready: busy + idle,
      busy,
      queued: this.#dispatch.queued,
      oldestQueuedMs: this.#dispatch.oldestQueuedMs,
      children: this.#workers.map((worker) => worker.memory).filter((memory) => memory !== undefined),
    }
  }

  async ask(timeoutMs: number): Promise<PoolHealth> {
    const found = await Promise.all(this.#workers.map((worker) => worker.ask(timeoutMs)))
    const faults = found.filter((fault) => fault !== undefined)
    return { ready: found.length - faults.length, workers: found.length, faults }
  }

  /** A pool of which only some workers start in time can serve: it counts as started, and `ask` tells. */
  async started(timeoutMs = DEFAULT_START_TIMEOUT_MS): Promise<void> {
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(late.resolve, timeoutMs)
    await Promise.race([this.#allReady.promise, late.promise])
    clearTimeout(timer)
    if (this.#everReady.size > 0) return
    if (this.#isClosing) throw new PoolClosed()
    const faults = this.#workers.map((worker) => worker.fault()).filter((fault) => fault !== undefined)
    throw new NoWorkerReady(timeoutMs, faults)
  }

  close(deadlineMs: number): Promise<void> {
    this.#isClosing = true
    this.#closed ??= this.#closeBy(deadlineMs)
    return this.#closed
  }

  async #closeBy(deadlineMs: number): Promise<void> {
    if (!this.#dispatch.isEmpty) {
      const timer = setTimeout(this.#drained.resolve, deadlineMs)
      await this.#drained.promise
      clearTimeout(timer)
    }
    this.#allReady.resolve()
    this.#dispatch.rejectWaiting()
    await Promise.all(this.#workers.map((worker) => worker.stop()))
    await this.#options.cage?.close()
  }

  #openWorker(number: number): Worker {
    const { jobsModule, jobSettings, env = {}, cage, memoryCeilingBytes, startTimeoutMs, log } = this.#options
    const { jobTimeoutMs, decodingTimeoutMs = jobTimeoutMs } = this.#options
    return new Worker({
      number,
      jobsModule,
      jobSettings,
      env,
      cage,
      memoryCeilingBytes,
      decodingTimeoutMs,
      heapMegabytes: Math.max(1, Math.floor(memoryCeilingBytes / 2 ** 20)),
      startTimeoutMs: startTimeoutMs ?? DEFAULT_START_TIMEOUT_MS,
      clock: this.#clock,
      log: log ?? (() => {}),
      onIdle: (worker) => {
        this.#everReady.add(worker)
        if (this.#everReady.size === this.#options.workers) this.#allReady.resolve()
        this.#dispatch.serve(worker)
      },
      onReplace: (reason) => {
        this.#counters[reason === 'recycled' ? 'recycled' : 'restarted'] += 1
      },
    })
  }
}
