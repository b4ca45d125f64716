// Tests that broken, animated, wrongly sized and non-image files are refused by name, in a worker that survives.
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { badImages } from '../../specimens/kit/photographs/bad-images.ts'
import {
  blackPng,
  chart,
  exif,
  jpegSegment,
  pngChunk,
  sample,
  withExif,
} from '../../specimens/kit/photographs/pictures.ts'
import { openTestPool } from '../workers/opened-pool.ts'
import type { jobs } from './decoding-jobs.ts'

const caller = { organisation: 'test' }
const openPool = () =>
  openTestPool<typeof jobs>({
    jobsModule: new URL('./decoding-jobs.ts', import.meta.url),
    memoryCeilingBytes: 2 ** 30,
  }).pool

describe('a worker', () => {
  test('refuses every bad image by name and lives', async () => {
    const pool = openPool()
    const pid = await pool.run('pid', undefined, caller)
    for (const { what, bytes, fault, tooLarge } of await badImages()) {
      const answer = await pool.run('decode', { bytes }, caller)
      const expected = { fault: expect.stringMatching(fault), ...(tooLarge ? { tooLarge } : {}) }
      expect(answer, what).toEqual(expected)
    }
    expect(await pool.run('pid', undefined, caller)).toBe(pid)
    const bytes = await chart().jpeg().toBuffer()
    expect(await pool.run('decode', { bytes }, caller)).toHaveProperty('image.width', 96)
  })

  test('answers whatever bytes of a picture are changed, and lives', async () => {
    const pool = openPool()
    const pid = await pool.run('pid', undefined, caller)
    const pictures = await Promise.all([
      chart().jpeg().toBuffer(),
      chart().jpeg({ progressive: true }).toBuffer(),
      withExif(await chart().withIccProfile('p3').jpeg().toBuffer(), exif(6)),
      chart().withIccProfile('p3').png({ progressive: true }).toBuffer(),
      chart().ensureAlpha(0.5).png({ palette: true }).toBuffer(),
      chart().withIccProfile('p3').webp().toBuffer(),
      chart().ensureAlpha(0.5).webp({ lossless: true }).toBuffer(),
      chart().ensureAlpha(0.5).avif().toBuffer(),
      sample('chart.heic'),
      sample('chart-half-transparent.heic'),
    ])
    const changed = fc
      .tuple(
        fc.constantFrom(...pictures),
        fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { minLength: 1, maxLength: 12 }),
      )
      .map(([picture, changes]) => {
        const bytes = Buffer.from(picture)
        for (const [at, value] of changes) bytes[at % bytes.length] = value
        return bytes
      })
    const answers = fc.asyncProperty(changed, async (bytes) => {
      const answer = await pool.run('decode', { bytes }, caller)
      expect('fault' in answer || answer.scale === 1).toBe(true)
    })
    await fc.assert(answers, { numRuns: 400 })
    expect(await pool.run('pid', undefined, caller)).toBe(pid)
  })

  test('takes little memory for what unfolds to gigabytes', async () => {
    const pool = openPool()
    const zeros = pngChunk('zTXt', packed(7_900_000))
    const texts = Array.from({ length: 100 }, () => zeros)
    const small = blackPng(100, 100)
    const bombs = [
      Buffer.concat([small.subarray(0, 33), ...texts, small.subarray(33)]),
      Buffer.concat([small.subarray(0, 33), pngChunk('iCCP', packed(200_000_000)), small.subarray(33)]),
      blackPng(100, 100, { length: 500_000_000 }),
      blackPng(7000, 7200, { length: 1000 }),
      await segmented(1_000_000),
    ]
    for (const bytes of bombs) expect(await pool.run('growth', { bytes }, caller)).toBeLessThan(64)
  })
})

/** Each entry has a name and a size in bytes of zeros, packed. */
const packed = (length: number) => Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(length))])

async function segmented(count: number): Promise<Buffer> {
  const jpeg = await chart().jpeg().toBuffer()
  const segment = jpegSegment(0xe1, Buffer.from('ab'))
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(count * segment.length, segment), jpeg.subarray(2)])
}
