// The portrait of a chip: about 15 kB of JPEG 2000 or JPEG, in the record of ISO 19794-5 or of ISO 39794-5.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { decodeImage, encodeJpeg } from '../../src/image/decode/image.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { portraitName } from '../documents/drawing/portrait.ts'
import { ascii, context, fromHex, integer, joined, sequence, tagged } from './der.ts'

/** `j2k` is a bare codestream, `jp2` the same in its file format. */
export type PictureFormat = 'jp2' | 'j2k' | 'jpeg'

export interface PortraitForm {
  readonly name: string
  readonly format: PictureFormat
  readonly record: '19794-5' | '39794-5'
  /** In pixels; the portrait as it is where none is given. */
  readonly longestSide?: number
  /** Bytes of nothing after the picture, for files that are longer than a short offset reaches. */
  readonly spare?: number
}

export const PORTRAIT_FORMS: readonly PortraitForm[] = [
  { name: 'jp2', format: 'jp2', record: '19794-5' },
  { name: 'j2k', format: 'j2k', record: '19794-5' },
  { name: 'jpeg', format: 'jpeg', record: '19794-5' },
  { name: 'jp2-39794', format: 'jp2', record: '39794-5' },
  { name: 'jpeg-39794', format: 'jpeg', record: '39794-5' },
  { name: 'jp2-large', format: 'jp2', record: '19794-5', spare: 40_000 },
]

/** Bytes, as the chips of the country have. */
const PICTURE_BYTES = 15_000

let codec: ReturnType<typeof startCodec> | undefined

async function startCodec() {
  const { default: start } = await import('@cornerstonejs/codec-openjpeg/wasmjs')
  const wasmBinary = readFileSync(
    createRequire(import.meta.url).resolve('@cornerstonejs/codec-openjpeg/wasm'),
  )
  return start({ wasmBinary, print: () => {}, printErr: () => {} })
}

/** The bare codestream, of about as many bytes as are asked for. */
export async function encodeJpeg2000(
  { width, height, data }: Pixels,
  bytes = PICTURE_BYTES,
): Promise<Uint8Array> {
  codec ??= startCodec()
  const encoder = new (await codec).J2KEncoder()
  try {
    encoder
      .getDecodedBuffer({ width, height, bitsPerSample: 8, componentCount: 3, isSigned: false })
      .set(data)
    encoder.setQuality(false, 1)
    encoder.setCompressionRatio(0, Math.max(1, data.length / bytes))
    encoder.encode()
    return encoder.getEncodedBuffer().slice()
  } finally {
    encoder.delete()
  }
}

export const bigEnd = (value: number, bytes: number): Uint8Array =>
  Uint8Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** (bytes - 1 - i)) % 256)

const box = (name: string, ...parts: readonly Uint8Array[]): Uint8Array => {
  const content = joined(...parts)
  return joined(bigEnd(content.length + 8, 4), ascii(name), content)
}

/** The codestream in the boxes of a JP2 file: sRGB, three components of 8 bits. */
export function inJp2(
  codestream: Uint8Array,
  { width, height }: Pick<Pixels, 'width' | 'height'>,
): Uint8Array {
  const header = joined(bigEnd(height, 4), bigEnd(width, 4), bigEnd(3, 2), Uint8Array.of(7, 7, 0, 0))
  return joined(
    box('jP  ', fromHex('0d0a870a')),
    box('ftyp', ascii('jp2 '), bigEnd(0, 4), ascii('jp2 ')),
    box('jp2h', box('ihdr', header), box('colr', Uint8Array.of(1, 0, 0), bigEnd(16, 4))),
    box('jp2c', codestream),
  )
}

export interface Picture {
  readonly format: PictureFormat
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** The person of that seed, as the printed card shows them. */
export async function pictureOf(
  seed: number,
  sex: 'f' | 'm',
  format: PictureFormat,
  { longestSide = 1000, spare }: Pick<PortraitForm, 'longestSide' | 'spare'> = {},
): Promise<Picture> {
  const file = new URL(`../documents/portraits/${portraitName(seed, sex)}`, import.meta.url)
  const decoded = await decodeImage(readFileSync(file), { maxMegapixels: 1, longestSide })
  if ('fault' in decoded) throw new Error(`a portrait ${decoded.fault}`)
  const picture = await encodePicture(decoded.pixels, format)
  if (spare === undefined) return picture
  return { ...picture, bytes: joined(picture.bytes, box('free', new Uint8Array(spare))) }
}

async function encodePicture(pixels: Pixels, format: PictureFormat): Promise<Picture> {
  const { width, height } = pixels
  if (format === 'jpeg') return { format, width, height, bytes: await encodeJpeg(pixels) }
  const codestream = await encodeJpeg2000(pixels)
  return { format, width, height, bytes: format === 'jp2' ? inJp2(codestream, pixels) : codestream }
}

/** The record of ISO 19794-5: one face, no feature points. */
function record19794({ format, bytes, width, height }: Picture): Uint8Array {
  const face = joined(
    bigEnd(0, 2),
    new Uint8Array(14),
    // A full frontal picture, JPEG or JPEG 2000, in 24 bits of sRGB.
    Uint8Array.of(1, format === 'jpeg' ? 0 : 1),
    bigEnd(width, 2),
    bigEnd(height, 2),
    Uint8Array.of(1, 0),
    bigEnd(0, 4),
    bytes,
  )
  const record = joined(bigEnd(face.length + 4, 4), face)
  return joined(
    ascii('FAC'),
    Uint8Array.of(0),
    ascii('010'),
    Uint8Array.of(0),
    bigEnd(record.length + 14, 4),
    bigEnd(1, 2),
    record,
  )
}

/** The block of ISO 39794-5, in the profile of ICAO: one representation of a 2D picture. */
function block39794({ format, bytes, width, height }: Picture): Uint8Array {
  const number = (tag: number, value: number) => tagged(tag, bigEnd(value, value > 127 ? 2 : 1))
  const information = tagged(
    0xa1,
    context(0, number(0x80, format === 'jpeg' ? 2 : 3)),
    context(7, number(0x80, width), number(0x81, height)),
  )
  const picture = context(0, tagged(0x80, bytes), information)
  const representation = sequence(number(0x80, 1), context(1, context(0, picture)))
  return context(1, tagged(0x65, context(0, number(0x80, 3), number(0x81, 2019)), context(1, representation)))
}

/** DG2: the biometric template of CBEFF with one face in it. */
export function faceGroup(picture: Picture, record: PortraitForm['record']): Uint8Array {
  const header = (type: number) =>
    context(
      1,
      tagged(0x81, Uint8Array.of(2)),
      tagged(0x82, Uint8Array.of(0)),
      tagged(0x87, bigEnd(0x0101, 2)),
      tagged(0x88, bigEnd(type, 2)),
    )
  const template =
    record === '19794-5'
      ? [header(8), tagged(0x5f2e, record19794(picture))]
      : [header(0x2c), tagged(0x7f2e, block39794(picture))]
  return tagged(0x75, tagged(0x7f61, integer(1), tagged(0x7f60, ...template)))
}
