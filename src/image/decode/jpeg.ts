// Reads the header of a JPEG, size, channels, colour profile and orientation, and finds its end.
import { exifOrientation } from './exif.ts'
import { DAMAGED, type FileFault, type Header, latin1, UNREADABLE } from './header.ts'

const START_OF_IMAGE = 0xd8
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/** The last kind of frame that cameras write. Of others the decoder reads arithmetic codes, which take seconds without any data. */
const PROGRESSIVE = 0xc2
const APP1 = 0xe1
const APP2 = 0xe2
const SUSPICIOUS_ZEROS = 32
/**
 * Segments of a file, those between its scans included: the decoder makes 740 MB of 18 MB of small ones. A long profile
 * and description fill a few hundred.
 */
const MOST_SEGMENTS = 4096

/** Takes a millisecond or two; opening the file in the decoder for it would take a fifteenth of decoding it. */
export function readJpegHeader(file: Uint8Array): Header | FileFault {
  const { end, scan, scans, segments: all } = endOf(file)
  if (all > MOST_SEGMENTS) return UNREADABLE
  const bytes = file.subarray(0, end)
  let frame: { width: number; height: number; colours: 1 | 3 | 4 } | undefined
  let orientation = 1
  const profileParts: { number: number; of: number; part: Uint8Array }[] = []
  for (const { marker, content } of segments(bytes)) {
    if (isFrame(marker)) {
      if (marker > PROGRESSIVE) return UNREADABLE
      const [precision, heightHigh = 0, heightLow = 0, widthHigh = 0, widthLow = 0, colours] = content
      if (frame || precision !== 8 || (colours !== 1 && colours !== 3 && colours !== 4)) return UNREADABLE
      frame = { width: widthHigh * 256 + widthLow, height: heightHigh * 256 + heightLow, colours }
    } else if (marker === APP1 && orientation === 1 && latin1(content, 0, 6) === 'Exif\0\0') {
      orientation = exifOrientation(content)
    } else if (marker === APP2 && latin1(content, 0, 12) === 'ICC_PROFILE\0') {
      const [number = 0, of = 0] = content.subarray(12)
      profileParts.push({ number, of, part: content.subarray(14) })
    }
  }
  if (!frame || frame.width === 0 || frame.height === 0) return UNREADABLE
  if (end === undefined && (scan === undefined || isFilledWithZeros(bytes))) return DAMAGED
  const ended = end === undefined ? { end: bytes.byteLength, openScan: scan } : { end }
  return {
    format: 'jpeg',
    ...frame,
    orientation,
    profile: joined(profileParts),
    bytes,
    passes: scans,
    ...ended,
  }
}

/** The same file with the mark at its end that some cameras and uploaders leave out. */
export function withEndOfImage(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, Uint8Array.of(0xff, END_OF_IMAGE)])
}

/** Yields the segments up to the first scan; bytes between segments are skipped, as the decoder does. */
function* segments(bytes: Uint8Array): Generator<{ marker: number; content: Uint8Array }> {
  let at = 2
  while (at + 4 <= bytes.byteLength) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff || marker === 0xff || hasNoContent(marker)) {
      at += bytes[at] === 0xff && marker !== 0xff ? 2 : 1
      continue
    }
    const length = (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0)
    if (marker === END_OF_IMAGE || length < 2) return
    yield { marker, content: bytes.subarray(at + 4, at + 2 + length) }
    if (marker === START_OF_SCAN) return
    at += 2 + length
  }
}

/**
 * The first end mark ends the picture: no thumbnail is met on the way, because segments are stepped over, and data of
 * scans hold no marks but restarts. Further pictures behind it, as phones add them, are no part of it.
 */
function endOf(bytes: Uint8Array): Extents {
  let scan: number | undefined
  let [scans, segments] = [0, 0]
  for (let mark = bytes.indexOf(0xff, 2), next = 0; mark >= 0; mark = bytes.indexOf(0xff, next)) {
    next = mark + 1
    while (bytes[next] === 0xff) next++
    const marker = bytes[next++]
    if (marker === END_OF_IMAGE) return { end: next, scan, scans, segments }
    if (marker === undefined) break
    if (hasNoContent(marker)) continue
    const length = (bytes[next] ?? 0) * 256 + (bytes[next + 1] ?? 0)
    const isSegment = marker >= 0xc0 && marker !== START_OF_IMAGE && length >= 2
    if (!isSegment) break
    next += length
    segments++
    if (marker !== START_OF_SCAN) continue
    scan = next
    scans++
  }
  return { scan, scans, segments }
}

interface Extents {
  /** Undefined where there is no end mark. */
  readonly end?: number
  /** Where the data of the last scan starts. */
  readonly scan: number | undefined
  readonly scans: number
  readonly segments: number
}

/** Stuffing, the temporary mark and restarts. */
const hasNoContent = (marker: number): boolean => marker <= 1 || (marker >= 0xd0 && marker <= 0xd7)

/** Whether a file without its end mark ends in zeros, as an interrupted download leaves it: zeros are valid data and would be decoded. */
const isFilledWithZeros = (bytes: Uint8Array): boolean =>
  bytes.subarray(-SUSPICIOUS_ZEROS).every((value) => value === 0)

/** Every kind of frame, but for the three markers among them that are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

/** A profile of more than 64 kB comes in numbered parts; one with a part missing is ignored. */
function joined(parts: readonly { number: number; of: number; part: Uint8Array }[]): Uint8Array | undefined {
  const sorted = parts.toSorted((a, b) => a.number - b.number)
  const isWhole = sorted.every(({ number, of }, index) => number === index + 1 && of === sorted.length)
  return sorted.length > 0 && isWhole ? Buffer.concat(sorted.map(({ part }) => part)) : undefined
}
