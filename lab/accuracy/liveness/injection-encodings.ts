// Encodes pictures without compression traces once and twice.
import sharp from 'sharp'
import type { Pixels } from '../../../src/image/pixels.ts'

/** `first` is absent when a picture is encoded once. */
export interface Qualities {
  readonly first: number | undefined
  readonly last: number
}

/** A picture shrunk by at least this factor, which is no whole number, keeps no trace of its older grid. */
const LEAST_SHRINKING = 1.3
const LONGEST_SIDE = 640

export async function unwritten(pixels: Pixels): Promise<Pixels> {
  const { width, height, data } = pixels
  const longest = Math.min(LONGEST_SIDE, Math.max(width, height) / LEAST_SHRINKING)
  const shrunk = await opened({ width, height, data })
    .resize({ width: Math.round(longest), height: Math.round(longest), fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: shrunk.info.width, height: shrunk.info.height, data: shrunk.data }
}

export async function encodedOnce(pixels: Pixels, quality: number): Promise<Uint8Array> {
  return await opened(pixels).jpeg({ quality }).toBuffer()
}

export async function encodedTwice(pixels: Pixels, first: number, last: number): Promise<Uint8Array> {
  return await sharp(await encodedOnce(pixels, first))
    .jpeg({ quality: last })
    .toBuffer()
}

function opened({ width, height, data }: Pixels) {
  return sharp(data, { raw: { width, height, channels: 3 } })
}
