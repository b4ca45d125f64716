// Guards every route before a body is read: origin, credentials, content type, limits, and memory for the body.
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { codes, Refusal } from '../codes.ts'
import type { Runtime } from '../runtime.ts'
import { refuseOtherOrigins } from './cross-origin.ts'
import type { GuardedRoute } from './route-spec.ts'
import { bodyTooLarge } from './uploads.ts'

/** With credentials that were seen a moment ago it decides at once, without a promise. */
export function guard(runtime: Runtime, guarded: GuardedRoute): onRequestHookHandler {
  return (request, reply, done) => {
    request.apiRoute = guarded
    if (runtime.traffic.closing) return done(shuttingDown())
    const refused = refuseOtherOrigins(runtime.config.corsOrigins, request)
    if (refused) return done(refused)
    const header = request.headers.authorization
    if (header === undefined) return done(new Refusal(codes.unauthorized))
    const known = runtime.authenticator.known(header)
    if (known !== undefined) return done(admit(runtime, request, guarded, known))
    runtime.authenticator.login(header, request.ip).then(
      (login) => {
        // The caller left while its password was checked: 'close' is over, so nothing may be counted in any more.
        if (reply.raw.destroyed) return done(new Refusal(codes.requestTimeout))
        if ('organisationId' in login) done(admit(runtime, request, guarded, login.organisationId))
        else if (login.refused === 'wrong') done(new Refusal(codes.unauthorized))
        else done(tooManyLogins(login.retryAfterSeconds))
      },
      (error: Error) => done(error),
    )
  }
}

/** Counts the request in, or returns why not. */
function admit(
  runtime: Runtime,
  request: FastifyRequest,
  guarded: GuardedRoute,
  organisationId: string,
): Error | undefined {
  request.organisationId = organisationId
  try {
    checkType(request, guarded)
    const bytes = bodyBytes(runtime, request, guarded)
    runtime.limits.enter(organisationId)
    request.entered = true
    runtime.limits.reserve(organisationId, bytes)
    request.reservedBytes = bytes
    return undefined
  } catch (error) {
    return error as Error
  }
}

const contentTypes = { json: 'application/json', multipart: 'multipart/form-data' }

function checkType(request: FastifyRequest, { takes }: GuardedRoute): void {
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

/** A body without an announced length is given the memory of the largest one. */
function bodyBytes(runtime: Runtime, request: FastifyRequest, { bodyLimitBytes }: GuardedRoute): number {
  const limit = bodyLimitBytes ?? runtime.config.jsonLimitBytes
  const length = request.headers['content-length']
  if (length === undefined) return request.headers['transfer-encoding'] === undefined ? 0 : limit
  if (Number(length) > limit) throw bodyTooLarge(limit)
  return Number(length)
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
