// Turns whatever was thrown into an answer: a refusal as it is, a known fault by its code, anything else into a 500.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { bearsVisit } from '../access/visits.ts'
import { type Code, codes, Refusal } from '../codes.ts'
import { withoutPersonalData } from '../observability/log.ts'
import { DoesNotFit, StorageFull, StoredDataDamaged, StoreUnavailable } from '../store/port.ts'
import { JobCrashed, JobStarved, JobTimedOut, JobTooLarge, PoolClosed, QueueFull } from '../workers/errors.ts'
import { sizeText } from './base64.ts'
import type { HttpPorts } from './ports.ts'
import { dropRest } from './uploads.ts'

interface Answer {
  readonly code: Code
  readonly message: string
  readonly errors?: Refusal['errors']
  readonly retryAfterSeconds?: number | undefined
  /** Set for a fault of ours or of the store, which is logged with its stack. */
  readonly worthLogging: boolean
}

/**
 * A removed organisation is believed for a few seconds more, and whatever it asks for then lacks its rows. That is no
 * fault of ours: it is a caller whose credentials are wrong by now.
 */
export async function answerFault(
  ports: HttpPorts,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { organisationId } = request
  const isRemoved =
    organisationId !== '' &&
    answerTo(error).code === codes.internal &&
    (await ports.authenticator.isRemoved(organisationId).catch(() => false))
  return answerError(ports, isRemoved ? new Refusal(codes.unauthorized) : error, request, reply)
}

/** Answers a request with what was thrown for it. */
export function answerError(
  ports: HttpPorts,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const answer = answerTo(error)
  request.resultCode = answer.code.code
  if (error instanceof StoredDataDamaged) ports.metrics.storeDamaged()
  if (error instanceof StoreUnavailable) ports.metrics.storeUnavailable()
  logFault(ports, answer, error, request)
  // The framework closes the connection when it refuses a body, and a caller that is still sending would lose the answer.
  // Instead the rest is read and dropped, for as long as a request may take; of a body that comes too slowly it is not.
  if (answer.code === codes.requestTimeout) reply.header('connection', 'close')
  else {
    if (!ports.traffic.closing) reply.removeHeader('connection')
    dropRest(request)
  }
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds))
  if (answer.code.status === codes.unauthorized.status)
    reply.header('www-authenticate', schemeFor(request.headers))
  const body = {
    message: answer.message,
    result_code: answer.code.code,
    ...(answer.errors ? { errors: answer.errors } : {}),
  }
  reply.code(answer.code.status).header('content-type', 'application/json; charset=utf-8')
  return reply.send(body)
}

/**
 * A browser that is asked for Basic in answer to a script shows a login box of its own over the page. So scripts that
 * send `X-Requested-With` or a link or token get a scheme for which no browser asks people.
 */
function schemeFor(headers: FastifyRequest['headers']): string {
  if (bearsVisit(headers.authorization)) return 'Bearer realm="Selfsame", error="invalid_token"'
  const isScript = headers['x-requested-with'] === 'XMLHttpRequest'
  return `${isScript ? 'Selfsame-Basic' : 'Basic'} realm="Selfsame", charset="UTF-8"`
}

/** A database or file store that is out of reach is one line a request; a fault of ours is logged with its stack. */
function logFault(ports: HttpPorts, answer: Answer, error: unknown, request: FastifyRequest): void {
  if (error instanceof StoreUnavailable)
    ports.log.warn(
      { request_id: request.id, reason: withoutPersonalData(error.message) },
      'store unavailable',
    )
  else if (answer.worthLogging) ports.log.error({ request_id: request.id, err: error }, 'fault')
}

