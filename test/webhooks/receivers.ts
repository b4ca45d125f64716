// Receivers of webhooks for tests, on this machine: one that answers as the test asks and keeps what it got, and ones that misbehave.
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net'
import type { AllowedReceiver } from '../../src/system/setting-forms.ts'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Receiver {
  readonly port: number
  readonly url: string
  /** What lets a server send there. */
  readonly allow: AllowedReceiver
  readonly received: Received[]
  close(): Promise<void>
}

export type Answer = number | 'hang'

/** Answers with what `answer` says to each message; it hangs where that is `hang`. */
export async function openReceiver(
  answer: (message: Received) => Answer = () => 204,
  host = '127.0.0.1',
): Promise<Receiver> {
  const received: Received[] = []
  const handle: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const message = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      received.push(message)
      const status = answer(message)
      if (status !== 'hang') response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('ok')
    })
  }
  const server = createServer(handle)
  return { ...(await listening(server, host)), received }
}

/** A receiver that is only a socket: it does as it likes. */
export const openSocket = async (act: (socket: Socket) => void): Promise<Omit<Receiver, 'received'>> =>
  listening(createTcp(act), '127.0.0.1')

async function listening(server: Server, host: string): Promise<Omit<Receiver, 'received'>> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://${host}:${port}/hooks`,
    allow: { range: '127.0.0.0/8', port },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
