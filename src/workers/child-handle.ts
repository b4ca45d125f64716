// The parent's side of one worker process: starts it, exchanges messages with it, ends it, and reports its end.
import { type ChildProcess, fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Cage } from './cage.ts'
import { readRssBytes } from './limits.ts'
import { describeThrown, type JobAnswer, type Order, parseAnswer } from './messages.ts'
import { killGroup } from './process-group.ts'

const ENTRY = fileURLToPath(new URL('./child.ts', import.meta.url))
/**
 * Pictures lie outside the heap but count towards its limits: a small heap would be collected once a picture, which
 * takes a tenth of the time. The young generation would otherwise grow to 128 MiB under load, and stay there. A worker
 * that rests collects by itself.
 */
export const HEAP = ['--initial-heap-size=128', '--max-semi-space-size=16', '--expose-gc']

/**
 * Settings of glibc, which otherwise keeps a heap for each thread and every hole that a picture leaves. They brought a
 * worker that read and observed in turn from 395 MiB to 311, for 1.5 % more processor time.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: String(2 ** 20) }

/** Only these variables reach a worker; anything else in the server's environment may be a secret. */
const BASIC_VARIABLES = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR']
const STDERR_TAIL_CHARACTERS = 8192
/** A process that closes its channel is usually exiting, and gets this long to exit with its own code. */
const CHANNEL_GRACE_MS = 1000
const QUIT_GRACE_MS = 2000
/** What one message carries of a large file: copying it takes a tenth of a millisecond. */
const PIECE_BYTES = 256 * 1024
/** Another process may hold the child's stderr open after its end, so it is read only this long. */
const STDERR_GRACE_MS = 500

export type ChildSettings = {
  readonly jobsModule: URL
  readonly jobSettings: unknown
  readonly env: Readonly<Record<string, string>>
  readonly heapMegabytes: number
  readonly cage: Cage | undefined
}

export type Departure = {
  readonly code: number | null
  readonly signal: string | null
  readonly stderrTail: string
}

export type ChildEvents = {
  readonly onReady: () => void
  readonly onDecoding: (isAtWork: boolean) => void
  readonly onAnswer: (answer: JobAnswer) => void
  readonly onGone: (departure: Departure) => void
}

export class ChildHandle {
  /** The memory of the child at its last message. */
  rssBytes = 0
  readonly #process: ChildProcess | undefined
  readonly #events: ChildEvents
  readonly #pongs = new Map<number, (answered: boolean) => void>()
  #stderrTail = ''
  #lastId = 0
  #runningId: number | undefined
  #gone = false
  #killTimer: NodeJS.Timeout | undefined

