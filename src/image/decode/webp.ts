// Reads the header of a WebP, size, colour profile and orientation, and finds its end.
import { exifOrientation } from './exif.ts'
import { ANIMATED, DAMAGED, type FileFault, type Header, latin1, UNREADABLE } from './header.ts'

const ANIMATION_FLAG = 0x02
/** Chunks that are accepted: a picture has ten, and the decoder keeps a list of them. */
const MOST_CHUNKS = 4096

export function readWebpHeader(file: Uint8Array): Header | FileFault {
  if (file.byteLength < 30) return UNREADABLE
  const length = new DataView(file.buffer, file.byteOffset, file.byteLength).getUint32(4, true)
  if (length + 8 > file.byteLength) return DAMAGED
  // An odd length is followed by one byte that makes it even.
  const end = Math.min(file.byteLength, length + 8 + (length % 2))
  const bytes = file.subarray(0, end)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let size: { width: number; height: number } | undefined
  let profile: Uint8Array | undefined
  let orientation = 1
  let count = 0
  for (const { type, content } of chunks(bytes, view)) {
    if (++count > MOST_CHUNKS) return UNREADABLE
    if (type === 'ANIM' || type === 'ANMF') return ANIMATED
    if (type === 'VP8X' && ((content[0] ?? 0) & ANIMATION_FLAG) !== 0) return ANIMATED
    if (type === 'ICCP') profile ??= content
    if (type === 'EXIF') orientation = exifOrientation(content)
    size ??= sizes[type]?.(new DataView(content.buffer, content.byteOffset, content.byteLength))
  }
  return size ? { format: 'webp', ...size, orientation, colours: 3, profile, bytes, end } : UNREADABLE
}

/** Chunks with a size: the canvas of an extended file, else the picture itself, lossy or lossless. */
const sizes: Readonly<Record<string, (content: DataView) => { width: number; height: number } | undefined>> =
  {
    VP8X: (content) =>
      content.byteLength < 10
        ? undefined
        : {
            width: 1 + (content.getUint32(3, true) >>> 8),
            height: 1 + (content.getUint32(6, true) >>> 8),
          },
    'VP8 ': (content) =>
      content.byteLength < 10
        ? undefined
        : {
            width: content.getUint16(6, true) & 0x3fff,
            height: content.getUint16(8, true) & 0x3fff,
          },
    VP8L: (content) => {
      if (content.byteLength < 5) return undefined
      const bits = content.getUint32(1, true)
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
    },
  }

function* chunks(bytes: Uint8Array, view: DataView): Generator<{ type: string; content: Uint8Array }> {
  let at = 12
  while (at + 8 <= bytes.byteLength) {
    const length = view.getUint32(at + 4, true)
    yield { type: latin1(bytes, at, at + 4), content: bytes.subarray(at + 8, at + 8 + length) }
    at += 8 + length + (length % 2)
  }
}
