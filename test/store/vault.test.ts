// The vault on whole stores: a record and its file appear together or not at all, whatever breaks in between.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Files, StoredDataDamaged, StoreUnavailable } from '../../src/store/port.ts'
import { addCollection, findCollection } from '../../src/store/records/collections.ts'
import { findFile } from '../../src/store/records/files.ts'
import type { Organisation } from '../../src/store/records/organisations.ts'
import { embedded, shared, type TestStore, writeDeadlineMs } from './opened-store.ts'

const nothing = { records: 0, journal: 0, files: 0 }
const bytes = Buffer.from('a photo of somebody')

describe.for([embedded, shared].filter((one) => one.available))('the vault on $name', ({ fresh }) => {
  let held: TestStore
  let owner: Organisation
  beforeEach(async () => {
    held = await fresh()
    owner = await held.organisation()
  })
  afterEach(() => held.remove())

  const vault = () => held.store.vault
  /** Later, when every deadline has passed and every second look was taken. */
  const sweepAll = async () => {
    for (let look = 0; look < 2; look++) {
      held.clock.now += writeDeadlineMs
      await vault().sweep()
    }
  }
  const keep = (...ids: string[]) =>
    vault().keep(
      owner.id,
      ids.map((id) => ({ id, bytes: Buffer.from(`bytes of ${id}`) })),
      async () => undefined,
    )
  const storageKeyOf = async (id: string) =>
    (await findFile(held.store.database, owner.id, id))?.storageKey as string
  const overwrite = async (id: string, change: (sealed: Uint8Array) => Uint8Array) => {
    const key = await storageKeyOf(id)
    await held.store.files.put(key, change((await held.store.files.get(key)) as Uint8Array))
  }

  test('keeps files and what belongs to them together', async () => {
    const collection = { organisationId: owner.id, id: 'c', externalPersonId: 'p', createdAt: 1 }
    const result = await vault().keep(
      owner.id,
      [
        { id: 'one', bytes },
        { id: 'two', bytes: Buffer.alloc(0) },
      ],
      (queries) => addCollection(queries, collection),
    )
    expect(result).toBe(true)
    expect((await vault().read(owner.id, 'one'))?.equals(bytes)).toBe(true)
    expect(await vault().read(owner.id, 'two')).toHaveLength(0)
    expect(await findCollection(held.store.database, owner.id, 'c')).toMatchObject(collection)
    expect(await held.left()).toEqual({ records: 2, journal: 0, files: 2 })
  })

  test('shows nothing of the bytes where they lie', async () => {
    await keep('one')
    const sealed = Buffer.from((await held.store.files.get(await storageKeyOf('one'))) ?? [])
    expect(sealed.includes('bytes of one')).toBe(false)
  })

  test('leaves neither when what belongs to them fails', async () => {
    const fault = new Error('no')
    const work = vault().keep(owner.id, [{ id: 'one', bytes }], async () => {
      throw fault
    })
    await expect(work).rejects.toBe(fault)
    expect(await held.left()).toEqual(nothing)
  })

  test('leaves the first as it was when an id is kept twice', async () => {
    await keep('one')
    await expect(vault().keep(owner.id, [{ id: 'one', bytes }], async () => undefined)).rejects.toThrow()
    expect((await vault().read(owner.id, 'one'))?.toString()).toBe('bytes of one')
    expect(await held.left()).toEqual({ records: 1, journal: 0, files: 1 })
  })

  test('leaves neither when the bytes cannot be written', async () => {
    const full = held.vaultWith({ put: () => Promise.reject(new StoreUnavailable('full')) })
    await expect(full.keep(owner.id, [{ id: 'one', bytes }], async () => undefined)).rejects.toThrow('full')
    await held.store.vault.sweep({ evenUnfinished: true })
    expect(await held.left()).toEqual(nothing)
  })

  test('leaves neither when one of two cannot be written and the other is slow', async () => {
    let puts = 0
    const landed = Promise.withResolvers<void>()
    const put: Files['put'] = async (key, sealed) => {
      if (puts++ === 0) throw new StoreUnavailable('full')
      // As long as undoing takes: whoever does not wait for this one has then undone both.
      await keep('meanwhile')
      await vault().remove(owner.id, ['meanwhile'])
      await held.store.files.put(key, sealed)
      landed.resolve()
    }
    const both = [
      { id: 'one', bytes },
      { id: 'two', bytes },
    ]
    const work = held.vaultWith({ put }).keep(owner.id, both, async () => undefined)
    await expect(work).rejects.toThrow('full')
    await landed.promise
    await vault().sweep({ evenUnfinished: true })
    expect(await held.left()).toEqual(nothing)
  })

  test('undoes and refuses a write that the sweep found past its deadline', async () => {
    const put: Files['put'] = async (key, sealed) => {
      await held.store.files.put(key, sealed)
      held.clock.now += writeDeadlineMs
      expect(await vault().sweep()).toBe(1)
    }
    const late = held.vaultWith({ put }).keep(owner.id, [{ id: 'one', bytes }], async () => undefined)
    await expect(late).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await held.left()).toMatchObject({ records: 0, files: 0 })
    await sweepAll()
    expect(await held.left()).toEqual(nothing)
  })

  test('leaves nothing of a write that lands after the sweep has passed', async () => {
    const put: Files['put'] = async (key, sealed) => {
      held.clock.now += writeDeadlineMs
      expect(await vault().sweep()).toBe(1)
      await held.store.files.put(key, sealed)
    }
    const late = held.vaultWith({ put }).keep(owner.id, [{ id: 'one', bytes }], async () => undefined)
    await expect(late).rejects.toBeInstanceOf(StoreUnavailable)
    await vault().sweep({ evenUnfinished: true })
    expect(await held.left()).toEqual(nothing)
  })

  test('sweeps what a process that died left, but not before its deadline', async () => {
    const died = held.vaultWith({
      put: async (key, sealed) => {
        await held.store.files.put(key, sealed)
        await new Promise(() => undefined) // the process is gone
      },
    })
    void died.keep(owner.id, [{ id: 'one', bytes }], async () => undefined)
    await expect.poll(held.left).toEqual({ records: 0, journal: 1, files: 1 })
    expect(await vault().sweep()).toBe(0)
    held.clock.now += writeDeadlineMs
    expect(await vault().sweep()).toBe(1)
    expect(await held.left()).toMatchObject({ records: 0, files: 0 })
    await sweepAll()
    expect(await held.left()).toEqual(nothing)
  })

  test('removes at once what readers see, and later what could not be removed', async () => {
    await keep('one', 'two')
    const down = held.vaultWith({ remove: () => Promise.reject(new StoreUnavailable('down')) })
    expect(await down.remove(owner.id, ['one', 'two', 'three'])).toBe(2)
    expect(await vault().read(owner.id, 'one')).toBeUndefined()
    expect(await held.left()).toEqual({ records: 0, journal: 2, files: 2 })
    expect(await vault().sweep()).toBe(2)
    expect(await held.left()).toEqual(nothing)
  })

  test('removes nothing when what belongs to the removal fails', async () => {
    await keep('one')
    const work = vault().remove(owner.id, ['one'], () => Promise.reject(new Error('no')))
    await expect(work).rejects.toThrow('no')
    expect((await vault().read(owner.id, 'one'))?.toString()).toBe('bytes of one')
  })

  test('lets one of many removals win', async () => {
    await keep('one')
    const other = await held.another()
    const vaults = Array.from({ length: 10 }, (_, index) => (index % 2 ? vault() : other.vault))
    const counts = await Promise.all(vaults.map((one) => one.remove(owner.id, ['one'])))
    expect(counts.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    expect(await held.left()).toEqual(nothing)
  })

  test("knows nothing of another organisation's file", async () => {
    await keep('one')
    const stranger = await held.organisation()
    expect(await vault().read(stranger.id, 'one')).toBeUndefined()
    expect(await vault().remove(stranger.id, ['one'])).toBe(0)
    expect((await vault().read(owner.id, 'one'))?.toString()).toBe('bytes of one')
  })

  test('never serves two files that somebody swapped', async () => {
    await keep('one', 'two')
    const [a, b] = [await storageKeyOf('one'), await storageKeyOf('two')]
    const [first, second] = [await held.store.files.get(a), await held.store.files.get(b)]
    await held.store.files.put(a, second as Uint8Array)
    await held.store.files.put(b, first as Uint8Array)
    for (const id of ['one', 'two'])
      await expect(vault().read(owner.id, id)).rejects.toThrow(`file:${id} is damaged`)
  })

  test.each<[string, (sealed: Uint8Array) => Uint8Array]>([
    ['cut off', (sealed) => sealed.subarray(0, -1)],
    ['all but empty', () => Buffer.of(0)],
    ['overwritten', (sealed) => Buffer.alloc(sealed.length, 7)],
    ['changed in the version of its key', (sealed) => Buffer.from(sealed).fill(9, 7, 8)],
    [
      'changed in its last byte',
      (sealed) => Uint8Array.from(sealed, (byte, at) => (at === sealed.length - 1 ? byte ^ 1 : byte)),
    ],
  ])('names a file that is %s, and never serves it', async (_, change) => {
    await keep('one')
    await overwrite('one', change)
    const read = vault().read(owner.id, 'one')
    await expect(read).rejects.toBeInstanceOf(StoredDataDamaged)
    await expect(read).rejects.toThrow('file:one')
  })

  test('names a file whose bytes are gone', async () => {
    await keep('one')
    await held.store.files.remove(await storageKeyOf('one'))
    await expect(vault().read(owner.id, 'one')).rejects.toThrow('file:one is missing')
    await expect(vault().read(owner.id, 'one')).rejects.toBeInstanceOf(StoredDataDamaged)
  })
})
