// Makes a route of the API from its data: guard, checks of the request, handler, answer, and its OpenAPI operation.
import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { fieldsOfMember } from '../access/roles.ts'
import { fieldsOfVisit, type OpenAttempt, type StepCall, type Visit } from '../access/visits.ts'
import { codes, Refusal, refuse } from '../codes.ts'
import { longestBase64 } from './base64.ts'
import { operationOf, withOutcome } from './describe.ts'
import { endsWorker } from './errors.ts'
import { checkKeyAgain, checkSessionAgain, checkVisitAgain, guard } from './guard.ts'
import { sendAnswer, sendFile } from './lifecycle.ts'
import { deviceIn, sessionSecretIn } from './member-session.ts'
import type { HttpPorts } from './ports.ts'
import { addIgnored, fieldNames, type Ignore } from './request-fields.ts'
import type {
  Cut,
  Described,
  GuardedRoute,
  PathParams,
  Reply,
  RequestSender,
  Route,
  RouteSpec,
} from './route-spec.ts'
import { filesIn } from './schemas.ts'
import { formLimitBytes, plainName, type ReceivedForm, receiveForm } from './uploads.ts'
import { type RequestPart, validate } from './validate.ts'
import { sentBytes, verdictOf } from './verdict.ts'

export function route<
  const Path extends string,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Fields extends z.ZodRawShape = z.ZodRawShape,
>(spec: RouteSpec<Body, Path, Query, Fields>): Route {
  const { method, path } = spec
  let described: ReturnType<typeof operationOf> | undefined
  /** Only requests for the OpenAPI wait for it. */
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
    person: personOf(spec),
    caller: spec.caller,
    open: (app, ports) =>
      void app.route({
        method,
        url: urlOf(path),
        onRequest: guard(ports, guarded(spec, ports.config.jsonLimitBytes)),
        handler: (request, reply) => answer(spec, ports, request, reply),
      }),
  }
}

/** The path as the framework writes it. */
export const urlOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** The limit of a body that holds no files. */
const plainBodyBytes = 64 * 1024
/** A file that is somewhat too large is refused by its name, and not as a body. */
const roomForFiles = 1.5

function guarded(
  spec: Pick<
    Described,
    'name' | 'path' | 'tag' | 'files' | 'body' | 'bodyIsOptional' | 'step' | 'person' | 'caller'
  >,
  jsonLimitBytes: number,
): GuardedRoute {
  const { name, path, files, body, bodyIsOptional: mayBeEmpty = false } = spec
  const known = { name, path, area: spec.tag.area, person: personOf(spec), caller: spec.caller }
  if (files) return { ...known, takes: 'multipart', bodyLimitBytes: formLimitBytes(files) }
  if (!body) return { ...known, takes: 'nothing', bodyLimitBytes: plainBodyBytes }
  const filesInJson = filesIn(body)
  const letters = filesInJson.reduce((sum, { limitBytes }) => sum + longestBase64(limitBytes), 0)
  const needed = Math.round(letters * roomForFiles) + plainBodyBytes
  const bodyLimitBytes = Math.min(jsonLimitBytes, needed)
  return { ...known, takes: 'json', bodyLimitBytes, filesInJson, mayBeEmpty }
}

const personOf = ({ step, person }: Pick<Described, 'step' | 'person'>): GuardedRoute['person'] =>
  person ?? (step ? 'also' : undefined)

/** Ids in a path are opaque: they may be any text that a store can hold. */
function checkParams(params: Record<string, string>): void {
  for (const name in params)
    if (params[name]?.includes('\0') || !params[name]?.isWellFormed())
      throw refuse(codes.badRequest, name, 'holds characters that are not allowed')
}

