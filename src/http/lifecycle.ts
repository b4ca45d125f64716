// The lifecycle of a request: counted in and out, its headers, its entry in the audit trail, its line in the access log.
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Visit } from '../access/visits.ts'
import { codes, Refusal, refuse } from '../codes.ts'
import { withoutPersonalData } from '../observability/log.ts'
import type { ReceiptVerdict } from '../receipts/verdict.ts'
import type { UsedKey } from './authenticator.ts'
import { addCrossOriginHeaders, crossOriginHeaders } from './cross-origin.ts'
import type { IncomingBody } from './limits.ts'
import type { UsedSession } from './member-session.ts'
import type { HttpPorts } from './ports.ts'
import {
  type IgnoredFields,
  ignoredFieldsHeader,
  ignoredText,
  replayedHeader,
  trailingBytesHeader,
  trailingText,
} from './request-fields.ts'
import type { FileReply, GuardedRoute, Written } from './route-spec.ts'
import { installTracing } from './traced.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The route of the API that the request is for; undefined for open paths and unknown ones. */
    apiRoute: GuardedRoute | undefined
    organisationId: string
    /** The API key that the request came with; undefined where it came with name and password. */
    apiKey: UsedKey | undefined
    /** The person that the request came from, with a link or token; undefined where an organisation came. */
    visit: Visit | undefined
    /** The verification that the caller looked at or changed; empty for none. */
    verificationId: string
    /** The session of a member that the request came with. */
    memberSession: UsedSession | undefined
    /** The member who asked, or who signed in by asking; empty for none. */
    memberId: string
    /** Whether the caller asked to be in the sandbox. */
    isSandbox: boolean
    /** Cookies of the answer; undefined where there are none. */
    setCookies: readonly string[] | undefined
    /** Whether it counts towards the bounds of its verification, until it ends. */
    enteredVisit: boolean
    resultCode: number
    /** `performance.now()` when the headers had arrived. */
    arrivedAt: number
    /** Whether the request counts towards the limits of its organisation, until it ends. */
    entered: boolean
    /** Its body, and the memory that is set aside for it until the request ends; undefined where it has none. */
    incomingBody: IncomingBody | undefined
    /** What the answer tells that it did not look at; undefined where there is nothing. */
    ignoredFields: IgnoredFields | undefined
    /** How many bytes around the picture or document were cut off, by the name of the file; undefined where there were none. */
    trailingBytes: ReadonlyMap<string, number> | undefined
    /** Whether the answer is that of an earlier request with the same idempotency key. */
    isReplay: boolean
  }
}

/** Counts every request in and out, whatever it asks for. */
export function installLifecycle(app: FastifyInstance, ports: HttpPorts): void {
  app.decorateRequest('apiRoute', undefined)
  app.decorateRequest('organisationId', '')
  app.decorateRequest('apiKey', undefined)
  app.decorateRequest('visit', undefined)
  app.decorateRequest('verificationId', '')
  app.decorateRequest('memberSession', undefined)
  app.decorateRequest('memberId', '')
  app.decorateRequest('isSandbox', false)
  app.decorateRequest('setCookies', undefined)
  app.decorateRequest('enteredVisit', false)
  app.decorateRequest('resultCode', 0)
  app.decorateRequest('arrivedAt', 0)
  app.decorateRequest('entered', false)
  app.decorateRequest('incomingBody', undefined)
  app.decorateRequest('ignoredFields', undefined)
  app.decorateRequest('trailingBytes', undefined)
  app.decorateRequest('isReplay', false)
  app.decorateRequest('span', undefined)
  if (ports.tracing) installTracing(app, ports.tracing)

  installHeaders(app, ports)
  app.addHook('onRequest', (request, reply, done) => {
    enter(ports, request, reply)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      return done(refuse(codes.badRequest, 'host', 'is required'))
    if (hasTwoHosts(request.raw.rawHeaders)) return done(refuse(codes.badRequest, 'host', 'is given twice'))
    // This comes before any body is read, because the caller has shown no credentials yet.
    done(request.is404 ? new Refusal(codes.notFound) : undefined)
  })
}

