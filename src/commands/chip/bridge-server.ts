// The bridge between the studio in a browser and the reader of this machine: who may call it, and what it passes on.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { CardFault, type CardFaultName } from '../../../client/src/chip/at-reader.ts'
import { isChipCommand } from '../../../client/src/shell/shell.ts'
import { isProof, type Opening, proofOf } from './pairing.ts'
import type { CardReader } from './reader.ts'

export interface BridgeSettings {
  /** Of the studio, as browsers write it: no other page is answered. */
  readonly origin: string
  readonly port: number
  readonly code: string
  readonly openReader: () => Promise<CardReader>
  /** How long a reading may stand still before the card is let go. */
  readonly idleMs?: number
  readonly onEvent?: (event: BridgeEvent) => void
}

/** Nothing of what was read: who holds a card is not written anywhere. */
export type BridgeEvent = 'paired' | 'wrong-code' | 'ended' | `refused ${string}`

export interface Bridge {
  readonly port: number
  close(): Promise<void>
}

/** A command of 65,535 bytes in Base64, with what is around it. */
const MOST_BYTES = 90_000
const OPENING_MS = 60_000
const hex = /^[0-9a-f]{32}$/

interface Session {
  readonly id: string
  readonly reader: CardReader
  isSending: boolean
  idle: NodeJS.Timeout | undefined
}

/** What is answered in the place of a result; the studio has words for each. */
class BridgeRefusal extends Error {
  readonly status: number
  readonly fault: string
  constructor(status: number, fault: 'wrong-code' | 'no-such-call' | 'bad-request' | CardFaultName) {
    super(fault)
    this.status = status
    this.fault = fault
  }
}

