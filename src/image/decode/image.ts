// Decodes untrusted images: their format and size, and their pixels, upright and in sRGB.
import sharp, { type Sharp } from 'sharp'
import { decoderAtWork } from '../decoders.ts'
import type { Extent, ImageFacts, Pixels } from '../pixels.ts'
import { ANIMATED, containerOf, DAMAGED, type FileFault, type Header, UNREADABLE } from './header.ts'
import { decodeHeic } from './heic.ts'
import { heifEnd, isSequence } from './heif-boxes.ts'
import { heifFault } from './heif-items.ts'
import { readJpegHeader, withEndOfImage } from './jpeg.ts'
import { readPngHeader } from './png.ts'
import { converterFor, fromDisplayP3, hasSteps, unchanged } from './profile.ts'
import { readWebpHeader } from './webp.ts'

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

/** An image that cannot be read is an answer, not an exception. */
export type ImageReading = { readonly image: ImageFacts } | FileFault

export type Decoding =
  | {
      readonly image: ImageFacts
      readonly pixels: Pixels
      /** Pixels of `pixels` per pixel of the upright image; 1 unless it was shrunk. */
      readonly scale: number
      readonly extent: Extent
    }
  | FileFault

/** The share of the limit that a picture may have of which each pixel takes twice as much: a file of 1 kB could exhaust the worker's memory. */
const HEAVY_SHARE = 0.5

/** Scans of the largest picture: programs write ten of one with colours, and 18 with four inks. A smaller one may have more. */
const MOST_PASSES = 20

/** Smallest side in pixels: less shows nothing, and no camera takes it. */
const SHORTEST_SIDE = 16

/** This kernel is as sharp as detectors need; wider ones take up to half as long again. */
const KERNEL = 'linear'

/** Reads only the header. */
export async function inspectImage(bytes: Uint8Array, maxMegapixels: number): Promise<ImageReading> {
  const header = await readHeader(bytes)
  return 'fault' in header ? header : (sizeFault(header, maxMegapixels) ?? { image: factsOf(header) })
}

/** Returns three channels of 8 bits in sRGB, alpha on white. */
export async function decodeImage(
  bytes: Uint8Array,
  limits: { readonly maxMegapixels: number; readonly longestSide?: number },
): Promise<Decoding> {
  const header = await readHeader(bytes)
  if ('fault' in header) return header
  const refused = sizeFault(header, limits.maxMegapixels)
  if (refused) return refused
  const target = sizeWithin(header, limits.longestSide ?? Number.POSITIVE_INFINITY)
  using _ = decoderAtWork()
  const decode = header.format === 'heic' ? decodeByLibheif : decodeBySharp
  const pixels = await decode(header, target, limits.maxMegapixels * 1e6)
  if ('fault' in pixels) return pixels
  // A header that is read differently here and by the decoder was forged.
  const { width, height } = factsOf({ ...header, ...target })
  if (pixels.width !== width || pixels.height !== height) return DAMAGED
  const image = factsOf(header)
  return { image, pixels, scale: width / image.width, extent: { start: 0, end: header.end } }
}

export async function encodeJpeg(pixels: Pixels): Promise<Uint8Array> {
  return await alone(() => opened(pixels).jpeg({ quality: 90 }).toBuffer())
}

export async function encodePng(pixels: Pixels): Promise<Uint8Array> {
  return await alone(() => opened(pixels).png().toBuffer())
}

/** The formats of logos: the others are of cameras. */
const LOGO_CONTAINERS: readonly unknown[] = ['jpeg', 'png', 'webp']
const LOGO_BOX = { width: 640, height: 240 } as const
/** A photograph as a logo has many colours; more than this is no logo. */
const MOST_LOGO_PNG = 256 * 1024

/** Draws a logo anew as PNG, small, with its transparency and with nothing else that the file held. */
export async function remakeLogo(
  bytes: Uint8Array,
  maxMegapixels: number,
): Promise<{ readonly png: Uint8Array } | FileFault> {
  const container = containerOf(bytes)
  if (bytes.byteLength > 0 && !LOGO_CONTAINERS.includes(container))
    return { fault: 'must be a PNG, JPEG or WebP' }
  const header = await readHeader(bytes)
  if ('fault' in header) return header
  const refused = sizeFault(header, maxMegapixels)
  if (refused) return refused
  try {
    const limitInputPixels = Math.ceil(maxMegapixels * 1e6)
    const ignoreIcc = usableProfile(header) === undefined
    const opened = sharp(header.bytes, { limitInputPixels, ignoreIcc, failOn: 'error' })
    const image = turned(opened, header.orientation)
    const fitted = image.resize({ ...LOGO_BOX, fit: 'inside', withoutEnlargement: true })
    using _ = decoderAtWork()
    const png = await alone(() => fitted.toColourspace('srgb').png({ compressionLevel: 9 }).toBuffer())
    return png.byteLength <= MOST_LOGO_PNG
      ? { png }
      : { fault: 'has too many colours for a logo: drawn anew it is too large', tooLarge: true }
  } catch {
    return DAMAGED
  }
}