  constructor(settings: ChildSettings, events: ChildEvents) {
    this.#events = events
    try {
      this.#process = this.#fork(settings)
    } catch (error) {
      this.#stderrTail = String(error)
      setImmediate(() => this.#leave(null, null))
    }
  }

  /** 0 when it could not be started. */
  get pid(): number {
    return this.#process?.pid ?? 0
  }

  /** Returns the id of the job. */
  run(name: string, input: unknown): number {
    this.#lastId += 1
    const id = this.#lastId
    this.#runningId = id
    void this.#order(id, name, input)
    return id
  }

  goOn(id: number, isWanted: boolean): void {
    this.#runningId = id
    this.#send({ kind: 'go-on', id, isWanted })
  }

  ping(timeoutMs: number): Promise<boolean> {
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve) => {
      const conclude = (answered: boolean) => {
        clearTimeout(timer)
        this.#pongs.delete(id)
        resolve(answered)
      }
      const timer = setTimeout(conclude, timeoutMs, false)
      this.#pongs.set(id, conclude)
      this.#send({ kind: 'ping', id })
    })
  }

  quit(): void {
    this.#send({ kind: 'quit' })
    this.#killAfter(QUIT_GRACE_MS)
  }

  kill(): void {
    if (!this.#gone && this.pid !== 0) killGroup(this.pid)
  }

  #fork(settings: ChildSettings): ChildProcess {
    const { jobsModule, jobSettings = null } = settings
    const { wrap, env: caged } = settings.cage ?? { wrap: (command: string[]) => command, env: {} }
    const [execPath = '', ...around] = wrap([process.execPath])
    const child = fork(ENTRY, [jobsModule.href, String(process.pid), JSON.stringify(jobSettings)], {
      execPath,
      execArgv: [...around, ...HEAP, `--max-old-space-size=${settings.heapMegabytes}`],
      env: { ...basicEnvironment(), ...ALLOCATOR, ...settings.env, ...caged },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Its own process group: a terminal's Ctrl-C passes it by, and it can be killed with all it started.
      detached: true,
    })
    if (child.pid !== undefined) setKernelValues(child.pid)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderrTail = (this.#stderrTail + text).slice(-STDERR_TAIL_CHARACTERS)
    })
    child.on('message', (message) => this.#hear(message))
    child.on('disconnect', () => this.#killAfter(CHANNEL_GRACE_MS))
    child.on('error', (error) => {
      this.#stderrTail += String(error)
      if (child.pid === undefined) this.#leave(null, null)
      else this.#killAfter(CHANNEL_GRACE_MS)
    })
    child.on('exit', (code, signal) => {
      // What a crashed child had started must not live on.
      killGroup(this.pid)
      const timer = setTimeout(() => this.#leave(code, signal), STDERR_GRACE_MS)
      child.once('close', () => {
        clearTimeout(timer)
        this.#leave(code, signal)
      })
    })
    return child
  }

  async #order(id: number, name: string, input: unknown): Promise<void> {
    try {
      const { rest, files } = withoutLargeFiles(input)
      for (const [field, bytes] of files) await this.#sendInPieces(field, bytes)
      this.#send({ kind: 'run', id, name, input: rest })
    } catch (error) {
      const answer: JobAnswer = { kind: 'failed', id, thrown: describeThrown(error), rssBytes: this.rssBytes }
      setImmediate(() => this.#hear(answer))
    }
  }

  /** A whole video in one message would hold up the event loop for as long as it takes to copy it. */
  async #sendInPieces(name: string, bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.byteLength && !this.#gone; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES)
      const order: Order = { kind: 'piece', name, totalBytes: bytes.byteLength, piece }
      await new Promise<void>((resolve) => this.#send(order, resolve))
    }
  }

  /** Throws only when the message itself cannot be serialised; a broken channel ends the child instead. */
  #send(order: Order, onSent?: () => void): void {
    this.#process?.send(order, (error) => {
      if (error !== null) this.#killAfter(CHANNEL_GRACE_MS)
      onSent?.()
    })
  }

  #hear(message: unknown): void {
    const answer = parseAnswer(message)
    if (answer === undefined || this.#gone) return
    // What the kernel says, where it says it: a child that was taken over may say anything.
    this.rssBytes = readRssBytes(this.pid) ?? answer.rssBytes
    if (answer.kind === 'ready') this.#events.onReady()
    else if (answer.kind === 'decoding') this.#events.onDecoding(answer.isAtWork)
    else if (answer.kind === 'pong') this.#pongs.get(answer.id)?.(true)
    else this.#hearAnswer(answer)
  }

  #hearAnswer(answer: JobAnswer): void {
    // An answer to no question, or a second one to the same, would be taken for that of the next job.
    if (answer.id !== this.#runningId) return
    this.#runningId = undefined
    this.#events.onAnswer(answer)
  }

  #killAfter(graceMs: number): void {
    this.#killTimer ??= setTimeout(() => this.kill(), graceMs)
  }

  #leave(code: number | null, signal: string | null): void {
    if (this.#gone) return
    this.#gone = true
    clearTimeout(this.#killTimer)
    for (const conclude of this.#pongs.values()) conclude(false)
    this.#events.onGone({ code, signal, stderrTail: this.#stderrTail })
  }
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** Only what lies at the head of an input is looked for: that is where jobs have their files. */
function withoutLargeFiles(input: unknown): {
  readonly rest: unknown
  readonly files: [string, Uint8Array][]
} {
  if (!isPlainObject(input)) return { rest: input, files: [] }
  const isLarge = (value: unknown): value is Uint8Array =>
    value instanceof Uint8Array && value.byteLength > PIECE_BYTES
  const files: [string, Uint8Array][] = []
  for (const [name, value] of Object.entries(input)) if (isLarge(value)) files.push([name, value])
  if (files.length === 0) return { rest: input, files }
  const rest = Object.fromEntries(Object.entries(input).filter(([, value]) => !isLarge(value)))
  return { rest, files }
}

/** Set from here, because a caged process sees no /proc; a process that becomes another program keeps them. */
function setKernelValues(pid: number): void {
  // When memory runs out the kernel should take a worker and not the server.
  setKernelValue(pid, 'oom_score_adj', '500')
  // A core dump of a worker would hold people's documents: its memory is left out of it.
  setKernelValue(pid, 'coredump_filter', '0')
}

function setKernelValue(pid: number, name: string, value: string): void {
  try {
    writeFileSync(`/proc/${pid}/${name}`, value)
  } catch {
    // Not Linux, or a sandbox that forbids it: the pool works without.
  }
}

function basicEnvironment(): Record<string, string> {
  const basics: Record<string, string> = {}
  for (const name of BASIC_VARIABLES) {
    const value = process.env[name]
    if (value !== undefined) basics[name] = value
  }
  return basics
}
