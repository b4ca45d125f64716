// One job in the pool: its promise, the limit of its wait, and its abort signal.
import type { Waiting } from '../system/fair-queue.ts'
import type { RunOptions } from './port.ts'

export type TaskRequest = {
  readonly name: string
  readonly input: unknown
  readonly timeoutMs: number
  readonly queuedAtMs: number
  readonly options: RunOptions
  readonly onAbort: (task: Task) => void
}

export class Task implements Waiting {
  readonly name: string
  readonly input: unknown
  readonly timeoutMs: number
  readonly caller: string
  readonly isLong: boolean
  readonly field: string | undefined
  readonly queuedAtMs: number
  readonly promise: Promise<unknown>
  readonly onStart: (() => void) | undefined
  isSecondTry = false
  /** How often it was lost with a worker that another job had ended. */
  interruptions = 0
  isSettled = false
  readonly #resolve: (output: unknown) => void
  readonly #reject: (reason: unknown) => void
  readonly #signal: AbortSignal | undefined
  readonly #abort: () => void
  #waitTimer: NodeJS.Timeout | undefined

  constructor({ name, input, timeoutMs, queuedAtMs, options, onAbort }: TaskRequest) {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.name = name
    this.input = input
    this.timeoutMs = timeoutMs
    this.caller = options.organisation
    this.isLong = options.isLong ?? false
    this.field = options.field
    this.queuedAtMs = queuedAtMs
    this.promise = promise
    this.onStart = options.onStart
    this.#resolve = resolve
    this.#reject = reject
    this.#signal = options.signal
    this.#abort = () => {
      this.reject(this.#signal?.reason)
      onAbort(this)
    }
    this.#signal?.addEventListener('abort', this.#abort, { once: true })
  }

  waitAtMost(ms: number, onExpired: () => void): void {
    this.#waitTimer = setTimeout(onExpired, ms)
  }

  stopWaiting(): void {
    clearTimeout(this.#waitTimer)
  }

  resolve(output: unknown): void {
    this.#settle()
    this.#resolve(output)
  }

  reject(reason: unknown): void {
    this.#settle()
    this.#reject(reason)
  }

  #settle(): void {
    this.isSettled = true
    this.stopWaiting()
    this.#signal?.removeEventListener('abort', this.#abort)
  }
}
