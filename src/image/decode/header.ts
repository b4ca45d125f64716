// Recognises image files by their first bytes, and defines what the headers of all formats have in common.
import type { ImageFormat } from '../pixels.ts'

export interface Header {
  readonly format: ImageFormat
  /** Size as stored, not yet turned by `orientation`. */
  readonly width: number
  readonly height: number
  /** EXIF orientation; 1 is upright. */
  readonly orientation: number
  /** Channels: 1 is grey, 3 is RGB or converted to it, 4 is CMYK. */
  readonly colours: 1 | 3 | 4
  readonly profile?: Uint8Array | undefined
  /** The bytes for the decoder: the file without the parts that it need not read, and without what follows its end. */
  readonly bytes: Uint8Array
  /** Where the picture ends in its file. */
  readonly end: number
  /** How often the decoder goes over all pixels, where that is not once. */
  readonly passes?: number
  /** Its decoder takes twice as much of a pixel as others. */
  readonly isHeavy?: boolean
  /** In a JPEG without its end mark: where the data of its last scan starts. */
  readonly openScan?: number | undefined
}

export interface FileFault {
  readonly fault: string
  readonly tooLarge?: true
}

export const UNREADABLE: FileFault = {
  fault: 'is not an image that can be read: JPEG, PNG, WebP, HEIC or AVIF',
}
export const ANIMATED: FileFault = { fault: 'is an animation; send one picture' }
export const DAMAGED: FileFault = { fault: 'is cut off or damaged' }

type Container = 'jpeg' | 'png' | 'webp' | 'heif'

const others: readonly (readonly [start: RegExp, what: string])[] = [
  [/^GIF8/, 'a GIF'],
  [/^(II\*\0|MM\0\*|II\+\0|MM\0\+)/, 'a TIFF'],
  [/^BM.{4}\0\0\0\0/s, 'a BMP'],
  [/^.{0,64}%PDF-/s, 'a PDF'],
  [/^.{0,900}<svg[\s>]/s, 'an SVG'],
  [/^.{4}ftyp/s, 'a video'],
]

export function containerOf(bytes: Uint8Array): Container | FileFault {
  if (bytes.byteLength === 0) return { fault: 'is empty' }
  const start = latin1(bytes, 0, 1024)
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^RIFF.{4}WEBP/s.test(start)) return 'webp'
  if (hasPictureBrand(start)) return 'heif'
  const what = others.find(([pattern]) => pattern.test(start))?.[1]
  return what ? { fault: `is ${what}; JPEG, PNG, WebP, HEIC and AVIF can be read` } : UNREADABLE
}

/** A picture has a brand of HEIF, HEIC or AVIF in its `ftyp` box, a video has others. */
function hasPictureBrand(start: string): boolean {
  const length = /^\0\0(?<size>..)ftyp/s.exec(start)?.groups?.size
  if (length === undefined) return false
  const end = length.charCodeAt(0) * 256 + length.charCodeAt(1)
  return (start.slice(8, end).match(/.{4}/gs) ?? []).some(
    (brand, index) => index !== 1 && /^(mif1|msf1|hei[cxms]|hev[cxms]|avi[fs])$/.test(brand),
  )
}

export function latin1(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to)
}
