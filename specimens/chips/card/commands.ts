// Commands as a card receives them, and the channel that protects them once chip and reader share keys.
import { joined, tagged } from '../der.ts'
import {
  AUTHENTICATION,
  blockOf,
  type Cipher,
  decrypt,
  deriveKey,
  ENCRYPTION,
  encrypt,
  messageCode,
  padded,
  unpadded,
} from './ciphers.ts'
import { bytesOf, numberOf } from './domains.ts'
import { nodesOf } from './tlv.ts'

export interface Command {
  readonly cla: number
  readonly ins: number
  readonly p1: number
  readonly p2: number
  readonly data: Uint8Array
  /** How many bytes of answer are asked for; 0 for none. */
  readonly expected: number
  readonly isExtended: boolean
}

export interface Answer {
  readonly status: number
  readonly data?: Uint8Array | undefined
}

const IS_PROTECTED = 0x0c
export const isProtected = ({ cla }: Command): boolean => (cla & IS_PROTECTED) === IS_PROTECTED
export const isChained = ({ cla }: Command): boolean => (cla & 0x10) !== 0

/** Nothing where the lengths do not fit the bytes. */
export function readCommand(bytes: Uint8Array): Command | undefined {
  const [cla = 0, ins = 0, p1 = 0, p2 = 0] = bytes
  const head = { cla, ins, p1, p2 }
  const none = new Uint8Array()
  if (bytes.length < 4) return undefined
  if (bytes.length === 4) return { ...head, data: none, expected: 0, isExtended: false }
  const isExtended = bytes[4] === 0 && bytes.length > 5
  const width = isExtended ? 2 : 1
  const body = bytes.subarray(isExtended ? 5 : 4)
  const asked = (length: Uint8Array): number => Number(numberOf(length)) || 256 ** width
  if (body.length === width) return { ...head, data: none, expected: asked(body), isExtended }
  const end = width + Number(numberOf(body.subarray(0, width)))
  const data = body.subarray(width, end)
  if (data.length === 0 || data.length !== end - width) return undefined
  if (body.length === end) return { ...head, data, expected: 0, isExtended }
  if (body.length !== end + width) return undefined
  return { ...head, data, expected: asked(body.subarray(end)), isExtended }
}

export const writeAnswer = ({ status, data = new Uint8Array() }: Answer): Uint8Array =>
  joined(data, Uint8Array.of(status >> 8, status & 0xff))

export class Channel {
  readonly #cipher: Cipher
  readonly #encryptionKey: Uint8Array
  readonly #codeKey: Uint8Array
  readonly #spareBlocks: number
  #counter: bigint

  /** Some cards pad an answer with more blocks than it needs. */
  constructor(cipher: Cipher, secret: Uint8Array, counter = 0n, spareBlocks = 0) {
    this.#cipher = cipher
    this.#encryptionKey = deriveKey(secret, cipher, ENCRYPTION)
    this.#codeKey = deriveKey(secret, cipher, AUTHENTICATION)
    this.#spareBlocks = spareBlocks
    this.#counter = counter
  }

  #count(): Uint8Array {
    const block = blockOf(this.#cipher)
    this.#counter = (this.#counter + 1n) % 256n ** BigInt(block)
    return bytesOf(this.#counter, block)
  }

  #start(counter: Uint8Array): Uint8Array | undefined {
    return this.#cipher === '3des' ? undefined : encrypt(this.#cipher, this.#encryptionKey, counter)
  }

  /** The command inside, or the status that a card answers to one that is not protected rightly. */
  open(command: Command): Command | number {
    const counter = this.#count()
    const nodes = nodesOf(command.data)
    const last = nodes?.at(-1)
    if (nodes === undefined || last?.tag !== 0x8e) return 0x6987
    const block = blockOf(this.#cipher)
    const { cla, ins, p1, p2 } = command
    const covered = command.data.subarray(0, nodes.at(-2)?.end ?? 0)
    const header = padded(Uint8Array.of(cla, ins, p1, p2), block)
    const code = messageCode(this.#cipher, this.#codeKey, joined(counter, header, covered))
    if (!Buffer.from(code).equals(last.value)) return 0x6988
    const cryptogram = nodes.find(({ tag }) => tag === (ins % 2 === 0 ? 0x87 : 0x85))
    const expected = nodes.find(({ tag }) => tag === 0x97)
    const width = expected?.value.length ?? 0
    const inner = {
      ...command,
      cla: cla & ~IS_PROTECTED,
      data: new Uint8Array(),
      expected: expected ? Number(numberOf(expected.value)) || 256 ** width : 0,
    }
    if (cryptogram === undefined)
      return nodes.some(({ tag }) => tag === 0x85 || tag === 0x87) ? 0x6988 : inner
    const hidden = cryptogram.tag === 0x87 ? cryptogram.value.subarray(1) : cryptogram.value
    if (cryptogram.tag === 0x87 && cryptogram.value[0] !== 1) return 0x6988
    if (hidden.length === 0 || hidden.length % block !== 0) return 0x6988
    const data = unpadded(decrypt(this.#cipher, this.#encryptionKey, hidden, this.#start(counter)))
    return data === undefined ? 0x6988 : { ...inner, data }
  }

  /** How long an answer is once it is protected. */
  lengthOf({ data }: Answer, { ins }: Command): number {
    const block = blockOf(this.#cipher)
    const frame = 14
    if (data === undefined || data.length === 0) return frame
    const hidden = new Uint8Array((Math.floor(data.length / block) + 1 + this.#spareBlocks) * block)
    return frame + tagged(0x87, ins % 2 === 0 ? joined(Uint8Array.of(1), hidden) : hidden).length
  }

  /** The answer as it goes over the air, its status outside again as cards repeat it. */
  close({ status, data }: Answer, { ins }: Command): Answer {
    const counter = this.#count()
    const cryptogram = data && data.length > 0 ? this.#hide(data, ins, counter) : new Uint8Array()
    const body = joined(cryptogram, tagged(0x99, Uint8Array.of(status >> 8, status & 0xff)))
    const code = messageCode(this.#cipher, this.#codeKey, joined(counter, body))
    return { status, data: joined(body, tagged(0x8e, code)) }
  }

  #hide(data: Uint8Array, ins: number, counter: Uint8Array): Uint8Array {
    const block = blockOf(this.#cipher)
    const whole = joined(padded(data, block), new Uint8Array(this.#spareBlocks * block))
    const hidden = encrypt(this.#cipher, this.#encryptionKey, whole, this.#start(counter))
    return ins % 2 === 0 ? tagged(0x87, Uint8Array.of(1), hidden) : tagged(0x85, hidden)
  }
}
