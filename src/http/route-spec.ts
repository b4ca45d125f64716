// What a route of the API is made of: path, schemas, result codes and handler as data; `route.ts` puts it to work.
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Area } from '../access/scopes.ts'
import type { OpenAttempt, StepMark, StepResult, Visit } from '../access/visits.ts'
import type { Code } from '../codes.ts'
import type { HashedInput, Judged, ReceiptJudgement } from '../receipts/verdict.ts'
import type { NamedSchemas } from './json-schema.ts'
import type { UsedSession } from './member-session.ts'
import type { HttpPorts } from './ports.ts'
import type { FileInJson } from './schemas.ts'
import type { FilesRule, ReceivedFile } from './uploads.ts'

/** A group of operations in the OpenAPI. */
export interface Tag {
  readonly name: string
  readonly description: string
}

/** A group of routes that ask for credentials. */
interface RouteTag extends Tag {
  /** The parameter of paths whose value the audit trail names once a handler has found it. */
  readonly recordedParam?: string
  /** What an API key must be for, to call them. */
  readonly area: Area
}

/** One request as a handler gets it: its schemas hold, and its organisation is known. */
interface RequestContext<Body, Path extends string, Query> {
  readonly body: Body
  readonly params: PathParams<Path>
  readonly query: Query
  readonly files: readonly ReceivedFile[]
  readonly organisationId: string
  /** Undefined where the caller came with name and password. */
  readonly apiKeyId: string | undefined
  /** Whether the caller is in the sandbox: what is made is marked, and what is live is not seen. */
  readonly isTest: boolean
  /** The person that called, with a link or token; undefined where the organisation did. */
  readonly visit: Visit | undefined
  /** What the policy of the visit asks of the step; undefined where the route is of none. */
  readonly begun: OpenAttempt | undefined
  /** The member who called, with a session; undefined where the organisation or a person did. */
  readonly session: UsedSession | undefined
  /** What is known of the caller beside credentials. */
  readonly sender: () => RequestSender
  readonly requestId: string
  /** The header `Idempotency-Key`; undefined where it was not sent, or the route takes none. */
  readonly idempotencyKey: string | undefined
  /** A signal that is aborted when the caller disconnects. */
  readonly signal: () => AbortSignal
  readonly cut: Cut
}

/** Where a request came from, for routes that sign people in. */
export interface RequestSender {
  readonly address: string
  /** Scheme, host and port of the page, as the browser says; undefined where none sent it. */
  readonly origin: string | undefined
  readonly userAgent: string
  /** The session that the browser had, good or not. */
  readonly sessionSecret: string | undefined
  /** Says that this browser signed in before. */
  readonly device: string | undefined
}

/** Gives the bytes of a file that may be kept, and has the answer and the receipt tell how many others there were. */
export type Cut = (
  /** The field, as receipts name it. */
  name: string,
  bytes: Uint8Array,
  /** What a worker found to be the picture or document. */
  extent: { readonly start: number; readonly end: number },
) => Uint8Array

/** `/face-collections/{collection_id}` has the parameter `collection_id`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & PathParams<Rest>
  : unknown

/** What a handler answers: a result code, and the fields beside `message` and `result_code`. */
export interface Reply<Fields> {
  readonly code: Code
  readonly fields: Fields
  /**
   * The JSON of fields that may be large, in pieces; it takes the place of what `fields` has for them. Writing megabytes
   * at once would hold up everybody else's requests.
   */
  readonly written?: Written
  /** Set where the specification wants a body of these fields and nothing else. */
  readonly isBare?: true
  /** Set where nothing was done, since a request with the same idempotency key did it before. */
  readonly isReplay?: true
  /** What is answered in place of JSON, of a route with `answersFile`; `fields` is then empty. */
  readonly file?: FileReply
  /** What the receipt of a verdict needs and neither the request nor the answer holds. */
  readonly evidence?: Evidence
  /** What the verification of a visit gets to know about the attempt. */
  readonly attempt?: StepResult
  /** Cookies that the browser is to keep. */
  readonly cookies?: readonly string[]
  /** Who it turned out to be that came without credentials, for the audit trail. */
  readonly signedIn?: { readonly organisationId: string; readonly memberId: string }
}

/** A file as an answer: its bytes at once, or as they are made. */
export interface FileReply {
  readonly type: string
  /** What a browser saves it as; without it, a browser may show it. Letters, digits, `-` and `.` only. */
  readonly name?: string
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>
}

export type Written = Readonly<Record<string, readonly Uint8Array[]>>

/** What a route judges, and what its receipt holds of the reply. */
export interface JudgedRoute<Fields> {
  readonly about: Judged
  judgement(fields: Fields): ReceiptJudgement
}

interface Evidence {
  /** What was sent before this request, such as the frames of a challenge. */
  readonly inputs?: readonly HashedInput[]
}

