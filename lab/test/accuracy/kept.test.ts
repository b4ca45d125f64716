// Tests that what was seen once is not looked at again, and that other content is.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Kept } from '../../accuracy/liveness/people/kept.ts'

const folder = mkdtempSync(join(tmpdir(), 'kept-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('what is kept', () => {
  test('is made once for the same parts, also by another run', async () => {
    const face = { mesh: new Float32Array([1.5, 2]), skin: Uint8Array.of(7) }
    const first = await new Kept(folder).of(['sources', Uint8Array.of(1)], async () => face)
    const again = await new Kept(folder).of(['sources', Uint8Array.of(1)], () =>
      Promise.reject(new Error('made again')),
    )
    expect(again).toEqual(first)
  })

  test('is made anew for other sources and other bytes', async () => {
    const kept = new Kept(folder)
    const made: string[] = []
    for (const parts of [
      ['a', Uint8Array.of(1)],
      ['b', Uint8Array.of(1)],
      ['a', Uint8Array.of(2)],
    ])
      await kept.of(parts, async () => made.push('one'))
    expect(made).toHaveLength(3)
  })

  test('is answered in the order of the items, of which only the missing are made', async () => {
    const kept = new Kept(folder)
    const asked: string[] = []
    const double = async (missing: readonly string[]) => {
      asked.push(...missing)
      return missing.map((item) => ({ item, output: item + item }))
    }
    await kept.ofEach(['x', 'y'], (item) => ['double', item], double)
    expect(await kept.ofEach(['z', 'y', 'x'], (item) => ['double', item], double)).toEqual(['zz', 'yy', 'xx'])
    expect(asked).toEqual(['x', 'y', 'z'])
  })

  test('what failed is not kept', async () => {
    const kept = new Kept(folder)
    const before = readdirSync(folder).length
    const fails = kept.ofEach(
      ['bad'],
      (item) => [item],
      async (items) => items.map((item) => ({ item, error: new Error('no face') })),
    )
    await expect(fails).rejects.toThrow('no face')
    expect(readdirSync(folder)).toHaveLength(before)
  })
})