/** A proxy may route by one of them and we would believe the other; Node itself keeps the first and says nothing. */
function hasTwoHosts(namesAndValues: readonly string[]): boolean {
  let hosts = 0
  for (let i = 0; i < namesAndValues.length; i += 2) {
    const name = namesAndValues[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

/** Answers of handlers do not pass here: `sendAnswer` writes the same headers itself. */
function installHeaders(app: FastifyInstance, ports: HttpPorts): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    if (request.apiRoute) reply.header('cache-control', 'no-store')
    if (request.ignoredFields) reply.header(ignoredFieldsHeader, ignoredText(request.ignoredFields))
    if (request.trailingBytes) reply.header(trailingBytesHeader, trailingText(request.trailingBytes))
    if (ports.traffic.closing) reply.header('connection', 'close')
    addCrossOriginHeaders(ports.config.corsOrigins, request, reply)
    // Refusals of known callers are recorded too, before they are sent.
    if (request.organisationId === '' || !ports.trail.isOn || isToldAlready(ports, request, reply))
      return done()
    ports.trail.record(auditEventOf(ports, request, reply.statusCode), (error) => {
      if (!error) return done()
      const { status, text, retryAfter } = auditFailure(ports, request, error)
      reply.code(status).header('retry-after', retryAfter)
      done(null, text)
    })
  })
}

/** What bounds refuse costs its sender nothing: a person with a link has an entry for it once a minute. */
const isToldAlready = (ports: HttpPorts, { visit }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  visit !== undefined &&
  statusCode === codes.tooManyRequests.status &&
  !ports.limits.tellsRefusal(visit.verificationId)

/**
 * Sends the answer of a handler past the framework's own way, which costs a small request about as much as all its
 * checks. Header names and values in one flat list are what Node writes fastest.
 */
export function sendAnswer(
  ports: HttpPorts,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: object,
  verdict?: ReceiptVerdict,
  written?: Written,
): void {
  reply.hijack()
  const { raw } = reply
  const text = written ? joined(body, written) : JSON.stringify(body)
  const attached = verdict && ports.receipts.of(verdict)
  // A sign-in is recorded once the member is known. Anybody may try one, and recording every try would fill the trail.
  const isRecorded = ports.trail.isOn && request.organisationId !== ''
  if (!isRecorded && !attached) {
    const answer = { raw, status, headers: headersOf(ports, request, text), text }
    if (answers.push(answer) === 1) setImmediate(sendAll)
    return
  }
  const recorded = (error?: Error): void => {
    if (!error) {
      send({ raw, status, headers: headersOf(ports, request, text), text })
      return
    }
    const instead = auditFailure(ports, request, error)
    const headers = [...headersOf(ports, request, instead.text), 'retry-after', instead.retryAfter]
    send({ raw, status: instead.status, headers, text: instead.text })
  }
  ports.trail.record(auditEventOf(ports, request, status), recorded, attached)
}

/** Sends a file once its entry in the audit trail is durable. No page may run anything that is in it. */
export function sendFile(
  ports: HttpPorts,
  request: FastifyRequest,
  reply: FastifyReply,
  { type, name, bytes }: FileReply,
): void {
  reply.hijack()
  const { raw } = reply
  const recorded = (error?: Error): void => {
    if (error) {
      const instead = auditFailure(ports, request, error)
      const headers = [...headersOf(ports, request, instead.text), 'retry-after', instead.retryAfter]
      send({ raw, status: instead.status, headers, text: instead.text })
      return
    }
    const headers = [
      ...headersOf(ports, request, bytes instanceof Uint8Array ? [bytes] : undefined, type),
      'content-security-policy',
      "default-src 'none'; sandbox",
      ...(name === undefined ? [] : ['content-disposition', `attachment; filename="${name}"`]),
    ]
    if (bytes instanceof Uint8Array) {
      send({ raw, status: 200, headers, text: [bytes] })
      return
    }
    if (raw.destroyed) return
    raw.writeHead(200, headers)
    // The file is made only as fast as the caller reads. A fault in the middle breaks the connection, so that half a file is not taken for a whole one.
    pipeline(Readable.from(bytes), raw).catch((fault: Error) => {
      ports.log.warn({ request_id: request.id, reason: withoutPersonalData(fault.message) }, 'file broke off')
    })
  }
  if (ports.trail.isOn) ports.trail.record(auditEventOf(ports, request, 200), recorded)
  else recorded()
}

/** The JSON of an answer: a text, or its bytes in pieces. */
type AnswerText = string | readonly Uint8Array[]

function joined(body: object, written: Written): Uint8Array[] {
  const pieces: Uint8Array[] = []
  let before = '{'
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue
    const own = written[name] ?? [Buffer.from(JSON.stringify(value))]
    pieces.push(Buffer.from(`${before}${JSON.stringify(name)}:`), ...own)
    before = ','
  }
  return [...pieces, Buffer.from('}')]
}

