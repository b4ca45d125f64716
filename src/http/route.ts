// Makes a route of the API from its data: guard, checks of the request, handler, answer, and its OpenAPI operation.
import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { codes, Refusal, refuse } from '../codes.ts'
import type { Runtime } from '../runtime.ts'
import { longestBase64 } from './base64.ts'
import { operationOf, withOutcome } from './describe.ts'
import { checkKeyAgain, guard } from './guard.ts'
import { sendAnswer } from './lifecycle.ts'
import { addIgnored, fieldNames, type Ignore } from './request-fields.ts'
import type { Cut, Described, GuardedRoute, PathParams, Route, RouteSpec } from './route-spec.ts'
import { filesIn } from './schemas.ts'
import { formLimitBytes, plainName, type ReceivedForm, receiveForm } from './uploads.ts'
import { type Part, validate } from './validate.ts'
import { sentBytes, verdictOf } from './verdict.ts'

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
        onRequest: guard(runtime, guarded(spec, runtime.config.jsonLimitBytes)),
        handler: (request, reply) => answer(spec, runtime, request, reply),
      }),
  }
}

/** The limit of a body that holds no files. */
const plainBodyBytes = 64 * 1024
/** A file that is somewhat too large is refused by its name, and not as a body. */
const roomForFiles = 1.5

function guarded(
  spec: Pick<Described, 'name' | 'path' | 'tag' | 'files' | 'body' | 'bodyIsOptional'>,
  jsonLimitBytes: number,
): GuardedRoute {
  const { name, path, files, body, bodyIsOptional: mayBeEmpty = false } = spec
  const { area } = spec.tag
  if (files) return { name, path, area, takes: 'multipart', bodyLimitBytes: formLimitBytes(files) }
  if (!body) return { name, path, area, takes: 'nothing', bodyLimitBytes: plainBodyBytes }
  const filesInJson = filesIn(body)
  const letters = filesInJson.reduce((sum, { limitBytes }) => sum + longestBase64(limitBytes), 0)
  const needed = Math.round(letters * roomForFiles) + plainBodyBytes
  const bodyLimitBytes = Math.min(jsonLimitBytes, needed)
  return { name, path, area, takes: 'json', bodyLimitBytes, filesInJson, mayBeEmpty }
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
  ignore: Ignore | undefined,
): z.output<Schema> {
  return (schema ? validate(schema, data, part, ignore) : undefined) as z.output<Schema>
}

type Texts = Readonly<Record<string, string | string[]>>

/** What is asked beside a body. Routes that ask for nothing there have never refused anything there. */
function checkedQuery<Schema extends z.ZodType>(
  schema: Schema | undefined,
  query: Texts,
  ignore: Ignore | undefined,
): z.output<Schema> {
  if (schema) return validate(schema, byPlainName(Object.entries(query), fieldNames(schema)), 'query', ignore)
  if (ignore) for (const name in query) ignore([name])
  return undefined as z.output<Schema>
}

/** `pages[]=1&pages[]=3` is `pages=1&pages=3`, where `pages` is known. */
function byPlainName(
  given: readonly (readonly [name: string, value: string | readonly string[]])[],
  known: ReadonlySet<string>,
): Texts {
  const gathered: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of given) {
    const plain = known.has(plainName(name)) ? plainName(name) : name
    const before = gathered[plain]
    gathered[plain] = before === undefined ? (value as string | string[]) : [before, value].flat(2)
  }
  return gathered
}

/** What a query may ask for may stand in the form as well; given in both, it must be the same. */
function withTexts<Schema extends z.ZodType>(
  schema: Schema | undefined,
  query: z.output<Schema>,
  texts: ReceivedForm['texts'],
): z.output<Schema> {
  if (!schema || texts.length === 0) return query
  const sent = byPlainName(texts, fieldNames(schema))
  const read = validate(schema, sent, 'body') as Record<string, unknown>
  const asked = query as Record<string, unknown>
  const merged = { ...asked }
  for (const name in sent) {
    if (read[name] === undefined) continue
    if (asked[name] !== undefined && !isDeepStrictEqual(asked[name], read[name]))
      throw refuse(codes.badRequest, name, 'differs between query and form; send it once')
    merged[name] = read[name]
  }
  return merged as z.output<Schema>
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
  const ignore = runtime.config.unknownFields === 'ignore' ? ignoringIn(request) : undefined
  const asked = checkedQuery(spec.query, request.query as Texts, ignore)
  const body = checked(spec.body, request.body ?? (spec.bodyIsOptional ? {} : undefined), 'body', ignore)
  const known = spec.query ? fieldNames(spec.query) : noNames
  const { files, texts } = spec.files ? await receiveForm(request, spec.files, known, ignore) : noForm
  const query = withTexts(spec.query, asked, texts)
  if (request.apiKey) await checkKeyAgain(runtime, request, request.apiKey)
  if (spec.stores) await runtime.store.vault.checkRoom(request.organisationId, sentBytes({ body, files }))
  const result = await spec.handle({
    body,
    params: request.params as PathParams<Path>,
    query,
    files,
    organisationId: request.organisationId,
    apiKeyId: request.apiKey?.id,
    requestId: request.id,
    signal: () => signalOf(reply),
    cut: cuttingIn(request),
  })
  const { code, fields, isBare } = result
  request.resultCode = code.code
  const status = code.code === 200 ? (spec.acceptedStatus ?? 200) : code.status
  const answered = isBare ? fields : withOutcome(withTrailing(fields, request), code, spec.outcomeField)
  const taken = { body, files, fileField: spec.files?.field ?? '' }
  const verdict = spec.judges && (await verdictOf(runtime, request, spec.judges, taken, result))
  sendAnswer(runtime, request, reply, status, answered as object, verdict, result.written)
}

const noNames: ReadonlySet<string> = new Set()
const noForm: ReceivedForm = { files: [], texts: [] }

/** What is ignored is named in the header of the answer, also where the answer is a refusal. */
const ignoringIn =
  (request: FastifyRequest): Ignore =>
  (path) => {
    request.ignoredFields ??= { names: new Set(), more: 0 }
    addIgnored(request.ignoredFields, path)
  }

const cuttingIn =
  (request: FastifyRequest): Cut =>
  (name, bytes, { start, end }) => {
    const trailing = bytes.byteLength - (end - start)
    if (trailing > 0) request.trailingBytes = new Map([...(request.trailingBytes ?? []), [name, trailing]])
    return bytes.subarray(start, end)
  }

const withTrailing = (fields: object, { trailingBytes }: FastifyRequest): object =>
  trailingBytes ? { ...fields, trailing_bytes: Object.fromEntries(trailingBytes) } : fields

function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    // Nobody reads the answer then, so it is treated like a request that broke off: it is no fault of ours.
    if (!reply.raw.writableFinished) controller.abort(new Refusal(codes.requestTimeout))
  })
  return controller.signal
}
