// Reads DER strictly: definite and shortest lengths, limits on size, depth and count, no byte left over, nothing copied.

/** What is wrong with the bytes, and where. */
export class DerFault extends Error {
  override name = 'DerFault'
  /** In bytes from the start of what was read. */
  readonly offset: number
  constructor(offset: number, words: string) {
    super(words)
    this.offset = offset
  }
}

/** The bytes can be read, but what they name cannot be checked: an algorithm, a curve, a version. */
export class Unsupported extends DerFault {
  override name = 'Unsupported'
}

export interface DerLimits {
  readonly maxBytes: number
  /** How many elements one inside the other. */
  readonly maxDepth: number
  /** How many elements are looked at in all. */
  readonly maxElements: number
  /** Files of a chip may have tags and lengths with more bytes than they need; what is signed as DER may not. */
  readonly hasShortestLengths: boolean
  /** Certificates and chips have tags of one or two bytes; the descriptions of Android's keys have three. */
  readonly maxTagBytes: 2 | 3
}

const LIMITS: DerLimits = {
  maxBytes: 16 * 1024 * 1024,
  maxDepth: 24,
  maxElements: 200_000,
  hasShortestLengths: true,
  maxTagBytes: 2,
}

/** The bytes of one file, and what may still be read of them. */
interface Source {
  readonly bytes: Uint8Array
  readonly limits: DerLimits
  elements: number
}

/** One element: its tag, and where its parts lie. All offsets count from the start of the file. */
export interface Der {
  readonly source: Source
  /** All bytes of the tag as one number: 0x30 is a SEQUENCE, 0x7f61 a tag of two bytes. */
  readonly tag: number
  readonly start: number
  readonly contentStart: number
  readonly end: number
  readonly depth: number
}

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectId: 0x06,
  enumerated: 0x0a,
  utf8: 0x0c,
  printable: 0x13,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** Reads the one element that the bytes are: anything before or after it is a fault. */
export function readDer(bytes: Uint8Array, limits: Partial<DerLimits> = {}): Der {
  const source: Source = { bytes, limits: { ...LIMITS, ...limits }, elements: 0 }
  if (bytes.byteLength > source.limits.maxBytes)
    throw new DerFault(0, `has ${bytes.byteLength} bytes; at most ${source.limits.maxBytes} are read`)
  const only = elementAt(source, 0, bytes.byteLength, 0)
  if (only.end < bytes.byteLength)
    throw new DerFault(only.end, `goes on for ${bytes.byteLength - only.end} bytes after its end`)
  return only
}

/** Reads the one element inside a string of bytes: an OCTET STRING, or a BIT STRING without its first byte. */
export function readInside(string: Der): Der {
  const skipped = string.tag === TAG.bitString ? 1 : 0
  const start = string.contentStart + skipped
  if (skipped > 0 && string.source.bytes[string.contentStart] !== 0)
    throw new DerFault(string.contentStart, 'has unused bits before an element')
  const only = elementAt(string.source, start, string.end, string.depth + 1)
  if (only.end < string.end)
    throw new DerFault(only.end, `goes on for ${string.end - only.end} bytes after its end`)
  return only
}

/** The elements inside this one. */
export function childrenOf(parent: Der): Der[] {
  if (!isConstructed(parent)) throw new DerFault(parent.start, 'holds a value where elements are expected')
  const children: Der[] = []
  for (let at = parent.contentStart; at < parent.end; ) {
    const child = elementAt(parent.source, at, parent.end, parent.depth + 1)
    children.push(child)
    at = child.end
  }
  return children
}

/** Takes the fields of a SEQUENCE or SET one after the other. */
export class Fields {
  readonly #parent: Der
  readonly #children: readonly Der[]
  #next = 0

  constructor(parent: Der, tag: number, what: string) {
    this.#parent = expectTag(parent, tag, what)
    this.#children = childrenOf(parent)
  }

  take(tag: number, what: string): Der {
    return expectTag(this.takeAny(what), tag, what)
  }

  takeAny(what: string): Der {
    const child = this.#children[this.#next]
    if (!child) throw new DerFault(this.#parent.end, `ends before its ${what}`)
    this.#next++
    return child
  }

  /** Takes the next field if it has this tag. */
  takeIf(tag: number): Der | undefined {
    const child = this.#children[this.#next]
    if (child?.tag !== tag) return undefined
    this.#next++
    return child
  }

  /** The next field, which stays where it is. */
  peek(): Der | undefined {
    return this.#children[this.#next]
  }

  end(): void {
    const extra = this.#children[this.#next]
    if (extra) throw new DerFault(extra.start, `has an element too many, with tag ${hexOf(extra.tag)}`)
  }
}

export const isConstructed = ({ source, start }: Der): boolean => ((source.bytes[start] ?? 0) & 0x20) !== 0

export function expectTag(element: Der, tag: number, what: string): Der {
  if (element.tag !== tag)
    throw new DerFault(
      element.start,
      `has tag ${hexOf(element.tag)} where ${what} (${hexOf(tag)}) is expected`,
    )
  return element
}

/** A view of the whole element, tag and length included. */
export const bytesOf = ({ source, start, end }: Der): Uint8Array => source.bytes.subarray(start, end)

/** A view of what the element holds. */
export const contentOf = ({ source, contentStart, end }: Der): Uint8Array =>
  source.bytes.subarray(contentStart, end)

function elementAt(source: Source, start: number, end: number, depth: number): Der {
  const { bytes, limits } = source
  if (depth > limits.maxDepth) throw new DerFault(start, `is nested deeper than ${limits.maxDepth} levels`)
  if (++source.elements > limits.maxElements)
    throw new DerFault(start, `has more than ${limits.maxElements} elements`)
  const byteAt = (at: number): number => {
    const byte = at < end ? bytes[at] : undefined
    if (byte === undefined) throw new DerFault(at, 'is cut off')
    return byte
  }
  let at = start
  let tag = byteAt(at++)
  if ((tag & 0x1f) === 0x1f) {
    const second = byteAt(at++)
    const isLong = second > 0x7f
    // Chips write some tags in two bytes that would fit one: 5F01. A long tag must not begin with zeros.
    if (isLong ? limits.maxTagBytes < 3 || second === 0x80 : second < 0x1f && limits.hasShortestLengths)
      throw new DerFault(start, `has a tag that starts with ${hexOf(tag * 256 + second)}, which is not used`)
    tag = tag * 256 + second
    if (isLong) {
      const third = byteAt(at++)
      if (third > 0x7f) throw new DerFault(start, 'has a tag of more than three bytes')
      tag = tag * 256 + third
    }
  } else if (tag === 0) throw new DerFault(start, 'has an element without a tag')
  const first = byteAt(at++)
  let length = first
  if (first === 0x80) throw new DerFault(at - 1, 'has an indefinite length')
  if (first > 0x80) {
    const count = first & 0x7f
    if (count > 4) throw new DerFault(at - 1, `has a length of ${count} bytes; at most 4 are read`)
    length = 0
    for (let i = 0; i < count; i++) length = length * 256 + byteAt(at++)
    const isShortest = length >= 0x80 && length >= 256 ** (count - 1)
    if (limits.hasShortestLengths && !isShortest)
      throw new DerFault(start, 'has a length that is not written in its shortest form')
  }
  if (length > end - at)
    throw new DerFault(start, `is cut off: an element of ${length} bytes has ${end - at} left`)
  return { source, tag, start, contentStart: at, end: at + length, depth }
}

const hexOf = (tag: number): string => tag.toString(16).padStart(2, '0').toUpperCase()
