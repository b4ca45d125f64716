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
  /** The cookies that it sets, as a browser would send them back. */
  readonly cookie: string
}

/** An API key, or the link or token of a person. */
interface Bearer {
  readonly apiKey: string
}

/** A page of the server itself; before somebody signed in, its token is empty and it has no cookie. */
export interface Page {
  readonly csrfToken: string
  readonly origin: string
  readonly cookie?: string
}

export interface Asked<Name extends OperationName> {
  /** The id that the path names, or its ids in their order. */
  readonly id?: string | readonly string[]
  readonly request?: RequestOf<Name>
  /** A body in place of `request` that the types do not allow, for tables of requests and for invalid ones. */
  readonly body?: unknown
  /** A raw body in place of either, which is sent as it is. */
  readonly raw?: { readonly type: string; readonly text: string }
  /** Other credentials than the caller's; null sends none. */
  readonly as?: Credentials | Bearer | Page | null
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
      let cookie = ''
      const client = createClient({
        baseUrl: url,
        ...as,
        retries: 0,
        timeoutMs,
        onExchange: (exchange) => {
          last = exchange
        },
        fetch: async (input, init) => {
          const headers = { ...init?.headers, ...pageHeaders(as), ...(raw && { 'content-type': raw.type }) }
          const response = await fetch(input, { ...init, headers, ...(raw && { body: raw.text }) })
          cookie = cookieOf(response)
          return response
        },
      })
      const send = client[name] as (...given: readonly unknown[]) => Promise<unknown>
      const startedAt = performance.now()
      const error = await send(...[id ?? []].flat(), request ?? untyped).then(
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
        cookie,
      }
    },
  }
}

const pageHeaders = (as: object | null): Record<string, string> =>
  as !== null && 'csrfToken' in as
    ? { origin: (as as Page).origin, 'sec-fetch-site': 'same-origin', cookie: (as as Page).cookie ?? '' }
    : {}

const cookieOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')

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
