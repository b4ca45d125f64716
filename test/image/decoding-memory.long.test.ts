// Tests the memory that a worker takes for the largest picture, and for many HEIC files in a row.
import { describe, expect, test } from 'vitest'
import { box } from '../../specimens/kit/photographs/heif-boxes.ts'
import { blackPng, sample } from '../../specimens/kit/photographs/pictures.ts'
import { openTestPool } from '../workers/opened-pool.ts'
import type { jobs } from './decoding-jobs.ts'

const caller = { organisation: 'test' }
const openPool = () =>
  openTestPool<typeof jobs>({
    jobsModule: new URL('./decoding-jobs.ts', import.meta.url),
    memoryCeilingBytes: 2 ** 30,
  }).pool

describe('memory', () => {
  test('is what the pixels take and no more where a few kB hold a picture of the largest size', async () => {
    const pool = openPool()
    const bytes = blackPng(7000, 7000)
    // The pixels take 147 MB.
    expect(await pool.run('growth', { bytes }, caller)).toBeLessThan(220)
  })

  test.each([
    ['large pictures', 200, sample('chart-large.heic')],
    [
      'small pictures in files of 20 kB',
      2000,
      Buffer.concat([sample('chart.heic'), box('free', Buffer.alloc(20_000))]),
    ],
  ] as const)('of HEIC after HEIC does not grow: %s, %i times', async (_what, times, bytes) => {
    const pool = openPool()
    const { few, many, growth } = await pool.run('heldOverMany', { bytes, times }, caller)
    expect(few).toBeGreaterThan(10 * 2 ** 20)
    expect(many).toBe(few)
    // The pixels of all the large ones together are 470 MB.
    expect(growth).toBeLessThan(120)
  })
})
