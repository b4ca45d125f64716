// Tests the decoder of JPEG 2000: pixels of both containers, and bombs, lies and damage refused in a worker that survives.
import { describe, expect, test } from 'vitest'
import { ascii, fromHex, joined } from '../../specimens/chips/der.ts'
import { bigEnd, encodeJpeg2000, inJp2 } from '../../specimens/chips/portrait.ts'
import { chart } from '../../specimens/kit/photographs/pictures.ts'
import { decodeJpeg2000 } from '../../src/image/decode/jpeg2000.ts'
import { readJpeg2000Header } from '../../src/image/decode/jpeg2000-header.ts'
import { openTestPool } from '../workers/opened-pool.ts'
import type { jobs } from './decoding-jobs.ts'

const LIMITS = { maxPixels: 4e6, maxBytes: 2 ** 20 }
const caller = { organisation: 'test' }

const pixelsOf = async (width = 96, height = 64) => ({
  width,
  height,
  data: new Uint8Array(await chart(width, height).removeAlpha().raw().toBuffer()),
})

/** Numbers of the header of the codestream, by their place behind its start. */
const PLACES = {
  width: [8, 4],
  height: [12, 4],
  left: [16, 4],
  top: [20, 4],
  tileWidth: [24, 4],
  tileHeight: [28, 4],
  tileLeft: [32, 4],
  components: [40, 2],
  depth: [42, 1],
  sampling: [43, 1],
} as const

async function changed(changes: Partial<Record<keyof typeof PLACES, number>>): Promise<Uint8Array> {
  const stream = await encodeJpeg2000(await pixelsOf())
  for (const [name, value] of Object.entries(changes)) {
    const [at, bytes] = PLACES[name as keyof typeof PLACES]
    stream.set(bigEnd(value, bytes), at)
  }
  return stream
}

/** The segment of the main header that says how components are coded. */
const codingAt = (stream: Uint8Array): number => Buffer.from(stream).indexOf(Buffer.from('ff52', 'hex'))

describe('a picture in JPEG 2000', () => {
  test.each(['bare', 'jp2'] as const)('is read, %s', async (form) => {
    const pixels = await pixelsOf()
    const stream = await encodeJpeg2000(pixels, pixels.data.length)
    const read = await decodeJpeg2000(form === 'bare' ? stream : inJp2(stream, pixels), LIMITS)
    if ('fault' in read) throw new Error(read.fault)
    expect([read.width, read.height]).toEqual([96, 64])
    const off = read.data.reduce((sum, value, i) => sum + Math.abs(value - (pixels.data[i] ?? 0)), 0)
    expect(off / read.data.length).toBeLessThan(3)
  })

  test('is read after one that was refused, and after many others', async () => {
    const pixels = await pixelsOf()
    const stream = await encodeJpeg2000(pixels)
    for (let i = 0; i < 20; i++) {
      expect(await decodeJpeg2000(stream.subarray(0, stream.length - 20), LIMITS)).toHaveProperty('fault')
      expect(await decodeJpeg2000(stream, LIMITS)).toHaveProperty('width', 96)
    }
  })
})

