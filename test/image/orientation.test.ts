// Tests that a picture is upright however the camera was held, and that an invalid orientation is ignored.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  extent,
  grid,
  heifFile,
  mirror,
  onlyPicture,
  turn,
  u32,
} from '../../specimens/kit/photographs/heif-boxes.ts'
import {
  type Colour,
  chart,
  exif,
  factsOf,
  LIMITS,
  namesOf,
  pixelsOf,
  pngChunk,
  sample,
  UPRIGHT,
  withChunk,
  withExif,
  withSegment,
} from '../../specimens/kit/photographs/pictures.ts'
import { exifOrientation } from '../../src/image/decode/exif.ts'
import { decodeImage, inspectImage } from '../../src/image/decode/image.ts'

/** Lists the corners as they are seen, in reading order, where red, green, blue and yellow are stored. */
const seen: readonly (readonly [orientation: number, colours: readonly Colour[]])[] = [
  [1, ['red', 'green', 'blue', 'yellow']],
  [2, ['green', 'red', 'yellow', 'blue']],
  [3, ['yellow', 'blue', 'green', 'red']],
  [4, ['blue', 'yellow', 'red', 'green']],
  [5, ['red', 'blue', 'green', 'yellow']],
  [6, ['blue', 'red', 'yellow', 'green']],
  [7, ['yellow', 'green', 'blue', 'red']],
  [8, ['green', 'yellow', 'red', 'blue']],
]
const sizeOf = (orientation: number) =>
  orientation >= 5 ? { width: 64, height: 96 } : { width: 96, height: 64 }

const jpeg = await chart().jpeg().toBuffer()
const png = await chart().png().toBuffer()

async function expectSeen(bytes: Uint8Array, orientation: number, colours: readonly Colour[]) {
  const size = sizeOf(orientation)
  expect(await inspectImage(bytes, 50)).toMatchObject({ image: size })
  for (const longestSide of [96, 48]) {
    const decoding = await decodeImage(bytes, { ...LIMITS, longestSide })
    const scale = longestSide / 96
    const pixels = { width: size.width * scale, height: size.height * scale }
    expect(decoding).toMatchObject({ image: size, pixels, scale })
    expect(namesOf(pixelsOf(decoding))).toEqual(colours)
  }
}

describe.each(seen)('orientation %i', (orientation, colours) => {
  test.each(['II', 'MM'] as const)('of a JPEG, in byte order %s', async (order) => {
    await expectSeen(withExif(jpeg, exif(orientation, { order })), orientation, colours)
  })

  test('of a PNG', async () => {
    await expectSeen(withChunk(png, pngChunk('eXIf', exif(orientation))), orientation, colours)
  })

  test('of a WebP', async () => {
    const webp = await chart().webp().withExif({}).withMetadata({ orientation }).toBuffer()
    await expectSeen(webp, orientation, colours)
  })
})

describe('a note that is nonsense', () => {
  test.each([
    ['orientation 0', exif(0)],
    ['orientation 9', exif(9)],
    ['orientation 65535', exif(65_535)],
    ['an orientation that is a text', exif(6, { type: 2 })],
    ['a block cut in its directory', exif(6).subarray(0, 24)],
    ['a block cut in its header', exif(6).subarray(0, 5)],
    ['a block of nothing', Buffer.alloc(0)],
    ['a directory far outside', Buffer.concat([Buffer.from('MM\0*'), u32(0xffff_fff0)])],
    ['a directory of 65535 entries', Buffer.concat([exif(6).subarray(0, 8), Buffer.from([0xff, 0xff])])],
    ['a byte order that does not exist', Buffer.concat([Buffer.from('XX'), exif(6).subarray(2)])],
  ])('%s leaves the picture as it is', async (_what, block) => {
    await expectSeen(withExif(jpeg, block), 1, UPRIGHT)
    await expectSeen(withChunk(png, pngChunk('eXIf', block)), 1, UPRIGHT)
  })

  test('a segment that says it is longer than the file is refused, not obeyed', async () => {
    const endless = Buffer.from(withExif(jpeg, exif(6)))
    endless.writeUInt16BE(0xffff, 4)
    expect(await decodeImage(endless, LIMITS)).toHaveProperty('fault')
  })

  test('of two blocks the first that turns is obeyed, other segments of the same number are not read', async () => {
    const about = Buffer.from('http://ns.adobe.com/xap/1.0/\0<x/>')
    const twice = withExif(withSegment(jpeg, 0xe1, about), exif(6))
    await expectSeen(twice, 6, ['blue', 'red', 'yellow', 'green'])
  })

  test('no block at all throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(40), (noise, at) => {
        const block = Buffer.from(exif(6))
        block.set(noise.subarray(0, Math.max(0, block.length - at)), Math.min(at, block.length))
        const orientation = exifOrientation(block)
        return orientation >= 1 && orientation <= 8
      }),
    )
  })
})

