// Tests that a picture larger than asked for is shrunk to fit, and that its scale is reported exactly.
import { describe, expect, test } from 'vitest'
import {
  chart,
  exif,
  LIMITS,
  namesOf,
  pixelsOf,
  sample,
  UPRIGHT,
  withExif,
} from '../../specimens/kit/photographs/pictures.ts'
import { decodeImage } from '../../src/image/decode/image.ts'

const shrink = (bytes: Uint8Array, longestSide: number) => decodeImage(bytes, { ...LIMITS, longestSide })

describe('a picture is shrunk', () => {
  test.each([
    ['jpeg', 2000, 1500, 500, 500, 375],
    ['jpeg', 1999, 1333, 640, 640, 427],
    ['jpeg', 1333, 1999, 640, 427, 640],
    ['jpeg', 1280, 720, 640, 640, 360],
    ['jpeg', 1280, 720, 1279, 1279, 719],
    ['jpeg', 3000, 2000, 100, 100, 67],
    ['png', 1999, 1333, 640, 640, 427],
    ['webp', 1999, 1333, 640, 640, 427],
    ['avif', 1000, 667, 250, 250, 167],
  ] as const)('%s of %i x %i to %i: %i x %i', async (format, width, height, longestSide, across, down) => {
    const bytes = await chart(width, height).toFormat(format).toBuffer()
    const decoding = await shrink(bytes, longestSide)
    expect(decoding).toMatchObject({
      image: { width, height },
      pixels: { width: across, height: down },
      scale: across / width,
    })
    expect(namesOf(pixelsOf(decoding), 8)).toEqual(UPRIGHT)
  })

  test('HEIC', async () => {
    const decoding = await shrink(sample('chart-large.heic'), 256)
    expect(decoding).toMatchObject({
      image: { format: 'heic', width: 1024, height: 768 },
      pixels: { width: 256, height: 192 },
      scale: 0.25,
    })
    expect(namesOf(pixelsOf(decoding))).toEqual(UPRIGHT)
  })

  test.each([3, 6])('as it is seen, not as it is stored: orientation %i', async (orientation) => {
    const bytes = withExif(await chart(1600, 800).jpeg().toBuffer(), exif(orientation))
    const decoding = await shrink(bytes, 200)
    const isUpended = orientation === 6
    expect(decoding).toMatchObject({
      image: isUpended ? { width: 800, height: 1600 } : { width: 1600, height: 800 },
      pixels: isUpended ? { width: 100, height: 200 } : { width: 200, height: 100 },
      scale: 0.125,
    })
  })

  test('to no less than one row', async () => {
    const bytes = await chart(4000, 16).png().toBuffer()
    expect(await shrink(bytes, 100)).toMatchObject({ pixels: { width: 100, height: 1 }, scale: 0.025 })
  })

  test.each([96, 1000])('and never enlarged: %i', async (longestSide) => {
    const decoding = await shrink(await chart().jpeg().toBuffer(), longestSide)
    expect(decoding).toMatchObject({ pixels: { width: 96, height: 64 }, scale: 1 })
  })
})

/** An edge lies where the scale says, so coordinates of the small picture hold in the large one. */
test.each([
  ['jpeg', 1999, 640],
  ['jpeg', 3000, 333],
  ['jpeg', 2500, 600],
  ['png', 1999, 640],
] as const)('nothing is moved: %s of %i to %i', async (format, width, longestSide) => {
  const bytes = await chart(width, 1000).toFormat(format, { quality: 95 }).toBuffer()
  const decoding = await shrink(bytes, longestSide)
  const { width: seen, data } = pixelsOf(decoding)
  const row = Array.from({ length: seen }, (_, x) => data[(20 * seen + x) * 3] ?? 0)
  // Red is strong left of the edge and weak right of it, so the sum of all reds gives the edge's place.
  const [first, last] = [Math.floor(seen / 4), Math.floor((seen * 3) / 4)]
  const [much, little] = [row[first] ?? 0, row[last] ?? 0]
  const between = row.slice(first, last)
  const edge = first + between.reduce((sum, red) => sum + (red - little) / (much - little), 0)
  expect(Math.abs(edge - seen / 2)).toBeLessThan(0.5)
})
