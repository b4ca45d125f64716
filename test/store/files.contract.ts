// Tests what every file store must do; the suite runs against each adapter on the real engine.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Files } from '../../src/store/port.ts'
import type { Adapter, FreshFiles } from './adapters.ts'

export async function listed(files: Files, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of files.list(prefix)) keys.push(key)
  return keys.sort()
}

const tricks = [
  '',
  'alone',
  '/a/b',
  'a/b/',
  'a//b',
  '../x',
  'a/../b',
  'a/..',
  './a/b',
  'a/.b',
  'A/b',
  'a/B',
  'a/b.part',
  'a b/c',
  'a\\b/c',
  'a/%2e%2e/b',
  'đ/b',
  'a/😀',
  'a/b\0',
  'a/b\n',
  'a/b/c/d/e',
  `a/${'b'.repeat(65)}`,
]

export function filesContract({ name, available, fresh }: Adapter<FreshFiles>): void {
  describe.skipIf(!available)(`${name} as a place for files`, () => {
    let place: FreshFiles
    let files: Files
    beforeAll(async () => {
      place = await fresh()
      files = place.files
    })
    afterAll(() => place.remove())

    test('says that it is well', async () => {
      await expect(files.check()).resolves.toBeUndefined()
    })

    test.each([1, 29, 65_537, 5 * 1024 ** 2])('gives %i bytes back unchanged', async (length) => {
      const bytes = randomBytes(length)
      await files.put('sizes/one', bytes)
      const found = await files.get('sizes/one')
      expect(found).toBeInstanceOf(Uint8Array)
      expect(Buffer.compare(found as Uint8Array, bytes)).toBe(0)
      await files.remove('sizes/one')
    })

    test('writes a part of a larger buffer as that part alone', async () => {
      await files.put('part/one', Uint8Array.from([1, 2, 3, 4, 5]).subarray(1, 3))
      expect([...((await files.get('part/one')) ?? [])]).toEqual([2, 3])
    })

    test('has nothing under a key that was never written', async () => {
      expect(await files.get('never/written')).toBeUndefined()
    })

    test('removes one file and not its neighbours', async () => {
      for (const key of ['near/aa1', 'near/aa2', 'near/aa', 'near/aa1/aa1'])
        await files.put(key, Buffer.of(1))
      await files.remove('near/aa1')
      expect(await files.get('near/aa1')).toBeUndefined()
      expect(await listed(files, 'near/')).toEqual(['near/aa', 'near/aa1/aa1', 'near/aa2'])
    })

    test('removes what is not there without complaint', async () => {
      await files.remove('never/written')
      await files.put('twice/one', Buffer.of(1))
      await files.remove('twice/one')
      await files.remove('twice/one')
      expect(await listed(files, 'twice/')).toEqual([])
    })

    test('lists by prefix, at any depth, and nothing else', async () => {
      const keys = ['list-a/one', 'list-a/two/three', 'list-ab/one', 'list-b/one/two/three']
      for (const key of keys) await files.put(key, Buffer.of(1))
      expect(await listed(files, 'list-')).toEqual(keys)
      expect(await listed(files, 'list-a/')).toEqual(['list-a/one', 'list-a/two/three'])
      expect(await listed(files, 'list-b/one/two/')).toEqual(['list-b/one/two/three'])
      expect(await listed(files, 'list-c')).toEqual([])
    })

    test('lists more than a thousand', async () => {
      const keys = Array.from({ length: 1050 }, (_, index) => `many/${String(index).padStart(4, '0')}`)
      for (let at = 0; at < keys.length; at += 30)
        await Promise.all(keys.slice(at, at + 30).map((key) => files.put(key, Buffer.of(1))))
      expect(await listed(files, 'many/')).toEqual(keys)
    })

    test('keeps many written at once apart', async () => {
      const all = Array.from({ length: 20 }, (_, index) => ({
        key: `at-once/${index}`,
        bytes: randomBytes(1000),
      }))
      await Promise.all(all.map(({ key, bytes }) => files.put(key, bytes)))
      const found = await Promise.all(all.map(({ key }) => files.get(key)))
      found.forEach((bytes, index) => {
        expect(Buffer.from(bytes ?? []).equals(all[index]?.bytes as Buffer)).toBe(true)
      })
    })

    test.each(tricks)('refuses %j as a key before touching anything', async (key) => {
      await expect(files.put(key, Buffer.of(1))).rejects.toThrow('not a storage key')
      await expect(files.get(key)).rejects.toThrow('not a storage key')
      await expect(files.remove(key)).rejects.toThrow('not a storage key')
    })

    test('holds nothing that a refused key could have made', async () => {
      const known = /^(part|near|list-\w+|many|at-once)\//
      expect((await listed(files, '')).filter((key) => !known.test(key))).toEqual([])
    })
  })
}
