// Reads DG2: finds the portrait in its records, and decodes it within limits. Runs in workers only.
import {
  childrenOf,
  contentOf,
  type Der,
  DerFault,
  expectTag,
  isConstructed,
  readDer,
  Unsupported,
} from '../../../der/der.ts'
import type { FileFault } from '../../../image/decode/header.ts'
import { decodeImage, encodeJpeg } from '../../../image/decode/image.ts'
import { decodeJpeg2000 } from '../../../image/decode/jpeg2000.ts'
import { isJpeg2000 } from '../../../image/decode/jpeg2000-header.ts'
import type { ChipPortrait } from './contents.ts'

/** Chips hold less than 200 kB in all; a portrait has 15 to 60. */
const MOST_FILE_BYTES = 2 * 2 ** 20
const MOST_PICTURE_BYTES = 2 ** 20
/** Portraits have 413 x 531 pixels, or little more. */
const MOST_MEGAPIXELS = 4

const FACE_FILE = 0x75
const TEMPLATES = 0x7f61
const TEMPLATE = 0x7f60
/** The data of a biometric record: as bytes, or as elements. */
const DATA_BYTES = 0x5f2e
const DATA_ELEMENTS = 0x7f2e

interface FoundPicture {
  readonly record: ChipPortrait['record']
  readonly picture: Uint8Array
  /** Where the picture begins in the file. */
  readonly offset: number
}

/** Throws DerFault. */
export async function readFaceFile(bytes: Uint8Array): Promise<ChipPortrait> {
  const { record, picture, offset } = findPicture(bytes)
  const decoded = await decodePicture(picture)
  if ('fault' in decoded)
    throw new DerFault(offset, `has a portrait that cannot be read: it ${decoded.fault}`)
  return { record, ...decoded }
}

export function findPicture(bytes: Uint8Array): FoundPicture {
  const limits = { maxBytes: MOST_FILE_BYTES, hasShortestLengths: false }
  const file = expectTag(readDer(bytes, limits), FACE_FILE, 'DG2')
  const templates = childOf(file, TEMPLATES, 'group of biometric templates (7F61)')
  const template = childOf(templates, TEMPLATE, 'biometric template (7F60)')
  const data = childrenOf(template).find(({ tag }) => tag === DATA_BYTES || tag === DATA_ELEMENTS)
  if (!data) throw new DerFault(template.start, 'has no biometric data (5F2E or 7F2E)')
  if (data.tag === DATA_BYTES) return pictureOf19794(data)
  const inner = childrenOf(data).find(({ tag }) => tag === DATA_BYTES)
  return inner ? pictureOf19794(inner) : pictureOf39794(data)
}

function childOf(parent: Der, tag: number, what: string): Der {
  const child = childrenOf(parent).find((each) => each.tag === tag)
  if (!child) throw new DerFault(parent.start, `has no ${what}`)
  return child
}

/** Sizes of the parts of an ISO 19794-5 record of 2005, in bytes. */
const RECORD_HEADER = 14
const FACE_HEADER = 20
const FEATURE_POINT = 8
const IMAGE_HEADER = 12

function pictureOf19794(data: Der): FoundPicture {
  const content = contentOf(data)
  const at = (offset: number) => data.contentStart + offset
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
  const text = (from: number) => Buffer.from(content.subarray(from, from + 4)).toString('latin1')
  if (content.byteLength < RECORD_HEADER + FACE_HEADER + IMAGE_HEADER)
    throw new DerFault(at(0), 'has a face record that is cut off')
  if (text(0) !== 'FAC\0') throw new DerFault(at(0), 'has a record that is not one of a face')
  if (text(4) !== '010\0')
    throw new Unsupported(at(4), 'has a face record of a version of ISO 19794-5 that is not read')
  if (view.getUint16(12) === 0) throw new DerFault(at(12), 'has a record without a face')
  // Of several faces the first is the portrait that is printed, too.
  const length = view.getUint32(RECORD_HEADER)
  const points = view.getUint16(RECORD_HEADER + 4)
  const start = RECORD_HEADER + FACE_HEADER + points * FEATURE_POINT + IMAGE_HEADER
  const end = RECORD_HEADER + length
  if (end > content.byteLength || start >= end)
    throw new DerFault(at(RECORD_HEADER), 'has a face whose length contradicts the record')
  return { record: 'ISO 19794-5', picture: content.subarray(start, end), offset: at(start) }
}

/** The way to the picture in ISO 39794-5: representations, the first of them, its picture, base, 2D, and its bytes. */
const WAY_39794 = [
  [0xa1, 'representations'],
  [0x30, 'representation'],
  [0xa1, 'picture'],
  [0xa0, 'base of the picture'],
  [0xa0, '2D picture'],
  [0x80, 'bytes of the picture'],
] as const

const FACE_BLOCK = 0x65

function pictureOf39794(data: Der): FoundPicture {
  // ICAO puts the block into [1]; some issuers leave that out.
  const outer = childrenOf(data).find(({ tag }) => tag === 0xa1) ?? data
  const block = childOf(outer, FACE_BLOCK, 'face block (65) of ISO 39794-5')
  const bytes = WAY_39794.reduce<Der>(
    (parent, [tag, what]) => childOf(parent, tag, `${what} of ISO 39794-5`),
    block,
  )
  if (isConstructed(bytes)) throw new DerFault(bytes.start, 'has a picture that is no bytes')
  return { record: 'ISO 39794-5', picture: contentOf(bytes), offset: bytes.contentStart }
}

type Decoded = Omit<ChipPortrait, 'record'>

async function decodePicture(picture: Uint8Array): Promise<Decoded | FileFault> {
  if (picture.byteLength > MOST_PICTURE_BYTES)
    return { fault: `has ${picture.byteLength} bytes; at most ${MOST_PICTURE_BYTES} are read` }
  if (isJpeg2000(picture)) {
    const limits = { maxPixels: MOST_MEGAPIXELS * 1e6, maxBytes: MOST_PICTURE_BYTES }
    const pixels = await decodeJpeg2000(picture, limits)
    if ('fault' in pixels) return pixels
    const { width, height } = pixels
    return { format: 'jpeg2000', width, height, jpeg: await encodeJpeg(pixels) }
  }
  // Other formats have no place on a chip, and their decoders are not offered its bytes.
  if (picture[0] !== 0xff || picture[1] !== 0xd8) return { fault: 'is neither JPEG nor JPEG 2000' }
  const decoded = await decodeImage(picture, { maxMegapixels: MOST_MEGAPIXELS })
  if ('fault' in decoded) return decoded
  const { width, height } = decoded.image
  return { format: 'jpeg', width, height, jpeg: picture.slice(decoded.extent.start, decoded.extent.end) }
}
