// Writes and reads protobuf messages, the format of ONNX files: tags, lengths and bytes.
import { DamagedFile } from './flatbuffer.ts'

const VARINT = 0
const FIXED64 = 1
const BYTES = 2
const FIXED32 = 5

/** One of each for all: they cost more than the names that they work on. */
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Builds a message of chunks that are joined once at the end, so that weights are copied once. */
export class Message {
  readonly chunks: Uint8Array[] = []
  length = 0

  integer(field: number, value: number): this {
    return this.#push(varint(field * 8 + VARINT)).#push(varint(value))
  }

  float(field: number, value: number): this {
    const bytes = new Uint8Array(4)
    new DataView(bytes.buffer).setFloat32(0, value, true)
    return this.#push(varint(field * 8 + FIXED32)).#push(bytes)
  }

  bytes(field: number, value: Uint8Array): this {
    return this.#push(varint(field * 8 + BYTES))
      .#push(varint(value.length))
      .#push(value)
  }

  text(field: number, value: string): this {
    return this.bytes(field, encoder.encode(value))
  }

  message(field: number, value: Message): this {
    this.#push(varint(field * 8 + BYTES)).#push(varint(value.length))
    for (const chunk of value.chunks) this.#push(chunk)
    return this
  }

  /** Bytes that are whole fields already, with their tags. */
  raw(fields: Uint8Array): this {
    return this.#push(fields)
  }

  finish(): Uint8Array {
    const whole = new Uint8Array(this.length)
    let at = 0
    for (const chunk of this.chunks) {
      whole.set(chunk, at)
      at += chunk.length
    }
    return whole
  }

  #push(chunk: Uint8Array): this {
    this.chunks.push(chunk)
    this.length += chunk.length
    return this
  }
}

/** Seven bits a byte, lowest first; negative numbers have ten bytes, as protobuf requires. */
function varint(value: number): Uint8Array {
  if (value >= 0 && value < 0x80) return Uint8Array.of(value)
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  do {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0))
    rest >>= 7n
  } while (rest > 0n)
  return Uint8Array.from(bytes)
}

export interface ProtobufField {
  readonly number: number
  /** The field with its tag, as it lies in the message. */
  readonly whole: Uint8Array
  /** The content of the field; the bytes of a number. */
  readonly content: Uint8Array
}

export function* fieldsOf(message: Uint8Array): Generator<ProtobufField> {
  let at = 0
  const readVarint = (): number => {
    let value = 0
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = message[at++]
      if (byte === undefined) throw cutOff()
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    throw new DamagedFile('the ONNX file is damaged: a number does not end')
  }
  while (at < message.length) {
    const start = at
    const tag = readVarint()
    let content = at
    const kind = tag % 8
    if (kind === VARINT) readVarint()
    else if (kind === FIXED64) at += 8
    else if (kind === FIXED32) at += 4
    else if (kind === BYTES) {
      const length = readVarint()
      content = at
      at += length
    } else throw new DamagedFile('the ONNX file is damaged: a field of an unknown kind')
    if (at > message.length) throw cutOff()
    yield {
      number: Math.floor(tag / 8),
      whole: message.subarray(start, at),
      content: message.subarray(content, at),
    }
  }
}

export const textOf = (content: Uint8Array): string => decoder.decode(content)

/** One number, or several packed one after the other. */
export function integersOf(content: Uint8Array): number[] {
  const numbers: number[] = []
  let [value, shift] = [0, 0]
  for (const byte of content) {
    value += (byte & 0x7f) * 2 ** shift
    shift += 7
    if (byte >= 0x80) continue
    numbers.push(value)
    ;[value, shift] = [0, 0]
  }
  return numbers
}

const cutOff = (): DamagedFile => new DamagedFile('the ONNX file is damaged or cut off')