let lastOne: Promise<unknown> = Promise.resolve()

/**
 * The decoder keeps the complaints of the whole process in one place, and the first picture that ends empties it: of two at a time one
 * would miss its own, take a picture that is cut off for a whole one, or refuse a whole one.
 */
function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = lastOne.then(work)
  lastOne = result.catch(() => undefined)
  return result
}

async function readHeader(bytes: Uint8Array): Promise<Header | FileFault> {
  const container = containerOf(bytes)
  if (container === 'jpeg') return readJpegHeader(bytes)
  if (container === 'png') return readPngHeader(bytes)
  if (container === 'webp') return readWebpHeader(bytes)
  return container === 'heif' ? await readHeifHeader(bytes) : container
}

async function readHeifHeader(file: Uint8Array): Promise<Header | FileFault> {
  if (isSequence(file)) return ANIMATED
  const end = heifEnd(file)
  const bytes = file.subarray(0, end)
  const refused = heifFault(bytes)
  if (refused) return refused
  try {
    using _ = decoderAtWork()
    const facts = await alone(() => sharp(bytes, { limitInputPixels: false }).metadata())
    const format = facts.compression === 'hevc' ? 'heic' : facts.compression === 'av1' ? 'avif' : undefined
    if (!format) return UNREADABLE
    const { width, height, icc: profile } = facts
    // The decoder turns the picture by the boxes of the file; the orientation in its EXIF is a copy.
    return { format, width, height, orientation: 1, colours: 3, profile, bytes, end }
  } catch {
    return UNREADABLE
  }
}

function factsOf({ format, width, height, orientation }: Header): ImageFacts {
  return orientation >= 5 ? { format, width: height, height: width } : { format, width, height }
}

function sizeFault(header: Header, maxMegapixels: number): FileFault | undefined {
  const { width, height } = factsOf(header)
  const size = `is ${width} x ${height} pixels`
  const { isHeavy = header.format === 'avif', passes = 1 } = header
  const limit = isHeavy ? maxMegapixels * HEAVY_SHARE : maxMegapixels
  if (width * height > limit * 1e6) return { fault: `${size}, more than ${limit} megapixels`, tooLarge: true }
  if (Math.min(width, height) < SHORTEST_SIDE)
    return { fault: `${size}, too small: each side must have at least ${SHORTEST_SIDE}` }
  if (passes * width * height > MOST_PASSES * maxMegapixels * 1e6)
    return { fault: `${size} in ${passes} scans, which take too long to decode` }
  return undefined
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Size as stored; undefined where nothing is to be shrunk. */
function sizeWithin({ width, height }: Size, longestSide: number): Size | undefined {
  const scale = longestSide / Math.max(width, height)
  if (scale >= 1) return undefined
  const shrunk = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: shrunk(width), height: shrunk(height) }
}

async function decodeBySharp(
  header: Header,
  target: Size | undefined,
  maxPixels: number,
): Promise<Pixels | FileFault> {
  const { colours, orientation } = header
  const profile = usableProfile(header)
  const convert = profile ? (colours === 3 ? converterFor(profile) : undefined) : unchanged
  const read: Read = (bytes, failOn) => {
    // The decoder converts by profiles that are no matrix: grey, CMYK and tables.
    const opened = sharp(bytes, {
      limitInputPixels: Math.ceil(maxPixels),
      ignoreIcc: convert !== undefined,
      failOn,
    })
    return rawPixels(turned(shrunk(opened, target), orientation))
  }
  try {
    const pixels = await (header.format === 'jpeg'
      ? readWholeJpeg(header, read)
      : read(header.bytes, 'error'))
    convert?.(pixels.data)
    return pixels
  } catch {
    return DAMAGED
  }
}

