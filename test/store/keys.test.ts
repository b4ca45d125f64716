// Tests encryption keys: rotating and destroying them while other servers go on storing and reading files.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { removeOrganisation, rotateOrganisationKey } from '../../src/organisations/manage.ts'
import { MasterKeyUnusable, newMasterKey, writeMasterKeyFile } from '../../src/store/master-key.ts'
import { masterKeyPath, type Store } from '../../src/store/open.ts'
import { StoredDataDamaged } from '../../src/store/port.ts'
import { findFile } from '../../src/store/records/files.ts'
import { keysOf, type Organisation } from '../../src/store/records/organisations.ts'
import { allSecrets } from '../../src/store/records/secrets.ts'
import { cacheMs, embedded, shared, type TestStore } from './opened-store.ts'

const quiet = () => undefined

describe.for([embedded, shared].filter((one) => one.available))('keys on $name', ({ fresh }) => {
  let held: TestStore
  let owner: Organisation
  beforeEach(async () => {
    held = await fresh()
    owner = await held.organisation()
  })
  afterEach(() => held.remove())

  const keep = (store: Store, ...ids: string[]) =>
    store.vault.keep(
      owner.id,
      ids.map((id) => ({ id, bytes: Buffer.from(`bytes of ${id}`) })),
      async () => undefined,
    )
  const read = async (store: Store, id: string) => (await store.vault.read(owner.id, id))?.toString()
  const versions = async () => (await keysOf(held.store.database, owner.id)).map((key) => key.version)

  test('a new key seals what comes, and the old one goes on opening what it sealed', async () => {
    await keep(held.store, 'before')
    expect(await rotateOrganisationKey(held.store, owner, false, quiet)).toBe(2)
    await keep(held.store, 'after')
    expect((await findFile(held.store.database, owner.id, 'before'))?.keyVersion).toBe(1)
    expect((await findFile(held.store.database, owner.id, 'after'))?.keyVersion).toBe(2)
    expect(await read(held.store, 'before')).toBe('bytes of before')
    expect(await read(await held.another(), 'after')).toBe('bytes of after')
    expect(await versions()).toEqual([2, 1])
  })

  test('sealing again moves every file to the new key and destroys the old one', async () => {
    const ids = Array.from({ length: 120 }, (_, index) => `f${index}`)
    await keep(held.store, ...ids)
    const old = await findFile(held.store.database, owner.id, 'f7')
    const oldBytes = (await held.store.files.get(old?.storageKey as string)) as Uint8Array
    const progress: number[] = []
    await rotateOrganisationKey(held.store, owner, true, ({ done, total }) => progress.push(done / total))
    expect(progress).toHaveLength(120)
    expect(progress.at(-1)).toBe(1)
    expect(await versions()).toEqual([2])
    expect(await held.left()).toEqual({ records: 120, journal: 0, files: 120 })
    // A page has a hundred files.
    for (const id of ['f0', 'f7', 'f99', 'f119']) expect(await read(held.store, id)).toBe(`bytes of ${id}`)

    const moved = await findFile(held.store.database, owner.id, 'f7')
    await held.store.files.put(moved?.storageKey as string, oldBytes)
    await expect(read(await held.another(), 'f7')).rejects.toBeInstanceOf(StoredDataDamaged)
  })

  test('a server that remembers a destroyed key keeps files all the same', async () => {
    const server = await held.another()
    await keep(server, 'before')
    await rotateOrganisationKey(held.store, owner, true, quiet)
    expect(await versions()).toEqual([2])
    await keep(server, 'after')
    expect((await findFile(held.store.database, owner.id, 'after'))?.keyVersion).toBe(2)
    expect(await read(server, 'before')).toBe('bytes of before')
    expect(await read(held.store, 'after')).toBe('bytes of after')
    expect(await held.left()).toEqual({ records: 2, journal: 0, files: 2 })
  })

  test('two servers that rotate at once give the organisation two keys, or one of them fails', async () => {
    const other = await held.another()
    const both = await Promise.allSettled(
      [held.store, other].map((store) => rotateOrganisationKey(store, owner, false, quiet)),
    )
    const done = both.filter((one) => one.status === 'fulfilled').length
    expect(done).toBeGreaterThan(0)
    expect(await versions()).toHaveLength(1 + done)
  })

  test('a file removed while all are sealed again does not stop the others', async () => {
    await keep(held.store, 'a', 'b', 'c')
    let removal: Promise<unknown> | undefined
    await rotateOrganisationKey(held.store, owner, true, ({ done }) => {
      if (done === 1) removal = held.store.vault.remove(owner.id, ['b'])
    }).finally(() => removal)
    expect(await versions()).toEqual([2])
    expect(await read(held.store, 'c')).toBe('bytes of c')
    expect(await held.left()).toEqual({ records: 2, journal: 0, files: 2 })
  })

  test('a file kept with the old key while that is destroyed is either kept or refused, and always opens', async () => {
    const server = await held.another()
    await keep(server, 'before')
    let rotation: Promise<unknown> | undefined
    await server.vault.keep(owner.id, [{ id: 'during', bytes: Buffer.from('bytes of during') }], async () => {
      rotation ??= rotateOrganisationKey(held.store, owner, true, quiet)
      await held.stuck(rotation)
    })
    await rotation
    expect(await read(await held.another(), 'during')).toBe('bytes of during')
    expect(await read(await held.another(), 'before')).toBe('bytes of before')
    expect((await held.left()).journal).toBe(0)
  })

  test('a file kept while its organisation is removed leaves nothing', async () => {
    let removing: Promise<unknown> | undefined
    const kept = held.store.vault.keep(owner.id, [{ id: 'one', bytes: Buffer.of(1) }], async () => {
      removing ??= removeOrganisation(held.store, owner, held.clock.now)
      await held.stuck(removing)
    })
    await kept.catch(quiet)
    await removing
    await held.store.vault.sweep({ evenUnfinished: true })
    expect(await held.left()).toEqual({ records: 0, journal: 0, files: 0 })
  })

  test('an organisation that was removed keeps and reads nothing, even where its key is remembered', async () => {
    const server = await held.another()
    await keep(server, 'one')
    await removeOrganisation(held.store, owner, held.clock.now)
    await expect(keep(server, 'two')).rejects.toThrow('the organisation has no key: it was removed')
    expect(await read(server, 'one')).toBeUndefined()
    held.clock.now += cacheMs
    await expect(keep(server, 'three')).rejects.toThrow('it was removed')
    expect(await held.left()).toEqual({ records: 0, journal: 0, files: 0 })
  })
})