/** What the OpenAPI shows of a route: a request that is taken as it stands, and answers to such requests. */
interface RouteExample<Body extends z.ZodType, Path extends string, Query, Fields> {
  /** What a path is filled with. */
  readonly params?: PathParams<Path>
  readonly body?: z.input<Body>
  readonly query?: Query
  /** Names of the files of an upload. */
  readonly files?: readonly string[]
  /** Success first. */
  readonly answers: readonly ExampleAnswer<Fields>[]
}

/** A reply as the handler would give it, and when it is given. */
interface ExampleAnswer<Fields> extends Pick<Reply<Fields>, 'code' | 'fields' | 'isBare'> {
  readonly when: string
}

export interface RouteSpec<
  Body extends z.ZodType,
  Path extends string,
  Query extends z.ZodType,
  Fields extends z.ZodRawShape,
> {
  /** The operation id, which names the method of generated clients. */
  readonly name: string
  /** The operation that this is another path to: both have one request and one answer in the OpenAPI. */
  readonly sharesShapesOf?: string
  readonly method: 'POST' | 'PUT' | 'GET'
  /** The path as the specification writes it: `/face-collections/{collection_id}`. */
  readonly path: Path
  readonly tag: RouteTag
  readonly summary: string
  readonly description?: string
  /** What each id of the path is, and where a caller has it from. */
  readonly params?: { readonly [Name in keyof PathParams<Path>]: string }
  readonly body?: Body
  /** Every field of the body is optional, and callers may leave out the body itself. */
  readonly bodyIsOptional?: true
  /** Set where an unknown field is refused whatever SELFSAME_UNKNOWN_FIELDS says: the caller would believe that an ignored one holds. */
  readonly refusesUnknownFields?: true
  readonly query?: Query
  /** The route takes a multipart upload instead of JSON. */
  readonly files?: FilesRule
  readonly fields: Fields
  /** The field of the body that holds `message` and `result_code`, where the specification wants them inside of it. */
  readonly outcomeField?: string
  /** The other shape of the body, where the specification wants one without `message` and `result_code`. */
  readonly bareFields?: z.ZodRawShape
  /** Set where success is a file and no JSON: its media types, and what it is. */
  readonly answersFile?: { readonly types: readonly string[]; readonly about: string }
  /** The HTTP status of success, where the specification asks for another than 200. */
  readonly acceptedStatus?: number
  /** Every code this route may answer with, beside the refusals that all routes share. */
  readonly answers: readonly Code[]
  readonly example?: RouteExample<Body, Path, z.input<Query>, z.output<z.ZodObject<Fields>>>
  /** The step that a person with a token does by this call; without it no token opens the route. */
  readonly step?: StepMark
  /** Set where persons alone call it, and with what. */
  readonly person?: 'token' | 'link or token'
  /** Set where callers have no credentials yet, or where only members with a session are asked, whatever their role. */
  readonly caller?: 'anyone' | 'member'
  /** Fields that the answer to a person leaves out, `recognized_data.checks` for one inside of another. */
  readonly hiddenFromPerson?: readonly string[]
  /** Set where the header `Idempotency-Key` keeps a repeated request from doing anything twice. */
  readonly takesIdempotencyKey?: true
  /** Set where the route keeps what it is sent: it is refused early where the organisation may store no more. */
  readonly stores?: true
  /** Set where the route judges: every answer of it then has a signed receipt. */
  readonly judges?: JudgedRoute<z.output<z.ZodObject<Fields>>>
  readonly handle: (
    request: RequestContext<z.output<Body>, Path, z.output<Query>>,
  ) => Promise<Reply<z.output<z.ZodObject<Fields>>>>
}

/** A route without its handler: what the OpenAPI says about it. */
export type Described = Omit<RouteSpec<z.ZodType, string, z.ZodType, z.ZodRawShape>, 'handle'>

/** What is known of a route before the body of a request is read. */
export interface GuardedRoute {
  /** The operation id. */
  readonly name: string
  readonly path: string
  readonly area: Area
  readonly takes: 'json' | 'multipart' | 'nothing'
  /** Whether a person may call: with a token as the organisation may, or alone. */
  readonly person?: 'also' | 'token' | 'link or token' | undefined
  readonly caller?: 'anyone' | 'member' | undefined
  /** No body counts as an empty object. */
  readonly mayBeEmpty?: boolean
  readonly bodyLimitBytes: number
  /** The files inside a body of JSON. */
  readonly filesInJson?: readonly FileInJson[]
}

/** A path that asks for no credentials, such as the probes; always a GET. */
export interface OpenRoute {
  readonly path: string
  readonly tag: Tag
  /** The operation in the words of OpenAPI. */
  readonly operation: object
  /** The shapes that the operation refers to, by name. */
  readonly schemas: NamedSchemas
  readonly open: (app: FastifyInstance, ports: HttpPorts) => void
}

export interface Route extends OpenRoute {
  readonly tag: RouteTag
  readonly method: 'POST' | 'PUT' | 'GET'
  readonly takesFiles: boolean
  readonly person: GuardedRoute['person']
  readonly caller: GuardedRoute['caller']
}