/** Colours stay as they are where it would take seconds to convert them. */
const usableProfile = ({ profile }: Header): Uint8Array | undefined =>
  profile && hasSteps(profile) ? undefined : profile

type Read = (bytes: Uint8Array, failOn: 'warning' | 'error') => Promise<Pixels>

/** So many bytes at the end of a scan hold several blocks, which the decoder misses where they are gone. */
const MISSED_BYTES = 16

/** Without an end mark nothing but the decoder tells where a picture ends: one that it reads without its last bytes has others behind it. */
async function readWholeJpeg({ bytes, openScan }: Header, read: Read): Promise<Pixels> {
  const pixels = await readJpeg(bytes, read)
  const cut = bytes.byteLength - MISSED_BYTES
  if (openScan === undefined || cut <= openScan) return pixels
  const shorter = withEndOfImage(bytes.subarray(0, cut))
  const complaint = await readStrictly(shorter, read)
  if ('thrown' in complaint && complaint.words.includes('premature end')) return pixels
  throw new Error('bytes that are not of the picture follow it')
}

/**
 * libjpeg fills with grey what is missing and calls it a warning, as it does some oddities that change no pixel.
 * So its complaint decides. A file that ends early is read once more with the end mark some phones forget: was only
 * that missing, nothing is said any more. Data that break off or make no sense are refused. Bytes too many before a
 * marker, unknown revisions and the like are let pass.
 */
async function readJpeg(bytes: Uint8Array, read: Read, isEnded = false): Promise<Pixels> {
  const reading = await readStrictly(bytes, read)
  if (!('thrown' in reading)) return reading
  const { thrown, words } = reading
  if (words.includes('premature end of JPEG image') && !isEnded)
    return await readJpeg(withEndOfImage(bytes), read, true)
  if (words === '' || /premature end|bad Huffman code|bad arithmetic code|instead of RST/.test(words))
    throw thrown
  return await read(bytes, 'error')
}

/** Another thread of the process may empty the list of complaints between two steps of the decoder, seldom twice in a row. */
const MOST_READINGS = 8

/** Reads a JPEG that nothing may be said against, or returns what the decoder said: no words where another thread took them each time. */
async function readStrictly(
  bytes: Uint8Array,
  read: Read,
): Promise<Pixels | { readonly thrown: unknown; readonly words: string }> {
  for (let readings = 1; ; readings++)
    try {
      return await read(bytes, 'warning')
    } catch (thrown) {
      const [, words = ''] = /VipsJpeg: (.+)/s.exec(String(thrown)) ?? []
      if (words !== '' || readings === MOST_READINGS) return { thrown, words }
    }
}

async function decodeByLibheif(
  header: Header,
  target: Size | undefined,
  maxPixels: number,
): Promise<Pixels | FileFault> {
  const decoded = await decodeHeic(header.bytes, maxPixels)
  if ('fault' in decoded) return decoded
  const { width, height, channels, premultiplied, data, isDisplayP3 } = decoded
  if (width !== header.width || height !== header.height) return DAMAGED
  const isReady = channels === 3 && !target
  const raw = { width, height, channels, premultiplied }
  const pixels = isReady
    ? { width, height, data }
    : await rawPixels(shrunk(sharp(data, { raw, limitInputPixels: false }), target))
  // Nothing else converts here: with a profile that is no matrix, which no phone writes, colours stay as they are.
  const convert = header.profile ? converterFor(header.profile) : isDisplayP3 ? fromDisplayP3 : unchanged
  convert?.(pixels.data)
  return pixels
}

/** Only the coefficients of a JPEG that this size needs are decoded. */
function shrunk(image: Sharp, target: Size | undefined): Sharp {
  return target ? image.resize({ ...target, fit: 'fill', kernel: KERNEL }) : image
}

/** Applies the EXIF orientation after shrinking, when fewer pixels have to be turned. sharp always mirrors first. */
function turned(image: Sharp, orientation: number): Sharp {
  const degrees = [0, 0, 0, 180, 180, 270, 90, 90, 270][orientation] ?? 0
  const mirrored = [2, 4, 5, 7].includes(orientation) ? image.flop() : image
  return degrees === 0 ? mirrored : mirrored.rotate(degrees)
}

async function rawPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await alone(() =>
    image.flatten({ background: 'white' }).raw().toBuffer({ resolveWithObject: true }),
  )
  if (info.channels !== 3) throw new Error(`decoded to ${info.channels} channels`)
  return { width: info.width, height: info.height, data }
}

function opened({ width, height, data }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false })
}
