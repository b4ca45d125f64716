// Tests what a file reveals of its encoder and of an earlier compression: real photos, encoded once and twice.
import { beforeAll, describe, expect, test } from 'vitest'
import { exif, LIMITS, pixelsOf, withExif } from '../../specimens/kit/photographs/pictures.ts'
import { photoPixels, picture, rawPixels } from '../../specimens/kit/photographs/sample-photos.ts'
import { compressionHistory, DOUBLY_COMPRESSED } from '../../src/image/capture/compression.ts'
import { decodeImage } from '../../src/image/decode/image.ts'
import { jpegTables } from '../../src/image/decode/jpeg-tables.ts'
import { keepStill } from '../../src/image/geometry/warp-kernel.ts'
import type { Pixels } from '../../src/image/pixels.ts'
import { encoderOf, readShot } from '../../src/vision/observe.ts'

/** The photo is shrunk by no whole number, so nothing of its own compression is left. */
let source: Pixels
beforeAll(async () => {
  source = await rawPixels(picture(await photoPixels(3)).resize(557))
})

const once = (quality: number) => picture(source).jpeg({ quality }).toBuffer()
const pixelsIn = async (bytes: Uint8Array) => pixelsOf(await decodeImage(bytes, LIMITS))
async function twice(first: number, last: number): Promise<Buffer> {
  return picture(await pixelsIn(await once(first)))
    .jpeg({ quality: last })
    .toBuffer()
}
const certaintyOf = async (bytes: Uint8Array) =>
  compressionHistory(bytes, await pixelsIn(bytes)).doubleCompression

test('the kernel counts what JavaScript counts', async () => {
  for (const bytes of [await once(85), await twice(75, 85), withExif(await twice(80, 95), exif(6))]) {
    const pixels = await pixelsIn(bytes)
    const counted = await keepStill(pixels, async () => compressionHistory(bytes, pixels).doubleCompression)
    expect(counted).toBeCloseTo(compressionHistory(bytes, pixels).doubleCompression ?? Number.NaN, 2)
  }
})

describe('an older compression', () => {
  test.each([75, 85, 95])('is not seen at quality %i where there was none', async (quality) => {
    expect(await certaintyOf(await once(quality))).toBeLessThan(DOUBLY_COMPRESSED)
  })

  test.each([
    [60, 90],
    [80, 95],
    [75, 85],
    [85, 75],
    [90, 80],
  ])('of %i is seen under one of %i', async (first, last) => {
    expect(await certaintyOf(await twice(first, last))).toBeGreaterThanOrEqual(DOUBLY_COMPRESSED)
  })

  test('is seen whichever way the camera was held', async () => {
    const bytes = await twice(70, 90)
    for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8])
      expect(await certaintyOf(withExif(bytes, exif(orientation)))).toBeGreaterThanOrEqual(DOUBLY_COMPRESSED)
  })

  test('is not asked for without pixels, of another kind of file, and of too few blocks', async () => {
    const bytes = await once(80)
    expect(compressionHistory(bytes).doubleCompression).toBeUndefined()
    const png = await picture(source).png().toBuffer()
    expect(await certaintyOf(png)).toBeUndefined()
    const small = await picture(source).resize(40).jpeg().toBuffer()
    expect(await certaintyOf(small)).toBeUndefined()
  })
})

describe('the encoder', () => {
  test.each([30, 50, 75, 90, 98])('has quality %i read from its tables', async (quality) => {
    expect(compressionHistory(await once(quality)).quality).toBe(quality)
  })

  test('tells its sampling, its kind and its markers', async () => {
    const plain = jpegTables(await once(80))
    expect(plain).toMatchObject({ sampling: '2x2,1x1,1x1', isProgressive: false })
    const other = picture(source).jpeg({ chromaSubsampling: '4:4:4', progressive: true })
    expect(jpegTables(await other.toBuffer())).toMatchObject({ sampling: '1x1,1x1,1x1', isProgressive: true })
    const grey = await picture(source).toColourspace('b-w').jpeg().toBuffer()
    expect(jpegTables(grey)).toMatchObject({ sampling: '1x1', colour: undefined })
    expect(jpegTables(withExif(await once(80), exif(1)))?.markers).toContain('Exif')
  })

  test('has one name for one setting, whatever it shows', async () => {
    const name = encoderOf(await once(80))
    expect(name).toMatch(/^jpeg-[0-9a-f]{8}$/)
    expect(encoderOf(await picture(source).flop().jpeg({ quality: 80 }).toBuffer())).toBe(name)
    const others = [
      await once(81),
      withExif(await once(80), exif(1)),
      await picture(source).jpeg({ quality: 80, progressive: true }).toBuffer(),
    ].map(encoderOf)
    expect(new Set([name, ...others]).size).toBe(4)
  })

  test('of what is no JPEG is its kind', async () => {
    expect(encoderOf(await picture(source).png().toBuffer())).toBe('png')
    expect(encoderOf(await picture(source).webp().toBuffer())).toBe('webp')
    expect(encoderOf(new Uint8Array(12))).toBe('unknown')
  })

  test('of a file that breaks off anywhere is an answer', async () => {
    const bytes = await once(80)
    for (let end = 0; end < 700; end++) {
      expect(typeof encoderOf(bytes.subarray(0, end))).toBe('string')
      const { quality = 80 } = compressionHistory(bytes.subarray(0, end))
      expect(quality).toBe(80)
    }
  })
})

describe('a shot', () => {
  test('is its print, its encoder and its history', async () => {
    const bytes = await twice(70, 90)
    const shot = readShot(bytes, await pixelsIn(bytes), 1, undefined)
    expect(shot.encoder).toBe(encoderOf(bytes))
    expect(shot.doubleCompression).toBeGreaterThanOrEqual(DOUBLY_COMPRESSED)
  })

  test('that was shrunk, or is no JPEG, has no history', async () => {
    const bytes = await twice(70, 90)
    const shrunk = pixelsOf(await decodeImage(bytes, { ...LIMITS, longestSide: 300 }))
    expect(readShot(bytes, shrunk, 300 / 557, undefined).doubleCompression).toBe(0)
    const png = await picture(source).png().toBuffer()
    expect(readShot(png, source, 1, undefined).doubleCompression).toBe(0)
  })
})
