// Assigns jobs to workers: which job runs, which waits or stands still, which is tried again, and what its caller gets.
import { FairQueue } from '../system/fair-queue.ts'
import { PoolClosed, QueueFull } from './errors.ts'
import { counterOf, errorOf, type JobOutcome } from './job-outcome.ts'
import type { PoolCounters } from './port.ts'
import type { Task } from './task.ts'
import type { Worker } from './worker.ts'

/** The weight of the newest job in the moving average. */
const NEWEST_SHARE = 0.2
const LONGEST_ADVICE_SECONDS = 60
/** Each holds a video, or the pages of a file: more at a time could fill the memory of a worker. */
const MOST_LONG_JOBS_IN_A_WORKER = 2
/**
 * Work without giving way that holds up others. An organisation that lately had some, or of which nothing is known yet,
 * gets the last idle worker only while it has no other, so that whoever comes finds one. That costs an organisation with
 * long work one worker of several where others are there; alone, or with short work, it has them all.
 */
const LONG_WORK_MS = 500
const LATELY_MS = 600_000
/** Of so many organisations it is remembered how long their work takes. */
const MOST_REMEMBERED = 1000
/** A job that stands still is begun again this often when another ends its worker. */
const MOST_INTERRUPTIONS = 3

export type DispatchSettings = {
  readonly workers: number
  readonly queueLimit: number
  readonly queueTimeoutMs: number
  readonly memoryCeilingBytes: number
  readonly clock: () => number
  readonly counters: PoolCounters
  readonly idleWorkers: () => Worker[]
  /** Called whenever no job is left, neither running nor waiting. */
  readonly onEmpty: () => void
}

export class Dispatch {
  readonly #settings: DispatchSettings
  readonly #queue: FairQueue<Task, Worker>
  readonly #pace = new Pace()
  /** Those that were begun, with the number that each has in its worker; some of them stand still. */
  readonly #begun = new Map<Task, number>()
  /** Jobs that cost their worker its child, whose time counts until there is another. */
  readonly #replacing = new Map<Worker, Task>()
  /** Jobs whose child crashed under them, each waiting for the fresh child in the same place. */
  readonly #secondTries = new Map<Worker, Task>()
  /** Who has each worker, also while its child is replaced, and since when. */
  readonly #holders = new Map<Worker, { readonly caller: string; readonly sinceMs: number }>()
  readonly #paces = new Map<string, { seenAtMs: number; longAtMs: number }>()

  constructor(settings: DispatchSettings) {
    this.#settings = settings
    this.#queue = new FairQueue(settings.queueLimit, settings.clock)
  }

  get isEmpty(): boolean {
    return this.#begun.size + this.#queue.size + this.#secondTries.size === 0
  }

  get queued(): number {
    return this.#queue.size
  }

  get oldestQueuedMs(): number {
    const oldestAtMs = this.#queue.oldestAtMs()
    return oldestAtMs === undefined ? 0 : this.#settings.clock() - oldestAtMs
  }

  /** Where others wait it does too, so that it overtakes none of its caller's. */
  submit(task: Task): void {
    const [idle] = this.#settings.idleWorkers()
    if (idle === undefined || this.#queue.size > 0 || !this.#mayHave(task.caller)) {
      this.#enqueue(task)
      this.#serveIdle()
      return
    }
    this.#queue.start(task)
    this.#give(idle, task)
  }

  serve(worker: Worker): void {
    this.#chargeReplacement(worker)
    this.#serveIdle()
  }

  #serveIdle(): void {
    for (const worker of this.#settings.idleWorkers()) this.#serveNext(worker)
  }

