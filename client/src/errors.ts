// The two ways a call can fail: the server refused it, or the server could not be reached.

/** A field that is wrong, and what is wrong with it. */
export interface FieldFault {
  readonly path: string
  readonly message: string
}

interface Told {
  readonly requestId: string
  readonly attempts: number
}

export interface RefusalTold extends Told {
  readonly status: number
  readonly resultCode: number
  readonly message: string
  readonly errors: readonly FieldFault[]
  readonly retryAfterSeconds?: number
}

/** The server answered with an HTTP status of 400 or more. Business outcomes are no refusals: they are answers. */
export class SelfsameRefusal extends Error {
  override readonly name = 'SelfsameRefusal'
  readonly status: number
  /** `result_code` of the answer; the HTTP status where a proxy answered without one. */
  readonly resultCode: number
  /** Each field that is wrong. */
  readonly errors: readonly FieldFault[]
  /** The id under which the server logged the request. */
  readonly requestId: string
  /** The seconds to wait, where the server said so. */
  readonly retryAfterSeconds: number | undefined
  /** The number of attempts. */
  readonly attempts: number

  constructor(told: RefusalTold) {
    super(told.message)
    this.status = told.status
    this.resultCode = told.resultCode
    this.errors = told.errors
    this.requestId = told.requestId
    this.retryAfterSeconds = told.retryAfterSeconds
    this.attempts = told.attempts
  }
}

/** `connection`: none, or it broke; `timeout`: no whole answer in time; `answer`: what came is no answer of the API. */
export type UnreachableReason = 'connection' | 'timeout' | 'answer'

const reasonTexts: Record<UnreachableReason, string> = {
  connection: 'there is no connection to the server, or it broke',
  timeout: 'the server did not answer in time',
  answer: 'what answered is no Selfsame server',
}

/** No answer came. `cause` is what the platform said. */
export class SelfsameUnreachable extends Error {
  override readonly name = 'SelfsameUnreachable'
  readonly reason: UnreachableReason
  readonly requestId: string
  readonly attempts: number

  constructor(reason: UnreachableReason, told: Told, cause: unknown) {
    super(reasonTexts[reason], { cause })
    this.reason = reason
    this.requestId = told.requestId
    this.attempts = told.attempts
  }
}
