// Bytes, whole numbers and BER-TLV as chips write them. What a chip sends is read strictly, and what is wrong is a ChipError.
import { tampered } from './chip-error.ts'

export type Bytes = Uint8Array

export function joined(...parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export function fromHex(text: string): Bytes {
  return Uint8Array.from({ length: text.length / 2 }, (_, i) =>
    Number.parseInt(text.slice(2 * i, 2 * i + 2), 16),
  )
}

const base64Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** As the API writes bytes; Hermes has no `atob` everywhere. */
export function fromBase64(text: string): Bytes {
  const bytes: number[] = []
  let bits = 0
  let word = 0
  for (const letter of text.replace(/=+$/, '')) {
    word = ((word << 6) | base64Letters.indexOf(letter)) & 0xfff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes.push((word >> bits) & 0xff)
    }
  }
  return Uint8Array.from(bytes)
}

export function toBase64(bytes: Bytes): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const word = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    for (let i = 0; i < 4; i++)
      text += at + i > bytes.length ? '=' : base64Letters.charAt((word >> (18 - 6 * i)) & 0x3f)
  }
  return text
}

/** Of ASCII text alone: Hermes has no TextEncoder everywhere. */
export const ascii = (text: string): Bytes => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

export const xor = (a: Bytes, b: Bytes): Bytes => a.map((byte, i) => byte ^ (b[i] ?? 0))

/** Looks at every byte, so that the time tells nothing of where two differ. */
export function equal(a: Bytes, b: Bytes): boolean {
  return a.length === b.length && xor(a, b).reduce((sum, byte) => sum | byte, 0) === 0
}

export function toNumber(bytes: Bytes): bigint {
  let hex = '0x0'
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0')
  return BigInt(hex)
}

/** Big end first; without a length in as few bytes as hold it. */
export function fromNumber(value: bigint, length = 0): Bytes {
  const hex = value.toString(16)
  return fromHex(hex.padStart(Math.max(2 * length, hex.length + (hex.length % 2)), '0'))
}

function lengthOf(length: number): Bytes {
  if (length < 0x80) return Uint8Array.of(length)
  const bytes = fromNumber(BigInt(length))
  return joined(Uint8Array.of(0x80 | bytes.length), bytes)
}

/** A tag of two bytes, such as 7F49, is written as such. */
export function tagged(tag: number, ...parts: readonly Bytes[]): Bytes {
  const value = joined(...parts)
  return joined(fromNumber(BigInt(tag)), lengthOf(value.length), value)
}

interface Header {
  readonly tag: number
  /** Where the value begins. */
  readonly start: number
  readonly length: number
}

/** Reads tag and length at a place; `undefined` when the bytes end before. */
export function headerAt(bytes: Bytes, at: number): Header | undefined {
  const first = bytes[at]
  if (first === undefined) return undefined
  const isLong = (first & 0x1f) === 0x1f
  const second = isLong ? bytes[at + 1] : 0
  if (second === undefined) return undefined
  if (second >= 0x80) throw tampered('a tag of more than two bytes')
  let start = at + (isLong ? 2 : 1)
  const short = bytes[start++]
  if (short === undefined) return undefined
  const count = short < 0x80 ? 0 : short & 0x7f
  if (short === 0x80 || count > 3) throw tampered('a length that no file of a chip has')
  if (start + count > bytes.length) return undefined
  const length = count === 0 ? short : Number(toNumber(bytes.subarray(start, start + count)))
  start += count
  return { tag: isLong ? (first << 8) | second : first, start, length }
}

export interface Item {
  readonly tag: number
  readonly value: Bytes
  /** Tag, length and value. */
  readonly whole: Bytes
}

/** All items, one behind the other to the very end. */
export function itemsOf(bytes: Bytes): Item[] {
  const items: Item[] = []
  for (let at = 0; at < bytes.length; ) {
    const header = headerAt(bytes, at)
    const end = header === undefined ? Number.POSITIVE_INFINITY : header.start + header.length
    if (header === undefined || end > bytes.length) throw tampered('an item longer than what is around it')
    items.push({ tag: header.tag, value: bytes.subarray(header.start, end), whole: bytes.subarray(at, end) })
    at = end
  }
  return items
}

/** The value of the only item, which has this tag. */
export function onlyValue(bytes: Bytes, tag: number): Bytes {
  const items = itemsOf(bytes)
  const [only] = items
  if (only === undefined || items.length > 1 || only.tag !== tag)
    throw tampered(`not one item with tag ${tag.toString(16)}`)
  return only.value
}
