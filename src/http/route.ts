// A door of the API: its path, what it takes, what it can answer, and the act behind it; opened on the HTTP server here.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Check } from '../checks.ts'
import { type Code, codes, Refusal } from '../codes.ts'
import type { LookedAt } from '../receipts/networks.ts'
import type { ReceiptInput } from '../receipts/receipt.ts'
import type { Runtime } from '../runtime.ts'
import { operationOf } from './describe.ts'
import { guard } from './guard.ts'
import type { NamedSchemas } from './json-schema.ts'
import { type GuardedRoute, sendAnswer } from './lifecycle.ts'
import { type FilesRule, formLimitBytes, type ReceivedFile, receiveFiles } from './uploads.ts'
import { type Part, validate } from './validate.ts'
import { verdictOf } from './verdict.ts'

/** One request as a door sees it: checked, and known to come from an organisation. */
export interface RequestContext<Body, Path extends string, Query> {
  readonly body: Body
  readonly params: PathParams<Path>
  readonly query: Query
  readonly files: readonly ReceivedFile[]
  readonly organisationId: string
  readonly requestId: string
  /** A signal that is aborted when the caller hangs up. */
  readonly signal: () => AbortSignal
}

/** `/face-collections/{collection_id}` has the parameter `collection_id`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & PathParams<Rest>
  : unknown

/** What a door answers: a code of the table, and the fields beside `message` and `result_code`. */
export interface Reply<Fields> {
  readonly code: Code
  readonly fields: Fields
  /** Where the specification wants a body of these fields and nothing else. */
  readonly isBare?: true
  /** For the receipt of a verdict: what neither the request nor the answer holds. */
  readonly evidence?: Evidence
}

export interface Evidence {
  /** What was sent before this request, such as the frames of a challenge. */
  readonly inputs?: readonly ReceiptInput[]
  /** Where the answer does not tell its checks. */
  readonly checks?: readonly Check[]
}

export interface RouteSpec<
  Body extends z.ZodType,
  Path extends string,
  Query extends z.ZodType,
  Fields extends z.ZodRawShape,
> {
  /** Of the operation, for generated clients. */
  readonly name: string
  /** The operation it is another path to: both have one request and one answer in the OpenAPI. */
  readonly sharesShapesOf?: string
  readonly method: 'POST' | 'PUT' | 'GET'
  /** As the specification writes it: `/face-collections/{collection_id}`. */
  readonly path: Path
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly body?: Body
  /** Every field of it is optional, and callers may leave out the body itself. */
  readonly bodyIsOptional?: true
  readonly query?: Query
  /** Takes a multipart upload instead of JSON. */
  readonly files?: FilesRule
  readonly fields: Fields
  /** The field of the body that holds `message` and `result_code`, where the specification wants them inside of it. */
  readonly outcomeField?: string
  /** The other shape of the body, where the specification wants one without `message` and `result_code`. */
  readonly bareFields?: z.ZodRawShape
  /** Where the specification asks for another HTTP status than 200 on success. */
  readonly acceptedStatus?: number
  /** Every code this door may answer with, beside the refusals that all doors share. */
  readonly answers: readonly Code[]
  /** It judges what is looked at here: every answer of it has a signed receipt. */
  readonly judges?: LookedAt
  readonly handle: (
    request: RequestContext<z.output<Body>, Path, z.output<Query>>,
  ) => Promise<Reply<z.output<z.ZodObject<Fields>>>>
}

/** A door without its act: what there is to say about it. */
export type Described = Omit<RouteSpec<z.ZodType, string, z.ZodType, z.ZodRawShape>, 'handle'>

export interface Route {
  readonly method: 'POST' | 'PUT' | 'GET'
  readonly path: string
  readonly tag: string
  readonly operation: object
  /** The shapes its operation refers to, by name. */
  readonly schemas: NamedSchemas
  readonly takesFiles: boolean
  readonly open: (app: FastifyInstance, runtime: Runtime) => void
}

export function route<
  const Path extends string,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Fields extends z.ZodRawShape = z.ZodRawShape,
>(spec: RouteSpec<Body, Path, Query, Fields>): Route {
  const { method, path } = spec
  return {
    method,
    path,
    tag: spec.tag,
    ...operationOf(spec),
    takesFiles: spec.files !== undefined,
    open: (app, runtime) =>
      void app.route({
        method,
        url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
        onRequest: guard(runtime, guarded(spec)),
        handler: (request, reply) => answer(spec, runtime, request, reply),
      }),
  }
}

/** What the guard needs to know before the body is read. */
function guarded(spec: Pick<Described, 'name' | 'path' | 'files' | 'body' | 'bodyIsOptional'>): GuardedRoute {
  const { name, path, files, body, bodyIsOptional: mayBeEmpty = false } = spec
  if (files) return { name, path, takes: 'multipart', bodyLimitBytes: formLimitBytes(files) }
  return body
    ? { name, path, takes: 'json', bodyLimitBytes: undefined, mayBeEmpty }
    : { name, path, takes: 'nothing', bodyLimitBytes: 64 * 1024 }
}

/** Ids in a path are opaque: any text that a store can hold. */
function checkParams(params: Record<string, string>): void {
  for (const name in params)
    if (params[name]?.includes('\0') || !params[name]?.isWellFormed())
      throw new Refusal(codes.badRequest, {
        errors: [{ path: name, message: 'holds characters that are not allowed' }],
      })
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
  Path extends string,
  Query extends z.ZodType,
  Fields extends z.ZodRawShape,
>(
  spec: RouteSpec<Body, Path, Query, Fields>,
  runtime: Runtime,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  checkParams(request.params as Record<string, string>)
  const query = checked(spec.query, request.query, 'query')
  const body = checked(spec.body, request.body ?? (spec.bodyIsOptional ? {} : undefined), 'body')
  const files = spec.files ? await receiveFiles(request, spec.files) : []
  const result = await spec.handle({
    body,
    params: request.params as PathParams<Path>,
    query,
    files,
    organisationId: request.organisationId,
    requestId: request.id,
    signal: () => signalOf(reply),
  })
  const { code, fields, isBare } = result
  request.resultCode = code.code
  const status = code.code === 200 ? (spec.acceptedStatus ?? 200) : code.status
  const answered = isBare ? fields : withOutcome(fields, code, spec.outcomeField)
  const taken = { body, files, fileField: spec.files?.field ?? '' }
  const verdict = spec.judges && (await verdictOf(runtime, request, spec.judges, taken, result))
  sendAnswer(runtime, request, reply, status, answered as object, verdict)
}

function withOutcome(fields: object, code: Code, inside: string | undefined): object {
  const outcome = { message: code.message, result_code: code.code }
  if (inside === undefined) return { ...fields, ...outcome }
  const held = (fields as Record<string, object | undefined>)[inside]
  return { ...fields, [inside]: { ...held, ...outcome } }
}

function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    // As when it breaks off earlier: nobody reads the answer, and it is no fault of ours.
    if (!reply.raw.writableFinished) controller.abort(new Refusal(codes.requestTimeout))
  })
  return controller.signal
}
