// Where every request comes in and goes out: counted, named, given its headers, and entered in the book.
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codes, Refusal } from '../codes.ts'
import type { Verdict } from '../receipts/receipt.ts'
import type { Runtime } from '../runtime.ts'
import { auditEventOf, auditFailure } from './record.ts'
import { installTracing } from './traced.ts'

/** What is known of a door before a request's body is read. */
export interface GuardedRoute {
  /** Of the operation. */
  readonly name: string
  readonly path: string
  readonly takes: 'json' | 'multipart' | 'nothing'
  /** Nothing at all is as good as an empty object. */
  readonly mayBeEmpty?: boolean
  /** Another limit than that of JSON bodies. */
  readonly bodyLimitBytes: number | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    apiRoute: GuardedRoute | undefined
    organisationId: string
    resultCode: number
    /** `performance.now()` when the headers had arrived. */
    arrivedAt: number
    /** What leaving has to undo. */
    entered: boolean
    reservedBytes: number
  }
}

/** Counts every request in and out, whatever it asks for. */
export function installLifecycle(app: FastifyInstance, runtime: Runtime): void {
  app.decorateRequest('apiRoute', undefined)
  app.decorateRequest('organisationId', '')
  app.decorateRequest('resultCode', 0)
  app.decorateRequest('arrivedAt', 0)
  app.decorateRequest('entered', false)
  app.decorateRequest('reservedBytes', 0)
  app.decorateRequest('span', undefined)
  if (runtime.tracing) installTracing(app, runtime.tracing)

  installHeaders(app, runtime)
  app.addHook('onRequest', (request, reply, done) => {
    enter(runtime, request, reply)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      return done(new Refusal(codes.badRequest, { errors: [{ path: 'host', message: 'is required' }] }))
    // Before any body is read: nobody has shown credentials here.
    done(request.is404 ? new Refusal(codes.notFound) : undefined)
  })
}

/** What a door answers with success it sends itself, with the same headers; see `sendAnswer`. */
function installHeaders(app: FastifyInstance, runtime: Runtime): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    if (request.apiRoute) reply.header('cache-control', 'no-store')
    if (runtime.traffic.closing) reply.header('connection', 'close')
    // Refusals of known callers are recorded too, before they leave.
    if (request.organisationId === '' || !runtime.trail.isOn) return done()
    runtime.trail.record(auditEventOf(runtime, request, reply.statusCode), (error) => {
      if (!error) return done()
      const { status, text, retryAfter } = auditFailure(runtime, request, error)
      reply.code(status).header('retry-after', retryAfter)
      done(null, text)
    })
  })
}

/**
 * Past the framework's own way of sending, which costs a small request much of what all its checks cost.
 * Names and values in one flat list are what Node writes fastest.
 */
export function sendAnswer(
  runtime: Runtime,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: object,
  verdict?: Verdict,
): void {
  reply.hijack()
  const { raw } = reply
  const text = JSON.stringify(body)
  const attached = verdict && runtime.receipts.of(verdict)
  if (!runtime.trail.isOn && !attached) {
    const answer = { raw, status, headers: headersOf(runtime, request, text), text }
    if (answers.push(answer) === 1) setImmediate(sendAll)
    return
  }
  const recorded = (error?: Error): void => {
    if (!error) {
      send({ raw, status, headers: headersOf(runtime, request, text), text })
      return
    }
    const instead = auditFailure(runtime, request, error)
    const headers = [...headersOf(runtime, request, instead.text), 'retry-after', instead.retryAfter]
    send({ raw, status: instead.status, headers, text: instead.text })
  }
  runtime.trail.record(auditEventOf(runtime, request, status), recorded, attached)
}

function headersOf(runtime: Runtime, request: FastifyRequest, text: string): string[] {
  // biome-ignore format: a name and its value a line
  const headers = [
    'content-type', 'application/json; charset=utf-8',
    'content-length', String(Buffer.byteLength(text)),
    'cache-control', 'no-store',
    'x-content-type-options', 'nosniff',
    'x-request-id', request.id,
  ]
  if (runtime.traffic.closing) headers.push('connection', 'close')
  return headers
}

interface ReadyAnswer {
  readonly raw: ServerResponse
  readonly status: number
  readonly headers: string[]
  readonly text: string
}

/**
 * Answers that got ready in one turn of the event loop leave together, as do those that one commit of the audit trail
 * made durable. A write wakes whoever waits for it, mostly a
 * proxy on this machine: one after the other they find it awake.
 */
let answers: ReadyAnswer[] = []
function sendAll(): void {
  const ready = answers
  answers = []
  for (const answer of ready) send(answer)
}

function send({ raw, status, headers, text }: ReadyAnswer): void {
  if (raw.destroyed) return
  raw.writeHead(status, headers)
  raw.end(text)
}

/** Also for what the framework refuses before any hook. */
export function enter(runtime: Runtime, request: FastifyRequest, reply: FastifyReply): void {
  request.arrivedAt = performance.now()
  runtime.traffic.inFlight++
  // 'close' comes once, after the answer or when the caller is gone: nothing counted here can leak.
  reply.raw.once('close', () => leave(runtime, request, reply))
}

function leave(runtime: Runtime, request: FastifyRequest, reply: FastifyReply): void {
  runtime.traffic.inFlight--
  if (runtime.traffic.inFlight === 0) runtime.traffic.whenIdle?.()
  if (request.entered) runtime.limits.leave(request.organisationId)
  if (request.reservedBytes > 0) runtime.limits.release(request.organisationId, request.reservedBytes)
  const isAborted = !reply.raw.writableFinished
  runtime.accessLog.enter({
    requestId: request.id,
    organisationId: request.organisationId,
    method: request.method,
    route: request.apiRoute?.path ?? request.routeOptions.url ?? 'unknown',
    isRoute: request.apiRoute !== undefined,
    status: isAborted ? clientClosedRequest : reply.statusCode,
    resultCode: request.resultCode,
    seconds: (performance.now() - request.arrivedAt) / 1000,
    isAborted,
    traceId: request.span?.traceId,
  })
}

/** No answer reached the caller; the number nginx made customary for it. */
const clientClosedRequest = 499
