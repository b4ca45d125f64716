// Builds the HTTP server: limits, error handling and body parsers first, then the routes of every capability.
import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { brandRoutes } from './brand/routes.ts'
import { captureKeyRoutes } from './capture-keys/routes.ts'
import { codes, Refusal } from './codes.ts'
import { chipRoutes } from './documents/chip/routes.ts'
import { identityRoutes } from './documents/identity/routes.ts'
import { licenceRoutes } from './documents/licence/routes.ts'
import { mrzReaderRoutes } from './documents/mrz-reader/routes.ts'
import type { DocumentParts } from './documents/parts.ts'
import { registrationRoutes } from './documents/registration/routes.ts'
import { collectionRoutes } from './faces/collections/routes.ts'
import { duplicateRoutes } from './faces/duplicates/routes.ts'
import { listingRoutes } from './faces/listing/routes.ts'
import { matchingRoutes } from './faces/matching/routes.ts'
import { answerBrokenRequest, refuseExpectation } from './http/broken-requests.ts'
import { addCrossOriginHeaders, answerPreflight, isPreflight } from './http/cross-origin.ts'
import { answerError, answerFault } from './http/errors.ts'
import { healthz, metrics, readyz } from './http/health.ts'
import { parseJson } from './http/json.ts'
import { openLargeJson, smallJsonBytes } from './http/large-json.ts'
import { enter, installLifecycle } from './http/lifecycle.ts'
import { describeApi, serveReference } from './http/openapi.ts'
import { urlOf } from './http/route.ts'
import type { OpenRoute, Route } from './http/route-spec.ts'
import { type Studio, servePages } from './http/studio.ts'
import { receiveBody } from './http/uploads.ts'
import type { Jobs } from './jobs.ts'
import { type JourneyParts, journeyRoutes } from './journey/journey.ts'
import { distanceRoutes } from './liveness/distance/routes.ts'
import { lightRoutes } from './liveness/light/routes.ts'
import { noseRoutes } from './liveness/nose/routes.ts'
import type { LivenessParts } from './liveness/parts.ts'
import { profileRoutes } from './liveness/profile/routes.ts'
import { videoRoutes } from './liveness/video/routes.ts'
import { accountRoutes } from './members/account/routes.ts'
import type { MemberParts } from './members/parts.ts'
import { memberRoutes } from './members/routes.ts'
import { signInRoutes } from './members/sign-in/routes.ts'
import { apiKeyRoutes } from './organisations/keys/routes.ts'
import { organisationRoutes, receiptKeys, receiptRoutes } from './organisations/routes.ts'
import { personRoutes } from './persons/routes.ts'
import type { Runtime } from './runtime.ts'
import { type WebhookParts, webhookRoutes } from './webhooks/routes.ts'
import type { Pool } from './workers/port.ts'

/** The parts of a running server: what every route is given, and what serves one feature and is given to its routes alone. */
export interface ServerParts extends DocumentParts, LivenessParts, MemberParts, WebhookParts, JourneyParts {
  readonly visits: JourneyParts['visits']
  readonly workers: Pool<Jobs>
}

export const allRoutes = (parts: ServerParts): Route[] =>
  [
    distanceRoutes,
    noseRoutes,
    profileRoutes,
    lightRoutes,
    identityRoutes,
    chipRoutes,
    licenceRoutes,
    mrzReaderRoutes,
    registrationRoutes,
    videoRoutes,
    matchingRoutes,
    collectionRoutes,
    duplicateRoutes,
    listingRoutes,
    personRoutes,
    organisationRoutes,
    receiptRoutes,
    journeyRoutes,
    webhookRoutes,
    apiKeyRoutes,
    memberRoutes,
    signInRoutes,
    accountRoutes,
    brandRoutes,
    captureKeyRoutes,
  ].flatMap((routesOf) => routesOf(parts))

/** The first words of the OpenAPI. */
const introduction = `Selfsame verifies that a person in front of a camera is genuine and matches records, and reads documents.

Every path of the API needs credentials of an organisation, unless it says otherwise: name and password as HTTP Basic, or an API key as \`Authorization: Bearer\`. The person of a verification comes with a link or token instead.

**Outcomes.** The outcome of an operation is \`result_code\` in the body; 200 is success. A business outcome, such as a face that is not genuine, travels with HTTP status 200. A refused request has the same number as HTTP status and as \`result_code\`, but for links and tokens that are over (401) and steps that are not open (409), which have numbers of their own; its \`errors\` name each wrong field.

**Fields.** Null for an optional field counts as absent. Fields that a request should not have are ignored, and named in the header \`x-selfsame-ignored-fields\` of the answer; a server with the setting SELFSAME_UNKNOWN_FIELDS=refuse answers 400 instead. A field given twice is 400.

**Files.** Images and files inside JSON are Base64 text. The pictures in the examples are 18 by 24 grey pixels: put your own there.

**Request ids.** Every answer has the header \`x-request-id\`. Send your own (8 to 64 letters, digits or \`_.:-\`, not digits alone) to find a request in the log, or the receipt of its verdict.`

/** The paths that ask for no credentials. */
const openRoutesOf = (runtime: Runtime): OpenRoute[] => [
  healthz,
  readyz,
  receiptKeys(runtime),
  ...(runtime.config.metrics === 'on' ? [metrics] : []),
]

