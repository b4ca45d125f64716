// Reads the header of a PNG, finds its end, and removes the chunks that only a decompression bomb needs.
import { inflateSync } from 'node:zlib'
import { exifOrientation } from './exif.ts'
import { ANIMATED, DAMAGED, type FileFault, type Header, latin1, UNREADABLE } from './header.ts'

const SIGNATURE_LENGTH = 8
/** Bytes of length, type and checksum around the content of a chunk. */
const AROUND = 12
/** Largest unpacked profile: those for printing presses have 3 MB, and a few kB can unpack to gigabytes. */
const LONGEST_PROFILE = 4 * 2 ** 20

/** Chunks that are accepted: encoders write one for each few kB, and stepping over a million takes seconds. */
const MOST_CHUNKS = 32_768

/** Chunks of the picture itself. Texts are removed: unpacking a thousand that are bombs takes libpng seconds. */
const needed = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

export function readPngHeader(bytes: Uint8Array): Header | FileFault {
  const kept: Uint8Array[] = [bytes.subarray(0, SIGNATURE_LENGTH)]
  let head: Uint8Array | undefined
  let profile: Uint8Array | undefined
  let hasProfile = false
  let orientation = 1
  let end = 0
  let count = 0
  for (const { type, content, chunk } of chunks(bytes)) {
    if (++count > MOST_CHUNKS) return UNREADABLE
    if (type === 'acTL') return ANIMATED
    if (type === 'IHDR') head ??= content
    if (type === 'eXIf') orientation = exifOrientation(content)
    // An end that holds something would be a place to hide it.
    if (type === 'IEND' && content.byteLength === 0)
      end = chunk.byteOffset + chunk.byteLength - bytes.byteOffset
    // Only the first is unpacked, whatever becomes of it: a thousand that unpack to too much took 20 s.
    if (type === 'iCCP' && !hasProfile) {
      hasProfile = true
      profile = unfoldProfile(content)
      if (profile) kept.push(chunk)
    }
    if (needed.has(type)) kept.push(chunk)
  }
  if (head?.byteLength !== 13) return UNREADABLE
  if (end === 0) return DAMAGED
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  return {
    format: 'png',
    width: view.getUint32(0),
    height: view.getUint32(4),
    orientation,
    colours: (view.getUint8(9) & 2) === 0 ? 1 : 3,
    // Two bytes a colour, or seven passes of which the last has the half of all pixels.
    isHeavy: view.getUint8(8) > 8 || view.getUint8(12) > 0,
    profile,
    bytes: kept.length === count + 1 ? bytes.subarray(0, end) : Buffer.concat(kept),
    end,
  }
}

function* chunks(bytes: Uint8Array): Generator<{ type: string; content: Uint8Array; chunk: Uint8Array }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = SIGNATURE_LENGTH
  while (at + AROUND <= bytes.byteLength) {
    const end = at + AROUND + view.getUint32(at)
    if (end > bytes.byteLength) return
    const type = latin1(bytes, at + 4, at + 8)
    yield { type, content: bytes.subarray(at + 8, end - 4), chunk: bytes.subarray(at, end) }
    if (type === 'IEND') return
    at = end
  }
}

/** A name, a zero, the method of packing (there is one), the packed profile. */
function unfoldProfile(content: Uint8Array): Uint8Array | undefined {
  const nameEnd = content.indexOf(0)
  if (nameEnd < 0) return undefined
  try {
    return inflateSync(content.subarray(nameEnd + 2), { maxOutputLength: LONGEST_PROFILE })
  } catch {
    return undefined
  }
}