export async function openBridge(settings: BridgeSettings): Promise<Bridge> {
  const { origin, code, idleMs = 30_000, onEvent } = settings
  let opening: (Opening & { readonly until: number }) | undefined
  let session: Session | undefined
  let isOpening = false

  async function end(of: Session | undefined): Promise<void> {
    if (of === undefined) return
    clearTimeout(of.idle)
    if (session === of) {
      session = undefined
      onEvent?.('ended')
    }
    await of.reader.close().catch(() => undefined)
  }

  function rest(of: Session): void {
    clearTimeout(of.idle)
    of.idle = setTimeout(() => void end(of), idleMs)
  }

  /** One for each call: the rest of its path, and what it was given. */
  const calls: Readonly<Record<string, (given: Given) => Promise<object> | object>> = {
    'GET /': () => ({ bridge: 'selfsame-chip', version: 1 }),
    'POST /openings': ({ body }) => {
      const nonce = textOf(body.nonce)
      if (!hex.test(nonce)) throw new BridgeRefusal(400, 'bad-request')
      opening = {
        origin,
        nonce,
        challenge: randomBytes(16).toString('hex'),
        until: performance.now() + OPENING_MS,
      }
      return { challenge: opening.challenge, proof: proofOf(code, 'bridge', opening) }
    },
    'POST /sessions': async ({ body }) => {
      const asked = opening
      // Each challenge is good for one proof, so that guessing costs a call each time.
      opening = undefined
      const isGood =
        asked !== undefined &&
        asked.until > performance.now() &&
        asked.challenge === textOf(body.challenge) &&
        isProof(textOf(body.proof), proofOf(code, 'studio', asked))
      if (!isGood) {
        onEvent?.('wrong-code')
        throw new BridgeRefusal(401, 'wrong-code')
      }
      if (session || isOpening) throw new BridgeRefusal(409, 'busy')
      isOpening = true
      try {
        const id = randomBytes(16).toString('hex')
        session = { id, reader: await settings.openReader(), isSending: false, idle: undefined }
        rest(session)
        onEvent?.('paired')
        return { session: id }
      } finally {
        isOpening = false
      }
    },
    'POST /sessions/commands': async ({ body, of, signal }) => {
      const mine = theSession(of)
      const bytes = Buffer.from(textOf(body.command), 'base64')
      if (!isChipCommand(bytes)) {
        onEvent?.('refused a command that is none of a document')
        throw new BridgeRefusal(403, 'refused')
      }
      if (mine.isSending) throw new BridgeRefusal(409, 'busy')
      mine.isSending = true
      // A card may be waited for longer than a reading may stand still.
      clearTimeout(mine.idle)
      try {
        return { answer: Buffer.from(await mine.reader.transceive(bytes, signal)).toString('base64') }
      } finally {
        mine.isSending = false
        if (session === mine) rest(mine)
      }
    },
    'DELETE /sessions': async ({ of }) => {
      await end(theSession(of))
      return {}
    },
  }

  function theSession(id: string): Session {
    if (session === undefined || !isProof(id, session.id)) throw new BridgeRefusal(404, 'ended')
    return session
  }

  async function answer(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
    const refusal = strangerOf(request, origin, port)
    if (refusal !== undefined) {
      onEvent?.(`refused ${refusal}`)
      // No header allows the page to read even this.
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(`${refusal}\n`)
      return
    }
    const allowed = {
      'access-control-allow-origin': origin,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      vary: 'Origin',
    }
    if (request.method === 'OPTIONS') {
      response
        .writeHead(204, {
          ...allowed,
          'access-control-allow-methods': 'GET, POST, DELETE',
          'access-control-allow-headers': 'content-type, x-selfsame-session',
          'access-control-max-age': '600',
          // Chromium asks for it wherever a page reaches into the machine that shows it.
          'access-control-allow-private-network': 'true',
        })
        .end()
      return
    }
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const told = await tellOf(request, gone.signal).catch((error: unknown) => {
      if (error instanceof BridgeRefusal) return { status: error.status, body: { fault: error.fault } }
      if (error instanceof CardFault) return { status: 502, body: { fault: error.fault } }
      return { status: 500, body: { fault: 'failed' } }
    })
    if (gone.signal.aborted) return
    response.writeHead(told.status, { ...allowed, 'content-type': 'application/json' })
    response.end(JSON.stringify(told.body))
  }

  async function tellOf(request: IncomingMessage, signal: AbortSignal) {
    const name = `${request.method} ${request.url}`
    const call = Object.hasOwn(calls, name) ? calls[name] : undefined
    if (!call) throw new BridgeRefusal(404, 'no-such-call')
    const of = textOf(request.headers['x-selfsame-session'])
    const body = request.method === 'POST' ? await jsonOf(request) : {}
    return { status: 200, body: await call({ body, of, signal }) }
  }

  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 })
  const port = await listening(server, settings.port)
  server.on('request', (request, response) => {
    answer(request, response, port).catch(() => response.destroy())
  })
  return {
    port,
    async close() {
      await end(session)
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

interface Given {
  readonly body: Readonly<Record<string, unknown>>
  readonly of: string
  readonly signal: AbortSignal
}

/**
 * Whom nothing is told. A name in `Host` that is not ours belongs to a page whose name was made to lead here; a foreign
 * `Origin`, or none, belongs to another page, or to a program that has no page.
 */
function strangerOf({ headers }: IncomingMessage, origin: string, port: number): string | undefined {
  if (headers.host !== `127.0.0.1:${port}`) return 'a request for another host'
  if (headers.origin !== origin) return 'a request of another origin'
  return undefined
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

async function jsonOf(request: IncomingMessage): Promise<Given['body']> {
  // Only what a preflight allowed has this type.
  if (request.headers['content-type'] !== 'application/json') throw new BridgeRefusal(415, 'bad-request')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > MOST_BYTES) throw new BridgeRefusal(413, 'bad-request')
    chunks.push(chunk as Buffer)
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    if (typeof body === 'object' && body !== null) return body as Given['body']
  } catch {
    // Told below.
  }
  throw new BridgeRefusal(400, 'bad-request')
}

/** On this machine alone: no address of the network leads to it. */
async function listening(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}
