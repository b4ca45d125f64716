// A door of the API: its path, what it takes, what it can answer, and the act behind it; opened on the HTTP server here.
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Code, codes } from '../codes.ts'
import { outcome, refusal } from './schemas.ts'
import { type FilesRule, formLimitBytes, type ReceivedFile, receiveFiles } from './uploads.ts'
import { validate } from './validate.ts'

/** One request as a door sees it: checked, and known to come from an organisation. */
export interface Visit<Body, Params, Query> {
  readonly body: Body
  readonly params: Params
  readonly query: Query
  readonly files: readonly ReceivedFile[]
  readonly organisationId: string
  readonly requestId: string
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal
}

/** What a door answers: a code of the table, and the fields beside `message` and `result_code`. */
export interface Reply<Fields> {
  readonly code: Code
  readonly fields: Fields
  /** Where the specification asks for another HTTP status than the code's own. */
  readonly status?: number
}

export interface DoorSpec<
  Body extends z.ZodType,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Fields extends z.ZodRawShape,
> {
  readonly method: 'POST' | 'PUT' | 'GET'
  /** As the specification writes it: `/face-collections/{collection_id}`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly body?: Body
  readonly params?: Params
  readonly query?: Query
  /** Takes a multipart upload instead of JSON. */
  readonly files?: FilesRule
  readonly fields: Fields
  /** Every code this door may answer with, beside the refusals that all doors share. */
  readonly answers: readonly Code[]
  readonly handle: (
    visit: Visit<z.output<Body>, z.output<Params>, z.output<Query>>,
  ) => Promise<Reply<z.output<z.ZodObject<Fields>>>>
}

export interface Door {
  readonly method: 'POST' | 'PUT' | 'GET'
  readonly path: string
  readonly open: (app: FastifyInstance) => void
}

/** What every door may answer before its own act begins. */
export const sharedRefusals: readonly Code[] = [
  codes.badRequest,
  codes.unauthorized,
  codes.tooLarge,
  codes.unsupportedMediaType,
  codes.unreadable,
  codes.tooManyRequests,
  codes.internal,
  codes.unavailable,
]

export function door<
  Body extends z.ZodType = z.ZodUndefined,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Fields extends z.ZodRawShape = z.ZodRawShape,
>(spec: DoorSpec<Body, Params, Query, Fields>): Door {
  const { method, path } = spec
  return {
    method,
    path,
    open: (app) =>
      void app.route({
        method,
        url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
        schema: documented(spec),
        config: { guarded: true, ...taken(spec) },
        handler: (request, reply) => answer(spec, request, reply),
      }),
  }
}

/** What the guard needs to know before the body is read. */
function taken(spec: Pick<Described, 'files' | 'body'>): FastifyContextConfig {
  if (spec.files) return { takes: 'multipart', bodyLimitBytes: formLimitBytes(spec.files) }
  return { takes: spec.body ? 'json' : 'nothing' }
}

async function answer<
  Body extends z.ZodType,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Fields extends z.ZodRawShape,
>(
  spec: DoorSpec<Body, Params, Query, Fields>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<object> {
  const checked = <Schema extends z.ZodType>(
    schema: Schema | undefined,
    data: unknown,
    part: 'body' | 'params' | 'query',
  ) => (schema ? validate(schema, data, part) : undefined) as z.output<Schema>
  const params = checked(spec.params, request.params, 'params')
  const query = checked(spec.query, request.query, 'query')
  const body = checked(spec.body, request.body, 'body')
  const files = spec.files ? await receiveFiles(request, spec.files) : []
  const { code, fields, status } = await spec.handle({
    body,
    params,
    query,
    files,
    organisationId: request.organisationId,
    requestId: request.id,
    get signal() {
      return hangUp(reply)
    },
  })
  request.resultCode = code.code
  reply.code(status ?? code.status)
  return { ...fields, message: code.message, result_code: code.code }
}

function hangUp(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the caller hung up'))
  })
  return controller.signal
}

type Described = Omit<DoorSpec<z.ZodType, z.ZodType, z.ZodType, z.ZodRawShape>, 'handle'>

function documented(spec: Described): object {
  const answers = spec.answers.map((code) => `\`${code.code}\` ${code.message}`).join(', ')
  const refusals = sharedRefusals.map((code) => [code.status, refusal.describe(code.meaning)])
  return {
    tags: [spec.tag],
    summary: spec.summary,
    description: [spec.description, `Answers with result_code ${answers}.`].filter(Boolean).join('\n\n'),
    security: [{ basic: [] }],
    'x-result-codes': spec.answers.map((code) => code.code),
    ...(spec.params ? { params: spec.params } : {}),
    ...(spec.query ? { querystring: spec.query } : {}),
    ...(spec.files
      ? { consumes: ['multipart/form-data'], body: z.object({ [spec.files.field]: z.array(z.file()) }) }
      : spec.body
        ? { body: spec.body }
        : {}),
    response: { 200: z.object({ ...spec.fields, ...outcome }), ...Object.fromEntries(refusals) },
  }
}
