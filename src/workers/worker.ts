// One worker of the pool: keeps a child process running, gives it one job at a time, replaces it when it fails.
import { ChildHandle, type ChildSettings, type Departure } from './child-handle.ts'
import { describeExit, errorLineIn } from './errors.ts'
import type { JobOutcome } from './job-outcome.ts'
import { type Breach, readRssBytes, type Watch, watchLimits } from './limits.ts'
import type { JobAnswer } from './messages.ts'
import type { ChildMemory, GoneReason, PoolEvent } from './port.ts'
import { StartFailures } from './start-failures.ts'

/** Above this share of the ceiling an idle child is replaced before its next job goes over. */
const RECYCLE_SHARE = 0.75
/** On a busy machine one ping may stay unanswered; a stuck child answers none. */
const SILENCES_BEFORE_KILL = 3

export type WorkerSettings = ChildSettings & {
  readonly number: number
  readonly memoryCeilingBytes: number
  readonly decodingTimeoutMs: number
  readonly startTimeoutMs: number
  readonly clock: () => number
  readonly log: (event: PoolEvent) => void
  readonly onIdle: (worker: Worker) => void
  readonly onReplace: (reason: GoneReason) => void
}

type State = 'starting' | 'idle' | 'busy' | 'leaving' | 'resting' | 'stopped'

export interface JobEvents {
  /** The job is paused; `goOn` continues it. Called before the worker is idle. */
  readonly onSliced: () => void
  /** Called once, and before the worker is idle. */
  readonly onEnd: (outcome: JobOutcome) => void
}

/** A job that this worker has begun. */
interface OpenJob {
  readonly name: string
  readonly watch: Watch
  readonly events: JobEvents
}

export class Worker {
  readonly #settings: WorkerSettings
  readonly #name: string
  readonly #startFailures = new StartFailures()
  readonly #stopped = Promise.withResolvers<void>()
  #state: State = 'starting'
  #child: ChildHandle | undefined
  #startedAtMs = 0
  #readyAtMs: number | undefined
  /** The name of the job this child runs, or was killed for. */
  #job: string | undefined
  #running: OpenJob | undefined
  /** The jobs that stand still, by the ids that the child knows them by. */
  readonly #standing = new Map<number, OpenJob>()
  #leavingFor: GoneReason | undefined
  #startTimer: NodeJS.Timeout | undefined
  #silences = 0

  constructor(settings: WorkerSettings) {
    this.#settings = settings
    this.#name = `worker ${settings.number}`
    this.#start()
  }

  get isIdle(): boolean {
    return this.#state === 'idle'
  }

  get isBusy(): boolean {
    return this.#state === 'busy'
  }

  /** How many jobs stand still here. */
  get standing(): number {
    return this.#standing.size
  }

  /** A child that holds too much is replaced once the jobs that stand still in it are done. */
  get takesNewJobs(): boolean {
    return this.#standing.size === 0 || !this.#isLarge()
  }

  get memory(): ChildMemory | undefined {
    const child = this.#child
    if (child === undefined) return undefined
    const rssBytes = readRssBytes(child.pid) ?? child.rssBytes
    return { worker: this.#settings.number, pid: child.pid, rssBytes }
  }

  /** Returns the number under which the job goes on once it has stood still. */
  run(name: string, input: unknown, timeoutMs: number, events: JobEvents): number {
    const child = this.#idleChild()
    const { memoryCeilingBytes, decodingTimeoutMs } = this.#settings
    const limits = { timeoutMs, decodingTimeoutMs, memoryCeilingBytes }
    const watch = watchLimits(child.pid, limits, (breach) => this.#stopJob(breach))
    this.#occupy({ name, watch, events })
    return child.run(name, input)
  }

  goOn(id: number, isWanted: boolean): void {
    const child = this.#idleChild()
    const job = this.#standing.get(id)
    if (job === undefined) throw new Error(`${this.#name} has no job that stands still as ${id}`)
    this.#standing.delete(id)
    this.#occupy(job)
    job.watch.goOn()
    child.goOn(id, isWanted)
  }

  #idleChild(): ChildHandle {
    const child = this.#child
    if (child === undefined || !this.isIdle) throw new Error(`${this.#name} was given a job it cannot take`)
    return child
  }

  #occupy(job: OpenJob): void {
    this.#state = 'busy'
    this.#job = job.name
    this.#running = job
  }

