// Tests that pictures with oddities of real phones and programs are still read.
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { box, extent, heifFile, onlyPicture } from '../../specimens/kit/photographs/heif-boxes.ts'
import {
  chart,
  jpegSegment,
  LIMITS,
  namesOf,
  photo,
  pixelsOf,
  pngChunk,
  sample,
  UPRIGHT,
  withChunk,
  withSegment,
} from '../../specimens/kit/photographs/pictures.ts'
import { decodeImage } from '../../src/image/decode/image.ts'

const baseline = await chart().jpeg().toBuffer()
const progressive = await chart().jpeg({ progressive: true }).toBuffer()
const png = await chart().png().toBuffer()
const webp = await chart().webp().toBuffer()
const garbage = Buffer.alloc(5000, 'garbage')
const END_MARK = Buffer.from('ffd9', 'hex')
const filled = (jpeg: Buffer) => Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(7, 0xff), jpeg.subarray(2)])
const noisy = (jpeg: Buffer) => Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(40, 0x33), END_MARK])

describe('read all the same', () => {
  test.each([
    ['a JPEG without its end mark', baseline.subarray(0, -2)],
    ['a progressive JPEG without its end mark', progressive.subarray(0, -2)],
    ['a JPEG with half its end mark', baseline.subarray(0, -1)],
    ['a JPEG with a film behind it', Buffer.concat([baseline, box('ftyp', Buffer.from('mp42')), garbage])],
    ['a JPEG with zeros behind it', Buffer.concat([baseline, Buffer.alloc(5000)])],
    ['a JPEG with bytes before its end mark', noisy(baseline)],
    ['a progressive JPEG with bytes before its end mark', noisy(progressive)],
    ['a JPEG with filling between its segments', filled(baseline)],
    ['a JPEG that starts with EXIF of zeros', withSegment(baseline, 0xe1, Buffer.alloc(200))],
    ['a JPEG with a comment', withSegment(baseline, 0xfe, garbage)],
    ['a JPEG of an unknown revision', Buffer.from(baseline).fill(9, 11, 12)],
    [
      'a JPEG with another in it',
      withSegment(baseline, 0xe2, Buffer.concat([Buffer.from('MPF\0'), baseline])),
    ],
    ['a PNG with bytes behind it', Buffer.concat([png, garbage])],
    ['a PNG with texts and a time', withChunk(png, text('tEXt'), text('zTXt'), text('iTXt'), text('tIME'))],
    ['a PNG with an unknown chunk', withChunk(png, pngChunk('prVt', garbage))],
    ['a WebP with bytes behind it', Buffer.concat([webp, garbage])],
    ['a HEIC with a film beside it', Buffer.concat([sample('chart.heic'), box('mpvd', garbage)])],
  ])('%s', async (_what, bytes) => {
    expect(namesOf(pixelsOf(await decodeImage(bytes, LIMITS)))).toEqual(UPRIGHT)
  })

  test('a HEIC whose main brand is the general one', async () => {
    const { config, data } = onlyPicture(sample('chart.heic'), 'hvcC')
    const item = { type: 'hvc1', data, properties: [config, extent(96, 64)] }
    const bytes = heifFile([item], { brands: ['mif1', 'mif1', 'heic', 'MiHB'] })
    expect(namesOf(pixelsOf(await decodeImage(bytes, LIMITS)))).toEqual(UPRIGHT)
  })

  test('of several pictures in a HEIC the one it calls its first', async () => {
    const { config, data } = onlyPicture(sample('chart.heic'), 'hvcC')
    const other = onlyPicture(sample('chart-large.heic'), 'hvcC')
    const large = { type: 'hvc1', data: other.data, properties: [other.config, extent(1024, 768)] }
    const small = { type: 'hvc1', data, properties: [config, extent(96, 64)] }
    for (const [primary, width] of [
      [1, 1024],
      [2, 96],
    ] as const)
      expect(await decodeImage(heifFile([large, small], { primary }), LIMITS)).toMatchObject({
        image: { width },
        pixels: { width },
      })
  })

  test.each([1, 2, 3, 4, 5, 6])('photo %i, pixel by pixel as the decoder gives it', async (number) => {
    const { data } = pixelsOf(await decodeImage(photo(number), LIMITS))
    const expected = await sharp(photo(number)).autoOrient().raw().toBuffer()
    expect(data.length).toBe(expected.length)
    const largest = data.reduce((most, value, at) => Math.max(most, Math.abs(value - (expected[at] ?? 0))), 0)
    expect(largest).toBeLessThanOrEqual(2)
  })
})

test('a JPEG with a segment cut off is not', async () => {
  const endless = jpegSegment(0xe1, Buffer.alloc(20))
  endless.writeUInt16BE(60_000, 2)
  const bytes = Buffer.concat([baseline.subarray(0, 2), endless, baseline.subarray(2)])
  expect(await decodeImage(bytes, LIMITS)).toHaveProperty('fault')
})

function text(type: string): Buffer {
  return pngChunk(type, Buffer.from('Comment\0\0words that nobody reads'))
}

test('pictures that are read at the same time are each judged by their own complaints', async () => {
  const whole = baseline.subarray(0, -2)
  const half = baseline.subarray(0, baseline.length >> 1)
  const all = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? whole : half))
  const read = await Promise.all(all.map((bytes) => decodeImage(bytes, LIMITS)))
  expect(read.map((one) => 'fault' in one)).toEqual(all.map((bytes) => bytes === half))
})
