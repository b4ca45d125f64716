// Where every request comes in and goes out: counted, named, given its headers, and entered in the book.
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codes, Refusal } from '../codes.ts'
import type { Runtime } from '../runtime.ts'

/** What is known of a door before a request's body is read. */
export interface GuardedDoor {
  readonly path: string
  readonly takes: 'json' | 'multipart' | 'nothing'
  /** Nothing at all is as good as an empty object. */
  readonly mayBeEmpty?: boolean
  /** Another limit than that of JSON bodies. */
  readonly bodyLimitBytes: number | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    door: GuardedDoor | undefined
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
export function installGate(app: FastifyInstance, runtime: Runtime): void {
  app.decorateRequest('door', undefined)
  app.decorateRequest('organisationId', '')
  app.decorateRequest('resultCode', 0)
  app.decorateRequest('arrivedAt', 0)
  app.decorateRequest('entered', false)
  app.decorateRequest('reservedBytes', 0)

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
    if (request.door) reply.header('cache-control', 'no-store')
    if (runtime.traffic.closing) reply.header('connection', 'close')
    done()
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
): void {
  const text = JSON.stringify(body)
  // biome-ignore format: a name and its value a line
  const headers = [
    'content-type', 'application/json; charset=utf-8',
    'content-length', String(Buffer.byteLength(text)),
    'cache-control', 'no-store',
    'x-content-type-options', 'nosniff',
    'x-request-id', request.id,
  ]
  if (runtime.traffic.closing) headers.push('connection', 'close')
  reply.hijack()
  if (answers.push({ raw: reply.raw, status, headers, text }) === 1) setImmediate(sendAll)
}

interface ReadyAnswer {
  readonly raw: ServerResponse
  readonly status: number
  readonly headers: string[]
  readonly text: string
}

/**
 * Answers that got ready in one turn of the event loop leave together. A write wakes whoever waits for it, mostly a
 * proxy on this machine: one after the other they find it awake.
 */
let answers: ReadyAnswer[] = []
function sendAll(): void {
  const ready = answers
  answers = []
  for (const { raw, status, headers, text } of ready) {
    if (raw.destroyed) continue
    raw.writeHead(status, headers)
    raw.end(text)
  }
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
  const hungUp = !reply.raw.writableFinished
  runtime.book.enter({
    requestId: request.id,
    organisationId: request.organisationId,
    method: request.method,
    route: request.door?.path ?? request.routeOptions.url ?? 'unknown',
    isDoor: request.door !== undefined,
    status: hungUp ? clientClosedRequest : reply.statusCode,
    resultCode: request.resultCode,
    seconds: (performance.now() - request.arrivedAt) / 1000,
    hungUp,
  })
}

/** No answer reached the caller; the number nginx made customary for it. */
const clientClosedRequest = 499
