// Makes a route of the API from its data: guard, checks of the request, handler, answer, and its OpenAPI operation.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { codes, Refusal, refuse } from '../codes.ts'
import type { Runtime } from '../runtime.ts'
import { operationOf, withOutcome } from './describe.ts'
import { guard } from './guard.ts'
import { sendAnswer } from './lifecycle.ts'
import type { Described, GuardedRoute, PathParams, Route, RouteSpec } from './route-spec.ts'
import { formLimitBytes, receiveFiles } from './uploads.ts'
import { type Part, validate } from './validate.ts'
import { verdictOf } from './verdict.ts'

export function route<
  const Path extends string,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Fields extends z.ZodRawShape = z.ZodRawShape,
>(spec: RouteSpec<Body, Path, Query, Fields>): Route {
  const { method, path } = spec
  let described: ReturnType<typeof operationOf> | undefined
  /** Only who reads the OpenAPI waits for it. */
  const describe = () => {
    described ??= operationOf(spec)
    return described
  }
  return {
    method,
    path,
    tag: spec.tag,
    get operation() {
      return describe().operation
    },
    get schemas() {
      return describe().schemas
    },
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

function guarded(spec: Pick<Described, 'name' | 'path' | 'files' | 'body' | 'bodyIsOptional'>): GuardedRoute {
  const { name, path, files, body, bodyIsOptional: mayBeEmpty = false } = spec
  if (files) return { name, path, takes: 'multipart', bodyLimitBytes: formLimitBytes(files) }
  return body
    ? { name, path, takes: 'json', bodyLimitBytes: undefined, mayBeEmpty }
    : { name, path, takes: 'nothing', bodyLimitBytes: 64 * 1024 }
}

/** Ids in a path are opaque: they may be any text that a store can hold. */
function checkParams(params: Record<string, string>): void {
  for (const name in params)
    if (params[name]?.includes('\0') || !params[name]?.isWellFormed())
      throw refuse(codes.badRequest, name, 'holds characters that are not allowed')
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

function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    // Nobody reads the answer then, so it is treated like a request that broke off: it is no fault of ours.
    if (!reply.raw.writableFinished) controller.abort(new Refusal(codes.requestTimeout))
  })
  return controller.signal
}
