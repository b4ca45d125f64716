// Reads the values of DER elements: integers, object identifiers, times, bits and text.
import { contentOf, type Der, DerFault, expectTag, TAG } from './der.ts'

/** Keys of 16384 bits have 2049 bytes; no number of a certificate is longer. */
const MAX_INTEGER_BYTES = 2049

/** The number as it is written: two's complement, shortest form. */
export function integerBytesOf(element: Der, what: string): Uint8Array {
  const content = contentOf(expectTag(element, TAG.integer, what))
  const [first, second] = content
  if (first === undefined) throw new DerFault(element.start, `has an empty ${what}`)
  if (content.byteLength > MAX_INTEGER_BYTES)
    throw new DerFault(element.start, `has a ${what} of ${content.byteLength} bytes`)
  if (second !== undefined && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80)))
    throw new DerFault(element.start, `has a ${what} that is not written in its shortest form`)
  return content
}

/** The bytes of a number that is not negative, without leading zeros. */
export function unsignedOf(element: Der, what: string): Uint8Array {
  const content = integerBytesOf(element, what)
  const [first = 0] = content
  if (first >= 0x80) throw new DerFault(element.start, `has a negative ${what}`)
  return first === 0 && content.byteLength > 1 ? content.subarray(1) : content
}

/** A number from 0 to 2^31 - 1. */
export function smallNumberOf(element: Der, what: string): number {
  const bytes = unsignedOf(element, what)
  const number = bytes.reduce((so, byte) => so * 256 + byte, 0)
  if (number > 0x7fffffff) throw new DerFault(element.start, `has a ${what} that is too large`)
  return number
}

export function objectIdOf(element: Der, what: string): string {
  const content = contentOf(expectTag(element, TAG.objectId, what))
  const wrong = (): DerFault => new DerFault(element.start, `has a ${what} that is no object identifier`)
  if (content.byteLength === 0 || content.byteLength > 64) throw wrong()
  const parts: number[] = []
  let part = 0
  let isOpen = false
  for (const byte of content) {
    if (!isOpen && byte === 0x80) throw wrong()
    part = part * 128 + (byte & 0x7f)
    if (part > Number.MAX_SAFE_INTEGER) throw wrong()
    isOpen = byte >= 0x80
    if (isOpen) continue
    parts.push(part)
    part = 0
  }
  const [first] = parts
  if (isOpen || first === undefined) throw wrong()
  const root = Math.min(Math.floor(first / 40), 2)
  return [root, first - root * 40, ...parts.slice(1)].join('.')
}

export function booleanOf(element: Der, what: string): boolean {
  const content = contentOf(expectTag(element, TAG.boolean, what))
  // One state writes 01 for true, where DER has FF.
  if (content.byteLength !== 1)
    throw new DerFault(element.start, `has a ${what} that is neither true nor false`)
  return content[0] !== 0
}

/** The bytes of a BIT STRING that has whole bytes: a key or a signature. */
export function wholeBytesOf(element: Der, what: string): Uint8Array {
  const content = contentOf(expectTag(element, TAG.bitString, what))
  if (content[0] !== 0)
    throw new DerFault(element.start, `has a ${what} that does not consist of whole bytes`)
  return content.subarray(1)
}

/** The positions of the bits that are set, counted from the first. */
export function namedBitsOf(element: Der, what: string): ReadonlySet<number> {
  const content = contentOf(expectTag(element, TAG.bitString, what))
  const [unused, ...bytes] = content
  if (unused === undefined || unused > 7 || (bytes.length === 0 && unused > 0) || bytes.length > 8)
    throw new DerFault(element.start, `has a ${what} that is no string of bits`)
  if (((bytes.at(-1) ?? 0) & ((1 << unused) - 1)) !== 0)
    throw new DerFault(element.start, `has a ${what} with bits set that it does not use`)
  const positions = bytes.flatMap((byte, index) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (byte & (0x80 >> bit)) !== 0).map((bit) => index * 8 + bit),
  )
  return new Set(positions)
}

const TIMES = {
  [TAG.utcTime]: /^(?<year>\d\d)(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)Z$/,
  [TAG.generalizedTime]:
    /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)Z$/,
} as const

export function timeOf(element: Der, what: string): Date {
  if (element.tag !== TAG.utcTime && element.tag !== TAG.generalizedTime)
    throw new DerFault(element.start, `has a ${what} that is no time`)
  return timeFrom(element, element.tag, what)
}

/** The time of an element whose own tag says something else, as in an implicit field. */
export function timeFrom(element: Der, tag: keyof typeof TIMES, what: string): Date {
  const text = Buffer.from(contentOf(element)).toString('latin1')
  const groups = TIMES[tag].exec(text)?.groups
  const wrong = (): DerFault =>
    new DerFault(element.start, `has a ${what} that is no time in UTC with seconds`)
  if (!groups) throw wrong()
  const short = Number(groups.year)
  // Two digits of a year stand for 1950 to 2049 (RFC 5280).
  const year = tag === TAG.generalizedTime ? short : short < 50 ? 2000 + short : 1900 + short
  const { month, day, hour, minute, second } = groups
  const iso = `${String(year).padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  const time = new Date(iso)
  // A day that does not exist, such as 30 February, would come back as another.
  if (Number.isNaN(time.getTime()) || time.toISOString() !== iso) throw wrong()
  return time
}

/** How the bytes of each kind of string are read. */
const DECODERS: Readonly<Record<number, (bytes: Uint8Array) => string>> = {
  [TAG.utf8]: (bytes) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
  /** NumericString. */
  18: latin1,
  [TAG.printable]: latin1,
  /** TeletexString: what issuers write into it is Latin-1. */
  20: latin1,
  /** IA5String. */
  22: latin1,
  /** VisibleString. */
  26: latin1,
  /** BMPString. */
  30: (bytes) => {
    if (bytes.byteLength % 2 !== 0) throw new TypeError('half a character')
    return Buffer.from(bytes).swap16().toString('utf16le')
  },
}

export function textOf(element: Der, what: string): string {
  const decode = DECODERS[element.tag]
  if (!decode) throw new DerFault(element.start, `has a ${what} that is no text`)
  try {
    return decode(contentOf(element))
  } catch {
    throw new DerFault(element.start, `has a ${what} whose characters cannot be read`)
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}
