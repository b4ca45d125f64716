// Rewrites the envelope of signed data from BER to DER, once and before it is read: lengths that are not counted, and content in pieces.
import { DerFault, TAG } from './der.ts'
import { element } from './write.ts'

/** The most that is rewritten: a security object has 1 to 4 KiB. */
const MAX_BYTES = 64 * 1024
const PIECES = 0x24

/**
 * By depth, the elements of CMS that no signature covers: only they may leave their length open, as New Zealand's do.
 * From the file of the chip over content info and signed data down to the content, which may come in pieces. Certificates
 * and signers lie deeper, keep every byte, and are read as strictly as ever.
 */
const ENVELOPE: readonly (readonly number[])[] = [
  [0x77],
  [TAG.sequence],
  [0xa0],
  [TAG.sequence],
  [TAG.set, TAG.sequence, 0xa0],
  [0xa0],
  [PIECES],
]

interface Part {
  readonly bytes: Uint8Array
  /** Where the next element begins. */
  readonly next: number
  readonly isRewritten: boolean
}

/** Returns the same bytes where nothing had to be rewritten. Throws a `DerFault` with its place in the bytes as they came. */
export function withDefiniteLengths(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength > MAX_BYTES)
    throw new DerFault(0, `has ${bytes.byteLength} bytes; at most ${MAX_BYTES} are read`)
  const whole = partAt(bytes, 0, bytes.byteLength, 0)
  if (whole.next < bytes.byteLength)
    throw new DerFault(whole.next, `goes on for ${bytes.byteLength - whole.next} bytes after its end`)
  return whole.isRewritten ? whole.bytes : bytes
}

/** The depth is that of the table, so nothing can be nested deeper. */
function partAt(bytes: Uint8Array, start: number, end: number, depth: number): Part {
  const { tag, contentStart, contentEnd } = headAt(bytes, start, end)
  const isOpen = contentEnd === undefined
  const isEnvelope = ENVELOPE[depth]?.includes(tag) === true
  if (isOpen && !isEnvelope) throw new DerFault(start + 1, 'has an indefinite length')
  if (!isEnvelope && contentEnd !== undefined)
    return { bytes: bytes.subarray(start, contentEnd), next: contentEnd, isRewritten: false }
  const children: Part[] = []
  let at = contentStart
  for (const limit = contentEnd ?? end; isOpen ? !isEnd(bytes, at, limit) : at < limit; ) {
    const child = tag === PIECES ? pieceAt(bytes, at, limit) : partAt(bytes, at, limit, depth + 1)
    children.push(child)
    at = child.next
  }
  const next = isOpen ? at + 2 : at
  const isRewritten = isOpen || tag === PIECES || children.some((child) => child.isRewritten)
  if (!isRewritten) return { bytes: bytes.subarray(start, next), next, isRewritten }
  const written = tag === PIECES ? TAG.octetString : tag
  return { bytes: element(written, Buffer.concat(children.map((child) => child.bytes))), next, isRewritten }
}

/** What a string of bytes in pieces is made of: plain strings, and none of them in pieces or empty itself. */
function pieceAt(bytes: Uint8Array, start: number, end: number): Part {
  const { tag, contentStart, contentEnd } = headAt(bytes, start, end)
  if (tag !== TAG.octetString || contentEnd === undefined || contentEnd === contentStart)
    throw new DerFault(start, 'has content whose pieces are not plain strings of bytes')
  return { bytes: bytes.subarray(contentStart, contentEnd), next: contentEnd, isRewritten: true }
}

/** Two zeros end an element of open length; its limit may not. */
function isEnd(bytes: Uint8Array, at: number, limit: number): boolean {
  if (at + 2 > limit) throw new DerFault(at, 'is cut off: an element of indefinite length has no end')
  return bytes[at] === 0 && bytes[at + 1] === 0
}

/** Lengths that are counted must be in their shortest form here too. The end is undefined where the length is open. */
function headAt(bytes: Uint8Array, start: number, end: number) {
  const byteAt = (at: number): number => {
    const byte = at < end ? bytes[at] : undefined
    if (byte === undefined) throw new DerFault(at, 'is cut off')
    return byte
  }
  const tag = byteAt(start)
  if (tag === 0) throw new DerFault(start, 'has an element without a tag')
  if ((tag & 0x1f) === 0x1f) throw new DerFault(start, 'has a long tag in the envelope of its signature')
  const first = byteAt(start + 1)
  if (first === 0x80) return { tag, contentStart: start + 2, contentEnd: undefined }
  const count = first > 0x80 ? first & 0x7f : 0
  if (count > 3) throw new DerFault(start + 1, `has a length of ${count} bytes; at most 3 are read`)
  let length = count === 0 ? first : 0
  for (let i = 0; i < count; i++) length = length * 256 + byteAt(start + 2 + i)
  if (count > 0 && (length < 0x80 || length < 256 ** (count - 1)))
    throw new DerFault(start, 'has a length that is not written in its shortest form')
  const contentStart = start + 2 + count
  if (length > end - contentStart)
    throw new DerFault(start, `is cut off: an element of ${length} bytes has ${end - contentStart} left`)
  return { tag, contentStart, contentEnd: contentStart + length }
}
