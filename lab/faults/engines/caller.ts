// Sends one caller's requests to the servers in turn: timed, noted in the ledger, and returned only when they succeeded.
import type { OperationName } from '../../../client/src/operations.ts'
import type { Credentials } from '../../../src/organisations/manage.ts'
import { type Answer, callerOf } from '../../kit/caller.ts'
import type { EngineName } from './cluster.ts'
import type { EnginesLedger } from './ledger.ts'

interface Asking {
  readonly act: string
  /** The act cannot be done without these engines, and may be refused while one is away. */
  readonly needs: readonly EngineName[]
  readonly operation: OperationName
  readonly id?: string
  readonly body?: unknown
}

export type Ask = (asking: Asking) => Promise<Answer | undefined>

interface CallerOptions {
  readonly urls: readonly string[]
  readonly as: Credentials
  readonly ledger: EnginesLedger
  readonly random: () => number
}

/** Any server may get any request: what one acknowledged the other must know. */
export function callerOn({ urls, as, ledger, random }: CallerOptions): Ask {
  const callers = urls.map((url) => callerOf(url, as))
  return async ({ act, needs, operation, id, body }) => {
    const server = Math.floor(random() * urls.length)
    const startedAt = performance.now()
    const asked = { ...(id !== undefined && { id }), ...(body !== undefined && { body }) }
    const answer = await callers[server]?.call(operation, asked)
    if (!answer) return undefined
    const { status, code, retryAfterSeconds, requestId, failure } = answer
    ledger.answers.push({
      act,
      needs,
      server,
      startedAt,
      endedAt: performance.now(),
      status,
      retryAfterSeconds,
      outcome: failure ?? code,
      requestId,
    })
    return status >= 200 && status < 300 ? answer : undefined
  }
}
