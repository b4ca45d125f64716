// Speaks with pcscd, the service of Linux that drives readers of cards, in its own protocol over its socket.
import { connect, type Socket } from 'node:net'

/** Where Debian, Ubuntu and Fedora have it. */
const PCSCD_SOCKET = '/run/pcscd/pcscd.comm'

/** Of the messages that the service takes: its `winscard_msg.h`. Numbers are in the order of the processor: x64 and arm64 have one. */
const COMMANDS = {
  establish: 0x01,
  connect: 0x04,
  disconnect: 0x06,
  begin: 0x07,
  transmit: 0x09,
  version: 0x11,
  readers: 0x12,
} as const

/** 4.4 is spoken since pcsc-lite 1.8.24 of 2018; 2.x speaks newer ones too, and tells which. */
const MAJOR = 4
const MINOR = 4
const NEWEST_MINOR = 5

const READER_NAME_BYTES = 128
const ATR_BYTES = 33
/** Name, counter, state, sharing, ATR and what fills its row up, its length, protocol. */
const READER_BYTES = READER_NAME_BYTES + 12 + ATR_BYTES + 3 + 8
const MOST_READERS = 16
const CARD_IS_THERE = 0x04
/** An extended command or answer with all that is around it. */
const MOST_BYTES = 65_548

const SHARED = 2
const RESET = 1
const T0_OR_T1 = 3

/** What the service says in the place of a result, as far as it can be acted on. */
export const SCARD = {
  invalidParameter: 0x80100004,
  insufficientBuffer: 0x80100008,
  unknownReader: 0x80100009,
  sharingViolation: 0x8010000b,
  noCard: 0x8010000c,
  protocolMismatch: 0x8010000f,
  commError: 0x80100013,
  notTransacted: 0x80100016,
  readerUnavailable: 0x80100017,
  stopped: 0x8010001e,
  unresponsive: 0x80100066,
  unpowered: 0x80100067,
  wasReset: 0x80100068,
  removed: 0x80100069,
  forbidden: 0x8010006a,
} as const

/** The service refused; `code` is one of `SCARD`, or another of its numbers. */
export class PcscRefusal extends Error {
  override readonly name = 'PcscRefusal'
  readonly code: number
  constructor(code: number) {
    super(`the card service answers ${code.toString(16).padStart(8, '0')}`)
    this.code = code
  }
}

/** There is no service at the socket, or it ended, or lets nobody like us in. */
export class PcscGone extends Error {
  override readonly name = 'PcscGone'
}

export interface ReaderState {
  readonly name: string
  readonly hasCard: boolean
}

/** A card that was connected; `transmit` and `disconnect` take it. */
export interface CardHandle {
  readonly number: number
  readonly protocol: number
}

export interface Pcscd {
  readers(): Promise<ReaderState[]>
  /** Holds the card alone: no other program of the machine can send between two commands. */
  connect(reader: string): Promise<CardHandle>
  transmit(card: CardHandle, command: Uint8Array): Promise<Uint8Array>
  /** The card forgets what it was asked, and all keys. */
  disconnect(card: CardHandle): Promise<void>
  close(): void
}

export async function openPcscd(path: string = PCSCD_SOCKET): Promise<Pcscd> {
  const wire = await openWire(path)
  try {
    await agree(wire)
    const context = await wire.ask(COMMANDS.establish, numbers(0, 0, 0), 12, 8)
    return pcscdOver(wire, context.readUInt32LE(4))
  } catch (error) {
    wire.close()
    throw error
  }
}

const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, at) => {
    bytes.writeUInt32LE(value >>> 0, 4 * at)
  })
  return bytes
}

/** A service of another version says which it has, and may be asked in that one: nothing that is used here differs. */
async function agree(wire: Wire): Promise<void> {
  const ask = (minor: number) => wire.exchange(COMMANDS.version, numbers(MAJOR, minor, 0), 12)
  const first = await ask(MINOR)
  const [major, minor] = [first.readInt32LE(0), first.readInt32LE(4)]
  if (first.readUInt32LE(8) === 0) return
  const isKnown = major === MAJOR && minor >= MINOR - 1 && minor <= NEWEST_MINOR
  if (isKnown && (await ask(minor)).readUInt32LE(8) === 0) return
  throw new PcscGone(
    `the card service speaks version ${major}.${minor} of its protocol, which is not known here`,
  )
}

