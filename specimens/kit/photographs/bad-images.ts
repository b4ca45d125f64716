// Makes files that are sent instead of a picture, with the expected answer to each.
import sharp from 'sharp'
import { box, extent, grid, heifFile, onlyPicture } from './heif-boxes.ts'
import { blackPng, chart, jpegSegment, pngChunk, sample, withChunk, withSegment } from './pictures.ts'

export interface BadImage {
  readonly what: string
  readonly bytes: Buffer
  readonly fault: RegExp
  readonly tooLarge?: true
}

const UNREADABLE = /^is not an image that can be read: JPEG, PNG, WebP, HEIC or AVIF$/
export const DAMAGED = /^is cut off or damaged$/
const ANIMATED = /^is an animation; send one picture$/
const share = (bytes: Buffer, of: number) => bytes.subarray(0, Math.floor(bytes.length * of))
const END_MARK = Buffer.from('ffd9', 'hex')

export async function badImages(): Promise<readonly BadImage[]> {
  return [...notPictures(), ...(await broken()), ...(await moving()), ...(await wrongSizes())]
}

function notPictures(): BadImage[] {
  const other = (what: string, name: string, bytes: Buffer): BadImage => ({
    what,
    bytes,
    fault: new RegExp(`^is ${name}; JPEG, PNG, WebP, HEIC and AVIF can be read$`),
  })
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"></svg>'
  return [
    { what: 'nothing', bytes: Buffer.alloc(0), fault: /^is empty$/ },
    { what: 'one byte', bytes: Buffer.from([0xff]), fault: UNREADABLE },
    { what: 'text', bytes: Buffer.from('this is no picture at all, only words'), fault: UNREADABLE },
    { what: 'zeros', bytes: Buffer.alloc(5000), fault: UNREADABLE },
    { what: 'a sound', bytes: Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0'), fault: UNREADABLE },
    other('an SVG', 'an SVG', Buffer.from(svg)),
    other('an SVG with a prolog', 'an SVG', Buffer.from(`<?xml version="1.0"?>\n<!-- x -->\n${svg}`)),
    other('a GIF', 'a GIF', Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')),
    other('a TIFF', 'a TIFF', Buffer.from('49492a00080000000000', 'hex')),
    other('a BMP', 'a BMP', Buffer.from('BM\x46\0\0\0\0\0\0\0\x36\0\0\0', 'latin1')),
    other('a PDF', 'a PDF', Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj')),
    other('a video', 'a video', box('ftyp', Buffer.from('isom\0\0\0\0isommp41'))),
  ]
}

async function broken(): Promise<BadImage[]> {
  const damaged = (what: string, bytes: Buffer): BadImage => ({ what, bytes, fault: DAMAGED })
  const nothing = (what: string, bytes: Buffer): BadImage => ({ what, bytes, fault: UNREADABLE })
  const jpeg = await chart(320, 240).jpeg({ quality: 95 }).toBuffer()
  const progressive = await chart(320, 240).jpeg({ quality: 95, progressive: true }).toBuffer()
  const png = await chart(320, 240).png({ compressionLevel: 0 }).toBuffer()
  const webp = await chart(320, 240).webp({ quality: 95 }).toBuffer()
  const avif = await chart(320, 240).avif().toBuffer()
  const heic = sample('chart.heic')
  const { config, data } = onlyPicture(heic, 'hvcC')
  const claiming = (width: number, height: number) =>
    heifFile([{ type: 'hvc1', data, properties: [config, extent(width, height)] }])
  const tile = { type: 'hvc1', data, properties: [config, extent(96, 64)] }
  const tiled = (width: number, height: number, claimed = extent(width, height)) =>
    heifFile([
      {
        type: 'grid',
        data: grid(2, 2, width, height),
        properties: [claimed],
        references: { type: 'dimg', to: [2, 3, 4, 5] },
      },
      tile,
      tile,
      tile,
      tile,
    ])
  const wrongSum = Buffer.from(png)
  wrongSum.writeUInt32BE(0xdeadbeef, wrongSum.indexOf('IEND') - 8)
  const tables = jpeg.indexOf(Buffer.from('ffc4', 'hex'))
  return [
    damaged('half a JPEG', share(jpeg, 0.5)),
    damaged('nine tenths of a JPEG', share(jpeg, 0.9)),
    damaged('half a JPEG with an end mark', Buffer.concat([share(jpeg, 0.5), END_MARK])),
    damaged('half a JPEG, the rest zeros', Buffer.concat([share(jpeg, 0.5), Buffer.alloc(jpeg.length)])),
    damaged('half a progressive JPEG', share(progressive, 0.5)),
    damaged('half a progressive JPEG with an end mark', Buffer.concat([share(progressive, 0.5), END_MARK])),
    damaged('a JPEG without tables', withoutSegment(jpeg, tables)),
    nothing('the first mark of a JPEG', jpeg.subarray(0, 4)),
    nothing(
      'a JPEG of segments only',
      Buffer.concat([Buffer.from('ffd8', 'hex'), ...Array(9000).fill(jpegSegment(0xe3, Buffer.alloc(2)))]),
    ),
    nothing('a JPEG of two frames', withSegment(jpeg, 0xc0, frameOf(jpeg))),
    nothing('half a PNG header', png.subarray(0, 20)),
    damaged('half a PNG', share(png, 0.5)),
    damaged('a PNG without its end', png.subarray(0, -12)),
    damaged('a PNG with a wrong checksum', wrongSum),
    damaged('a PNG of too little data', blackPng(320, 240, { length: 1000 })),
    damaged('a PNG of no data', blackPng(320, 240, { length: 0 })),
    nothing('the first bytes of a WebP', webp.subarray(0, 16)),
    damaged('half a WebP', share(webp, 0.5)),
    damaged('a WebP whose picture is larger than its canvas', await lyingWebp()),
    damaged('half the data of an AVIF', avif.subarray(0, -100)),
    nothing('half the boxes of an AVIF', avif.subarray(0, 150)),
    damaged('an AVIF that claims less than it is', await lyingAvif()),
    damaged('most of a HEIC', heic.subarray(0, -40)),
    nothing('half a HEIC', share(heic, 0.5)),
    damaged('a HEIC of no data', heifFile([{ ...tile, data: Buffer.alloc(0) }])),
    damaged('a HEIC that claims more than it is', claiming(7000, 7000)),
    damaged('a HEIC that claims less than it is', claiming(32, 32)),
    damaged('a HEIC of tiles that do not fill it', tiled(7000, 7000)),
    damaged('a HEIC of tiles that claims less than it is', tiled(60_000, 60_000, extent(100, 100))),
    nothing('a HEIF of something else', heifFile([{ ...tile, type: 'none' }], { brands: ['mif1', 'mif1'] })),
  ]
}

async function moving(): Promise<BadImage[]> {
  const frames = await Promise.all([chart(), chart().negate()].map((frame) => frame.png().toBuffer()))
  const webp = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  const png = await chart().png().toBuffer()
  const avif = onlyPicture(await chart().avif().toBuffer(), 'av1C')
  const heic = onlyPicture(sample('chart.heic'), 'hvcC')
  const item = (type: string, { config, data }: { config: Buffer; data: Buffer }) => [
    { type, data, properties: [config, extent(96, 64)] },
  ]
  const animated = (what: string, bytes: Buffer): BadImage => ({ what, bytes, fault: ANIMATED })
  return [
    animated('an animated WebP', webp),
    animated('an animated PNG', withChunk(png, pngChunk('acTL', Buffer.from('0000000200000000', 'hex')))),
    animated('an AVIF sequence', heifFile(item('av01', avif), { brands: ['avis', 'msf1', 'avif'] })),
    animated(
      'an AVIF with a film',
      heifFile(item('av01', avif), { brands: ['avif', 'mif1'], after: [box('moov')] }),
    ),
    animated('a HEIC sequence', heifFile(item('hvc1', heic), { brands: ['hevc', 'msf1'] })),
    animated('a HEIC with a film', heifFile(item('hvc1', heic), { after: [box('free'), box('moov')] })),
  ]
}

async function wrongSizes(): Promise<BadImage[]> {
  const heic = onlyPicture(sample('chart.heic'), 'hvcC')
  const large = (format: string, width: number, height: number, bytes: Buffer): BadImage => ({
    what: `a ${format} of ${width} x ${height}`,
    bytes,
    fault: new RegExp(`^is ${width} x ${height} pixels, more than (50|25) megapixels$`),
    tooLarge: true,
  })
  const jpeg = Buffer.from(await chart().jpeg().toBuffer())
  const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'))
  jpeg.writeUInt16BE(65_500, frame + 5)
  jpeg.writeUInt16BE(65_500, frame + 7)
  const webp = await chart().webp({ lossless: true }).toBuffer()
  webp.writeUInt32LE(16_382 | (16_382 << 14), webp.indexOf('VP8L') + 9)
  const avif = onlyPicture(await chart().avif().toBuffer(), 'av1C')
  const claiming = (type: string, picture: { config: Buffer; data: Buffer }, side: number, brand: string) =>
    heifFile([{ type, data: picture.data, properties: [picture.config, extent(side, side)] }], {
      brands: [brand, 'mif1'],
    })
  const small = async (format: 'jpeg' | 'png' | 'webp' | 'avif', width: number, height: number) => ({
    what: `a ${format} of ${width} x ${height}`,
    bytes: await chart(width, height).toFormat(format).toBuffer(),
    fault: new RegExp(`^is ${width} x ${height} pixels, too small: each side must have at least 16$`),
  })
  return [
    large('png', 20_000, 20_000, blackPng(20_000, 20_000, { length: 100 })),
    large('png', 2_000_000_000, 2_000_000_000, blackPng(2_000_000_000, 2_000_000_000, { length: 100 })),
    large('jpeg', 65_500, 65_500, jpeg),
    large('webp', 16_383, 16_383, webp),
    large('heic', 60_000, 60_000, claiming('hvc1', heic, 60_000, 'heic')),
    large('avif', 60_000, 60_000, claiming('av01', avif, 60_000, 'avif')),
    large('avif', 6000, 6000, claiming('av01', avif, 6000, 'avif')),
    await small('jpeg', 1, 1),
    await small('png', 1, 1),
    await small('webp', 1, 1),
    await small('avif', 1, 1),
    await small('jpeg', 400, 15),
    await small('png', 15, 400),
  ]
}

const frameOf = (jpeg: Buffer) => {
  const at = jpeg.indexOf(Buffer.from('ffc0', 'hex'))
  return jpeg.subarray(at + 4, at + 2 + jpeg.readUInt16BE(at + 2))
}

const withoutSegment = (jpeg: Buffer, at: number) =>
  Buffer.concat([jpeg.subarray(0, at), jpeg.subarray(at + 2 + jpeg.readUInt16BE(at + 2))])

/** The canvas is 100 x 100 around a picture of 4 megapixels. */
async function lyingWebp(): Promise<Buffer> {
  const picture = await chart(2000, 2000).webp({ lossless: true, effort: 0 }).toBuffer()
  const canvas = Buffer.from('VP8X\x0a\0\0\0\0\0\0\0\x63\0\0\x63\0\0', 'latin1')
  const content = Buffer.concat([Buffer.from('WEBP'), canvas, picture.subarray(12)])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from('RIFF'), length, content])
}

async function lyingAvif(): Promise<Buffer> {
  const { config, data } = onlyPicture(await chart(2000, 2000).avif({ effort: 0 }).toBuffer(), 'av1C')
  return heifFile([{ type: 'av01', data, properties: [config, extent(100, 100)] }], {
    brands: ['avif', 'mif1'],
  })
}
