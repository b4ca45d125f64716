// Calls the server as the person: with the token of the moment, and again and again while the network is away.
import { type ReadonlySignal, signal } from '@preact/signals'
import { createClient } from '../src/client.ts'
import { SelfsameRefusal, SelfsameUnreachable } from '../src/errors.ts'
import { type OperationName, operations } from '../src/operations.ts'
import type { CallOptions, Client } from '../src/types.ts'

/** What the server answers to a token or link that opens nothing any more. */
export const linkCodes = {
  linkUsed: 460,
  linkExpired: 461,
  linkEnded: 462,
  tokenExpired: 463,
  tokenEnded: 464,
  verificationOver: 467,
  verificationCancelled: 470,
  verificationExpired: 471,
} as const

export interface Connection {
  /** Every operation of the API. Those that may be repeated are, until there is an answer; the others throw. */
  readonly client: Client
  /** False from the first call that found no network until the next that was answered. */
  readonly isOnline: ReadonlySignal<boolean>
  /** From now on calls bear this token. */
  use(token: string): void
  /** Resolves when the browser says that the network is back, or after a while. */
  pause(attempt: number, signal?: AbortSignal): Promise<void>
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 10_000

/** `renewed` gives another token where the one that was refused is not the newest, as after a renewal in another tab. */
export function openConnection(
  baseUrl: string,
  renewed: (refused: string) => string | undefined,
): Connection {
  let token = ''
  let current = createClient({ baseUrl })
  const isOnline = signal(true)

  const use = (given: string): void => {
    token = given
    current = createClient({ baseUrl, apiKey: given })
  }

  async function pause(attempt: number, stop?: AbortSignal): Promise<void> {
    const ms = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt)
    const ended = new AbortController()
    const events = { once: true, signal: ended.signal }
    await new Promise<void>((resolve) => {
      setTimeout(resolve, ms)
      addEventListener('online', () => resolve(), events)
      stop?.addEventListener('abort', () => resolve(), events)
    })
    ended.abort()
    stop?.throwIfAborted()
  }

  async function call(name: OperationName, given: readonly unknown[]): Promise<unknown> {
    const stop = signalIn(given)
    for (let attempt = 0; ; attempt++) {
      const used = token
      try {
        const answer = await (current[name] as (...all: readonly unknown[]) => Promise<unknown>)(...given)
        isOnline.value = true
        return answer
      } catch (error) {
        stop?.throwIfAborted()
        if (error instanceof SelfsameRefusal) isOnline.value = true
        const next = isEnded(error) ? renewed(used) : undefined
        if (next !== undefined) {
          use(next)
          continue
        }
        if (!(error instanceof SelfsameUnreachable)) throw error
        isOnline.value = false
        if (operations[name].once) throw error
        await pause(attempt, stop)
      }
    }
  }

  const methods = (Object.keys(operations) as OperationName[]).map((name) => [
    name,
    (...given: readonly unknown[]) => call(name, given),
  ])
  return { client: Object.fromEntries(methods) as Client, isOnline, use, pause }
}

const isEnded = (error: unknown): boolean =>
  error instanceof SelfsameRefusal &&
  (error.resultCode === linkCodes.tokenEnded || error.resultCode === linkCodes.tokenExpired)

const signalIn = (given: readonly unknown[]): AbortSignal | undefined => {
  const last = given.at(-1) as CallOptions | undefined
  return last?.signal instanceof AbortSignal ? last.signal : undefined
}