const pcscdOver = (wire: Wire, context: number): Pcscd => ({
  async readers() {
    const states = await wire.exchange(COMMANDS.readers, Buffer.alloc(0), MOST_READERS * READER_BYTES)
    return Array.from({ length: MOST_READERS }, (_, at) => {
      const row = states.subarray(at * READER_BYTES, (at + 1) * READER_BYTES)
      const end = row.indexOf(0)
      const state = row.readUInt32LE(READER_NAME_BYTES + 4)
      return {
        name: row.toString('utf8', 0, end === -1 ? READER_NAME_BYTES : Math.min(end, READER_NAME_BYTES)),
        hasCard: (state & CARD_IS_THERE) !== 0,
      }
    }).filter(({ name }) => name !== '')
  },
  async connect(reader) {
    const name = Buffer.alloc(READER_NAME_BYTES)
    name.write(reader, 0, READER_NAME_BYTES - 1, 'utf8')
    const body = Buffer.concat([numbers(context), name, numbers(SHARED, T0_OR_T1, 0, 0, 0)])
    const answer = await wire.ask(COMMANDS.connect, body, body.length, body.length - 4)
    const card = {
      number: answer.readUInt32LE(body.length - 12),
      protocol: answer.readUInt32LE(body.length - 8),
    }
    try {
      await wire.ask(COMMANDS.begin, numbers(card.number, 0), 8, 4)
    } catch (error) {
      await disconnect(wire, card).catch(() => undefined)
      throw error
    }
    return card
  },
  async transmit(card, command) {
    const head = numbers(card.number, card.protocol, 8, command.length, card.protocol, 8, MOST_BYTES, 0)
    return wire.exchangeBytes(head, command)
  },
  disconnect: (card) => disconnect(wire, card),
  close: () => wire.close(),
})

/** The transaction ends with it. */
const disconnect = async (wire: Wire, { number }: CardHandle): Promise<void> => {
  await wire.ask(COMMANDS.disconnect, numbers(number, RESET, 0), 12, 8)
}

interface Wire {
  /** Answers have no header and a known length. */
  exchange(command: number, body: Uint8Array, answerBytes: number): Promise<Buffer>
  /** The same, where the answer says at `resultAt` whether it was done. */
  ask(command: number, body: Uint8Array, answerBytes: number, resultAt: number): Promise<Buffer>
  /** The command follows its head, the answer follows the head of the answer. */
  exchangeBytes(head: Buffer, command: Uint8Array): Promise<Uint8Array>
  close(): void
}

async function openWire(path: string): Promise<Wire> {
  const socket = connect(path)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', ({ message }) => reject(new PcscGone(message)))
  })
  const take = takingFrom(socket)
  // The service answers a client in the order of its questions: one at a time.
  let before: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = before.then(work, work)
    before = mine.catch(() => undefined)
    return mine
  }
  const send = (command: number, body: Uint8Array, after: Uint8Array = new Uint8Array()): void => {
    socket.write(Buffer.concat([numbers(body.length, command), body, after]))
  }
  const exchange: Wire['exchange'] = (command, body, answerBytes) =>
    inTurn(() => {
      send(command, body)
      return take(answerBytes)
    })
  return {
    exchange,
    async ask(command, body, answerBytes, resultAt) {
      const answer = await exchange(command, body, answerBytes)
      const code = answer.readUInt32LE(resultAt)
      if (code !== 0) throw new PcscRefusal(code)
      return answer
    },
    exchangeBytes: (head, command) =>
      inTurn(async () => {
        send(COMMANDS.transmit, head, command)
        const answer = await take(head.length)
        const code = answer.readUInt32LE(28)
        if (code !== 0) throw new PcscRefusal(code)
        const length = answer.readUInt32LE(24)
        if (length > MOST_BYTES) throw new PcscGone('the card service answers what cannot be')
        return new Uint8Array(await take(length))
      }),
    close: () => void socket.destroy(),
  }
}

/** Takes so many bytes off the socket, waiting for them where they are not there. */
function takingFrom(socket: Socket): (count: number) => Promise<Buffer> {
  let held = Buffer.alloc(0)
  let over: Error | undefined
  let wake: (() => void) | undefined
  const end = (error: Error) => {
    over ??= error
    wake?.()
  }
  socket.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk])
    wake?.()
  })
  socket.on('error', ({ message }) => end(new PcscGone(message)))
  // It hangs up on whom its rules do not let in, such as people who came over the network.
  socket.on('close', () => end(new PcscGone('the card service hung up')))
  return async (count) => {
    while (held.length < count) {
      if (over) throw over
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      wake = undefined
    }
    const taken = held.subarray(0, count)
    held = held.subarray(count)
    return taken
  }
}
