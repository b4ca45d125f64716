// Writes DER: tags, lengths, and the types that certificates and the files of chips are made of.

type Bytes = Uint8Array

export const joined = (...parts: readonly Bytes[]): Bytes => new Uint8Array(Buffer.concat(parts))
export const ascii = (text: string): Bytes => new Uint8Array(Buffer.from(text, 'latin1'))
export const fromHex = (text: string): Bytes => new Uint8Array(Buffer.from(text, 'hex'))

/** Big end first, in as few bytes as hold it. */
function bytesOf(value: number): number[] {
  return value < 256 ? [value] : [...bytesOf(Math.floor(value / 256)), value % 256]
}

const lengthOf = (length: number): number[] => {
  if (length < 128) return [length]
  const bytes = bytesOf(length)
  return [0x80 | bytes.length, ...bytes]
}

/** A tag of two bytes, such as 5F1F, is written as such. */
export function tagged(tag: number, ...parts: readonly Bytes[]): Bytes {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return joined(Uint8Array.from([...bytesOf(tag), ...lengthOf(length)]), ...parts)
}

/** BER without a counted length: two zeros end it. */
export const open = (tag: number, ...parts: readonly Bytes[]): Bytes =>
  joined(Uint8Array.of(tag, 0x80), ...parts, Uint8Array.of(0, 0))

export const sequence = (...parts: readonly Bytes[]): Bytes => tagged(0x30, ...parts)

/** DER wants the members of a set in the order of their bytes. */
export const setOf = (...parts: readonly Bytes[]): Bytes =>
  tagged(0x31, ...parts.toSorted((a, b) => Buffer.compare(a, b)))

/** `[number]`, with something inside. */
export const context = (number: number, ...parts: readonly Bytes[]): Bytes => tagged(0xa0 + number, ...parts)

export const boolean = (value: boolean): Bytes => tagged(1, Uint8Array.of(value ? 255 : 0))
export const nothing = (): Bytes => tagged(5)
export const octets = (bytes: Bytes): Bytes => tagged(4, bytes)
export const utf8 = (text: string): Bytes => tagged(12, new Uint8Array(Buffer.from(text, 'utf8')))
export const printable = (text: string): Bytes => tagged(19, ascii(text))

/** A whole number from 0 on, or the bytes of one without its sign. */
export function integer(value: number | Bytes): Bytes {
  const raw = typeof value === 'number' ? Uint8Array.from(bytesOf(value)) : value
  const start = raw.findIndex((byte) => byte !== 0)
  const least = start < 0 ? Uint8Array.of(0) : raw.subarray(start)
  return tagged(2, (least[0] ?? 0) >= 128 ? joined(Uint8Array.of(0), least) : least)
}

export const bits = (bytes: Bytes, unused = 0): Bytes => tagged(3, Uint8Array.of(unused), bytes)

export function objectId(dotted: string): Bytes {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const inSevens = (value: number): number[] =>
    value < 128 ? [value] : [...inSevens(Math.floor(value / 128)).map((part) => part | 128), value % 128]
  return tagged(6, Uint8Array.from([first * 40 + second, ...rest].flatMap(inSevens)))
}

/** `UTCTime` until 2049, as X.509 asks for; to the second. */
export function time(date: Date): Bytes {
  const digits = date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return date.getUTCFullYear() < 2050 ? tagged(23, ascii(digits.slice(2))) : tagged(24, ascii(digits))
}
