// Reads the headers of JPEG 2000, bare or in a JP2 file, and refuses what a portrait never is before anything is decoded.
import { DAMAGED, type FileFault } from './header.ts'

export interface Jpeg2000Limits {
  readonly maxPixels: number
  readonly maxBytes: number
}

export interface Jpeg2000Header {
  readonly width: number
  readonly height: number
  readonly components: 1 | 3
}

/** Tiles, layers and precincts each take memory and time of their own, however few pixels there are. */
const MOST_TILES = 256
const MOST_LAYERS = 64
const MOST_LEVELS = 12
const MOST_PRECINCTS = 20_000
const SHORTEST_SIDE = 16
const LONGEST_SIDE = 16_384

const START = 0xff4f
const SIZE = 0xff51
const CODING = 0xff52
const COMPONENT_CODING = 0xff53
const ORDER_CHANGE = 0xff5f
const TILE = 0xff90
const TILE_DATA = 0xff93
const SIGNATURE = '0000000c6a5020200d0a870a'

/** How many samples of the picture one of each component covers, across and down: all alike, or colours in half. */
const SAMPLINGS = ['1,1', '1,1 1,1 1,1', '1,1 2,1 2,1', '1,1 2,2 2,2']

const fault = (words: string): FileFault => ({ fault: words })

export const isJpeg2000 = (bytes: Uint8Array): boolean =>
  hexOf(bytes.subarray(0, 12)) === SIGNATURE || hexOf(bytes.subarray(0, 4)) === 'ff4fff51'

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

export function readJpeg2000Header(
  bytes: Uint8Array,
  { maxPixels, maxBytes }: Jpeg2000Limits,
): Jpeg2000Header | FileFault {
  if (bytes.byteLength > maxBytes)
    return fault(`has a picture of ${bytes.byteLength} bytes; at most ${maxBytes} are read`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const isFile = hexOf(bytes.subarray(0, 12)) === SIGNATURE
    const file = isFile ? readBoxes(view) : undefined
    if (file && 'fault' in file) return file
    const stream = readMainHeader(view, file?.stream ?? 0, maxPixels)
    if ('fault' in stream || !file) return stream
    const isSame =
      file.width === stream.width && file.height === stream.height && file.components === stream.components
    // Readers differ in which of the two they believe.
    return isSame ? stream : fault('has a picture whose two headers contradict each other')
  } catch (thrown) {
    // A place behind the end of the bytes.
    if (thrown instanceof RangeError) return DAMAGED
    throw thrown
  }
}

interface Boxes {
  readonly width: number
  readonly height: number
  readonly components: number
  /** Where the codestream begins. */
  readonly stream: number
}

function readBoxes(view: DataView): Boxes | FileFault {
  let header: Omit<Boxes, 'stream'> | undefined
  for (const box of boxesIn(view, 0, view.byteLength)) {
    if (box.name === 'jp2h') {
      const inner = [...boxesIn(view, box.from, box.to)]
      // A palette makes other components than the codestream has.
      if (inner.some(({ name }) => name === 'pclr' || name === 'cmap'))
        return fault('has a picture with a palette, which portraits do not have')
      const [first] = inner
      if (first?.name !== 'ihdr' || first.to - first.from !== 14) return DAMAGED
      header = {
        height: view.getUint32(first.from),
        width: view.getUint32(first.from + 4),
        components: view.getUint16(first.from + 8),
      }
    }
    if (box.name === 'jp2c') return header ? { ...header, stream: box.from } : DAMAGED
  }
  return DAMAGED
}

interface Box {
  readonly name: string
  readonly from: number
  readonly to: number
}

function* boxesIn(view: DataView, from: number, to: number): Generator<Box> {
  for (let at = from; at < to; ) {
    const name = Buffer.from(view.buffer, view.byteOffset + at + 4, 4).toString('latin1')
    const said = view.getUint32(at)
    // 1 says that eight more bytes hold the length, 0 that the box is the last.
    const start = at + (said === 1 ? 16 : 8)
    const end = said === 0 ? to : said === 1 ? at + Number(view.getBigUint64(at + 8)) : at + said
    if (end < start || end > to) throw new RangeError('a box ends elsewhere')
    yield { name, from: start, to: end }
    at = end
  }
}

