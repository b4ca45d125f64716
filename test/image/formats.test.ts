// Tests that every format and colour storage is decoded to the colours that went in.
import { describe, expect, test } from 'vitest'
import {
  chart,
  factsOf,
  furthest,
  LIMITS,
  namesOf,
  pixelsOf,
  quartersOf,
  sample,
  UPRIGHT,
} from '../../specimens/kit/photographs/pictures.ts'
import { decodeImage, encodeJpeg, encodePng, inspectImage } from '../../src/image/decode/image.ts'

const decode = (bytes: Uint8Array) => decodeImage(bytes, LIMITS)

describe('colours come out as they went in', () => {
  test.each([
    ['jpeg', 'baseline', chart().jpeg()],
    ['jpeg', 'progressive', chart().jpeg({ progressive: true })],
    ['jpeg', 'full colour resolution', chart().jpeg({ chromaSubsampling: '4:4:4' })],
    ['jpeg', 'trellis and optimised scans', chart().jpeg({ mozjpeg: true })],
    ['png', 'RGB', chart().png()],
    ['png', 'palette', chart().png({ palette: true })],
    ['png', '16 bits', chart().toColourspace('rgb16').png()],
    ['png', 'interlaced', chart().png({ progressive: true })],
    ['png', 'alpha, opaque', chart().ensureAlpha().png()],
    ['webp', 'lossy', chart().webp()],
    ['webp', 'lossless', chart().webp({ lossless: true })],
    ['webp', 'alpha, opaque', chart().ensureAlpha().webp()],
    ['avif', '8 bits', chart().avif()],
    ['avif', '10 bits', chart().avif({ bitdepth: 10 })],
    ['avif', 'full colour resolution', chart().avif({ chromaSubsampling: '4:4:4' })],
  ] as const)('%s, %s', async (format, _how, picture) => {
    const bytes = await picture.toBuffer()
    const facts = { format, width: 96, height: 64 }
    expect(await inspectImage(bytes, 50)).toEqual({ image: facts })
    const decoding = await decode(bytes)
    expect(decoding).toMatchObject({ image: facts, scale: 1, pixels: { width: 96, height: 64 } })
    expect(namesOf(pixelsOf(decoding))).toEqual(UPRIGHT)
  })

  test.each(['chart.heic', 'chart-10-bit.heic'])('%s', async (name) => {
    const facts = { format: 'heic', width: 96, height: 64 }
    expect(await inspectImage(sample(name), 50)).toEqual({ image: facts })
    const decoding = await decode(sample(name))
    expect(decoding).toMatchObject({ image: facts, scale: 1 })
    expect(namesOf(pixelsOf(decoding))).toEqual(UPRIGHT)
  })

  test('a width that fills no row of libheif', async () => {
    const decoding = await decode(sample('chart-odd.heic'))
    expect(factsOf(decoding)).toEqual({ format: 'heic', width: 91, height: 61 })
    expect(namesOf(pixelsOf(decoding))).toEqual(UPRIGHT)
  })
})

describe('grey becomes three equal channels', () => {
  const luminances = [107, 139, 91, 201]
  test.each([
    ['jpeg', chart().greyscale().jpeg()],
    ['png', chart().greyscale().png()],
    ['png of 16 bits', chart().greyscale().toColourspace('grey16').png()],
    ['png with alpha', chart().greyscale().ensureAlpha().png()],
  ] as const)('%s', async (_what, picture) => {
    const quarters = quartersOf(pixelsOf(await decode(await picture.toBuffer())))
    for (const [index, colour] of quarters.entries())
      expect(furthest(colour, Array(3).fill(luminances[index]))).toBeLessThanOrEqual(2)
  })

  test('two colours of one bit', async () => {
    const bits = await chart().greyscale().threshold(120).png({ palette: true, colours: 2 }).toBuffer()
    const quarters = quartersOf(pixelsOf(await decode(bits)))
    expect(quarters.map(([value]) => value)).toEqual([0, 255, 0, 255])
  })
})

describe('what shines through is white', () => {
  test.each([
    ['png', () => chart().ensureAlpha(0.5).png().toBuffer()],
    ['png of 16 bits', () => chart().ensureAlpha(0.5).toColourspace('rgb16').png().toBuffer()],
    ['webp', () => chart().ensureAlpha(0.5).webp({ lossless: true }).toBuffer()],
    ['avif', () => chart().ensureAlpha(0.5).avif().toBuffer()],
    ['heic', async () => sample('chart-half-transparent.heic')],
  ] as const)('%s', async (_what, make) => {
    const quarters = quartersOf(pixelsOf(await decode(await make())))
    const half = [
      [227, 152, 147],
      [147, 207, 157],
      [147, 167, 227],
      [242, 227, 152],
    ]
    for (const [index, colour] of quarters.entries())
      expect(furthest(colour, half[index] ?? [])).toBeLessThanOrEqual(4)
  })

  test('all of it, where nothing is opaque', async () => {
    const pixels = pixelsOf(await decode(await chart().ensureAlpha(0).png().toBuffer()))
    expect(new Set(pixels.data)).toEqual(new Set([255]))
  })
})

describe('inks', () => {
  /** Tells which of red, green and blue is most and which is least, because conversions to inks differ in the rest. */
  const order = (colour: readonly number[]) =>
    [0, 1, 2].toSorted((a, b) => (colour[b] ?? 0) - (colour[a] ?? 0)).join('')

  test.each([
    ['CMYK with its profile', () => chart().withIccProfile('cmyk').jpeg({ quality: 98 }).toBuffer()],
    ['CMYK without a profile', () => chart().toColourspace('cmyk').jpeg({ quality: 98 }).toBuffer()],
    [
      "CMYK without Adobe's marker",
      async () => {
        const jpeg = await chart().toColourspace('cmyk').jpeg({ quality: 98 }).toBuffer()
        const at = jpeg.indexOf('Adobe') - 4
        return Buffer.concat([jpeg.subarray(0, at), jpeg.subarray(at + 2 + jpeg.readUInt16BE(at + 2))])
      },
    ],
    ['YCCK', async () => sample('chart-ycck.jpg')],
  ] as const)('%s', async (_what, make) => {
    const decoding = await decode(await make())
    expect(factsOf(decoding)).toEqual({ format: 'jpeg', width: 96, height: 64 })
    const quarters = quartersOf(pixelsOf(decoding))
    expect(quarters.map(order)).toEqual(['012', '120', '210', '012'])
    const expected = quartersOf(pixelsOf(await decode(await chart().png().toBuffer())))
    for (const [index, colour] of quarters.entries())
      expect(furthest(colour, expected[index] ?? [])).toBeLessThanOrEqual(72)
  })
})

describe('pixels are encoded', () => {
  test.each([
    ['jpeg', encodeJpeg],
    ['png', encodePng],
  ] as const)('as %s', async (format, encode) => {
    const pixels = pixelsOf(await decode(await chart().png().toBuffer()))
    const again = await decode(await encode(pixels))
    expect(factsOf(again)).toEqual({ format, width: 96, height: 64 })
    expect(namesOf(pixelsOf(again))).toEqual(UPRIGHT)
  })
})
