// The vault over files that hang: what they do after it was given up is found by a second look, and nobody waits for them.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StoreUnavailable } from '../../src/store/port.ts'
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
      ids.map((id) => ({ id, bytes })),
      async () => undefined,
    )
  const storageKeyOf = async (id: string) =>
    (await findFile(held.store.database, owner.id, id))?.storageKey as string

  test('leaves nothing of a write that was given up and lands after its removal', async () => {
    let land = async () => undefined as unknown
    const hanging = held.vaultWith({
      async put(key, sealed) {
        held.clock.now += writeDeadlineMs / 2
        land = () => held.store.files.put(key, sealed)
        throw new StoreUnavailable('no answer')
      },
    })
    const given = hanging.keep(owner.id, [{ id: 'one', bytes }], async () => undefined)
    await expect(given).rejects.toBeInstanceOf(StoreUnavailable)
    await land()
    await sweepAll()
    expect(await held.left()).toEqual(nothing)
  })

  test('looks again where a removal was answered late', async () => {
    await keep('one')
    const key = await storageKeyOf('one')
    const sealed = (await held.store.files.get(key)) as Uint8Array
    const late = held.vaultWith({
      async remove(removed) {
        await held.store.files.remove(removed)
        held.clock.now += writeDeadlineMs / 2
      },
    })
    expect(await late.remove(owner.id, ['one'])).toBe(1)
    // A write of before, which the files come to only now.
    await held.store.files.put(key, sealed)
    expect(await vault().sweep()).toBe(0)
    await sweepAll()
    expect(await held.left()).toEqual(nothing)
  })

  test('does not try a second removal where the first found the files away', async () => {
    await keep('one', 'two')
    let tries = 0
    const down = held.vaultWith({
      remove: () => {
        tries++
        return Promise.reject(new StoreUnavailable('down'))
      },
    })
    expect(await down.remove(owner.id, ['one', 'two'])).toBe(2)
    expect(tries).toBe(1)
    expect(await vault().sweep()).toBe(2)
    expect(await held.left()).toEqual(nothing)
  })
})
