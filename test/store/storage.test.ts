// Tests what an organisation may store: nothing goes uncounted, and no race, crash or removal makes the count wrong.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  keepChallenge,
  keepDocument,
  keepFace,
  keepVerification,
} from '../../specimens/kit/records/kept-people.ts'
import { removeOrganisation } from '../../src/organisations/manage.ts'
import { removeChallenge, removeDocument } from '../../src/retention/remove.ts'
import { StorageFull } from '../../src/store/port.ts'
import { keepBrand } from '../../src/store/records/brands.ts'
import { forgetShotsOf } from '../../src/store/records/seen-shots.ts'
import {
  RECORD_BYTES,
  recountStorage,
  setStorageLimit,
  storageErrors,
  storageOf,
} from '../../src/store/records/storage.ts'
import { describeVault } from './vault-kit.ts'

const KIB = 1024
const size = 10 * KIB
const aFile = () => ({ id: randomUUID(), bytes: Buffer.alloc(size, 7) })
const each = size + RECORD_BYTES

describeVault((at) => {
  const used = async () => (await storageOf(at.held.store.database, at.owner.id))?.usedBytes
  const limit = (bytes: number | undefined) => setStorageLimit(at.held.store.database, at.owner.id, bytes)
  const person = () => ({ organisationId: at.owner.id, externalPersonId: 'anna' })

  test('files are counted when they are kept and when they are removed', async () => {
    const files = [aFile(), aFile()]
    await at.keep(files)
    expect(await used()).toBe(2 * each)
    await at.vault().remove(at.owner.id, [files[0]?.id ?? ''])
    expect(await used()).toBe(each)
    expect(await storageErrors(at.held.store.database)).toEqual([])
  })

  test('challenges, documents, faces and prints are counted, and nothing is left of them', async () => {
    const { store, clock } = at.held
    const challenge = await keepChallenge(store, person(), clock.now, 3)
    const document = await keepDocument(store, person(), clock.now)
    const before = (await used()) ?? 0
    await keepFace(store, person(), clock.now)
    expect(await used()).toBeGreaterThan(before + 2 * RECORD_BYTES)
    expect(await storageErrors(store.database)).toEqual([])
    const removing = { ...store, now: () => clock.now }
    await removeChallenge(removing, { organisationId: at.owner.id, id: challenge }, 'nothing')
    await removeDocument(removing, { organisationId: at.owner.id, id: document })
    await forgetShotsOf(store, person(), 100)
    expect(await storageErrors(store.database)).toEqual([])
    await store.database.query('DELETE FROM face_collections WHERE organisation_id = $1', [at.owner.id])
    await store.database.query('DELETE FROM files WHERE organisation_id = $1', [at.owner.id])
    expect(await used()).toBe(0)
  })

  test('verifications with all that belongs to them are counted, and nothing is left of them', async () => {
    const { store, clock } = at.held
    const before = (await used()) ?? 0
    const { id } = await keepVerification(store, person(), clock.now)
    const sizes = await store.database.query<{ size: number }>(
      `SELECT LENGTH(request) AS size FROM verifications UNION ALL SELECT LENGTH(findings) FROM verification_attempts
       UNION ALL SELECT LENGTH(data) FROM verification_events UNION ALL SELECT LENGTH(secret) FROM webhook_secrets`,
    )
    const rest =
      ((await used()) ?? 0) - before - sizes.reduce((sum, { size }) => sum + size + RECORD_BYTES, 0)
    expect(sizes).toHaveLength(4)
    expect(await storageErrors(store.database)).toEqual([])
    await store.database.query('UPDATE verifications SET request = $1', [Buffer.alloc(5000)])
    expect(await storageErrors(store.database)).toEqual([])
    await store.database.query('DELETE FROM verifications WHERE id = $1', [id])
    await store.database.query('DELETE FROM webhook_endpoints')
    expect(await used()).toBe(before + rest)
    expect(await storageErrors(store.database)).toEqual([])
  })

  test('a brand is counted, also when it changes and loses its logo', async () => {
    const { store, clock } = at.held
    const brand = { organisationId: at.owner.id, settings: '{}', logo: Buffer.alloc(500), now: clock.now }
    await keepBrand(store.database, brand)
    expect(await used()).toBe(502 + RECORD_BYTES)
    await keepBrand(store.database, { ...brand, settings: '{"brand":{}}', logo: null })
    expect(await used()).toBe(12 + RECORD_BYTES)
    expect(await storageErrors(store.database)).toEqual([])
  })

  test('an organisation with all it may store is removed like any other', async () => {
    const { store, clock } = at.held
    await keepChallenge(store, person(), clock.now)
    await keepFace(store, person(), clock.now)
    await keepVerification(store, person(), clock.now)
    await removeOrganisation(store, at.owner, clock.now)
    expect(await used()).toBeUndefined()
    for (const table of [
      'organisation_storage',
      'verifications',
      'policies',
      'webhook_endpoints',
      'idempotency_keys',
    ])
      expect(await store.database.query(`SELECT * FROM ${table}`), table).toEqual([])
  })

  test('more than the limit is refused with the numbers, and leaves nothing behind', async () => {
    await limit(2 * each)
    await at.keep([aFile()])
    await at.keep([aFile()])
    const refused = await at.keep([aFile()]).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StorageFull)
    expect(refused).toMatchObject({ limitBytes: 2 * each, usedBytes: 2 * each, wantedBytes: each })
    expect(await at.held.left()).toEqual({ records: 2, journal: 0, files: 2 })
    await expect(at.vault().checkRoom(at.owner.id, 1)).rejects.toThrow(StorageFull)
    await limit(3 * each)
    await at.vault().checkRoom(at.owner.id, size)
    await at.keep([aFile()])
    expect(await used()).toBe(3 * each)
  })

  test('of many uploads at once, by two servers, only as many are kept as there is room for', async () => {
    await limit(3 * each + each / 2)
    const other = await at.held.another()
    const uploads = Array.from({ length: 24 }, (_, i) =>
      (i % 2 === 0 ? at.vault() : other.vault).keep(at.owner.id, [aFile()], async () => undefined),
    )
    const ended = await Promise.allSettled(uploads)
    const refused = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused.filter((reason) => !(reason instanceof StorageFull))).toEqual([])
    expect(refused).toHaveLength(21)
    expect(await at.held.left()).toEqual({ records: 3, journal: 0, files: 3 })
    expect(await used()).toBe(3 * each)
  })

  test('what is being written takes up room, until it is kept or undone', async () => {
    await limit(2 * each)
    const written = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const slow = at.held.vaultWith({
      put: async (key, bytes) => {
        begun.resolve()
        await written.promise
        await at.held.store.files.put(key, bytes)
      },
    })
    const first = slow.keep(at.owner.id, [aFile()], async () => undefined)
    await begun.promise
    expect(await used()).toBe(each)
    await at.keep([aFile()])
    await expect(at.keep([aFile()])).rejects.toThrow(StorageFull)
    written.resolve()
    await first
    expect(await used()).toBe(2 * each)
    expect(await storageErrors(at.held.store.database)).toEqual([])
  })

  test('room that a killed process had reserved is free again after the sweep', async () => {
    await limit(each)
    const begun = Promise.withResolvers<void>()
    const dying = at.held.vaultWith({
      put: () => {
        begun.resolve()
        return new Promise(() => undefined)
      },
    })
    void dying.keep(at.owner.id, [aFile()], async () => undefined)
    await begun.promise
    await expect(at.keep([aFile()])).rejects.toThrow(StorageFull)
    await at.sweepAll()
    await at.keep([aFile()])
    expect(await used()).toBe(each)
  })

  test('a write that failed gives its room back', async () => {
    await limit(each)
    const no = new Error('no')
    const failing = at.vault().keep(at.owner.id, [aFile()], async () => {
      throw no
    })
    await expect(failing).rejects.toBe(no)
    expect(await used()).toBe(0)
    await at.keep([aFile()])
  })

  test('a count that somebody spoilt by hand is found and mended', async () => {
    const { database } = at.held.store
    await at.keep([aFile()])
    await database.query('UPDATE organisation_storage SET bytes = bytes + 5 WHERE slot = 0')
    expect(await storageErrors(database)).toEqual([{ name: at.owner.name, errorBytes: 5 }])
    await database.transaction((queries) => recountStorage(queries, at.owner.id))
    expect(await storageErrors(database)).toEqual([])
    expect(await used()).toBe(each)
  })
})
