// Tests that small files which take a decoder long are refused before one sees them, and that what cameras write is not.
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { hastyVideo } from '../../specimens/kit/bombs/files.ts'
import {
  avifCoding,
  type Bomb,
  heicCoding,
  heifBombs,
  jpegBombs,
  manyScans,
  pngBombs,
} from '../../specimens/kit/bombs/pictures.ts'
import { jpeg2000Bombs } from '../../specimens/kit/bombs/portraits.ts'
import { extent, grid, heifFile, turn } from '../../specimens/kit/photographs/heif-boxes.ts'
import { chart, LIMITS } from '../../specimens/kit/photographs/pictures.ts'
import { decodeImage } from '../../src/image/decode/image.ts'
import { readJpeg2000Header } from '../../src/image/decode/jpeg2000-header.ts'
import { readVideo } from '../../src/image/video/video.ts'

const refused = (bombs: readonly Bomb[]) => bombs.filter(({ fault }) => fault !== undefined)

describe('refused before a decoder sees it', () => {
  test.each([
    ['JPEG', jpegBombs],
    ['PNG', async () => pngBombs()],
    ['HEIC', async () => heifBombs(heicCoding())],
    ['AVIF', async () => heifBombs(await avifCoding())],
  ])('a bomb in %s', async (_format, make) => {
    const bombs = refused(await make())
    expect(bombs.length).toBeGreaterThan(2)
    for (const { what, bytes, fault = /^$/ } of bombs)
      expect(await decodeImage(bytes, LIMITS), what).toMatchObject({ fault: expect.stringMatching(fault) })
  })

  test('a bomb in JPEG 2000', () => {
    for (const { what, bytes, fault = /^$/ } of refused(jpeg2000Bombs())) {
      const read = readJpeg2000Header(bytes, { maxPixels: 4e6, maxBytes: 2 ** 20 })
      expect(read, what).toMatchObject({ fault: expect.stringMatching(fault) })
    }
  })

  test('a bomb in a video', async () => {
    const limits = { program: '', shortestMs: 1000, longestMs: 60_000, maxMegapixels: 9, timeoutMs: 60_000 }
    const sampling = { perSecond: 10, most: 300, longestSide: 64 }
    const { what, bytes, fault = /^$/ } = hastyVideo()
    const read = await readVideo(bytes, limits, sampling, async () => {
      throw new Error('a picture of it was decoded')
    })
    expect(read, what).toMatchObject({ fault: expect.stringMatching(fault) })
  })
})

test('of profiles in a PNG that unpack to too much, none changes the picture', async () => {
  const [{ bytes } = { bytes: Buffer.alloc(0) }] = pngBombs()
  expect(await decodeImage(bytes, LIMITS)).toHaveProperty('image.width', 100)
})

describe('read as before', () => {
  test.each([
    ['progressive', { progressive: true }],
    ['by mozjpeg', { mozjpeg: true }],
    ['by mozjpeg with scans optimised', { progressive: true, optimiseScans: true, quality: 95 }],
  ])('a JPEG of 12 megapixels, %s', async (_how, options) => {
    const jpeg = await chart(4032, 3024).jpeg(options).toBuffer()
    expect(await decodeImage(jpeg, { ...LIMITS, longestSide: 640 })).toHaveProperty('image.width', 4032)
  })

  test('a progressive JPEG of four inks', async () => {
    const jpeg = await chart(400, 300).toColourspace('cmyk').jpeg({ progressive: true }).toBuffer()
    expect((await sharp(jpeg).metadata()).channels).toBe(4)
    expect(await decodeImage(jpeg, LIMITS)).toHaveProperty('image.width', 400)
  })

  test('a small JPEG of 300 scans', async () => {
    expect(await decodeImage(manyScans(640, 480, 300), LIMITS)).toHaveProperty('image.width', 640)
  })

  test('a HEIC of tiles that is turned, as phones write it', async () => {
    const { large } = heicCoding()
    const whole = {
      type: 'grid',
      data: grid(4, 4, 4032, 3024),
      properties: [extent(4032, 3024), turn(3)],
      references: { type: 'dimg', to: Array.from({ length: 16 }, (_, i) => i + 2) },
    }
    const file = heifFile([whole, ...Array.from({ length: 16 }, () => large)])
    expect(await decodeImage(file, { ...LIMITS, longestSide: 640 })).toHaveProperty('image.height', 4032)
  })
})