describe('HEIC', () => {
  const { config, data } = onlyPicture(sample('chart.heic'), 'hvcC')
  const picture = (...turns: Buffer[]) => ({
    type: 'hvc1',
    data,
    properties: [config, extent(96, 64), ...turns],
  })
  const note = (orientation: number) => ({
    type: 'Exif',
    data: Buffer.concat([u32(6), Buffer.from('Exif\0\0'), exif(orientation)]),
    references: { type: 'cdsc', to: [1] },
  })
  const names = async (bytes: Uint8Array) => {
    const decoding = await decodeImage(bytes, LIMITS)
    return { ...factsOf(decoding), names: namesOf(pixelsOf(decoding)) }
  }

  test.each([
    [1, 64, 96, ['green', 'yellow', 'red', 'blue']],
    [2, 96, 64, ['yellow', 'blue', 'green', 'red']],
    [3, 64, 96, ['blue', 'red', 'yellow', 'green']],
  ])('turned by its box, %i quarters', async (quarters, width, height, expected) => {
    const bytes = heifFile([picture(turn(quarters))])
    expect(await names(bytes)).toEqual({ format: 'heic', width, height, names: expected })
    expect(await inspectImage(bytes, 50)).toMatchObject({ image: { width, height } })
  })

  test.each([
    [0, ['blue', 'yellow', 'red', 'green']],
    [1, ['green', 'red', 'yellow', 'blue']],
  ])('mirrored by its box, axis %i', async (axis, expected) => {
    expect(await names(heifFile([picture(mirror(axis))]))).toMatchObject({ names: expected })
  })

  test('turned by its box is not turned again by the EXIF that iPhones write besides', async () => {
    const bytes = heifFile([picture(turn(3)), note(6)])
    expect(await names(bytes)).toMatchObject({ width: 64, names: ['blue', 'red', 'yellow', 'green'] })
  })

  test('that only EXIF calls turned is upright', async () => {
    expect(await names(heifFile([picture(), note(6)]))).toMatchObject({ width: 96, names: UPRIGHT })
  })

  test('of tiles, turned, with EXIF and a thumbnail, as iPhones write it', async () => {
    const tile = picture()
    const whole = {
      type: 'grid',
      data: grid(2, 2, 180, 120),
      properties: [extent(180, 120), turn(3)],
      references: { type: 'dimg', to: [2, 3, 4, 5] },
    }
    const thumbnail = { ...tile, references: { type: 'thmb', to: [1] } }
    const bytes = heifFile([whole, tile, tile, tile, tile, thumbnail, note(6)])
    const decoding = await decodeImage(bytes, LIMITS)
    expect(factsOf(decoding)).toEqual({ format: 'heic', width: 120, height: 180 })
    // Each tile is a chart; turned to the right, their blue corners stand at the top left of their quarters.
    const { width, data: rgb } = pixelsOf(decoding)
    const blue = [8, 72].map((x) => [...rgb.subarray((8 * width + x) * 3, (8 * width + x) * 3 + 3)])
    for (const [red = 0, green = 0, value = 0] of blue)
      expect([red < 60, green < 100, value > 180]).toEqual([true, true, true])
  })

  test('turned, as AVIF', async () => {
    const avif = onlyPicture(await chart().avif().toBuffer(), 'av1C')
    const item = { type: 'av01', data: avif.data, properties: [avif.config, extent(96, 64), turn(3)] }
    const bytes = heifFile([item, note(6)], { brands: ['avif', 'mif1', 'avif'] })
    expect(await names(bytes)).toEqual({
      format: 'avif',
      width: 64,
      height: 96,
      names: ['blue', 'red', 'yellow', 'green'],
    })
  })
})
