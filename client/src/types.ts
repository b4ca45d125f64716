// The types that callers see: options, exchanges, and the methods of a client.
import type { operations } from './api-types.ts'
import type { File, NamedFile } from './files.ts'
import type { OperationName } from './operations.ts'

export interface ClientOptions {
  /** Where the server is: `https://selfsame.example`, with a path where a proxy puts it under one. */
  readonly baseUrl: string
  /** The organisation and its password. Left out where your own back end adds them: see the README. */
  readonly name?: string
  readonly password?: string
  /** An API key in their place: `selfsame api-key create` prints it. */
  readonly apiKey?: string
  /**
   * For pages of the server itself, in their place: the browser sends the session of a member as a cookie, and this is
   * the `csrf_token` that signing in and `GET /member-session` answer. Empty to sign in.
   */
  readonly csrfToken?: string
  /** Everything is a test, as with a test key: personas walk through verifications, and nothing live is seen. */
  readonly sandbox?: boolean
  /** Replaces the platform's fetch: to go through your back end, a proxy or a test. */
  readonly fetch?: typeof fetch
  /** How often a call is tried again; 2 by default. */
  readonly retries?: number
  /** How long one attempt may take, its upload and its answer together; 60,000 by default. */
  readonly timeoutMs?: number
  /** Called with every attempt: what was sent and what was answered. It holds personal data: mind where it goes. */
  readonly onExchange?: (exchange: Exchange) => void
}

export interface Exchange {
  readonly method: string
  readonly path: string
  /** The JSON that was sent, files as Base64; of a form its fields, files as `{ name, bytes }`. */
  readonly requestBody: unknown
  /** The HTTP status; 0 where no answer came. */
  readonly status: number
  readonly answer: unknown
  readonly requestId: string
  readonly milliseconds: number
  /** The number of the attempt, from 1. */
  readonly attempt: number
}

export interface CallOptions {
  /** Ends the call at any moment, also between two attempts; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Called with the bytes sent, from 0 to the total; a new attempt begins at 0 again. */
  readonly onProgress?: (sentBytes: number, totalBytes: number) => void
  readonly retries?: number
  readonly timeoutMs?: number
  /** For operations that take an `Idempotency-Key`: yours in the place of a random one, such as the number of an order. */
  readonly idempotencyKey?: string
}

/** The requests that are sent as forms, which the OpenAPI describes only as bytes. */
interface FormRequests {
  readBusinessRegistration: {
    /** One PDF, or pictures of the sheets in any order. */
    readonly files: readonly (File | NamedFile)[]
    /** `1-2` or `1,3`; pages count from 1. */
    readonly selected_pages?: string
  }
  verifyVideo: { readonly file: File; readonly name?: string }
}

type QueryOf<Name extends OperationName> = NonNullable<operations[Name]['parameters']['query']>
type PathOf<Name extends OperationName> = operations[Name]['parameters']['path']

/** What an operation takes, by its name. */
export type RequestOf<Name extends OperationName> = Name extends keyof FormRequests
  ? FormRequests[Name]
  : [NonNullable<operations[Name]['requestBody']>] extends [never]
    ? QueryOf<Name>
    : NonNullable<operations[Name]['requestBody']> extends { content: { 'application/json': infer Body } }
      ? Body
      : never

type Content<Response> = Response extends { content: infer Types } ? Types[keyof Types] : never
type Responses<Name extends OperationName> = operations[Name]['responses']

/** What an operation answers, by its name. */
export type AnswerOf<Name extends OperationName> = Content<
  Responses<Name>[keyof Responses<Name> & (200 | 201)]
>

/** One word where a path has one id: a conditional type looks at each word of a union by itself. */
type HasOneWord<Words, Each = Words> = Each extends unknown ? ([Words] extends [Each] ? true : false) : never
type Ids<Name extends OperationName> =
  PathOf<Name> extends Record<string, string>
    ? HasOneWord<keyof PathOf<Name>> extends true
      ? [id: string]
      : [id: string, idWithin: string]
    : []
type Requests<Name extends OperationName> = [RequestOf<Name>] extends [never]
  ? []
  : undefined extends operations[Name]['requestBody']
    ? [request?: RequestOf<Name>]
    : [request: RequestOf<Name>]

/** One method for each operation: what its path names first, then the request, then the options of this call. */
export type Client = {
  readonly [Name in OperationName]: (
    ...given: [...Ids<Name>, ...Requests<Name>, options?: CallOptions]
  ) => Promise<AnswerOf<Name>>
}
