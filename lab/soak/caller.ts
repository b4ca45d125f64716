// One caller of the server, of one organisation: sends a request, and holds the answer against what it should be.
import { Agent, request as open } from 'node:http'
import type { Credentials } from '../../src/organisations/manage.ts'
import { basic } from '../../test/kit/server.ts'
import type { Ledger } from './ledger.ts'
import { type Operation, pathOf } from './operations.ts'

export interface FormFile {
  readonly field: string
  readonly name: string
  readonly bytes: Uint8Array
}

export interface Asked {
  /** What stands in the braces of the path. */
  readonly at?: Readonly<Record<string, string>>
  readonly query?: string
  readonly json?: unknown
  readonly form?: readonly FormFile[]
  /** In place of either, as it is. */
  readonly raw?: { readonly type: string; readonly text: string }
  /** Other credentials than the organisation's; null for none. */
  readonly as?: Credentials | null
  /** 200 unless told. */
  readonly code?: number
  /** As the table of codes has it, unless told. */
  readonly status?: number
  /** What else must hold of an answer with the right code. */
  readonly fits?: (answer: Answer) => boolean
}

export interface Answer {
  readonly status: number
  readonly code: number
  readonly requestId: string
  readonly body: Readonly<Record<string, unknown>>
}

export interface Caller {
  /** Names the requests that follow. */
  act: string
  ask(operation: string, asked?: Asked): Promise<Answer>
  close(): void
}

/** Result codes from here up are their own HTTP status; those below are outcomes of a request that was served. */
const FIRST_STATUS = 400
const PATIENCE_MS = 180_000

export function openCaller(
  url: string,
  credentials: Credentials,
  operations: ReadonlyMap<string, Operation>,
  ledger: Ledger,
): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(url)
  const caller: Caller = {
    act: '',
    async ask(name, asked = {}) {
      const operation = operations.get(name)
      if (!operation) throw new Error(`the API has no operation named ${name}`)
      const { at, query = '', as = credentials, code = 200 } = asked
      const { type, bytes } = bodyOf(asked)
      const startedAt = performance.now()
      const answer = await send({
        ...{ agent, hostname, port, method: operation.method, path: pathOf(operation, at) + query, bytes },
        headers: {
          ...(as && { authorization: basic(as) }),
          ...(type && { 'content-type': type, 'content-length': String(bytes?.byteLength ?? 0) }),
        },
      }).catch(
        (error: NodeJS.ErrnoException): Answer => ({
          ...{ status: 0, code: 0, requestId: '', body: { message: error.code ?? error.message } },
        }),
      )
      const wanted = { status: asked.status ?? (code >= FIRST_STATUS ? code : 200), code }
      const isRight = answer.status === wanted.status && answer.code === wanted.code
      ledger.add({
        ...{ operation: name, act: caller.act, status: answer.status, code: answer.code },
        ms: performance.now() - startedAt,
        ...(!isRight && { unexpected: `${told(answer)} instead of ${wanted.status} ${wanted.code}` }),
        ...(isRight &&
          asked.fits?.(answer) === false && { unexpected: `${told(answer)}, with the wrong content` }),
      })
      return answer
    },
    close: () => agent.destroy(),
  }
  return caller
}

/** What it says of itself: texts of ours, which never quote what was sent. */
function told({ status, code, body }: Answer): string {
  const checks = (Array.isArray(body.checks) ? body.checks : []) as readonly {
    readonly name: string
    readonly outcome: string
  }[]
  const failed = checks.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name)
  return [status, code, String(body.message ?? ''), ...failed].join(' ')
}

function bodyOf({ json, form, raw }: Asked): { readonly type?: string; readonly bytes?: Buffer } {
  if (raw) return { type: raw.type, bytes: Buffer.from(raw.text) }
  if (json !== undefined) return { type: 'application/json', bytes: Buffer.from(JSON.stringify(json)) }
  if (!form) return {}
  const boundary = 'soak-f6b1c7a04e'
  const parts = form.flatMap(({ field, name, bytes }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n`,
    'content-type: application/octet-stream\r\n\r\n',
    bytes,
    '\r\n',
  ])
  const bytes = Buffer.concat(
    [...parts, `--${boundary}--\r\n`].map((part) => Buffer.from(part as Uint8Array)),
  )
  return { type: `multipart/form-data; boundary=${boundary}`, bytes }
}

interface Sent {
  readonly agent: Agent
  readonly hostname: string
  readonly port: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes?: Buffer | undefined
}

function send({ bytes, ...options }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = open({ ...options, timeout: PATIENCE_MS }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const body = parsed(Buffer.concat(chunks).toString())
        resolve({
          status: incoming.statusCode ?? 0,
          code: codeOf(body),
          requestId: String(incoming.headers['x-request-id'] ?? ''),
          body,
        })
      })
    })
    sending.on('timeout', () => sending.destroy(new Error('no answer')))
    sending.on('error', reject)
    sending.end(bytes)
  })
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Some doors tell it inside of what was read. */
function codeOf(body: Readonly<Record<string, unknown>>): number {
  const inside = body.recognized_data as { readonly result_code?: number } | undefined
  return Number(body.result_code ?? inside?.result_code ?? 0)
}
