// Makes one attempt of a call: sends it within its time limit and reads the answer.
import type { FieldFault, RefusalTold, UnreachableReason } from './errors.ts'
import type { Operation } from './operations.ts'
import type { PreparedRequest } from './request.ts'
import { type Failure, isUnsent, retryAfterOf } from './retry.ts'
import type { RawAnswer, Send } from './send.ts'
import type { CallOptions, ClientOptions } from './types.ts'

interface AttemptInput {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly prepared: PreparedRequest
  readonly requestId: string
  readonly attempt: number
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  readonly after: (ms: number, act: () => void) => () => void
  readonly onProgress: CallOptions['onProgress']
  readonly onExchange: ClientOptions['onExchange']
}

interface NoAnswer {
  readonly reason: UnreachableReason
  readonly requestId: string
  readonly cause: unknown
}

export type Outcome =
  | { readonly answer: unknown }
  | (Failure & { readonly fault: Omit<RefusalTold, 'attempts'> | NoAnswer })

/** Throws only when the caller ended the call. */
export async function attemptCall(send: Send, operation: Operation, asked: AttemptInput): Promise<Outcome> {
  const { prepared, requestId, attempt, signal, onExchange } = asked
  const begun = performance.now()
  const tell = (status: number, answer: unknown, id: string) =>
    onExchange?.({
      method: prepared.method,
      path: prepared.path,
      requestBody: prepared.told,
      status,
      answer,
      requestId: id,
      milliseconds: performance.now() - begun,
      attempt,
    })
  const limited = withTimeLimit(asked)
  try {
    const { url, headers, onProgress } = asked
    const { method, body } = prepared
    const wantsFile = operation.file === true
    const raw = await send({ url, method, headers, body, signal: limited.signal, onProgress, wantsFile })
    const id = raw.header('x-request-id') ?? requestId
    const read = readAnswer(raw, operation)
    tell(raw.status, read.isAnswer ? read.value : raw.text, id)
    return outcomeOf(raw, read, operation, id)
  } catch (error) {
    signal?.throwIfAborted()
    const reason = limited.timedOut() ? 'timeout' : 'connection'
    tell(0, undefined, requestId)
    const nothingSent = isUnsent(error)
    return {
      status: undefined,
      retryAfterSeconds: undefined,
      nothingSent,
      fault: { reason, requestId, cause: error },
    }
  } finally {
    limited.end()
  }
}

interface Read {
  readonly isAnswer: boolean
  readonly value: unknown
}

function readAnswer({ text, status, file }: RawAnswer, operation: Operation): Read {
  if (file) return { isAnswer: true, value: file }
  if (operation.text && status < 400) return { isAnswer: true, value: text }
  try {
    const value: unknown = JSON.parse(text)
    return { isAnswer: typeof value === 'object' && value !== null && !Array.isArray(value), value }
  } catch {
    return { isAnswer: false, value: undefined }
  }
}

function outcomeOf(raw: RawAnswer, read: Read, operation: Operation, requestId: string): Outcome {
  const { status } = raw
  if (read.isAnswer && (status < 400 || status === operation.alsoAnswers)) return { answer: read.value }
  const retryAfterSeconds = retryAfterOf(raw.header('retry-after'), Date.now())
  const failure = { status, retryAfterSeconds, nothingSent: false }
  if (status < 400) {
    const cause = new Error(`HTTP ${status} without a JSON object`)
    return { ...failure, fault: { reason: 'answer', requestId, cause } }
  }
  const said = (read.isAnswer ? read.value : {}) as Partial<Record<string, unknown>>
  return {
    ...failure,
    fault: {
      status,
      resultCode: typeof said.result_code === 'number' ? said.result_code : status,
      message: typeof said.message === 'string' ? said.message : `HTTP ${status}`,
      errors: Array.isArray(said.errors) ? (said.errors as FieldFault[]) : [],
      requestId,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
  }
}

/** A signal that is aborted by the caller's signal, or when the time is over. */
function withTimeLimit({ timeoutMs, signal, after }: AttemptInput) {
  const controller = new AbortController()
  let timedOut = false
  const callOff = after(timeoutMs, () => {
    timedOut = true
    controller.abort(new DOMException('the attempt took too long', 'TimeoutError'))
  })
  const follow = () => controller.abort(signal?.reason)
  if (signal?.aborted) follow()
  signal?.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    timedOut: () => timedOut,
    end: () => {
      callOff()
      signal?.removeEventListener('abort', follow)
    },
  }
}
