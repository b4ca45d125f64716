// Builds the HTTP server: plumbing first, then every capability's doors.
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { codes, Refusal } from './codes.ts'
import { collectionDoors } from './faces/collections/routes.ts'
import { describeApi } from './http/describe.ts'
import type { Door } from './http/door.ts'
import { answerTo } from './http/errors.ts'
import { installGate } from './http/guard.ts'
import { openHealth } from './http/health.ts'
import { parseJson } from './http/json.ts'
import { serveReference } from './http/reference.ts'
import { receiveBody } from './http/uploads.ts'
import type { Runtime } from './runtime.ts'
import { StoredDataDamaged } from './store/port.ts'

export const allDoors = (runtime: Runtime): Door[] => [...collectionDoors(runtime)]

export async function buildApp(runtime: Runtime, doors: readonly Door[]): Promise<FastifyInstance> {
  const { config } = runtime
  const app = fastify({
    logger: false,
    trustProxy: config.trustProxy.length > 0 && [...config.trustProxy],
    requestTimeout: config.requestTimeoutMs,
    keepAliveTimeout: config.keepAliveTimeoutMs,
    bodyLimit: config.memoryForBodiesBytes,
    // We answer 503 ourselves while closing, in the words of the API.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    requestIdHeader: false,
    genReqId: (request) => requestId(request.headers['x-request-id']),
    // An id of 256 characters outside ASCII takes up to 12 letters each in a URL.
    routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: false },
    http: { headersTimeout: config.headersTimeoutMs, connectionsCheckingInterval: 5_000 },
    frameworkErrors: (error, request, reply) =>
      refuse(runtime, error, request, reply as unknown as FastifyReply),
    clientErrorHandler: answerBrokenRequest,
  })
  app.server.maxConnections = config.maxConnections

  app.setErrorHandler((error, request, reply) => refuse(runtime, error, request, reply))
  app.setNotFoundHandler((request, reply) => refuse(runtime, new Refusal(codes.notFound), request, reply))

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload, done) => {
    const announced = request.headers['content-length']
    const limit = request.door?.bodyLimitBytes ?? config.jsonLimitBytes
    receiveBody(payload, announced === undefined ? undefined : Number(announced), limit, (error, bytes) => {
      if (error) return done(error)
      try {
        done(null, parseJson(bytes as Buffer))
      } catch (fault) {
        done(fault as Error)
      }
    })
  })
  installGate(app, runtime)
  const methods = knownMethods(app)
  openHealth(app, runtime)
  for (const door of doors) if (!door.takesFiles) door.open(app, runtime)
  // In a scope of its own: the form parser's hooks would slow every other door.
  await app.register(async (scope) => {
    await scope.register(multipart)
    for (const door of doors) if (door.takesFiles) door.open(scope, runtime)
  })
  await serveReference(app, describeApi(doors, runtime.version))
  refuseOtherMethods(app, runtime, methods)
  return app
}

/** A caller may bring an id of its own, if it is harmless in a header and a log. */
function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given) ? given : randomUUID()
}

function refuse(
  runtime: Runtime,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const answer = answerTo(error)
  request.resultCode = answer.code.code
  if (error instanceof StoredDataDamaged) runtime.metrics.storeDamaged()
  if (answer.worthLogging) runtime.log.error({ request_id: request.id, err: error }, 'fault')
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds))
  if (answer.code === codes.unauthorized)
    reply.header('www-authenticate', 'Basic realm="Selfsame", charset="UTF-8"')
  const body = {
    message: answer.message,
    result_code: answer.code.code,
    ...(answer.errors ? { errors: answer.errors } : {}),
  }
  // Past the door's response schemas: a refusal has the same shape everywhere.
  reply
    .code(answer.code.status)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer(JSON.stringify)
  return reply.send(body)
}

function knownMethods(app: FastifyInstance): Map<string, Set<string>> {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/docs')) return
    const known = methods.get(route.url) ?? new Set()
    for (const method of [route.method].flat()) known.add(method)
    methods.set(route.url, known)
  })
  return methods
}

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

function refuseOtherMethods(app: FastifyInstance, runtime: Runtime, methods: Map<string, Set<string>>): void {
  for (const [url, known] of [...methods]) {
    const allow = [...known].join(', ')
    app.route({
      method: allMethods.filter((method) => !known.has(method)),
      url,
      // Before any body is read.
      onRequest: (request, reply, _done) => {
        reply.header('allow', allow)
        refuse(runtime, new Refusal(codes.methodNotAllowed), request, reply)
      },
      handler: () => undefined,
    })
  }
}

/** Bytes that are no HTTP request, or not in time: there is no request to answer, only a socket. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const code =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? codes.requestTimeout
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? codes.headersTooLarge
        : codes.badRequest
  const body = JSON.stringify({ message: code.message, result_code: code.code })
  socket.end(
    `HTTP/1.1 ${code.status} ${code.message}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
