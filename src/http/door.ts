// A door of the API: its path, what it takes, what it can answer, and the act behind it; opened on the HTTP server here.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Code } from '../codes.ts'
import type { Runtime } from '../runtime.ts'
import { operationOf } from './describe.ts'
import { type GuardedDoor, guard } from './guard.ts'
import { type FilesRule, formLimitBytes, type ReceivedFile, receiveFiles } from './uploads.ts'
import { type Part, validate } from './validate.ts'

/** One request as a door sees it: checked, and known to come from an organisation. */
export interface Visit<Body, Params, Query> {
  readonly body: Body
  readonly params: Params
  readonly query: Query
  readonly files: readonly ReceivedFile[]
  readonly organisationId: string
  readonly requestId: string
  /** A signal that is aborted when the caller hangs up. */
  readonly hangUp: () => AbortSignal
}

/** What a door answers: a code of the table, and the fields beside `message` and `result_code`. */
export interface Reply<Fields> {
  readonly code: Code
  readonly fields: Fields
}

export interface DoorSpec<
  Body extends z.ZodType,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Fields extends z.ZodRawShape,
> {
  /** Of the operation, for generated clients. */
  readonly name: string
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
  /** Where the specification asks for another HTTP status than 200 on success. */
  readonly acceptedStatus?: number
  /** Every code this door may answer with, beside the refusals that all doors share. */
  readonly answers: readonly Code[]
  readonly handle: (
    visit: Visit<z.output<Body>, z.output<Params>, z.output<Query>>,
  ) => Promise<Reply<z.output<z.ZodObject<Fields>>>>
}

/** A door without its act: what there is to say about it. */
export type Described = Omit<DoorSpec<z.ZodType, z.ZodType, z.ZodType, z.ZodRawShape>, 'handle'>

export interface Door {
  readonly method: 'POST' | 'PUT' | 'GET'
  readonly path: string
  readonly tag: string
  readonly operation: object
  readonly takesFiles: boolean
  readonly open: (app: FastifyInstance, runtime: Runtime) => void
}

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
    tag: spec.tag,
    operation: operationOf(spec),
    takesFiles: spec.files !== undefined,
    open: (app, runtime) =>
      void app.route({
        method,
        url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
        onRequest: guard(runtime, guarded(spec)),
        handler: (request, reply) => answer(spec, request, reply),
      }),
  }
}

/** What the guard needs to know before the body is read. */
function guarded(spec: Pick<Described, 'path' | 'files' | 'body'>): GuardedDoor {
  const { path, files, body } = spec
  if (files) return { path, takes: 'multipart', bodyLimitBytes: formLimitBytes(files) }
  return body
    ? { path, takes: 'json', bodyLimitBytes: undefined }
    : { path, takes: 'nothing', bodyLimitBytes: 64 * 1024 }
}

function checked<Schema extends z.ZodType>(
  schema: Schema | undefined,
  data: unknown,
  part: Part,
): z.output<Schema> {
  return (schema ? validate(schema, data, part) : undefined) as z.output<Schema>
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
  const params = checked(spec.params, request.params, 'params')
  const query = checked(spec.query, request.query, 'query')
  const body = checked(spec.body, request.body, 'body')
  const files = spec.files ? await receiveFiles(request, spec.files) : []
  const { code, fields } = await spec.handle({
    body,
    params,
    query,
    files,
    organisationId: request.organisationId,
    requestId: request.id,
    hangUp: () => hangUpOf(reply),
  })
  request.resultCode = code.code
  reply.code(code.code === 200 ? (spec.acceptedStatus ?? 200) : code.status)
  return { ...fields, message: code.message, result_code: code.code }
}

function hangUpOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the caller hung up'))
  })
  return controller.signal
}