  /** Ends the running job. Those that stand still end with their child. */
  #settle(outcome: JobOutcome): void {
    const job = this.#running
    if (job === undefined) return
    this.#running = undefined
    job.watch.end()
    job.events.onEnd(outcome)
  }

  #settleStanding(outcome: JobOutcome): void {
    const jobs = [...this.#standing.values()]
    this.#standing.clear()
    for (const { watch, events } of jobs) {
      watch.end()
      events.onEnd(outcome)
    }
  }

  /** Undefined when all is well, else what is wrong in words. A busy child is alive: its kill timer runs. */
  async ask(timeoutMs: number): Promise<string | undefined> {
    const child = this.#child
    if (child === undefined || !this.isIdle) return this.fault()
    const answered = await child.ping(timeoutMs)
    if (answered) this.#silences = 0
    // It may have been given a job or have been replaced in the meantime.
    if (answered || child !== this.#child || !this.isIdle) return this.fault()
    this.#silences += 1
    if (this.#silences >= SILENCES_BEFORE_KILL) {
      this.#leave('silent')
      child.kill()
    }
    return `${this.#name} did not answer within ${timeoutMs} ms`
  }

  fault(): string | undefined {
    switch (this.#state) {
      case 'resting':
        return `${this.#name} ${this.#startFailures.describeRest(this.#settings.clock())}`
      case 'starting':
        return `${this.#name} ${this.#startFailures.describeStart()}`
      case 'leaving':
        return `${this.#name} is being replaced (${this.#leavingFor})`
      case 'stopped':
        return `${this.#name} is stopped`
      default:
        return undefined
    }
  }

  /** Kills the child at once; resolves when it is gone. */
  stop(): Promise<void> {
    clearTimeout(this.#startTimer)
    this.#leavingFor ??= 'closed'
    this.#state = 'stopped'
    this.#settle({ kind: 'closed' })
    this.#settleStanding({ kind: 'closed' })
    if (this.#child === undefined) this.#stopped.resolve()
    else this.#child.kill()
    return this.#stopped.promise
  }

  #start(): void {
    this.#state = 'starting'
    this.#leavingFor = undefined
    this.#job = undefined
    this.#readyAtMs = undefined
    this.#silences = 0
    this.#startedAtMs = this.#settings.clock()
    const child = new ChildHandle(this.#settings, {
      onReady: () => this.#becomeReady(child),
      onDecoding: (isAtWork) => this.#running?.watch.decodes(isAtWork),
      onAnswer: (answer) => this.#takeAnswer(child, answer),
      onGone: (departure) => this.#noteGone(child, departure),
    })
    this.#child = child
    this.#startTimer = setTimeout(() => {
      this.#leave('slow-start')
      child.kill()
    }, this.#settings.startTimeoutMs)
  }

  #becomeReady(child: ChildHandle): void {
    if (this.#state !== 'starting') return
    clearTimeout(this.#startTimer)
    this.#readyAtMs = this.#settings.clock()
    const afterMs = this.#readyAtMs - this.#startedAtMs
    this.#settings.log({ kind: 'ready', worker: this.#settings.number, pid: child.pid, afterMs })
    this.#becomeIdle()
  }

  #becomeIdle(): void {
    this.#state = 'idle'
    this.#job = undefined
    this.#settings.onIdle(this)
  }

  #takeAnswer(child: ChildHandle, answer: JobAnswer): void {
    // The outcome of the job is settled already, and this child is about to be killed.
    const job = this.#running
    if (job === undefined) return
    this.#startFailures.clear()
    if (answer.kind === 'sliced') {
      this.#setAside(child, answer.id, job)
      return
    }
    this.#settle(answer.kind === 'done' ? { kind: 'done', output: answer.output } : answer)
    if (this.#isLarge() && this.#standing.size === 0) {
      this.#leave('recycled')
      child.quit()
    } else {
      this.#becomeIdle()
    }
  }

  #setAside(child: ChildHandle, id: number, job: OpenJob): void {
    // Slices are shorter than the time between two looks at the memory.
    if (child.rssBytes > this.#settings.memoryCeilingBytes) {
      this.#stopJob({ kind: 'too-large' })
      return
    }
    job.watch.pause()
    this.#running = undefined
    this.#standing.set(id, job)
    job.events.onSliced()
    this.#becomeIdle()
  }

  #isLarge(): boolean {
    return (this.#child?.rssBytes ?? 0) > this.#settings.memoryCeilingBytes * RECYCLE_SHARE
  }

  /** The caller gets its error at once; the worker waits until the child process is really gone. */
  #stopJob(breach: Breach): void {
    this.#leave(breach.kind)
    this.#child?.kill()
    this.#settle(breach)
  }

  #leave(reason: GoneReason): void {
    this.#state = 'leaving'
    this.#leavingFor = reason
  }

  #noteGone(child: ChildHandle, departure: Departure): void {
    clearTimeout(this.#startTimer)
    this.#child = undefined
    const { code, signal } = departure
    const { number: worker, startTimeoutMs, log, onReplace } = this.#settings
    const { pid, rssBytes } = child
    const reason = this.#leavingFor ?? this.#reasonOf(departure)
    log({ kind: 'gone', worker, pid, reason, job: this.#job, rssBytes, ...departure })
    this.#settle(reason === 'too-large' ? { kind: reason } : { kind: 'crashed', code, signal })
    this.#settleStanding({ kind: 'interrupted' })
    if (this.#state === 'stopped') {
      this.#stopped.resolve()
      return
    }
    onReplace(reason)
    const said = errorLineIn(departure.stderrTail)
    if (reason === 'start') this.#rest(`${describeExit(code, signal)} at start${said ? ` (${said})` : ''}`)
    else if (reason === 'slow-start') this.#rest(`did not get ready within ${startTimeoutMs / 1000} s`)
    else if (reason === 'idle') this.#rest(`${describeExit(code, signal)} without a job`)
    else this.#start()
  }

  #reasonOf(departure: Departure): GoneReason {
    if (this.#readyAtMs === undefined) return 'start'
    if (this.#state !== 'busy') return 'idle'
    // V8 aborts at its own limit of the heap, which counts as our memory ceiling.
    return departure.stderrTail.includes('JavaScript heap out of memory') ? 'too-large' : 'crashed'
  }

  /** Waits before the next start, because a child that cannot start would otherwise be started in a busy loop. */
  #rest(exit: string): void {
    const nowMs = this.#settings.clock()
    const livedMs = nowMs - (this.#readyAtMs ?? nowMs)
    const waitMs = this.#startFailures.add(nowMs, livedMs, exit)
    this.#state = 'resting'
    this.#startTimer = setTimeout(() => this.#start(), waitMs)
    const { number: worker, log } = this.#settings
    log({ kind: 'resting', worker, failures: this.#startFailures.count, waitMs })
  }
}
