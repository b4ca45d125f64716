// Makes small pictures that take a decoder long: each is as bad as its format allows, and no camera writes any of them.
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { extent, grid, heifFile, type Item, onlyPicture, turn, u16, u32 } from '../photographs/heif-boxes.ts'
import {
  blackPng,
  chart,
  jpegSegment,
  pngChunk,
  sample,
  withChunk,
  withSegment,
} from '../photographs/pictures.ts'

export interface Bomb {
  readonly what: string
  readonly bytes: Buffer
  /** What it is refused with before a decoder sees it; without it a decoder takes long over it, and is let. */
  readonly fault?: RegExp
}

const SCANS = /pixels in \d+ scans, which take too long to decode$/
const UNREADABLE = /^is not an image that can be read/
const TOO_LARGE = /more than 25 megapixels$/
const ODD = /^is put together as no camera does, and would take too long to decode$/

const START = Buffer.from('ffd8', 'hex')
const END = Buffer.from('ffd9', 'hex')
/** The most that the formats and our limits let a side have, so that a square is just below 50 megapixels. */
const SIDE = 7064

/** Eight bits each, so that one length-1 code means one symbol: `0`. */
const oneCode = (place: number, symbol: number) =>
  jpegSegment(0xc4, Buffer.concat([Uint8Array.of(place, 1), Buffer.alloc(15), Uint8Array.of(symbol)]))
const noTable = jpegSegment(0xdb, Buffer.concat([Uint8Array.of(0), Buffer.alloc(64, 1)]))

interface Scan {
  readonly component: number
  readonly from: number
  readonly to: number
  /** Bits that were sent before, and that are left after it. */
  readonly high: number
  readonly low: number
}

const scanHeader = ({ component, from, to, high, low }: Scan) =>
  jpegSegment(0xda, Uint8Array.of(1, component, 0, from, to, (high << 4) | low))

/** 32,767 blocks without anything are a bit and fourteen more: all but the first are ones. */
function emptyRuns(blocks: number): Buffer {
  const bits = Array.from({ length: Math.ceil(blocks / 32_767) }, () => '011111111111111').join('')
  const bytes = (bits.match(/.{1,8}/g) ?? []).map((eight) => Number.parseInt(eight.padEnd(8, '1'), 2))
  return Buffer.from(bytes.flatMap((byte) => (byte === 255 ? [255, 0] : [byte])))
}

/** Every bit of every coefficient of every component in a scan of its own: as many as the standard allows. */
function* finestScans(components: number): Generator<Scan> {
  for (let component = 1; component <= components; component++)
    for (let at = 1; at < 64; at++)
      for (let low = 13; low >= 0; low--)
        yield { component, from: at, to: at, high: low === 13 ? 0 : low + 1, low }
}

/** Each scan passes over all blocks, and takes 25 bytes. */
export function manyScans(
  width: number,
  height: number,
  most = Number.POSITIVE_INFINITY,
  components = 3,
): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  const ids = Array.from({ length: components }, (_, i) => i + 1)
  const frame = [Uint8Array.of(8), u16(height), u16(width), Uint8Array.of(components)]
  const data = emptyRuns(blocks)
  const first = ids.map((component) =>
    Buffer.concat([
      scanHeader({ component, from: 0, to: 0, high: 0, low: 0 }),
      Buffer.alloc(Math.ceil(blocks / 8)),
    ]),
  )
  const scans = [...finestScans(components)].slice(0, Math.max(0, most - components))
  return Buffer.concat([
    START,
    noTable,
    jpegSegment(0xc2, Buffer.concat([...frame, ...ids.map((id) => Uint8Array.of(id, 0x11, 0))])),
    oneCode(0x00, 0),
    oneCode(0x10, 0xe0),
    ...first,
    ...scans.flatMap((scan) => [scanHeader(scan), data]),
    END,
  ])
}

/** The same picture sent again and again in a file that is not progressive: a bit for the light of a block, one for its end. */
function repeatedScans(side: number, scans: number): Buffer {
  const blocks = Math.ceil(side / 8) ** 2
  const scan = jpegSegment(0xda, Uint8Array.of(1, 1, 0, 0, 63, 0))
  const data = Buffer.alloc(Math.ceil(blocks / 4))
  return Buffer.concat([
    START,
    noTable,
    jpegSegment(0xc1, Buffer.concat([Uint8Array.of(8), u16(side), u16(side), Uint8Array.of(1, 1, 0x11, 0)])),
    oneCode(0x00, 0),
    oneCode(0x10, 0),
    ...Array.from({ length: scans }, () => [scan, data]).flat(),
    END,
  ])
}