describe('a header', () => {
  test.each([
    [
      'more pixels than a portrait',
      { width: 60_000, height: 60_000 },
      /60000 x 60000 pixels, which is too large/,
    ],
    ['the most pixels that it can have', { width: 2 ** 32 - 1, height: 2 ** 32 - 1 }, /too large/],
    ['one long line', { width: 200_000, height: 16 }, /too large/],
    ['no pixels', { width: 0 }, /shows nothing/],
    ['a million tiles', { tileWidth: 1, tileHeight: 1 }, /tiles/],
    ['no tiles', { tileWidth: 0 }, /cut off or damaged/],
    ['an offset', { left: 8 }, /does not start at its origin/],
    ['tiles that start elsewhere', { tileLeft: 1 }, /does not start at its origin/],
    ['16384 components', { components: 16_384 }, /16384 components/],
    ['two components', { components: 2 }, /2 components/],
    ['no components', { components: 0 }, /0 components/],
    ['38 bits', { depth: 37 }, /8 bits/],
    ['signed components', { depth: 0x87 }, /8 bits/],
    ['components that cover nothing', { sampling: 0 }, /sampled/],
    ['components that cover 255', { sampling: 255 }, /sampled/],
  ])('with %s is refused before anything is decoded', async (_, changes, words) => {
    const stream = await changed(changes)
    expect(readJpeg2000Header(stream, LIMITS)).toHaveProperty('fault', expect.stringMatching(words))
  })

  test('with too many layers, levels or precincts is refused', async () => {
    const stream = await changed({})
    const at = codingAt(stream)
    const layers = stream.slice()
    layers.set(bigEnd(65_535, 2), at + 6)
    expect(readJpeg2000Header(layers, LIMITS)).toHaveProperty('fault', 'has a picture of 65535 layers')
    const levels = stream.slice()
    levels[at + 9] = 32
    expect(readJpeg2000Header(levels, LIMITS)).toHaveProperty('fault', 'has a picture of 32 levels')
    // The same segment with precincts of one sample each.
    const count = (stream[at + 9] ?? 0) + 1
    const segment = stream.slice(at, at + 14)
    segment.set(bigEnd(12 + count, 2), 2)
    segment[4] = 1
    const tiny = joined(stream.subarray(0, at), segment, new Uint8Array(count), stream.subarray(at + 14))
    expect(readJpeg2000Header(tiny, LIMITS)).toHaveProperty('fault', expect.stringMatching(/precincts/))
  })

  test('of a file that contradicts its picture is refused', async () => {
    const pixels = await pixelsOf()
    const stream = await encodeJpeg2000(pixels)
    const lying = inJp2(stream, { width: 32, height: 32 })
    expect(await decodeJpeg2000(lying, LIMITS)).toHaveProperty('fault', expect.stringMatching(/contradict/))
  })

  test('of a file with a palette, a box of no length or no picture is refused', async () => {
    const pixels = await pixelsOf()
    const file = inJp2(await encodeJpeg2000(pixels), pixels)
    const at = Buffer.from(file).indexOf('colr')
    const palette = file.slice()
    palette.set(ascii('pclr'), at)
    expect(readJpeg2000Header(palette, LIMITS)).toHaveProperty('fault', expect.stringMatching(/palette/))
    const short = file.slice()
    short.set(bigEnd(3, 4), at - 4)
    expect(readJpeg2000Header(short, LIMITS)).toHaveProperty('fault', 'is cut off or damaged')
    const none = joined(file.subarray(0, 32), fromHex('000000086a703263'))
    expect(readJpeg2000Header(none, LIMITS)).toHaveProperty('fault', 'is cut off or damaged')
  })

  test('that is cut off anywhere is refused', async () => {
    const pixels = await pixelsOf()
    const file = inJp2(await encodeJpeg2000(pixels), pixels)
    const end = Buffer.from(file).indexOf(Buffer.from('ff90', 'hex'))
    for (let length = 0; length < end; length++)
      expect(readJpeg2000Header(file.subarray(0, length), LIMITS), `${length}`).toHaveProperty('fault')
  })
})

test('a worker reads pictures whose bytes were changed or refuses them, and lives', async () => {
  const { pool } = openTestPool<typeof jobs>({
    jobsModule: new URL('./decoding-jobs.ts', import.meta.url),
    memoryCeilingBytes: 2 ** 30,
  })
  const pid = await pool.run('pid', undefined, caller)
  const pixels = await pixelsOf(240, 320)
  const stream = await encodeJpeg2000(pixels, 4000)
  let random = 7
  const next = (most: number) => {
    random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0
    return random % most
  }
  let refused = 0
  for (let i = 0; i < 300; i++) {
    const bytes = stream.slice()
    for (let k = 0; k <= i % 4; k++) bytes[i % 3 === 0 ? next(200) : next(bytes.length)] = next(256)
    const answer = await pool.run('decodeJpeg2000', { bytes }, caller)
    if ('fault' in answer) refused++
    else expect(answer.width * answer.height).toBeLessThanOrEqual(4e6)
  }
  expect(refused).toBeGreaterThan(50)
  expect(await pool.run('pid', undefined, caller)).toBe(pid)
})
