// Relays connections between browser and server, so that a test can cut and restore them.

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'

interface Relay {
  readonly url: string
  /** Breaks every connection, and refuses new ones. */
  cut(): Promise<void>
  /** Listens again at the same address. */
  restore(): Promise<void>
}

export async function relayTo(url: string): Promise<Relay> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let listener: Server | undefined
  const join = (caller: Socket) => {
    const server = connect(Number(port), hostname)
    for (const [one, other] of [
      [caller, server],
      [server, caller],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }
  const listen = async (at: number): Promise<number> => {
    const opened = createServer(join)
    listener = opened
    await new Promise<void>((resolve) => opened.listen(at, '127.0.0.1', resolve))
    return (opened.address() as AddressInfo).port
  }
  const own = await listen(0)
  return {
    url: `http://127.0.0.1:${own}`,
    async cut() {
      const closing = new Promise((resolve) => listener?.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closing
    },
    async restore() {
      await listen(own)
    },
  }
}
