// Turns whatever was thrown into an answer: a refusal as it is, a known fault by its code, the rest into a 500.
import type { FastifyError } from 'fastify'
import { type Code, codes, Refusal } from '../codes.ts'
import { StoredDataDamaged, StoreUnavailable } from '../store/port.ts'
import { JobCrashed, JobTimedOut, JobTooLarge, PoolClosed, QueueFull } from '../workers/errors.ts'

export interface Answer {
  readonly code: Code
  readonly message: string
  readonly errors?: Refusal['errors']
  readonly retryAfterSeconds?: number | undefined
  /** A fault of ours or of the store: it goes to the log with its stack. */
  readonly worthLogging: boolean
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
  if (error instanceof StoreUnavailable) return { ...plain(codes.unavailable), retryAfterSeconds: 2 }
  if (error instanceof StoredDataDamaged)
    return {
      ...plain(codes.internal),
      message: 'Internal Server Error: stored data is damaged',
      worthLogging: true,
    }
  return ofWorkers(error) ?? ofFramework(error) ?? { ...plain(codes.internal), worthLogging: true }
}

const plain = (code: Code) => ({ code, message: code.message, worthLogging: false })

function ofWorkers(error: unknown): Answer | undefined {
  if (error instanceof QueueFull)
    return { ...plain(codes.unavailable), retryAfterSeconds: error.retryAfterSeconds }
  if (error instanceof PoolClosed) return { ...plain(codes.unavailable), retryAfterSeconds: 5 }
  // Ended from outside, twice, mostly by a machine out of memory: that says nothing about what was sent.
  if (error instanceof JobCrashed && error.exitSignal === 'SIGKILL')
    return { ...plain(codes.unavailable), retryAfterSeconds: 2, worthLogging: true }
  if (error instanceof JobTimedOut)
    return {
      ...plain(codes.unreadable),
      message: `Unprocessable Content: it could not be processed within ${error.limitMs / 1000} s`,
    }
  if (error instanceof JobTooLarge)
    return {
      ...plain(codes.unreadable),
      message: 'Unprocessable Content: processing it takes too much memory',
    }
  return undefined
}

/** What fastify itself throws before a door is reached. */
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