describe('the master key in a file', () => {
  let held: TestStore
  beforeEach(async () => {
    held = await embedded.fresh()
  })
  afterEach(() => held.remove())

  /** Rotates as `keys rotate --master` does, in another process. */
  async function rotateMaster(): Promise<void> {
    const path = masterKeyPath(held.settings)
    const other = await held.another()
    const fresh = newMasterKey()
    writeMasterKeyFile(path, [fresh, ...other.loadMasterKeys()])
    await other.database.transaction((queries) => other.keyring.rewrap(queries))
    writeMasterKeyFile(path, [fresh])
  }

  test('may be rotated under a running server, which goes on opening everything', async () => {
    const owner = await held.organisation()
    await held.store.vault.keep(owner.id, [{ id: 'one', bytes: Buffer.from('x') }], async () => undefined)
    const server = await held.another()
    await rotateMaster()
    expect((await server.vault.read(owner.id, 'one'))?.toString()).toBe('x')
    expect(await server.keyring.verify()).toBe(1)
  })

  test('may be rotated, and secrets of the server stay what they were for all', async () => {
    const stores = [held.store, await held.another()]
    const [one, same] = await Promise.all(stores.map(({ keyring }) => keyring.secretNamed('shots')))
    expect(same).toEqual(one)
    const [before] = await allSecrets(held.store.database)
    await rotateMaster()
    const [after] = await allSecrets(held.store.database)
    expect(after?.masterId).not.toBe(before?.masterId)
    expect(await (await held.another()).keyring.secretNamed('shots')).toEqual(one)
  })

  test('wraps nothing any more once it was rotated away, in whatever process', async () => {
    const owner = await held.organisation()
    await rotateMaster()
    await rotateOrganisationKey(held.store, owner, true, quiet)
    expect(await (await held.another()).keyring.verify()).toBe(1)
  })

  test('is named when it is another than the one in use', async () => {
    await held.organisation()
    writeMasterKeyFile(masterKeyPath(held.settings), [newMasterKey()])
    const other = await held.another()
    await expect(other.keyring.verify()).rejects.toBeInstanceOf(MasterKeyUnusable)
    await expect(other.keyring.verify()).rejects.toThrow('from your backup')
  })
})
