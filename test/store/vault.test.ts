// Tests the vault on whole stores: a record and its file appear together or not at all, whatever breaks in between.
import { expect, test } from 'vitest'
import { type Files, StoredDataDamaged, StoreUnavailable } from '../../src/store/port.ts'
import { addCollection, findCollection } from '../../src/store/records/collections.ts'
import { writeDeadlineMs } from './opened-store.ts'
import { describeVault, nothing } from './vault-kit.ts'

const bytes = Buffer.from('a photo of somebody')

describeVault((at) => {
  const { vault, sweepAll, storageKeyOf } = at
  const keep = (...ids: string[]) => at.keep(ids.map((id) => ({ id, bytes: Buffer.from(`bytes of ${id}`) })))
  const overwrite = async (id: string, change: (sealed: Uint8Array) => Uint8Array) => {
    const key = await storageKeyOf(id)
    await at.held.store.files.put(key, change((await at.held.store.files.get(key)) as Uint8Array))
  }

  test('keeps files and what belongs to them together', async () => {
    const collection = { organisationId: at.owner.id, id: 'c', externalPersonId: 'p', createdAt: 1 }
    const result = await vault().keep(
      at.owner.id,
      [
        { id: 'one', bytes },
        { id: 'two', bytes: Buffer.alloc(0) },
      ],
      (queries) => addCollection(queries, collection),
    )
    expect(result).toBe(true)
    expect((await vault().read(at.owner.id, 'one'))?.equals(bytes)).toBe(true)
    expect(await vault().read(at.owner.id, 'two')).toHaveLength(0)
    expect(
      await findCollection(at.held.store.database, { organisationId: at.owner.id, collectionId: 'c' }),
    ).toMatchObject(collection)
    expect(await at.held.left()).toEqual({ records: 2, journal: 0, files: 2 })
  })

  test('shows nothing of the bytes where they lie', async () => {
    await keep('one')
    const sealed = Buffer.from((await at.held.store.files.get(await storageKeyOf('one'))) ?? [])
    expect(sealed.includes('bytes of one')).toBe(false)
  })

  test('leaves neither when what belongs to them fails', async () => {
    const fault = new Error('no')
    const work = vault().keep(at.owner.id, [{ id: 'one', bytes }], async () => {
      throw fault
    })
    await expect(work).rejects.toBe(fault)
    expect(await at.held.left()).toEqual(nothing)
  })

  test('leaves the first as it was when an id is kept twice', async () => {
    await keep('one')
    await expect(vault().keep(at.owner.id, [{ id: 'one', bytes }], async () => undefined)).rejects.toThrow()
    expect((await vault().read(at.owner.id, 'one'))?.toString()).toBe('bytes of one')
    expect(await at.held.left()).toEqual({ records: 1, journal: 0, files: 1 })
  })

  test('leaves neither when the bytes cannot be written', async () => {
    const full = at.held.vaultWith({ put: () => Promise.reject(new StoreUnavailable('full')) })
    await expect(full.keep(at.owner.id, [{ id: 'one', bytes }], async () => undefined)).rejects.toThrow(
      'full',
    )
    await at.held.store.vault.sweep({ evenUnfinished: true })
    expect(await at.held.left()).toEqual(nothing)
  })

  test('leaves neither when one of two cannot be written and the other is slow', async () => {
    let puts = 0
    const landed = Promise.withResolvers<void>()
    const put: Files['put'] = async (key, sealed) => {
      if (puts++ === 0) throw new StoreUnavailable('full')
      // The pause is as long as undoing takes; a vault that does not wait for this one would have undone both.
      await keep('meanwhile')
      await vault().remove(at.owner.id, ['meanwhile'])
      await at.held.store.files.put(key, sealed)
      landed.resolve()
    }
    const both = [
      { id: 'one', bytes },
      { id: 'two', bytes },
    ]
    const work = at.held.vaultWith({ put }).keep(at.owner.id, both, async () => undefined)
    await expect(work).rejects.toThrow('full')
    await landed.promise
    await vault().sweep({ evenUnfinished: true })
    expect(await at.held.left()).toEqual(nothing)
  })

  test('undoes and refuses a write that the sweep found past its deadline', async () => {
    const put: Files['put'] = async (key, sealed) => {
      await at.held.store.files.put(key, sealed)
      at.held.clock.now += writeDeadlineMs
      expect(await vault().sweep()).toBe(1)
    }
    const late = at.held.vaultWith({ put }).keep(at.owner.id, [{ id: 'one', bytes }], async () => undefined)
    await expect(late).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await at.held.left()).toMatchObject({ records: 0, files: 0 })
    await sweepAll()
    expect(await at.held.left()).toEqual(nothing)
  })

  test('leaves nothing of a write that lands after the sweep has passed', async () => {
    const put: Files['put'] = async (key, sealed) => {
      at.held.clock.now += writeDeadlineMs
      expect(await vault().sweep()).toBe(1)
      await at.held.store.files.put(key, sealed)
    }
    const late = at.held.vaultWith({ put }).keep(at.owner.id, [{ id: 'one', bytes }], async () => undefined)
    await expect(late).rejects.toBeInstanceOf(StoreUnavailable)
    await vault().sweep({ evenUnfinished: true })
    expect(await at.held.left()).toEqual(nothing)
  })

  test('sweeps what a process that died left, but not before its deadline', async () => {
    const died = at.held.vaultWith({
      put: async (key, sealed) => {
        await at.held.store.files.put(key, sealed)
        await new Promise(() => undefined) // the process is gone
      },
    })
    void died.keep(at.owner.id, [{ id: 'one', bytes }], async () => undefined)
    await expect.poll(at.held.left).toEqual({ records: 0, journal: 1, files: 1 })
    expect(await vault().sweep()).toBe(0)
    at.held.clock.now += writeDeadlineMs
    expect(await vault().sweep()).toBe(1)
    expect(await at.held.left()).toMatchObject({ records: 0, files: 0 })
    await sweepAll()
    expect(await at.held.left()).toEqual(nothing)
  })

  test('removes at once what readers see, and later what could not be removed', async () => {
    await keep('one', 'two')
    const down = at.held.vaultWith({ remove: () => Promise.reject(new StoreUnavailable('down')) })
    expect(await down.remove(at.owner.id, ['one', 'two', 'three'])).toBe(2)
    expect(await vault().read(at.owner.id, 'one')).toBeUndefined()
    expect(await at.held.left()).toEqual({ records: 0, journal: 2, files: 2 })
    expect(await vault().sweep()).toBe(2)
    expect(await at.held.left()).toEqual(nothing)
  })

  test('removes nothing when what belongs to the removal fails', async () => {
    await keep('one')
    const work = vault().remove(at.owner.id, ['one'], () => Promise.reject(new Error('no')))
    await expect(work).rejects.toThrow('no')
    expect((await vault().read(at.owner.id, 'one'))?.toString()).toBe('bytes of one')
  })

  test('lets exactly one of many removals succeed', async () => {
    await keep('one')
    const other = await at.held.another()
    const vaults = Array.from({ length: 10 }, (_, index) => (index % 2 ? vault() : other.vault))
    const counts = await Promise.all(vaults.map((one) => one.remove(at.owner.id, ['one'])))
    expect(counts.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    expect(await at.held.left()).toEqual(nothing)
  })

  test("knows nothing of another organisation's file", async () => {
    await keep('one')
    const otherOwner = await at.held.organisation()
    expect(await vault().read(otherOwner.id, 'one')).toBeUndefined()
    expect(await vault().remove(otherOwner.id, ['one'])).toBe(0)
    expect((await vault().read(at.owner.id, 'one'))?.toString()).toBe('bytes of one')
  })

  test('never serves two files that somebody swapped', async () => {
    await keep('one', 'two')
    const [a, b] = [await storageKeyOf('one'), await storageKeyOf('two')]
    const [first, second] = [await at.held.store.files.get(a), await at.held.store.files.get(b)]
    await at.held.store.files.put(a, second as Uint8Array)
    await at.held.store.files.put(b, first as Uint8Array)
    for (const id of ['one', 'two'])
      await expect(vault().read(at.owner.id, id)).rejects.toThrow(`file:${id} is damaged`)
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
    const read = vault().read(at.owner.id, 'one')
    await expect(read).rejects.toBeInstanceOf(StoredDataDamaged)
    await expect(read).rejects.toThrow('file:one')
  })

  test('names a file whose bytes are gone', async () => {
    await keep('one')
    await at.held.store.files.remove(await storageKeyOf('one'))
    await expect(vault().read(at.owner.id, 'one')).rejects.toThrow('file:one is missing')
    await expect(vault().read(at.owner.id, 'one')).rejects.toBeInstanceOf(StoredDataDamaged)
  })
})
