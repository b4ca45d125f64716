// A virtual card over TCP, in the protocol of vsmartcard: two bytes of length, then a command, or one byte for the power.
import { connect, createServer, type Server, type Socket } from 'node:net'
import { joined } from '../der.ts'
import type { Card } from './card.ts'

const TELL_ATR = 4

export interface Place {
  readonly port: number
  readonly host: string
}

const framed = (bytes: Uint8Array): Uint8Array =>
  joined(Uint8Array.of(bytes.length >> 8, bytes.length & 0xff), bytes)

/** Answers what comes over this connection, in order; a card that leaves the field ends it. */
async function answer(card: Card, socket: Socket): Promise<void> {
  card.reset()
  let waiting: Uint8Array = new Uint8Array()
  for await (const chunk of socket) {
    waiting = joined(waiting, chunk as Uint8Array)
    while (waiting.length >= 2) {
      const end = 2 + (waiting[0] ?? 0) * 256 + (waiting[1] ?? 0)
      if (waiting.length < end) break
      const message = waiting.subarray(2, end)
      waiting = waiting.subarray(end)
      if (message.length > 1) socket.write(framed(await card.transceive(message)))
      else if (message[0] === TELL_ATR) socket.write(framed(card.atr))
      else card.reset()
    }
  }
}

/** Until either side ends it; a silent card does not notice that the reader has left. */
async function answered(card: Card, socket: Socket): Promise<void> {
  const left = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
  })
  await Promise.race([answer(card, socket).catch(() => {}), left])
  socket.destroy()
}

/** For readers that come to the card: our tests, and a vpcd that was told the address of one. */
export async function listen(card: Card, place: Place): Promise<Server> {
  // A card is in one reader at a time.
  let before: Promise<void> = Promise.resolve()
  const server = createServer((socket) => {
    before = before.then(() => answered(card, socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(place, resolve)
  })
  return server
}

/** For the vpcd of pcscd, which waits for cards; ends when it does, or when the signal takes the card away. */
export async function insert(card: Card, place: Place, signal?: AbortSignal): Promise<void> {
  const socket = connect({ ...place, ...(signal && { signal }) })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject).once('connect', resolve)
  })
  await answered(card, socket)
}
