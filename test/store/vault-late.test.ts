// Tests the vault over files that hang: a late write is found by a second look, and no caller waits for it.
import { expect, test } from 'vitest'
import { StoreUnavailable } from '../../src/store/port.ts'
import { writeDeadlineMs } from './opened-store.ts'
import { describeVault, nothing } from './vault-kit.ts'

const bytes = Buffer.from('a photo of somebody')

describeVault((at) => {
  const { vault, sweepAll, storageKeyOf } = at
  const keep = (...ids: string[]) => at.keep(ids.map((id) => ({ id, bytes: bytes })))

  test('leaves nothing of a write that was given up and lands after its removal', async () => {
    let land = async () => undefined as unknown
    const hanging = at.held.vaultWith({
      async put(key, sealed) {
        at.held.clock.now += writeDeadlineMs / 2
        land = () => at.held.store.files.put(key, sealed)
        throw new StoreUnavailable('no answer')
      },
    })
    const given = hanging.keep(at.owner.id, [{ id: 'one', bytes }], async () => undefined)
    await expect(given).rejects.toBeInstanceOf(StoreUnavailable)
    await land()
    await sweepAll()
    expect(await at.held.left()).toEqual(nothing)
  })

  test('looks again where a removal was answered late', async () => {
    await keep('one')
    const key = await storageKeyOf('one')
    const sealed = (await at.held.store.files.get(key)) as Uint8Array
    const late = at.held.vaultWith({
      async remove(removed) {
        await at.held.store.files.remove(removed)
        at.held.clock.now += writeDeadlineMs / 2
      },
    })
    expect(await late.remove(at.owner.id, ['one'])).toBe(1)
    // This earlier write reaches the files only now.
    await at.held.store.files.put(key, sealed)
    expect(await vault().sweep()).toBe(0)
    await sweepAll()
    expect(await at.held.left()).toEqual(nothing)
  })

  test('does not try a second removal where the first found the files away', async () => {
    await keep('one', 'two')
    let tries = 0
    const down = at.held.vaultWith({
      remove: () => {
        tries++
        return Promise.reject(new StoreUnavailable('down'))
      },
    })
    expect(await down.remove(at.owner.id, ['one', 'two'])).toBe(2)
    expect(tries).toBe(1)
    expect(await vault().sweep()).toBe(2)
    expect(await at.held.left()).toEqual(nothing)
  })

  test('does not make a caller who removes several things wait for each', async () => {
    await keep('one', 'two', 'three')
    let tries = 0
    const down = at.held.vaultWith({
      remove: () => {
        tries++
        return Promise.reject(new StoreUnavailable('down'))
      },
    })
    for (const id of ['one', 'two']) expect(await down.remove(at.owner.id, [id])).toBe(1)
    expect(tries).toBe(1)
    at.held.clock.now += writeDeadlineMs / 2
    expect(await down.remove(at.owner.id, ['three'])).toBe(1)
    expect(tries).toBe(2)
    expect(await vault().sweep()).toBe(3)
    expect(await at.held.left()).toEqual(nothing)
  })
})
