// Decides when a call is tried again, and how long it waits before.

export interface Failure {
  /** The HTTP status; undefined where no answer came. */
  readonly status: number | undefined
  readonly retryAfterSeconds: number | undefined
  /** Whether no byte of the request reached the server. */
  readonly nothingSent: boolean
}

/** A server that asks for a longer pause than this is reported to the caller at once. */
const longestPauseMs = 30_000
const firstPauseMs = 250
const lastPauseMs = 8_000

/** The pause before the next attempt; undefined where there must be none. `attempt` is the one that failed, from 1. */
export function pauseBefore(
  attempt: number,
  failure: Failure,
  isOnce: boolean,
  random: () => number,
): number | undefined {
  if (!mayRepeat(failure, isOnce)) return undefined
  const asked = (failure.retryAfterSeconds ?? 0) * 1000
  if (asked > longestPauseMs) return undefined
  const most = Math.min(lastPauseMs, firstPauseMs * 2 ** (attempt - 1))
  // The pause is random, so that callers who failed together do not come back together; it is never shorter than asked.
  return Math.round(asked + (most * (1 + random())) / 2)
}

function mayRepeat({ status, nothingSent }: Failure, isOnce: boolean): boolean {
  // The server answers these before it does anything.
  if (status === 429 || status === 503) return true
  if (isOnce) return nothingSent
  // A proxy answers 502 and 504 when its own connection broke.
  return status === undefined || status === 502 || status === 504
}

/** `Retry-After` as seconds or as a date. */
export function retryAfterOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}

/** Error codes of Node for a request that was never sent. Browsers do not tell. */
const unsentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

export function isUnsent(error: unknown): boolean {
  for (let fault = error; fault instanceof Error; fault = fault.cause) {
    const { code, errors } = fault as { code?: unknown; errors?: unknown }
    if (typeof code === 'string' && unsentCodes.has(code)) return true
    if (Array.isArray(errors) && errors.length > 0 && errors.every(isUnsent)) return true
  }
  return false
}

export function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      callOff()
      reject(signal?.reason)
    }
    const callOff = after(ms, () => {
      signal?.removeEventListener('abort', stop)
      resolve()
    })
    signal?.addEventListener('abort', stop, { once: true })
  })
}