/** Arithmetic decoders go on with zeros where the data end, so that nothing need be sent for any pixel. */
function arithmetic(side: number, scans: number): Buffer {
  const scan = (from: number, to: number, low: number) =>
    Buffer.concat([jpegSegment(0xda, Uint8Array.of(1, 1, 0, from, to, low)), Buffer.alloc(8, 0x55)])
  return Buffer.concat([
    START,
    noTable,
    jpegSegment(0xca, Buffer.concat([Uint8Array.of(8), u16(side), u16(side), Uint8Array.of(1, 1, 0x11, 0)])),
    scan(0, 0, 0),
    ...Array.from({ length: scans }, () => scan(1, 63, 0)),
    END,
  ])
}

/** Small segments between two scans, which a decoder that keeps them makes hundreds of megabytes of. */
async function segmentsBetweenScans(count: number): Promise<Buffer> {
  const jpeg = await chart().jpeg({ progressive: true }).toBuffer()
  const segment = jpegSegment(0xe1, Buffer.from('ab'))
  const lastScan = jpeg.lastIndexOf(Buffer.from('ffda', 'hex'))
  return Buffer.concat([
    jpeg.subarray(0, lastScan),
    Buffer.alloc(count * segment.length, segment),
    jpeg.subarray(lastScan),
  ])
}

/** Directories that hold thousands of entries, each of them reached by several ways. */
async function exifEntries(): Promise<Buffer> {
  const entries = 5000
  const entry = (tag: number, type: number, count: number, value: number) =>
    Buffer.concat([u16(tag), u16(type), u32(count), u32(value)])
  const ways = [0x8769, 0x8825, 0xa005].map((tag) => entry(tag, 4, 1, 8))
  const rest = Array.from({ length: entries }, (_, i) => entry(0x100 + (i % 60_000), 2, 60_000, 8))
  const directory = Buffer.concat([u16(entries + 3), ...ways, ...rest, u32(8)])
  const block = Buffer.concat([Buffer.from('MM'), u16(42), u32(8), directory])
  const jpeg = await chart().jpeg().toBuffer()
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), block])
  return Array.from({ length: 60 }).reduce<Buffer>((file) => withSegment(file, 0xe1, exif), jpeg)
}

/** A profile whose calculation has thousands of steps, all of which are the same few bytes. */
function profileOfSteps(steps: number): Buffer {
  const step = Buffer.concat([Buffer.from('matf\0\0\0\0'), u16(3), u16(3), ...identity().map(float)])
  const table = 16 + 8 * steps
  const places = Buffer.concat(
    Array.from({ length: steps }, () => Buffer.concat([u32(table), u32(step.length)])),
  )
  const element = Buffer.concat([Buffer.from('mpet\0\0\0\0'), u16(3), u16(3), u32(steps), places, step])
  const tags = ['D2B0', 'D2B1', 'A2B0', 'A2B1']
  const head = Buffer.alloc(128)
  head.set(u32(0x04300000), 8)
  head.write('mntrRGB XYZ ', 12, 'latin1')
  head.write('acsp', 36, 'latin1')
  head.set(Buffer.concat([u32(0xf6d6), u32(0x10000), u32(0xd32d)]), 68)
  const from = 132 + 12 * tags.length
  const rows = tags.map((tag) => Buffer.concat([Buffer.from(tag), u32(from), u32(element.length)]))
  const profile = Buffer.concat([head, u32(tags.length), ...rows, element])
  profile.set(u32(profile.length), 0)
  return profile
}

const identity = () => [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]

function float(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatBE(value)
  return bytes
}

/** The profile in the segments of a JPEG. */
function withProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const longest = 65_000
  const parts = Array.from({ length: Math.ceil(profile.length / longest) }, (_, i) =>
    profile.subarray(i * longest, (i + 1) * longest),
  )
  const segments = parts.map((part, i) =>
    jpegSegment(
      0xe2,
      Buffer.concat([Buffer.from('ICC_PROFILE\0'), Uint8Array.of(i + 1, parts.length), part]),
    ),
  )
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

export async function jpegBombs(): Promise<Bomb[]> {
  const large = await chart(2000, 2000).jpeg({ quality: 10 }).toBuffer()
  return [
    { what: '2,649 scans of 16 megapixels', bytes: manyScans(4000, 4000), fault: SCANS },
    { what: '1,000 scans of 50 megapixels', bytes: manyScans(SIDE, SIDE, 1000), fault: SCANS },
    { what: 'as many scans as are let', bytes: manyScans(SIDE, SIDE, 20) },
    { what: '40 scans that are not progressive', bytes: repeatedScans(SIDE, 40), fault: SCANS },
    { what: 'arithmetic codes without data', bytes: arithmetic(SIDE, 200), fault: UNREADABLE },
    { what: 'segments between scans', bytes: await segmentsBetweenScans(1_000_000), fault: UNREADABLE },
    { what: 'entries of EXIF', bytes: await exifEntries() },
    { what: 'a profile of 60,000 steps', bytes: withProfile(large, profileOfSteps(60_000)) },
  ]
}

