// Calls the API through the typed client; every answer, also a refusal, is returned as status, code and body.
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
  /** A body in place of `request` that the types do not allow, for tables of requests and for invalid ones. */
  readonly body?: unknown
  /** A raw body in place of either, which is sent as it is. */
  readonly raw?: { readonly type: string; readonly text: string }
  /** Other credentials than the caller's; null sends none. */
  readonly as?: Credentials | null
}

export interface Caller {
  readonly url: string
  readonly credentials: Credentials
  /** Sends the request once. */
  call<Name extends OperationName>(name: Name, asked?: Asked<Name>): Promise<Answer>
}

export interface CallerOptions {
  /** The timeout of one request. */
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

/** The document endpoints put the code among the recognised data. */
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

/** This is for requests that are sent without the client. */
export const basicAuthorization = ({ name, password }: Credentials): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
