// A way to send commands to a chip: in the open, or through secure messaging, where every answer carries a MAC that must be right.
import { type Answer, type Command, chainOf, encoded, exchanged, OK, type Transceive } from './apdu.ts'
import { type Bytes, equal, fromNumber, itemsOf, joined, tagged } from './bytes.ts'
import { ChipError, tampered } from './chip-error.ts'
import { padded, type Suite, unpadded } from './suites.ts'

export interface Channel {
  /** Commands that are too long for the way to the chip go as a chain. */
  send(command: Command): Promise<Answer>
  /** How many bytes of a file fit into an answer of this many bytes, with what is around them. */
  fits(answerBytes: number): number
}

/** What a phone and its NFC can carry: the length of the longest command, and of the longest answer with its status. */
export interface Way {
  readonly transceive: Transceive
  readonly signal?: AbortSignal | undefined
  readonly maxLength: number
}

/** The chip answered in the open although there is a channel: it has forgotten the keys. */
export class ChannelOver extends Error {
  readonly status: number
  constructor(status: number) {
    super('the chip left the channel')
    this.status = status
  }
}

/** A short command has 255 bytes of data, behind five bytes and before one. */
const SHORT = 261

/** A chip without extended lengths answers them so. */
const WRONG_LENGTH = 0x6700

export function openChannel(way: Way): Channel {
  return {
    fits: (answerBytes) => answerBytes,
    async send(command) {
      const whole = encoded(command)
      if (whole.length <= Math.max(SHORT, way.maxLength)) {
        const answer = await exchanged(way.transceive, whole, way.signal)
        if (whole.length <= SHORT || answer.status !== WRONG_LENGTH) return answer
      }
      return inPieces(command, 255, (piece) => exchanged(way.transceive, encoded(piece), way.signal))
    },
  }
}

async function inPieces(
  command: Command,
  pieceBytes: number,
  send: (piece: Command) => Promise<Answer>,
): Promise<Answer> {
  let answer: Answer = { data: new Uint8Array(), status: OK }
  // What is longer than a short answer comes in pieces as well.
  const short = command.le === undefined ? command : { ...command, le: Math.min(command.le, 256) }
  for (const piece of chainOf(short, pieceBytes)) {
    answer = await send(piece)
    if (answer.status !== OK) return answer
  }
  return answer
}

export interface ChannelKeys {
  readonly suite: Suite
  readonly encryption: Bytes
  readonly authentication: Bytes
  /** Where the counter of commands and answers begins. */
  readonly counter: bigint
}

const EMPTY = new Uint8Array()

export function secureChannel(way: Way, keys: ChannelKeys): Channel {
  const { suite, encryption, authentication } = keys
  const block = suite.blockBytes
  let counter = keys.counter
  const counterBytes = (): Bytes => fromNumber(counter, block)
  // 3DES begins each message with zeros, AES with the encrypted counter.
  const start = (): Bytes =>
    block === 8 ? new Uint8Array(8) : suite.encrypt(encryption, counterBytes(), new Uint8Array(block))
  const macOf = (data: Bytes): Bytes =>
    // The retail MAC pads by itself; CMAC is taken over what is padded already.
    suite.mac(
      authentication,
      block === 8 ? joined(counterBytes(), data) : padded(joined(counterBytes(), data), block),
    )

  function protectedCommand({ cla = 0, ins, p1, p2, data, le }: Command): Bytes {
    counter++
    const header = Uint8Array.of(cla | 0x0c, ins, p1, p2)
    const isOdd = (ins & 1) === 1
    const hidden = data === undefined ? EMPTY : suite.encrypt(encryption, padded(data, block), start())
    const body = joined(
      data === undefined ? EMPTY : isOdd ? tagged(0x85, hidden) : tagged(0x87, Uint8Array.of(1), hidden),
      le === undefined
        ? EMPTY
        : tagged(0x97, le <= 256 ? Uint8Array.of(le & 0xff) : fromNumber(BigInt(le & 0xffff), 2)),
    )
    const whole = joined(body, tagged(0x8e, macOf(joined(padded(header, block), body))))
    // An extended command asks for an extended answer.
    const isExtended = whole.length > 255 || (le ?? 0) > 256
    return encoded({ cla: cla | 0x0c, ins, p1, p2, data: whole, le: isExtended ? 65_536 : 256 })
  }

  function openedAnswer({ data, status }: Answer, isOdd: boolean, most: number): Answer {
    counter++
    if (data.length === 0) throw new ChannelOver(status)
    const items = itemsOf(data)
    const mac = items.pop()
    const told = items.pop()
    const hidden = items.pop()
    if (mac?.tag !== 0x8e || told?.tag !== 0x99 || told.value.length !== 2 || items.length > 0)
      throw tampered('an answer outside of the channel')
    if (!equal(mac.value, macOf(joined(hidden?.whole ?? EMPTY, told.whole)))) throw tampered('a wrong MAC')
    if (((told.value[0] ?? 0) << 8) + (told.value[1] ?? 0) !== status)
      throw tampered('two different statuses')
    if (hidden === undefined) return { data: EMPTY, status }
    if (hidden.tag !== (isOdd ? 0x85 : 0x87) || (!isOdd && hidden.value[0] !== 1))
      throw tampered('data in an unknown form')
    const secret = isOdd ? hidden.value : hidden.value.subarray(1)
    if (secret.length === 0 || secret.length % block !== 0) throw tampered('data that is no whole block')
    const plain = unpadded(suite.decrypt(encryption, secret, start()))
    if (plain.length > most) throw tampered('more than was asked for')
    return { data: plain, status }
  }

  const sendOne = async (command: Command): Promise<Answer> => {
    const whole = protectedCommand(command)
    if (whole.length > Math.max(SHORT, way.maxLength))
      throw new ChipError('unsupported', 'a command this long')
    return openedAnswer(
      await exchanged(way.transceive, whole, way.signal),
      (command.ins & 1) === 1,
      command.le ?? 0,
    )
  }

  /** The tag, length and first byte of the data, the status and the MAC take some bytes, and padding at least one. */
  const fits = (bytes: number): number => {
    const around = (bytes > 256 ? 5 : 4) + 4 + 10
    return Math.floor((bytes - around) / block) * block - 1
  }

  return {
    fits,
    async send(command) {
      const length = command.data?.length ?? 0
      const short = fits(255 - (command.le === undefined ? 0 : 3) + 4)
      if (length <= short) return sendOne(command)
      // What an extended command has more: three bytes of length, two of expected length, and longer tags inside.
      if (length + 64 <= way.maxLength) {
        const answer = await sendOne(command)
        if (answer.status !== WRONG_LENGTH) return answer
      }
      return inPieces(command, short, sendOne)
    },
  }
}