export function answerTo(error: unknown): Answer {
  if (error instanceof Refusal)
    return {
      code: error.code,
      message: error.message,
      errors: error.errors,
      retryAfterSeconds: error.retryAfterSeconds,
      worthLogging: false,
    }
  if (error instanceof DoesNotFit)
    return {
      ...plain(codes.unavailable),
      message: `${codes.unavailable.message}: ${error.advice}`,
      retryAfterSeconds: 600,
    }
  if (error instanceof StoreUnavailable) return { ...plain(codes.unavailable), retryAfterSeconds: 2 }
  if (error instanceof StorageFull)
    return { ...plain(codes.storageFull), message: `${codes.storageFull.message}: ${storageText(error)}` }
  if (error instanceof StoredDataDamaged)
    return {
      ...plain(codes.internal),
      message: 'Internal Server Error: stored data is damaged',
      worthLogging: true,
    }
  return ofWorkers(error) ?? ofFramework(error) ?? { ...plain(codes.internal), worthLogging: true }
}

const storageText = ({ limitBytes, usedBytes, wantedBytes }: StorageFull): string =>
  `the organisation may store ${sizeText(limitBytes)} and stores ${sizeText(usedBytes)}; this needs ${sizeText(wantedBytes)} more`

const plain = (code: Code) => ({ code, message: code.message, worthLogging: false })

function ofWorkers(error: unknown): Answer | undefined {
  if (error instanceof QueueFull)
    return { ...plain(codes.unavailable), retryAfterSeconds: error.retryAfterSeconds }
  if (error instanceof PoolClosed) return { ...plain(codes.unavailable), retryAfterSeconds: 5 }
  // The worker was killed from outside twice, mostly because memory ran out: that says nothing about what was sent.
  if (error instanceof JobCrashed && error.exitSignal === 'SIGKILL')
    return { ...plain(codes.unavailable), retryAfterSeconds: 2, worthLogging: true }
  if (error instanceof JobStarved)
    return {
      ...plain(codes.unavailable),
      message: `Service Unavailable: too busy to process it within ${error.limitMs / 1000} s`,
      retryAfterSeconds: error.retryAfterSeconds,
    }
  if (error instanceof JobTimedOut)
    return undone(error.field, 'it', `could not be processed within ${error.limitMs / 1000} s`)
  if (error instanceof JobTooLarge) return undone(error.field, 'processing it', 'takes too much memory')
  return undefined
}

/** What was sent took more time or memory than a job has, or the decoder crashed on it twice. */
export const endsWorker = (error: unknown): boolean =>
  error instanceof JobTimedOut ||
  error instanceof JobTooLarge ||
  (error instanceof JobCrashed && error.exitSignal !== 'SIGKILL')

/** Names the field that carried it, where the job worked on one. */
function undone(field: string | undefined, what: string, why: string): Answer {
  const message = `Unprocessable Content: ${what} ${why}`
  return { ...plain(codes.unreadable), message, ...(field && { errors: [{ path: field, message: why }] }) }
}

/** What fastify itself throws before a handler is called. */
const frameworkCodes: Partial<Record<string, Code>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: codes.tooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: codes.unsupportedMediaType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: codes.badRequest,
  FST_ERR_BAD_URL: codes.badRequest,
  FST_ERR_MAX_PARAM_LENGTH: codes.badRequest,
  FST_ERR_ASYNC_CONSTRAINT: codes.badRequest,
  FST_REQ_FILE_TOO_LARGE: codes.tooLarge,
  FST_FILES_LIMIT: codes.tooLarge,
  FST_PARTS_LIMIT: codes.tooLarge,
  FST_FIELDS_LIMIT: codes.tooLarge,
  FST_INVALID_MULTIPART_CONTENT_TYPE: codes.unsupportedMediaType,
  FST_NO_FORM_DATA: codes.badRequest,
  FST_PROTO_VIOLATION: codes.badRequest,
  FST_INVALID_JSON_FIELD_ERROR: codes.badRequest,
  FST_MP_PREMATURE_CLOSE: codes.badRequest,
  FST_STATIC_FORBIDDEN_PATH: codes.notFound,
}

function ofFramework(error: unknown): Answer | undefined {
  const code = frameworkCodes[(error as FastifyError | undefined)?.code ?? '']
  return code && plain(code)
}
