// Stands before every door: who is asking, may they, and is there room for what they send.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codes, Refusal } from '../codes.ts'
import type { Runtime } from '../runtime.ts'
import { bodyTooLarge } from './uploads.ts'

declare module 'fastify' {
  interface FastifyRequest {
    organisationId: string
    resultCode: number
    /** `performance.now()` when the headers had arrived. */
    arrivedAt: number
    /** What leaving has to undo. */
    entered: boolean
    reservedBytes: number
  }
  interface FastifyContextConfig {
    guarded?: boolean
    takes?: 'json' | 'multipart' | 'nothing'
    bodyLimitBytes?: number
  }
}

export function installGuard(app: FastifyInstance, runtime: Runtime): void {
  app.decorateRequest('organisationId', '')
  app.decorateRequest('resultCode', 0)
  app.decorateRequest('arrivedAt', 0)
  app.decorateRequest('entered', false)
  app.decorateRequest('reservedBytes', 0)

  app.addHook('onRequest', (request, reply, done) => {
    request.arrivedAt = performance.now()
    runtime.traffic.inFlight++
    // 'close' comes once, after the answer or when the caller is gone: nothing counted here can leak.
    reply.raw.once('close', () => leave(runtime, request, reply))
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    if (runtime.traffic.closing) reply.header('connection', 'close')
    if (!request.routeOptions.config.guarded) return done()
    reply.header('cache-control', 'no-store')
    if (runtime.traffic.closing) return done(shuttingDown())
    const header = request.headers.authorization
    if (header === undefined) return done(new Refusal(codes.unauthorized))
    const known = runtime.authenticator.known(header)
    if (known !== undefined) return done(admit(runtime, request, known))
    runtime.authenticator.login(header, request.ip).then(
      (login) => {
        if ('organisationId' in login) done(admit(runtime, request, login.organisationId))
        else if (login.refused === 'wrong') done(new Refusal(codes.unauthorized))
        else done(tooManyLogins(login.retryAfterSeconds))
      },
      (error: Error) => done(error),
    )
  })
}

/** Counts the request in, or says why not. */
function admit(runtime: Runtime, request: FastifyRequest, organisationId: string): Refusal | undefined {
  request.organisationId = organisationId
  try {
    checkType(request)
    const bytes = bodyBytes(runtime, request)
    runtime.limits.enter(organisationId)
    request.entered = true
    runtime.limits.reserve(bytes)
    request.reservedBytes = bytes
    return undefined
  } catch (error) {
    return error as Refusal
  }
}

const contentTypes = { json: 'application/json', multipart: 'multipart/form-data' }

function checkType(request: FastifyRequest): void {
  const { takes } = request.routeOptions.config
  const given = request.headers['content-type']
  if (takes === undefined || takes === 'nothing' || given === undefined) return
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
function bodyBytes(runtime: Runtime, request: FastifyRequest): number {
  const { takes, bodyLimitBytes } = request.routeOptions.config
  if (takes === undefined || takes === 'nothing') return 0
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
  if (request.reservedBytes > 0) runtime.limits.release(request.reservedBytes)
  const route = request.routeOptions.url ?? 'unknown'
  const seconds = (performance.now() - request.arrivedAt) / 1000
  const aborted = !reply.raw.writableFinished
  runtime.metrics.answered(
    route,
    request.method,
    aborted ? 499 : reply.statusCode,
    request.resultCode,
    seconds,
  )
  // Probes and scrapes come every few seconds for ever; they are worth a line only to those who look for them.
  const level = request.routeOptions.config.guarded || reply.statusCode >= 400 ? 'info' : 'debug'
  if (!runtime.log.isLevelEnabled(level)) return
  runtime.log[level](
    {
      request_id: request.id,
      organisation: request.organisationId || undefined,
      method: request.method,
      route,
      status: aborted ? 499 : reply.statusCode,
      result_code: request.resultCode || undefined,
      ms: Math.round(seconds * 10_000) / 10,
    },
    aborted ? 'caller hung up' : 'answered',
  )
}

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
