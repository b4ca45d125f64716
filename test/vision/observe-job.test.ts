// Tests observing in a real pool of workers: plain data comes back, a bad image is an answer, and the worker survives.
import { expect, test } from 'vitest'
import { networksCache } from '../../specimens/kit/networks/networks-cache.ts'
import { photo } from '../../specimens/kit/photographs/pictures.ts'
import type { JobSettings, Jobs } from '../../src/jobs.ts'
import { alice, openTestPool } from '../workers/opened-pool.ts'

const ask = {
  search: 'frame',
  closely: 1,
  expression: true,
  genuineness: true,
  vector: true,
  cover: true,
} as const

test('a worker observes, answers for bad images, and goes on', async () => {
  const { pool, gone } = openTestPool<Jobs>({
    jobsModule: new URL('../../src/jobs.ts', import.meta.url),
    jobSettings: { networksFolder: networksCache } satisfies JobSettings,
    memoryCeilingBytes: 1.5 * 2 ** 30,
  })
  const observe = (bytes: Uint8Array) => pool.run('observe-image', { bytes, maxMegapixels: 50, ask }, alice)
  const pid = () => pool.stats().children.map((child) => child.pid)

  const first = await observe(photo(3))
  if ('fault' in first) throw new Error(first.fault)
  const before = pid()
  expect(first.image).toEqual({ format: 'jpeg', width: 1920, height: 1350 })
  expect(first.faces.length).toBe(3)
  const [main] = first.faces
  expect(main?.mesh).toBeInstanceOf(Float32Array)
  expect(main?.mesh.length).toBe(3 * 478)
  expect(main?.vector?.length).toBe(128)
  expect(main?.cover?.hidden).toEqual([])
  expect(structuredClone(first)).toEqual(first)

  for (const bad of [Buffer.from('no image'), photo(3).subarray(0, 9000), Buffer.alloc(0)])
    expect(await observe(bad)).toEqual({ fault: expect.any(String) })
  expect(await pool.run('observe-image', { bytes: photo(3), maxMegapixels: 1, ask }, alice)).toEqual({
    fault: expect.stringContaining('1920 x 1350'),
    tooLarge: true,
  })

  expect(await observe(photo(3))).toEqual(first)
  expect(pid()).toEqual(before)
  expect(before.length).toBe(1)
  expect(gone()).toEqual([])
})