const byteLengthOf = (text: AnswerText): number =>
  typeof text === 'string'
    ? Buffer.byteLength(text)
    : text.reduce((sum, { byteLength }) => sum + byteLength, 0)

/** `text` is undefined where the length of the answer is not known yet. */
function headersOf(
  ports: HttpPorts,
  request: FastifyRequest,
  text: AnswerText | undefined,
  type = 'application/json; charset=utf-8',
): string[] {
  // biome-ignore format: a name and its value a line
  const headers = [
    'content-type', type,
    ...(text === undefined ? [] : ['content-length', String(byteLengthOf(text))]),
    'cache-control', 'no-store',
    'x-content-type-options', 'nosniff',
    'x-request-id', request.id,
  ]
  if (request.ignoredFields) headers.push(ignoredFieldsHeader, ignoredText(request.ignoredFields))
  if (request.trailingBytes) headers.push(trailingBytesHeader, trailingText(request.trailingBytes))
  if (request.isReplay) headers.push(replayedHeader, 'true')
  for (const cookie of request.setCookies ?? []) headers.push('set-cookie', cookie)
  if (ports.traffic.closing) headers.push('connection', 'close')
  const { corsOrigins } = ports.config
  const hasVisit = request.visit !== undefined
  if (hasVisit || corsOrigins.length > 0)
    headers.push(...crossOriginHeaders(corsOrigins, request.headers.origin, hasVisit))
  return headers
}

const auditEventOf = (ports: HttpPorts, request: FastifyRequest, status: number) => ({
  at: ports.now(),
  organisationId: request.organisationId,
  apiKeyId: request.apiKey?.id ?? '',
  verificationId: request.visit?.verificationId ?? request.verificationId,
  memberId: request.memberId,
  tokenId: request.visit?.tokenId ?? '',
  requestId: request.id,
  operation: request.apiRoute?.name ?? '',
  route: request.apiRoute?.path ?? '',
  status,
  resultCode: request.resultCode,
})

/** No answer is sent that the audit trail does not hold: what was done stays done, and the caller may ask again. */
function auditFailure(ports: HttpPorts, request: FastifyRequest, error: Error) {
  const reason = withoutPersonalData(error.message)
  ports.log.warn({ request_id: request.id, reason }, 'answer not recorded')
  const { code, status, message } = codes.unavailable
  request.resultCode = code
  return { status, retryAfter: '2', text: JSON.stringify({ message, result_code: code }) }
}

interface ReadyAnswer {
  readonly raw: ServerResponse
  readonly status: number
  readonly headers: string[]
  readonly text: AnswerText
}

/**
 * Answers that are ready in one turn of the event loop are written together, as are those that one commit of the audit
 * trail made durable. A write wakes its reader, mostly a proxy on this machine: the next writes find it awake.
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
  if (typeof text === 'string') {
    raw.end(text)
    return
  }
  for (const piece of text) raw.write(piece)
  raw.end()
}

/** Called by the first hook, and for requests that the framework refuses before any hook. */
export function enter(ports: HttpPorts, request: FastifyRequest, reply: FastifyReply): void {
  request.arrivedAt = performance.now()
  ports.traffic.inFlight++
  // 'close' is emitted once, after the answer or when the caller is gone, so nothing counted here can leak.
  let isWhole = false
  // The calls of personas come over no connection, so that `writableFinished` never tells of them.
  reply.raw.once('finish', () => {
    isWhole = true
  })
  reply.raw.once('close', () => leave(ports, request, reply, isWhole))
}

function leave(ports: HttpPorts, request: FastifyRequest, reply: FastifyReply, isWhole: boolean): void {
  ports.traffic.inFlight--
  if (ports.traffic.inFlight === 0) ports.traffic.whenIdle?.()
  if (request.entered) ports.limits.leave(request.organisationId, request.visit !== undefined)
  if (request.enteredVisit) ports.limits.leaveVisit(request.visit?.verificationId ?? '')
  request.incomingBody?.release()
  const isAborted = !isWhole
  ports.accessLog.enter({
    requestId: request.id,
    organisationId: request.organisationId,
    apiKeyId: request.apiKey?.id,
    verificationId: request.visit?.verificationId,
    memberId: request.memberId === '' ? undefined : request.memberId,
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

/** The status in the access log where no answer reached the caller, as nginx writes it. */
const clientClosedRequest = 499