export function pngBombs(): Bomb[] {
  const small = blackPng(100, 100)
  const packed = (length: number) => Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(length))])
  const profile = pngChunk('iCCP', packed(4_300_000))
  const empty = pngChunk('IDAT')
  const other = pngChunk('prVt')
  const wide = { depth: 16, type: 'rgba', interlaced: true } as const
  const many = (count: number, chunk: Buffer) => withChunk(small, Buffer.alloc(count * chunk.length, chunk))
  return [
    { what: '2,000 profiles that unpack to too much', bytes: many(2000, profile) },
    { what: '800,000 chunks without data', bytes: many(800_000, empty), fault: UNREADABLE },
    { what: '800,000 unknown chunks', bytes: many(800_000, other), fault: UNREADABLE },
    {
      what: '50 megapixels of eight bytes, interlaced',
      bytes: blackPng(SIDE, SIDE, { ...wide, length: 1000 }),
      fault: TOO_LARGE,
    },
    {
      what: '25 megapixels of eight bytes, interlaced',
      bytes: blackPng(5000, 5000, { ...wide, length: 5000 * 5000 * 8 + 80_000 }),
    },
  ]
}

export async function webpBombs(): Promise<Bomb[]> {
  const background = { r: 50, g: 60, b: 70, alpha: 0.5 }
  const create = { width: SIDE, height: SIDE, channels: 4, background } as const
  const webp = await sharp({ create, limitInputPixels: false }).webp({ quality: 1, effort: 0 }).toBuffer()
  return [{ what: '50 megapixels with transparency', bytes: webp }]
}

/** A grid of so many rows and columns, all of which are the same picture. */
const gridOf = (
  rows: number,
  columns: number,
  [width, height]: readonly [number, number],
  tile: Item,
): Item[] => [
  {
    type: 'grid',
    data: grid(rows, columns, width, height),
    properties: [extent(width, height)],
    references: { type: 'dimg', to: Array.from({ length: rows * columns }, () => 2) },
  },
  tile,
]

const LARGE = [1024, 768] as const

export interface Coded {
  readonly brands: readonly string[]
  readonly tile: Item
  /** Of `LARGE`. */
  readonly large: Item
  /** The same picture sent many times over as one. */
  readonly repeated: Item
  /** The longest side of a square that is let. */
  readonly most: number
}

export function heicCoding(): Coded {
  const item = (name: string, [width, height]: readonly [number, number], times: number): Item => {
    const { config, data } = onlyPicture(sample(name), 'hvcC')
    const properties = [config, extent(width, height)]
    return { type: 'hvc1', data: Buffer.concat(Array(times).fill(data)), properties }
  }
  return {
    brands: ['heic', 'mif1', 'heic'],
    tile: item('chart.heic', [96, 64], 1),
    large: item('chart-large.heic', LARGE, 1),
    repeated: item('chart-large.heic', LARGE, 40),
    most: 7000,
  }
}

export async function avifCoding(): Promise<Coded> {
  const item = async ([width, height]: readonly [number, number], times: number): Promise<Item> => {
    const file = await chart(width, height).avif({ effort: 0, quality: 20 }).toBuffer()
    const { config, data } = onlyPicture(file, 'av1C')
    const properties = [config, extent(width, height)]
    return { type: 'av01', data: Buffer.concat(Array(times).fill(data)), properties }
  }
  return {
    brands: ['avif', 'mif1'],
    tile: await item([96, 64], 1),
    large: await item(LARGE, 1),
    repeated: await item(LARGE, 40),
    most: 4900,
  }
}

export function heifBombs({ brands, tile, large, repeated, most }: Coded): Bomb[] {
  const file = (items: readonly Item[]) => heifFile(items, { brands })
  const [across, down] = LARGE.map((side) => Math.ceil(most / side)) as [number, number]
  const chain = (length: number): Item[] =>
    Array.from({ length }, (_, i) => ({
      type: 'iden',
      data: Buffer.alloc(0),
      properties: [extent(...LARGE)],
      references: { type: 'dimg', to: [i + 2] },
    }))
  const turns = Array.from({ length: 60 }, () => turn(2))
  return [
    { what: '65,025 tiles of which one shows', bytes: file(gridOf(255, 255, [64, 64], tile)), fault: ODD },
    { what: '256 large tiles of which one shows', bytes: file(gridOf(16, 16, [64, 64], large)), fault: ODD },
    {
      what: 'a picture that is turned sixty times',
      bytes: file([{ ...large, properties: [...(large.properties ?? []), ...turns] }]),
      fault: ODD,
    },
    {
      what: 'a picture behind 100 others that are the same',
      bytes: file([...chain(100), large]),
      fault: ODD,
    },
    { what: 'a picture sent 40 times as one', bytes: file([repeated]), fault: ODD },
    { what: 'as many tiles as are let', bytes: file(gridOf(down, across, [most, most], large)) },
  ]
}
