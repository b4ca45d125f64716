// Creates a client: one method for each operation of the table, all going through one call.
import { attemptCall, type Outcome } from './attempt.ts'
import { SelfsameRefusal, SelfsameUnreachable } from './errors.ts'
import { encodeBase64 } from './files.ts'
import { type Operation, operations } from './operations.ts'
import { prepareRequest } from './request.ts'
import { after, pauseBefore, wait } from './retry.ts'
import { chooseSend, type Send } from './send.ts'
import type { CallOptions, Client, ClientOptions } from './types.ts'

/** Time and chance as the client uses them; tests bring their own. */
interface Clock {
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  readonly random: () => number
  /** Acts when the time is over; the function it returns cancels that. */
  readonly after: (ms: number, act: () => void) => () => void
}

interface Connection {
  readonly baseUrl: string
  readonly authorization: string | undefined
  readonly send: Send
  readonly options: ClientOptions
  readonly clock: Clock
}

export const createClient = (options: ClientOptions): Client =>
  createClientIn({ wait, random: Math.random, after }, options)

export function createClientIn(clock: Clock, options: ClientOptions): Client {
  const authorization = authorizationOf(options)
  const connection: Connection = {
    baseUrl: baseUrlOf(options.baseUrl),
    authorization,
    send: chooseSend(options.fetch, authorization !== undefined),
    options,
    clock,
  }
  const methods = Object.entries(operations).map(([name, operation]) => [
    name,
    (...given: readonly unknown[]) => call(connection, operation, given),
  ])
  return Object.fromEntries(methods) as Client
}

async function call(
  connection: Connection,
  operation: Operation,
  given: readonly unknown[],
): Promise<unknown> {
  const idCount = operation.path.split('{').length - 1
  const ids = given.slice(0, idCount).map(String)
  const takesNothing = operation.bare && operation.query === undefined
  const [request, options = {}] = (takesNothing ? [undefined, given[idCount]] : given.slice(idCount)) as [
    Readonly<Record<string, unknown>> | undefined,
    CallOptions | undefined,
  ]
  options.signal?.throwIfAborted()
  const prepared = await prepareRequest(operation, ids, request)
  return untilAnswered(connection, operation, prepared, options)
}

async function untilAnswered(
  { baseUrl, authorization, send, options: made, clock }: Connection,
  operation: Operation,
  prepared: Awaited<ReturnType<typeof prepareRequest>>,
  options: CallOptions,
): Promise<unknown> {
  const retries = options.retries ?? made.retries ?? 2
  const requestId = freshRequestId()
  const headers = {
    accept: operation.text ? 'text/plain' : operation.file ? '*/*' : 'application/json',
    'x-request-id': requestId,
    ...(prepared.contentType === undefined ? {} : { 'content-type': prepared.contentType }),
    ...(authorization === undefined || operation.open ? {} : { authorization }),
    // A server asks no browser for a password in answer to a request with this header.
    ...(made.csrfToken === undefined
      ? {}
      : { 'x-csrf-token': made.csrfToken, 'x-requested-with': 'XMLHttpRequest' }),
    ...(made.sandbox ? { 'x-selfsame-sandbox': 'true' } : {}),
    ...(operation.takesKey ? { 'idempotency-key': options.idempotencyKey ?? requestId } : {}),
  }
  for (let attempt = 1; ; attempt++) {
    options.signal?.throwIfAborted()
    const outcome = await attemptCall(send, operation, {
      url: baseUrl + prepared.path,
      headers,
      prepared,
      requestId,
      attempt,
      timeoutMs: options.timeoutMs ?? made.timeoutMs ?? 60_000,
      signal: options.signal,
      after: clock.after,
      onProgress: options.onProgress,
      onExchange: made.onExchange,
    })
    if ('answer' in outcome) return outcome.answer
    const pause =
      attempt > retries ? undefined : pauseBefore(attempt, outcome, operation.once === true, clock.random)
    if (pause === undefined) throw errorOf(outcome, attempt)
    await clock.wait(pause, options.signal)
  }
}

function errorOf({ fault }: Exclude<Outcome, { answer: unknown }>, attempts: number): Error {
  return 'status' in fault
    ? new SelfsameRefusal({ ...fault, attempts })
    : new SelfsameUnreachable(fault.reason, { requestId: fault.requestId, attempts }, fault.cause)
}

/** Names and passwords may hold any letter: they are sent as UTF-8. */
function authorizationOf({ name, password, apiKey, csrfToken }: ClientOptions): string | undefined {
  if (csrfToken !== undefined) {
    if (name !== undefined || password !== undefined || apiKey !== undefined)
      throw new TypeError('give either csrfToken or credentials of the organisation')
    return undefined
  }
  if (apiKey !== undefined) {
    if (name !== undefined || password !== undefined)
      throw new TypeError('give either apiKey, or name and password')
    // An error of the platform about a header would quote the key.
    if (!/^[\w-]+$/.test(apiKey)) throw new TypeError('apiKey holds letters, digits, - and _ only')
    return `Bearer ${apiKey}`
  }
  if (name === undefined && password === undefined) return undefined
  if (name === undefined || password === undefined) throw new TypeError('name and password belong together')
  if (name.includes(':')) throw new TypeError('the name of an organisation holds no colon')
  return `Basic ${encodeBase64(new TextEncoder().encode(`${name}:${password}`))}`
}

function baseUrlOf(given: string): string {
  const url = new URL(given, globalThis.location?.href)
  if (url.username !== '' || url.password !== '')
    throw new TypeError('give credentials as options, not inside baseUrl')
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/** An id of letters and digits, as the server takes them; pages without TLS have no randomUUID. */
const freshRequestId = (): string =>
  `client-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
