// Makes pictures of four known colours, red, green, blue and yellow, in every file format.
import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import type { Decoding } from '../../../src/image/decode/image.ts'
import type { ImageFacts, Pixels } from '../../../src/image/pixels.ts'
import { u16, u32 } from './heif-boxes.ts'

export const LIMITS = { maxMegapixels: 50 }

const colours = {
  red: [200, 50, 40],
  green: [40, 160, 60],
  blue: [40, 80, 200],
  yellow: [230, 200, 50],
} as const
export type Colour = keyof typeof colours
/** The colours are in reading order. */
export const UPRIGHT: readonly Colour[] = ['red', 'green', 'blue', 'yellow']

export function chart(width = 96, height = 64): Sharp {
  const data = new Uint8Array(width * height * 3)
  const row = (left: Colour, right: Colour) => {
    const bytes = new Uint8Array(width * 3)
    for (let x = 0; x < width; x++) bytes.set(colours[x < width / 2 ? left : right], x * 3)
    return bytes
  }
  const [upper, lower] = [row('red', 'green'), row('blue', 'yellow')]
  for (let y = 0; y < height; y++) data.set(y < height / 2 ? upper : lower, y * width * 3)
  return sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false })
}

export const sample = (name: string) => readFileSync(new URL(`./samples/${name}`, import.meta.url))
export const photo = (number: number) =>
  readFileSync(
    new URL(`../../../node_modules/@vladmandic/face-api/demo/sample${number}.jpg`, import.meta.url),
  )

export function pixelsOf(decoding: Decoding): Pixels {
  if ('fault' in decoding) throw new Error(`not decoded: it ${decoding.fault}`)
  return decoding.pixels
}
export function factsOf(decoding: Decoding): ImageFacts {
  if ('fault' in decoding) throw new Error(`not decoded: it ${decoding.fault}`)
  return decoding.image
}

function colourAt({ width, height, data }: Pixels, right: number, down: number): number[] {
  const at = (Math.floor(height * down) * width + Math.floor(width * right)) * 3
  return [...data.subarray(at, at + 3)]
}

export function quartersOf(pixels: Pixels): number[][] {
  const quarters = [0.25, 0.75]
  return quarters.flatMap((down) => quarters.map((right) => colourAt(pixels, right, down)))
}

/** Names the colour of each quarter, or gives its numbers where none is near. */
export function namesOf(pixels: Pixels, tolerance = 6): readonly string[] {
  if (pixels.data.length !== pixels.width * pixels.height * 3) return ['not three bytes a pixel']
  return quartersOf(pixels).map((colour) => {
    const near = UPRIGHT.find((name) => furthest(colours[name], colour) <= tolerance)
    return near ?? colour.join()
  })
}

export const furthest = (one: ArrayLike<number>, other: ArrayLike<number>) =>
  Math.max(...Array.from(one, (value, index) => Math.abs(value - (other[index] ?? 0))))

/** Writes a block with the camera's make before the one entry that counts, as cameras do. */
export function exif(orientation: number, options: { order?: 'II' | 'MM'; type?: number } = {}): Buffer {
  const { order = 'MM', type = 3 } = options
  const isLittle = order === 'II'
  const short = (value: number) => (isLittle ? Buffer.from(u16(value)).reverse() : u16(value))
  const long = (value: number) => (isLittle ? Buffer.from(u32(value)).reverse() : u32(value))
  const make = [short(0x010f), short(2), long(4), Buffer.from('abc\0')]
  const turned = [short(0x0112), short(type), long(1), short(orientation), short(0)]
  return Buffer.concat([Buffer.from(order), short(42), long(8), short(2), ...make, ...turned, long(0)])
}

export const jpegSegment = (marker: number, content: Uint8Array) =>
  Buffer.concat([Uint8Array.of(0xff, marker), u16(content.length + 2), content])

/** Inserts the block directly behind the file's first marker. */
export const withSegment = (jpeg: Buffer, marker: number, content: Uint8Array) =>
  Buffer.concat([jpeg.subarray(0, 2), jpegSegment(marker, content), jpeg.subarray(2)])

export const withExif = (jpeg: Buffer, block: Uint8Array) =>
  withSegment(jpeg, 0xe1, Buffer.concat([Buffer.from('Exif\0\0'), block]))

export function pngChunk(type: string, content: Uint8Array = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  return Buffer.concat([u32(content.length), named, u32(crc32(named))])
}

/** Inserts the chunk behind the header. */
export const withChunk = (png: Buffer, ...chunks: readonly Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
export const PNG_TYPES = { grey: 0, rgb: 2, rgba: 6 } as const

/** Makes a black PNG with any header and any number of zero bytes. */
export function blackPng(
  width: number,
  height: number,
  options: { length?: number; depth?: 8 | 16; type?: keyof typeof PNG_TYPES; interlaced?: boolean } = {},
): Buffer {
  const { length = height * (width * 3 + 1), depth = 8, type = 'rgb', interlaced = false } = options
  const settings = Uint8Array.of(depth, PNG_TYPES[type], 0, 0, Number(interlaced))
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', Buffer.concat([u32(width), u32(height), settings])),
    pngChunk('IDAT', deflateSync(Buffer.alloc(length))),
    pngChunk('IEND'),
  ])
}
