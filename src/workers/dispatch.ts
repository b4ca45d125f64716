// Assigns jobs to workers: which job runs, which waits, which is tried again, and what its caller gets.
import { PoolClosed, QueueFull } from './errors.ts'
import { counterOf, errorOf, type JobOutcome } from './job-outcome.ts'
import type { PoolCounters } from './port.ts'
import { FairQueue } from './queue.ts'
import type { Task } from './task.ts'
import type { Worker } from './worker.ts'

/** The weight of the newest job in the moving average. */
const NEWEST_SHARE = 0.2
const LONGEST_ADVICE_SECONDS = 60

export type DispatchSettings = {
  readonly workers: number
  readonly queueLimit: number
  readonly queueTimeoutMs: number
  readonly memoryCeilingBytes: number
  readonly clock: () => number
  readonly counters: PoolCounters
  /** Called whenever no job is left, neither running nor waiting. */
  readonly onEmpty: () => void
}

export class Dispatch {
  readonly #settings: DispatchSettings
  readonly #queue: FairQueue<Task>
  readonly #pace = new Pace()
  readonly #running = new Set<Task>()
  /** Jobs whose child crashed under them, each waiting for the fresh child in the same place. */
  readonly #secondTries = new Map<Worker, Task>()

  constructor(settings: DispatchSettings) {
    this.#settings = settings
    this.#queue = new FairQueue(settings.queueLimit)
  }

  get isEmpty(): boolean {
    return this.#running.size + this.#queue.size + this.#secondTries.size === 0
  }

  get queued(): number {
    return this.#queue.size
  }

  get oldestQueuedMs(): number {
    const oldestAtMs = this.#queue.oldestAtMs()
    return oldestAtMs === undefined ? 0 : this.#settings.clock() - oldestAtMs
  }

  /** A worker is only idle while no job waits, so a new job never overtakes another. */
  submit(task: Task, idle: Worker | undefined): void {
    if (idle === undefined) this.#enqueue(task)
    else void this.#give(idle, task)
  }

  serve(worker: Worker): void {
    const task = this.#secondTries.get(worker) ?? this.#queue.take()
    this.#secondTries.delete(worker)
    if (task !== undefined) void this.#give(worker, task)
  }

  /** A job that is running already goes on, and its answer is dropped. */
  forget(task: Task): void {
    this.#queue.remove(task)
    for (const [worker, waiting] of this.#secondTries) {
      if (waiting === task) this.#secondTries.delete(worker)
    }
    this.#noteEmpty()
  }

  rejectWaiting(): void {
    const waiting = [...this.#secondTries.values()]
    this.#secondTries.clear()
    for (let task = this.#queue.take(); task !== undefined; task = this.#queue.take()) waiting.push(task)
    for (const task of waiting) task.reject(new PoolClosed())
  }

  #enqueue(task: Task): void {
    const { admitted, pushedOut } = this.#queue.offer(task)
    if (pushedOut !== undefined) this.#refuse(pushedOut)
    if (admitted) this.#limitWait(task, () => this.#refuse(task))
    else this.#refuse(task)
  }

  #refuse(task: Task): void {
    this.#settings.counters.refused += 1
    task.reject(new QueueFull(this.#retryAfterSeconds()))
  }

  #retryAfterSeconds(): number {
    return this.#pace.retryAfterSeconds(this.#queue.size + this.#running.size, this.#settings.workers)
  }

  #limitWait(task: Task, giveUp: () => void): void {
    task.waitAtMost(this.#settings.queueTimeoutMs, () => {
      giveUp()
      this.forget(task)
    })
  }

  async #give(worker: Worker, task: Task): Promise<void> {
    const { clock } = this.#settings
    task.stopWaiting()
    task.onStart?.()
    this.#running.add(task)
    const startedAtMs = clock()
    const outcome = await worker.run(task.name, task.input, task.timeoutMs)
    this.#pace.record(clock() - startedAtMs)
    this.#running.delete(task)
    this.#conclude(worker, task, outcome)
    this.#noteEmpty()
  }

  #conclude(worker: Worker, task: Task, outcome: JobOutcome): void {
    // Jobs are pure, and the fault may have been the child's: so the job is tried once more, on a fresh one.
    if (outcome.kind === 'crashed' && !task.isSecondTry && !task.isSettled) {
      task.isSecondTry = true
      this.#settings.counters.retried += 1
      this.#secondTries.set(worker, task)
      this.#limitWait(task, () => this.#settle(task, outcome))
    } else {
      this.#settle(task, outcome)
    }
  }

  #settle(task: Task, outcome: JobOutcome): void {
    const { counters, memoryCeilingBytes } = this.#settings
    const counter = counterOf[outcome.kind]
    if (counter !== undefined) counters[counter] += 1
    if (outcome.kind === 'done') task.resolve(outcome.output)
    else task.reject(errorOf(outcome, task, memoryCeilingBytes, this.#retryAfterSeconds()))
  }

  #noteEmpty(): void {
    if (this.isEmpty) this.#settings.onEmpty()
  }
}

/** How fast jobs have been done lately, and from that how long a refused caller should wait. */
export class Pace {
  #averageMs: number | undefined

  record(tookMs: number): void {
    this.#averageMs =
      this.#averageMs === undefined ? tookMs : this.#averageMs + (tookMs - this.#averageMs) * NEWEST_SHARE
  }

  /** The time in which the workers get through the jobs ahead, in whole seconds for a Retry-After header. */
  retryAfterSeconds(jobsAhead: number, workers: number): number {
    const seconds = Math.ceil(((this.#averageMs ?? 0) * jobsAhead) / Math.max(1, workers) / 1000)
    return Math.min(LONGEST_ADVICE_SECONDS, Math.max(1, seconds))
  }
}
