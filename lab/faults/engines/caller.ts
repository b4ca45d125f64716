// One caller's requests to the servers in turn: timed, noted in the ledger, and given to the act only when they succeeded.
import type { Credentials } from '../../../src/organisations/manage.ts'
import { basic } from '../../../test/kit/server.ts'
import type { EngineName } from './cluster.ts'
import type { Ledger } from './ledger.ts'

/** Far beyond what a server may take: whoever is not answered by then never would be. */
const patienceMs = 120_000

export interface Asking {
  readonly act: string
  /** Without these it cannot be done, and may be refused while one is away. */
  readonly needs: readonly EngineName[]
  readonly method?: 'POST' | 'PUT' | 'GET'
  readonly path: string
  readonly body?: unknown
}

export interface Good {
  readonly body: Record<string, unknown>
  readonly requestId: string
  readonly resultCode: unknown
}

export type Ask = (asking: Asking) => Promise<Good | undefined>

export interface Line {
  readonly urls: readonly string[]
  readonly as: Credentials
  readonly ledger: Ledger
  readonly throwDice: () => number
}

/** Any server may get any request: what one acknowledged the other has to know. */
export function callerOn({ urls, as, ledger, throwDice }: Line): Ask {
  const authorization = basic(as)
  return async ({ act, needs, method = 'POST', path, body }) => {
    const server = Math.floor(throwDice() * urls.length)
    const startedAt = performance.now()
    const note = (status: number, retryAfter: string | null, resultCode: unknown, requestId: string) => {
      const endedAt = performance.now()
      ledger.answers.push({
        act,
        needs,
        server,
        startedAt,
        endedAt,
        status,
        retryAfter,
        resultCode,
        requestId,
      })
    }
    try {
      const answer = await fetch(`${urls[server]}${path}`, {
        method,
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patienceMs),
      })
      const read = (await answer.json()) as Record<string, unknown>
      const requestId = answer.headers.get('x-request-id') ?? ''
      const resultCode = resultCodeIn(read)
      note(answer.status, answer.headers.get('retry-after'), resultCode, requestId)
      return answer.ok ? { body: read, requestId, resultCode } : undefined
    } catch (error) {
      note(0, null, `${(error as Error).name} ${(error as { cause?: Error }).cause?.message ?? ''}`, '')
      return undefined
    }
  }
}

/** Of identity documents it stands among what was recognised. */
export function resultCodeIn(body: Record<string, unknown>): unknown {
  return body.result_code ?? (body.recognized_data as { result_code?: unknown } | undefined)?.result_code
}
