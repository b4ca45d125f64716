// Judges one exchange for wrong behaviour of the server; it is a pure function, so that planted faults can test it.
import { codes } from '../../src/codes.ts'
import { ignoredFieldsHeader } from '../../src/http/request-fields.ts'
import type { Api, Operation } from './api.ts'
import { differs } from './schema.ts'
import type { Exchange, Script } from './wire.ts'
import type { WireAnswer } from './wire-answer.ts'

const faultKinds = ['5xx', 'hang', 'dead', 'undocumented', 'leak', 'log', 'growth', 'store'] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  readonly kind: FaultKind
  /** The description, which never quotes the request. */
  readonly what: string
}

/** What the judge must know about a request, beside the answer. */
export interface Sent {
  readonly operation: Operation | undefined
  /** Texts among what was sent that no refusal and no log line may repeat. */
  readonly secrets: readonly string[]
  /** The bytes are an invalid request, or several at once: the HTTP layer may answer before any operation, and close. */
  readonly isBroken: boolean
}

/** These are answered before an operation is found or its body read; docs/reference/result-codes.md describes them. */
const beforeOperations = [
  codes.badRequest,
  codes.notFound,
  codes.methodNotAllowed,
  codes.requestTimeout,
  codes.headersTooLarge,
].map(({ status }) => status)

const stack = /\bat [^\n"]*[(/][^\n"]*:\d+:\d+|node:internal|node_modules\/|\.ts:\d+/

export function judge(api: Api, sent: Sent, script: Script, exchange: Exchange): Fault[] {
  const { outcome, answers, ms } = exchange
  if (outcome === 'cut') return []
  const faults = answers.flatMap((answer) => judgeAnswer(api, sent, script.method, answer))
  const seconds = Math.round(ms / 1000)
  if (outcome === 'hung') faults.push({ kind: 'hang', what: `no answer within ${seconds} s` })
  if (outcome === 'refused') faults.push({ kind: 'dead', what: 'nobody listens' })
  if (outcome === 'garbled') faults.push({ kind: 'undocumented', what: 'the answer is no HTTP' })
  const mayClose = sent.isBroken && (answers.length > 0 || script.ending === 'half')
  if (outcome === 'closed' && !mayClose)
    faults.push({ kind: 'hang', what: 'the connection was closed without an answer' })
  return faults
}

function judgeAnswer(api: Api, sent: Sent, method: string, answer: WireAnswer): Fault[] {
  const { status, headers, body } = answer
  const faults: Fault[] = []
  const text = body.toString('utf8')
  // Readiness is asked by machines that retry anyway.
  const comesBack = headers['retry-after'] !== undefined || sent.operation?.isOpen === true
  const isDeliberate = status === 503 && comesBack && isOwnRefusal(text, 503)
  if (status >= 500 && !isDeliberate) faults.push({ kind: '5xx', what: `status ${status}` })
  const isUnknown = status >= 500 && !isDeliberate
  const undocumented = isUnknown ? undefined : outOfShape(api, sent, method, answer, text)
  if (undocumented) faults.push({ kind: 'undocumented', what: `${status}: ${undocumented}` })
  if (!isNameList(headers[ignoredFieldsHeader]))
    faults.push({ kind: 'undocumented', what: `${status}: ${ignoredFieldsHeader} is no short list of names` })
  if (isJson(headers) && stack.test(text)) faults.push({ kind: 'leak', what: `${status}: a stack` })
  if (status >= 400)
    for (const secret of sent.secrets)
      if (text.includes(secret)) faults.push({ kind: 'leak', what: `${status}: repeats what was sent` })
  return faults
}

const isJson = (headers: WireAnswer['headers']): boolean =>
  headers['content-type']?.startsWith('application/json') === true

const isNameList = (text = 'none'): boolean =>
  text.length < 1100 && /^(?:[\w.!~*'()%"-]+(?:, |$))*(?:\+\d+)?$/.test(text)

function isOwnRefusal(text: string, code: number): boolean {
  try {
    const read = JSON.parse(text) as { message?: unknown; result_code?: unknown }
    return typeof read.message === 'string' && read.result_code === code
  } catch {
    return false
  }
}

function outOfShape(
  api: Api,
  { operation, isBroken }: Sent,
  method: string,
  answer: WireAnswer,
  text: string,
): string | undefined {
  const { status, headers } = answer
  if (method === 'HEAD') return undefined
  const shapes = operation?.answers.get(status)
  if (!shapes) {
    const isEarly = beforeOperations.includes(status) && (!operation || isBroken)
    if (operation && !isEarly) return `not an answer of ${operation.id}`
    // Pages, their files, and redirects to them belong to no operation.
    if (status < 400) return undefined
    return isOwnRefusal(text, status) || headers['content-type']?.startsWith('text/html')
      ? undefined
      : 'a refusal that is not ours'
  }
  const type = headers['content-type']?.split(';', 1)[0] ?? 'none'
  const shape = shapes.find((one) => one.type === type)
  if (!shape) return `content type ${type}`
  if (!/json$/.test(type)) return undefined
  if (headers['x-request-id'] === undefined && !operation?.isOpen && !isBroken) return 'no x-request-id'
  try {
    return differs(api, shape.schema, JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return 'the body is no JSON'
    throw error
  }
}
