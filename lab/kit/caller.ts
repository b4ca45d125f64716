// Calls the API through the typed client; every answer comes back as status, code and body, refusals among them.
import { createClient } from '../../client/src/client.ts'
import { SelfsameRefusal, SelfsameUnreachable } from '../../client/src/errors.ts'
import type { OperationName } from '../../client/src/operations.ts'
import type { Exchange, RequestOf } from '../../client/src/types.ts'
import type { Credentials } from '../../src/organisations/manage.ts'

export interface Answer {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  /** The result code; 0 where the answer has none. */
  readonly code: number
  readonly body: Readonly<Record<string, unknown>>
  readonly requestId: string
  readonly retryAfterSeconds: number | undefined
  readonly ms: number
  /** The reason why no answer came. */
  readonly failure: string | undefined
}

export interface Asked<Name extends OperationName> {
  /** The id that the path names. */
  readonly id?: string
  readonly request?: RequestOf<Name>
  /** In place of `request`: a body that the types do not know or forbid, for tables of requests and for wrong ones. */
  readonly body?: unknown
  /** In place of either: a body that is sent as it is. */
  readonly raw?: { readonly type: string; readonly text: string }
  /** Other credentials than the caller's; null for none. */
  readonly as?: Credentials | null
}

export interface Caller {
  readonly url: string
  readonly credentials: Credentials
  /** Sends the request once. */
  call<Name extends OperationName>(name: Name, asked?: Asked<Name>): Promise<Answer>
}

export interface CallerOptions {
  /** How long one request may take; whoever is not answered by then is not waited for. */
  readonly timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 120_000

export function callerOf(
  url: string,
  credentials: Credentials,
  { timeoutMs = DEFAULT_TIMEOUT_MS }: CallerOptions = {},
): Caller {
  return {
    url,
    credentials,
    async call(name, { id, request, body: untyped, raw, as = credentials } = {}) {
      let last: Exchange | undefined
      const client = createClient({
        baseUrl: url,
        ...as,
        retries: 0,
        timeoutMs,
        onExchange: (exchange) => {
          last = exchange
        },
        ...(raw && { fetch: sendRaw(raw) }),
      })
      const send = client[name] as (...given: readonly unknown[]) => Promise<unknown>
      const startedAt = performance.now()
      const error = await send(...(id === undefined ? [] : [id]), request ?? untyped).then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      const ms = performance.now() - startedAt
      const isExpected = error instanceof SelfsameRefusal || error instanceof SelfsameUnreachable
      if (error !== undefined && !isExpected) throw error
      const body = (typeof last?.answer === 'object' ? last.answer : {}) as Answer['body']
      return {
        status: last?.status ?? 0,
        code: codeIn(body),
        body,
        requestId: last?.requestId ?? '',
        retryAfterSeconds: error instanceof SelfsameRefusal ? error.retryAfterSeconds : undefined,
        ms,
        failure: last?.status ? undefined : failureOf(error),
      }
    },
  }
}

const sendRaw =
  ({ type, text }: { readonly type: string; readonly text: string }): typeof fetch =>
  (input, init) =>
    fetch(input, { ...init, headers: { ...init?.headers, 'content-type': type }, body: text })

/** The readers of documents put the code among what was read. */
function codeIn(body: Answer['body']): number {
  const inside = body.recognized_data as { readonly result_code?: number } | undefined
  return Number(body.result_code ?? inside?.result_code ?? 0)
}

/** `fetch` wraps the error of the socket in one or two of its own. */
function failureOf(error: unknown): string {
  let cause = error as { readonly code?: string; readonly message?: string; readonly cause?: unknown }
  while (cause.code === undefined && cause.cause) cause = cause.cause as typeof cause
  return cause.code ?? cause.message ?? 'no answer'
}

/** The names of the checks that failed. */
export function failedChecks({ body }: Pick<Answer, 'body'>): string[] {
  const checks = (Array.isArray(body.checks) ? body.checks : []) as readonly {
    readonly name: string
    readonly outcome: string
  }[]
  return checks.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name)
}

/** For requests that are sent by other means than the client. */
export const basicAuthorization = ({ name, password }: Credentials): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