function readMainHeader(view: DataView, start: number, maxPixels: number): Jpeg2000Header | FileFault {
  if (view.getUint16(start) !== START || view.getUint16(start + 2) !== SIZE) return DAMAGED
  const size = readSize(view, start + 4, maxPixels)
  if ('fault' in size) return size
  let isCoded = false
  let at = start + 2
  for (;;) {
    const marker = view.getUint16(at)
    if (marker === TILE) break
    const length = view.getUint16(at + 2)
    if (marker < 0xff00 || length < 2) return DAMAGED
    if (marker === ORDER_CHANGE) return OWN_CODING
    if (marker === CODING || marker === COMPONENT_CODING) {
      const refused = codingFault(view, at, marker, size)
      if (refused) return refused
      isCoded ||= marker === CODING
    }
    at += 2 + length
  }
  if (!isCoded) return DAMAGED
  return tileFault(view, at) ?? { width: size.width, height: size.height, components: size.components }
}

const OWN_CODING = fault('has a picture whose parts are coded each in their own way')
/** Parts that tiles may be sent in. */
const MOST_PARTS = 4 * MOST_TILES

/** The header of a tile may take back all that the main header said: layers and precincts by the thousand. */
function tileFault(view: DataView, start: number): FileFault | undefined {
  let at = start
  for (let parts = 0; at + 12 <= view.byteLength && view.getUint16(at) === TILE; parts++) {
    if (parts === MOST_PARTS) return fault('has a picture of too many parts')
    const length = view.getUint32(at + 6)
    for (let inner = at + 12; view.getUint16(inner) !== TILE_DATA; ) {
      if ([CODING, COMPONENT_CODING, ORDER_CHANGE].includes(view.getUint16(inner))) return OWN_CODING
      const bytes = view.getUint16(inner + 2)
      if (bytes < 2) return DAMAGED
      inner += 2 + bytes
    }
    // No length means that it is the last.
    if (length === 0) return undefined
    if (length < 14) return DAMAGED
    at += length
  }
  return undefined
}

interface Size extends Jpeg2000Header {
  readonly tiles: number
}

/** `at` is where the length of the segment stands. */
function readSize(view: DataView, at: number, maxPixels: number): Size | FileFault {
  const word = (offset: number) => view.getUint32(at + offset)
  const [width, height, left, top] = [word(4), word(8), word(12), word(16)]
  const [tileWidth, tileHeight, tileLeft, tileTop] = [word(20), word(24), word(28), word(32)]
  const components = view.getUint16(at + 36)
  if (width < SHORTEST_SIDE || height < SHORTEST_SIDE)
    return fault(`has a picture of ${width} x ${height} pixels, which shows nothing`)
  if (width * height > maxPixels || width > LONGEST_SIDE || height > LONGEST_SIDE)
    return { fault: `has a picture of ${width} x ${height} pixels, which is too large`, tooLarge: true }
  // The decoder takes the far corner for the size.
  if (left !== 0 || top !== 0 || tileLeft !== 0 || tileTop !== 0)
    return fault('has a picture that does not start at its origin')
  if (tileWidth === 0 || tileHeight === 0) return DAMAGED
  const tiles = Math.ceil(width / tileWidth) * Math.ceil(height / tileHeight)
  if (tiles > MOST_TILES) return fault(`has a picture of ${tiles} tiles`)
  if (components !== 1 && components !== 3)
    return fault(`has a picture of ${components} components; grey and RGB are read`)
  const rows = Array.from({ length: components }, (_, i) => at + 38 + 3 * i)
  if (rows.some((row) => view.getUint8(row) !== 7))
    return fault('has a picture with other than 8 bits a component')
  const sampling = rows.map((row) => `${view.getUint8(row + 1)},${view.getUint8(row + 2)}`).join(' ')
  if (!SAMPLINGS.includes(sampling))
    return fault('has a picture whose components are sampled in an unknown way')
  return { width, height, components, tiles }
}

/** COD says how all components are coded, COC how one of them is. */
function codingFault(view: DataView, at: number, marker: number, size: Size): FileFault | undefined {
  const isForAll = marker === CODING
  const style = view.getUint8(at + (isForAll ? 4 : 5))
  const place = at + (isForAll ? 9 : 6)
  const layers = isForAll ? view.getUint16(at + 6) : 1
  const levels = view.getUint8(place)
  if (layers > MOST_LAYERS) return fault(`has a picture of ${layers} layers`)
  if (levels > MOST_LEVELS) return fault(`has a picture of ${levels} levels`)
  if ((style & 1) === 0) return undefined
  let precincts = 0
  for (let level = 0; level <= levels; level++) {
    const sides = view.getUint8(place + 5 + level)
    const across = (side: number, bits: number) => Math.ceil(side / 2 ** (levels - level) / 2 ** bits)
    precincts += across(size.width, sides & 15) * across(size.height, sides >> 4)
  }
  return precincts * size.components > MOST_PRECINCTS
    ? fault(`has a picture of ${precincts * size.components} precincts`)
    : undefined
}
