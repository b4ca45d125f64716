// Stands before every door: who is asking, may they, and is there room for what they send.
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { codes, Refusal } from '../codes.ts'
import type { Runtime } from '../runtime.ts'
import { bodyTooLarge } from './uploads.ts'

/** What is known of a door before a request's body is read. */
export interface GuardedDoor {
  readonly path: string
  readonly takes: 'json' | 'multipart' | 'nothing'
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
 * Past the framework's own way of sending, which costs a small request as much as all its checks together.
 * `names` and values in one flat list is what Node writes fastest.
 */
export function sendAnswer(
  runtime: Runtime,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: object,
): void {
  const text = JSON.stringify(body)
  const headers = [
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(text)),
    'cache-control',
    'no-store',
    'x-content-type-options',
    'nosniff',
    'x-request-id',
    request.id,
  ]
  if (runtime.traffic.closing) headers.push('connection', 'close')
  reply.hijack()
  reply.raw.writeHead(status, headers)
  reply.raw.end(text)
}

/** Also for what the framework refuses before any hook. */
export function enter(runtime: Runtime, request: FastifyRequest, reply: FastifyReply): void {
  request.arrivedAt = performance.now()
  runtime.traffic.inFlight++
  // 'close' comes once, after the answer or when the caller is gone: nothing counted here can leak.
  reply.raw.once('close', () => leave(runtime, request, reply))
}

/** Stands before one door. With credentials seen a moment ago it decides at once, without a promise. */
export function guard(runtime: Runtime, door: GuardedDoor): onRequestHookHandler {
  return (request, reply, done) => {
    request.door = door
    if (runtime.traffic.closing) return done(shuttingDown())
    const header = request.headers.authorization
    if (header === undefined) return done(new Refusal(codes.unauthorized))
    const known = runtime.authenticator.known(header)
    if (known !== undefined) return done(admit(runtime, request, door, known))
    runtime.authenticator.login(header, request.ip).then(
      (login) => {
        // Gone while the password was checked: 'close' has been, so nothing may be counted in any more.
        if (reply.raw.destroyed) return done(new Refusal(codes.requestTimeout))
        if ('organisationId' in login) done(admit(runtime, request, door, login.organisationId))
        else if (login.refused === 'wrong') done(new Refusal(codes.unauthorized))
        else done(tooManyLogins(login.retryAfterSeconds))
      },
      (error: Error) => done(error),
    )
  }
}

/** Counts the request in, or says why not. */
function admit(
  runtime: Runtime,
  request: FastifyRequest,
  door: GuardedDoor,
  organisationId: string,
): Refusal | undefined {
  request.organisationId = organisationId
  try {
    checkType(request, door)
    const bytes = bodyBytes(runtime, request, door)
    runtime.limits.enter(organisationId)
    request.entered = true
    runtime.limits.reserve(organisationId, bytes)
    request.reservedBytes = bytes
    return undefined
  } catch (error) {
    return error as Refusal
  }
}

const contentTypes = { json: 'application/json', multipart: 'multipart/form-data' }

function checkType(request: FastifyRequest, { takes }: GuardedDoor): void {
  const given = request.headers['content-type']
  if (takes === 'nothing' || given === undefined) return
  if (given === contentTypes[takes] && request.headers['content-encoding'] === undefined) return
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    throw new Refusal(codes.unsupportedMediaType, {
      message: 'Unsupported Media Type: send the body without Content-Encoding',
    })
  const wanted = contentTypes[takes]
  if (given.split(';', 1)[0]?.trim().toLowerCase() !== wanted)
    throw new Refusal(codes.unsupportedMediaType, { message: `Unsupported Media Type: send ${wanted}` })
}

/** A body without an announced length is given the room of the largest one. */
function bodyBytes(runtime: Runtime, request: FastifyRequest, { bodyLimitBytes }: GuardedDoor): number {
  const limit = bodyLimitBytes ?? runtime.config.jsonLimitBytes
  const length = request.headers['content-length']
  if (length === undefined) return request.headers['transfer-encoding'] === undefined ? 0 : limit
  if (Number(length) > limit) throw bodyTooLarge(limit)
  return Number(length)
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

const shuttingDown = (): Refusal =>
  new Refusal(codes.unavailable, {
    message: 'Service Unavailable: the server is shutting down',
    retryAfterSeconds: 5,
  })

const tooManyLogins = (retryAfterSeconds: number): Refusal =>
  new Refusal(codes.tooManyRequests, {
    message: 'Too Many Requests: too many wrong credentials',
    retryAfterSeconds,
  })
