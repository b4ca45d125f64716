// Answers what never becomes a request: bytes that are not HTTP, requests that do not end, `Expect` headers.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { bearsVisit } from '../access/visits.ts'
import { type Code, codes } from '../codes.ts'
import { crossOriginHeaders } from './cross-origin.ts'

/** What Node.js keeps beside a socket: the answer under way, and the request whose bytes are read. */
type HttpSocket = Socket & {
  readonly _httpMessage?: ServerResponse<IncomingMessage> | null
  readonly parser?: { readonly incoming?: IncomingMessage | null } | null
}

const bodyOf = (code: Code): string => JSON.stringify({ message: code.message, result_code: code.code })

export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = bodyOf(codes.badRequest)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    connection: 'close',
  }
  response.writeHead(codes.badRequest.status, headers).end(body)
}

/** There is no request to answer here, only a socket, because the bytes were no HTTP or came too late. */
export function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  corsOrigins: readonly string[],
): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  // A request before the broken bytes may still be in progress: it gets its own answer, then the socket is closed.
  const { _httpMessage: pending, parser } = socket as HttpSocket
  if (pending?.req.complete) {
    pending.shouldKeepAlive = false
    pending.once('close', () => socket.destroySoon())
    return
  }
  // A request that was answered before its body came has its answer: a second one would be taken for that of the next.
  if (!pending && parser?.incoming?.complete === false) return void socket.destroySoon()
  const code =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? codes.requestTimeout
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? codes.headersTooLarge
        : codes.badRequest
  const body = bodyOf(code)
  // A caller that asked with HEAD would take a body for the beginning of another answer.
  const { rawPacket } = error as { rawPacket?: unknown }
  const asksHeadOnly =
    pending?.req.method === 'HEAD' ||
    (Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD ')
  const { origin, authorization } = pending?.req.headers ?? {}
  // biome-ignore format: a name and its value a line
  const headers = [
    'content-type', 'application/json; charset=utf-8',
    'content-length', String(Buffer.byteLength(body)),
    'connection', 'close',
    // Where a body did not come to its end, the headers before it are known.
    ...crossOriginHeaders(corsOrigins, origin, bearsVisit(authorization)),
  ]
  const lines = headers.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
  socket.end(`HTTP/1.1 ${code.status} ${code.message}\r\n${lines}\r\n${asksHeadOnly ? '' : body}`)
  // The caller gets a second to read the answer; one that never closes its half must not keep the socket.
  setTimeout(() => socket.destroy(), 1_000).unref()
}
