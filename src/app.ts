// Builds the HTTP server: plumbing first, then every capability's doors.
import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { codes, Refusal } from './codes.ts'
import { identityRoutes } from './documents/identity/routes.ts'
import { licenceRoutes } from './documents/licence/routes.ts'
import { mrzReaderRoutes } from './documents/mrz-reader/routes.ts'
import { registrationRoutes } from './documents/registration/routes.ts'
import { collectionRoutes } from './faces/collections/routes.ts'
import { matchingRoutes } from './faces/matching/routes.ts'
import { answerBrokenRequest, refuseExpectation } from './http/broken-requests.ts'
import { describeApi } from './http/describe.ts'
import { type Answer, answerTo } from './http/errors.ts'
import { openHealth } from './http/health.ts'
import { parseJson } from './http/json.ts'
import { enter, installLifecycle } from './http/lifecycle.ts'
import { openReceiptKeys } from './http/receipt-keys.ts'
import { serveReference } from './http/reference.ts'
import type { Route } from './http/route.ts'
import { type Studio, serveStudio } from './http/studio.ts'
import { receiveBody } from './http/uploads.ts'
import { distanceRoutes } from './liveness/distance/routes.ts'
import { noseRoutes } from './liveness/nose/routes.ts'
import { profileRoutes } from './liveness/profile/routes.ts'
import { videoRoutes } from './liveness/video/routes.ts'
import { withoutPersonalData } from './observability/log.ts'
import { organisationRoutes } from './organisations/routes.ts'
import { personRoutes } from './persons/routes.ts'
import { receiptRoutes } from './proofs/routes.ts'
import type { Runtime } from './runtime.ts'
import { StoredDataDamaged, StoreUnavailable } from './store/port.ts'

export const allRoutes = (runtime: Runtime): Route[] =>
  [
    distanceRoutes,
    noseRoutes,
    profileRoutes,
    identityRoutes,
    licenceRoutes,
    mrzReaderRoutes,
    registrationRoutes,
    videoRoutes,
    matchingRoutes,
    collectionRoutes,
    personRoutes,
    organisationRoutes,
    receiptRoutes,
  ].flatMap((routesOf) => routesOf(runtime))

export async function buildApp(
  runtime: Runtime,
  routes: readonly Route[],
  studio: Studio,
): Promise<FastifyInstance> {
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
    http: {
      headersTimeout: config.headersTimeoutMs,
      connectionsCheckingInterval: 5_000,
      // The gate asks for it, and answers in JSON.
      requireHostHeader: false,
    },
    frameworkErrors: (error, request, reply) => {
      enter(runtime, request, reply as unknown as FastifyReply)
      reply.header('x-request-id', request.id)
      refuse(runtime, error, request, reply as unknown as FastifyReply)
    },
    clientErrorHandler: answerBrokenRequest,
  })
  app.server.maxConnections = config.maxConnections
  app.server.on('checkExpectation', refuseExpectation)

  app.setErrorHandler((error, request, reply) => refuse(runtime, error, request, reply))
  app.setNotFoundHandler((request, reply) => refuse(runtime, new Refusal(codes.notFound), request, reply))

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload, done) => {
    const announced = request.headers['content-length']
    const limit = request.apiRoute?.bodyLimitBytes ?? config.jsonLimitBytes
    receiveBody(payload, announced === undefined ? undefined : Number(announced), limit, (error, bytes) => {
      if (error) return done(error)
      try {
        const isOptional = request.apiRoute?.takes === 'nothing' || request.apiRoute?.mayBeEmpty
        const none = isOptional && bytes?.length === 0
        done(null, none ? undefined : parseJson(bytes as Buffer))
      } catch (fault) {
        done(fault as Error)
      }
    })
  })
  installLifecycle(app, runtime)
  const methods = knownMethods(app)
  openHealth(app, runtime)
  openReceiptKeys(app, runtime)
  for (const route of routes) if (!route.takesFiles) route.open(app, runtime)
  // In a scope of its own: the form parser's hooks would slow every other door.
  await app.register(async (scope) => {
    await scope.register(multipart)
    for (const route of routes) if (route.takesFiles) route.open(scope, runtime)
  })
  await serveReference(app, describeApi(routes, runtime.version))
  if (config.studio === 'on') await app.register((scope) => serveStudio(scope, studio))
  refuseOtherMethods(app, runtime, methods)
  return app
}

/** A caller may bring an id of its own, if it is harmless in a header and a log. */
function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^(?!\d+$)[\w.:-]{8,64}$/.test(given) ? given : randomUUID()
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
  if (error instanceof StoreUnavailable) runtime.metrics.storeUnavailable()
  logFault(runtime, answer, error, request)
  // The framework closes the connection when it refuses a body; a caller still sending would then lose the answer.
  // The rest is read and forgotten instead, for as long as a request may take.
  if (!runtime.traffic.closing) reply.removeHeader('connection')
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds))
  if (answer.code === codes.unauthorized)
    reply.header('www-authenticate', challengeFor(request.headers['x-requested-with']))
  const body = {
    message: answer.message,
    result_code: answer.code.code,
    ...(answer.errors ? { errors: answer.errors } : {}),
  }
  reply.code(answer.code.status).header('content-type', 'application/json; charset=utf-8')
  return reply.send(body)
}

/**
 * A browser that is asked for Basic in answer to a script shows a login box of its own, over a page that has one already.
 * So scripts that say what they are, as is the custom, get a scheme for which no browser asks people.
 */
const challengeFor = (requestedWith: unknown): string =>
  `${requestedWith === 'XMLHttpRequest' ? 'Selfsame-Basic' : 'Basic'} realm="Selfsame", charset="UTF-8"`

/** An engine that is away is one line a request; a fault of ours is its whole stack. */
function logFault(runtime: Runtime, answer: Answer, error: unknown, request: FastifyRequest): void {
  if (error instanceof StoreUnavailable)
    runtime.log.warn(
      { request_id: request.id, reason: withoutPersonalData(error.message) },
      'store unavailable',
    )
  else if (answer.worthLogging) runtime.log.error({ request_id: request.id, err: error }, 'fault')
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