function checked<Schema extends z.ZodType>(
  schema: Schema | undefined,
  data: unknown,
  part: RequestPart,
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
  ports: HttpPorts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  checkParams(request.params as Record<string, string>)
  const ignore = ports.config.unknownFields === 'ignore' ? ignoringIn(request) : undefined
  const asked = checkedQuery(spec.query, request.query as Texts, ignore)
  const { visit } = request
  const sent = request.body ?? (spec.bodyIsOptional ? {} : undefined)
  if (visit && spec.body) nameCaller(sent, fieldNames(spec.body), fieldsOfVisit(visit))
  const session = request.memberSession
  if (session && spec.body) nameCaller(sent, fieldNames(spec.body), fieldsOfMember(session))
  const body = checked(spec.body, sent, 'body', spec.refusesUnknownFields ? undefined : ignore)
  const known = spec.query ? fieldNames(spec.query) : noNames
  const { files, texts } = spec.files ? await receiveForm(request, spec.files, known, ignore) : noForm
  const query = withTexts(spec.query, asked, texts)
  if (request.apiKey) await checkKeyAgain(ports, request, request.apiKey)
  if (visit) await checkVisitAgain(ports, request, visit)
  if (session) await checkSessionAgain(ports, request, session)
  if (spec.stores) await ports.store.vault.checkRoom(request.organisationId, sentBytes({ body, files }))
  const begun = visit && spec.step && (await ports.visits.begin(visit, callOf(spec, request)))
  const context = {
    body,
    params: request.params as PathParams<Path>,
    query,
    files,
    organisationId: request.organisationId,
    apiKeyId: request.apiKey?.id,
    isTest: request.isSandbox || (request.apiKey ?? visit)?.isTest === true,
    visit,
    begun,
    session,
    sender: () => senderOf(request),
    requestId: request.id,
    idempotencyKey: spec.takesIdempotencyKey ? idempotencyKeyOf(request) : undefined,
    signal: () => (begun ? unbroken : signalOf(reply)),
    cut: cuttingIn(request),
  }
  const result =
    begun && visit
      ? await counted(ports, visit, begun, () => spec.handle(context))
      : await spec.handle(context)
  const { code, fields, isBare } = result
  request.resultCode = code.code
  // The caller owns what the handler found, so the audit trail names the caller as one who opened it.
  const { recordedParam } = spec.tag
  if (recordedParam) request.verificationId = (request.params as Record<string, string>)[recordedParam] ?? ''
  if (result.file) return sendFile(ports, request, reply, result.file)
  if (result.isReplay) request.isReplay = true
  if (result.cookies) request.setCookies = result.cookies
  if (result.signedIn) {
    request.organisationId = result.signedIn.organisationId
    request.memberId = result.signedIn.memberId
  }
  const status = code.code === 200 ? (spec.acceptedStatus ?? 200) : code.status
  const answered = isBare ? fields : withOutcome(withTrailing(fields, request), code, spec.outcomeField)
  const taken = { body, files, fileField: spec.files?.field ?? '' }
  const verdict = spec.judges && (await verdictOf(ports, request, spec.judges, taken, result))
  const shown = visit && spec.hiddenFromPerson ? without(answered, spec.hiddenFromPerson) : answered
  sendAnswer(ports, request, reply, status, shown as object, verdict, result.written)
}

const longestUserAgent = 256

const senderOf = ({ ip, headers }: FastifyRequest): RequestSender => ({
  address: ip,
  origin: headers.origin,
  userAgent: (headers['user-agent'] ?? '').slice(0, longestUserAgent),
  sessionSecret: sessionSecretIn(headers),
  device: deviceIn(headers),
})

/** Visible characters, as RFC 9110 has them in headers. */
const keyForm = /^[\x21-\x7e]{1,255}$/

function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || (typeof key === 'string' && keyForm.test(key))) return key
  throw refuse(codes.badRequest, 'idempotency-key', 'must be 1 to 255 visible characters, sent once')
}

/** Fields that name the caller are those of its credential, whatever the request says. */
function nameCaller(
  sent: unknown,
  names: ReadonlySet<string>,
  values: Readonly<Record<string, unknown>>,
): void {
  if (typeof sent !== 'object' || sent === null) return
  for (const [name, value] of Object.entries(values))
    if (names.has(name)) (sent as Record<string, unknown>)[name] = value
}

function callOf({ name, step }: Pick<Described, 'name' | 'step'>, request: FastifyRequest): StepCall {
  if (!step) throw new Error(`${name} is of no step`)
  const params = request.params as Record<string, string>
  const subjectId = step.subject === undefined ? undefined : params[step.subject]
  return { ...step, operation: name, requestId: request.id, subjectId }
}

/** A person's attempt goes on when the person leaves: what it costs could otherwise be had without being counted. */
const unbroken = new AbortController().signal

/** The attempt ends with the handler: its outcome is durable before the answer is sent. */
async function counted<Fields>(
  { visits, log }: HttpPorts,
  visit: Visit,
  begun: OpenAttempt,
  handle: () => Promise<Reply<Fields>>,
): Promise<Reply<Fields>> {
  let result: Reply<Fields>
  try {
    result = await handle()
  } catch (error) {
    // What ended a worker is paid for with an attempt, so that nobody with a link can do it without end.
    const ending = endsWorker(error)
      ? visits.spend(visit, begun, codes.unreadable)
      : visits.drop(visit, begun)
    // An attempt that cannot be dropped now stops counting by itself after a while.
    await ending.catch((fault: Error) => log.warn({ err: fault }, 'attempt not ended'))
    throw error
  }
  await visits.end(visit, begun, result.code, result.attempt)
  return result
}

/** Each answer is made for one request, so changing it affects no other caller. */
function without(answered: object, hidden: readonly string[]): object {
  const shown: Record<string, unknown> = { ...answered }
  for (const path of hidden) {
    const [name = '', inner] = path.split('.')
    const held = shown[name]
    if (inner === undefined) delete shown[name]
    else if (typeof held === 'object' && held !== null) {
      const copy: Record<string, unknown> = { ...held }
      delete copy[inner]
      shown[name] = copy
    }
  }
  return shown
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
    // The caller is gone, so this is treated like a request that broke off: it is no fault of ours.
    if (!reply.raw.writableFinished) controller.abort(new Refusal(codes.requestTimeout))
  })
  return controller.signal
}
