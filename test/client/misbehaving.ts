// Starts a server that fails as networks and overloaded machines do: it refuses, hangs, breaks off, answers nonsense.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

interface Came {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export type Reaction = (response: ServerResponse, request: IncomingMessage) => void

export interface Misbehaving {
  readonly url: string
  /** Lists the requests that arrived in full, in order. */
  readonly came: Came[]
  stop(): Promise<void>
}

export const answers =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reaction =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

export const succeeds = answers(200, { message: 'Success', result_code: 200 })
export const refuses = (status: number, headers: Record<string, string> = {}): Reaction =>
  answers(status, { message: `refused ${status}`, result_code: status }, headers)
export const breaksOff: Reaction = (response) => void response.destroy()
/** Announces more bytes than it sends, and closes. */
export const breaksOffHalfway: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"message":', () => response.destroy())
}
export const hangs: Reaction = () => {}

/** Timeouts expire when a test says so, and pauses end at once. */
export function heldWorld() {
  const acts = new Set<() => void>()
  return {
    /** Expires the timeout of every try in progress. */
    timeIsUp: () => {
      for (const act of acts) act()
    },
    random: () => 0.5,
    wait: async (_ms: number, _signal: AbortSignal | undefined): Promise<void> => {},
    after: (_ms: number, act: () => void) => {
      acts.add(act)
      return () => void acts.delete(act)
    },
  }
}

/** Reacts to each request in turn, and to all after the last as to the last. */
export async function misbehaving(...reactions: readonly Reaction[]): Promise<Misbehaving> {
  const came: Came[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => {})
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      came.push({ method, url, headers, body: Buffer.concat(chunks) })
      const reaction = reactions[Math.min(came.length, reactions.length) - 1]
      reaction?.(response, request)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    came,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