export async function buildApp(
  runtime: Runtime,
  routes: readonly Route[],
  studio: Studio,
): Promise<FastifyInstance> {
  const { config } = runtime
  const app = fastify({
    logger: false,
    rewriteUrl: ({ url = '/' }) => routedUrl(url, config.basePath),
    trustProxy: config.trustProxy.length > 0 && [...config.trustProxy],
    requestTimeout: config.requestTimeoutMs,
    keepAliveTimeout: config.keepAliveTimeoutMs,
    bodyLimit: config.memoryForBodiesBytes,
    // The guard answers 503 while the server closes, in the format of the API.
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
      // The lifecycle checks the header itself, and refuses in JSON.
      requireHostHeader: false,
    },
    frameworkErrors: (error, request, raw) => {
      const reply = raw as unknown as FastifyReply
      enter(runtime, request, reply)
      reply.header('x-request-id', request.id)
      addCrossOriginHeaders(config.corsOrigins, request, reply)
      answerError(runtime, error, request, reply)
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, config.corsOrigins),
  })
  app.server.maxConnections = config.maxConnections
  app.server.on('checkExpectation', refuseExpectation)

  app.setErrorHandler((error, request, reply) => answerFault(runtime, error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    answerError(runtime, new Refusal(codes.notFound), request, reply),
  )

  const largeJson = openLargeJson()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload, done) => {
    receiveBody(request, payload, (error, bytes = noBytes) => {
      if (error) return done(error)
      if (bytes.length > smallJsonBytes) {
        const { organisationId, apiRoute } = request
        largeJson
          .read(organisationId, bytes, apiRoute?.filesInJson ?? [])
          .then((value) => done(null, value), done)
        return
      }
      try {
        const isOptional = request.apiRoute?.takes === 'nothing' || request.apiRoute?.mayBeEmpty
        done(null, isOptional && bytes.length === 0 ? undefined : parseJson(bytes))
      } catch (fault) {
        done(fault as Error)
      }
    })
  })
  app.addHook('onClose', () => largeJson.close())
  installLifecycle(app, runtime)
  const methods = knownMethods(app)
  const openRoutes = openRoutesOf(runtime)
  for (const route of openRoutes) route.open(app, runtime)
  for (const route of routes) if (!route.takesFiles) route.open(app, runtime)
  // Routes with files get a scope of their own, because the form parser's hooks would slow every other route.
  await app.register(async (scope) => {
    await scope.register(multipart)
    for (const route of routes) if (route.takesFiles) route.open(scope, runtime)
  })
  await serveReference(app, config, () =>
    describeApi(routes, openRoutes, { version: runtime.version, introduction, basePath: config.basePath }),
  )
  const framedBy = config.corsOrigins.filter((origin) => origin !== '*')
  const bridgePort = config.chipBridgePort
  const shown = {
    hasStudio: config.studio === 'on',
    hasReference: config.docs === 'on',
    framedBy,
    // A reader is on the clerk's own machine.
    studioCalls: bridgePort === 0 ? [] : [`http://127.0.0.1:${bridgePort}`],
  }
  await app.register((scope) => servePages(scope, studio, shown))
  const visited = new Set(routes.filter(({ person }) => person).map(({ path }) => urlOf(path)))
  refuseOtherMethods(app, runtime, methods, visited)
  return app
}

const noBytes = Buffer.alloc(0)

/** What orchestrators ask comes past the proxy, and so without the base path. */
const probePaths: readonly string[] = [healthz.path, readyz.path, metrics.path]
/** Pages: a slash at the end means something else there. */
const pagePaths = /^\/(?:studio|verify|docs)(?:\/|$)/
const slash = 0x2f

/** The URL as the routes know it: without the base path, and without one slash at its end. */
function routedUrl(url: string, basePath: string): string {
  // `GET *` names no path; the router would take it for the root.
  if (url === '*') return '//'
  if (basePath === '' && url.charCodeAt(url.length - 1) !== slash && !url.includes('/?')) return url
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  const routed = withoutSlash(withoutBase(path, basePath))
  return query === -1 ? routed : routed + url.slice(query)
}

function withoutSlash(path: string): string {
  const isOneTooMany = path.length > 1 && path.endsWith('/') && !path.endsWith('//') && !pagePaths.test(path)
  return isOneTooMany ? path.slice(0, -1) : path
}

function withoutBase(path: string, basePath: string): string {
  if (basePath === '' || probePaths.includes(path)) return path
  if (path === basePath) return '/'
  // No route begins with two slashes, so that what is not below the base path is 404.
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : `/${path}`
}

/** Cuts the connections that are still open, and gives up on an app that does not close within a second. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  app.server.closeAllConnections()
  await Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, 1000).unref())])
}

/** A caller may bring an id of its own, if it is harmless in a header and a log. */
function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^(?!\d+$)[\w.:-]{8,64}$/.test(given) ? given : randomUUID()
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

function refuseOtherMethods(
  app: FastifyInstance,
  runtime: Runtime,
  methods: Map<string, Set<string>>,
  visited: ReadonlySet<string>,
): void {
  const { corsOrigins } = runtime.config
  for (const [url, known] of [...methods]) {
    const allow = [...known].join(', ')
    const preflight = { allowed: allow, takesVisits: visited.has(url) }
    app.route({
      method: allMethods.filter((method) => !known.has(method)),
      url,
      // This hook runs before any body is read.
      onRequest: (request, reply, done) => {
        if (isPreflight(request)) return answerPreflight(corsOrigins, preflight, request, reply, done)
        reply.header('allow', allow)
        answerError(runtime, new Refusal(codes.methodNotAllowed), request, reply)
      },
      handler: () => undefined,
    })
  }
}