  #serveNext(worker: Worker): void {
    const again = this.#secondTries.get(worker)
    this.#secondTries.delete(worker)
    if (again !== undefined) this.#queue.start(again)
    const task =
      again ?? this.#queue.take(worker, (waiting) => isFit(waiting, worker) && this.#mayHave(waiting.caller))
    if (task === undefined) return
    const begunAs = this.#begun.get(task)
    if (begunAs === undefined) {
      this.#give(worker, task)
      return
    }
    this.#hold(worker, task)
    worker.goOn(begunAs, !task.isSettled)
  }

  /** Whether one of the idle workers may be this caller's. */
  #mayHave(caller: string): boolean {
    const nowMs = this.#settings.clock()
    const held = [...this.#holders.values()].filter((one) => one.caller === caller)
    if (held.length === 0 || this.#settings.idleWorkers().length > 1) return true
    const isLate = (atMs: number) => nowMs - atMs < LATELY_MS
    const isAlone = ![...this.#paces].some(([name, { seenAtMs }]) => name !== caller && isLate(seenAtMs))
    const longAtMs = this.#paces.get(caller)?.longAtMs ?? nowMs
    return isAlone || !(isLate(longAtMs) || held.some(({ sinceMs }) => nowMs - sinceMs >= LONG_WORK_MS))
  }

  #hold(worker: Worker, { caller }: Task): void {
    this.#holders.set(worker, { caller, sinceMs: this.#settings.clock() })
  }

  /** The worker is free, and what it did is known. */
  #letGo(worker: Worker): void {
    const holder = this.#holders.get(worker)
    if (!holder) return
    this.#holders.delete(worker)
    const nowMs = this.#settings.clock()
    const isLong = nowMs - holder.sinceMs >= LONG_WORK_MS
    const known = this.#paces.get(holder.caller)
    const longAtMs = isLong ? nowMs : (known?.longAtMs ?? Number.NEGATIVE_INFINITY)
    // The one that was not seen the longest is the first of the map.
    this.#paces.delete(holder.caller)
    this.#paces.set(holder.caller, { seenAtMs: nowMs, longAtMs })
    const [oldest] = this.#paces.keys()
    if (this.#paces.size > MOST_REMEMBERED && oldest !== undefined) this.#paces.delete(oldest)
  }

  /** A job that is running already goes on, a long one to the end of its slice, and its answer is dropped. */
  forget(task: Task): void {
    if (!this.#begun.has(task)) this.#queue.remove(task)
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
    return this.#pace.retryAfterSeconds(this.#queue.size + this.#begun.size, this.#settings.workers)
  }

  #limitWait(task: Task, giveUp: () => void): void {
    task.waitAtMost(this.#settings.queueTimeoutMs, () => {
      giveUp()
      this.forget(task)
    })
  }

  #give(worker: Worker, task: Task): void {
    const { clock } = this.#settings
    task.stopWaiting()
    task.onStart?.()
    const startedAtMs = clock()
    this.#hold(worker, task)
    const begunAs = worker.run(task.name, task.input, task.timeoutMs, {
      onSliced: () => {
        this.#letGo(worker)
        this.#queue.hold(task, worker)
      },
      onEnd: (outcome) => {
        this.#pace.record(clock() - startedAtMs)
        this.#begun.delete(task)
        this.#charge(worker, task, outcome)
        this.#conclude(worker, task, outcome)
        this.#noteEmpty()
      },
    })
    this.#begun.set(task, begunAs)
  }

  #charge(worker: Worker, task: Task, outcome: JobOutcome): void {
    if (outcome.kind === 'interrupted') this.#queue.remove(task)
    else if (outcome.kind === 'done' || outcome.kind === 'failed' || outcome.kind === 'closed') {
      this.#letGo(worker)
      this.#queue.end(task)
    } else {
      this.#chargeReplacement(worker)
      this.#replacing.set(worker, task)
    }
  }

  #chargeReplacement(worker: Worker): void {
    const task = this.#replacing.get(worker)
    if (task === undefined) return
    this.#letGo(worker)
    this.#queue.end(task)
    this.#replacing.delete(worker)
  }

  #conclude(worker: Worker, task: Task, outcome: JobOutcome): void {
    if (outcome.kind === 'interrupted' && task.interruptions < MOST_INTERRUPTIONS && !task.isSettled) {
      task.interruptions += 1
      this.submit(task)
      return
    }
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
    // The job was asked to end, because its caller is gone.
    if (task.isSettled && outcome.kind === 'failed') return
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

function isFit(task: Task, worker: Worker): boolean {
  return worker.takesNewJobs && (!task.isLong || worker.standing < MOST_LONG_JOBS_IN_A_WORKER)
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
