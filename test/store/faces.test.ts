// Tests the records of faces on whole stores: numbers without gaps, key rotation, and removal of their owner.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { direction, embedder, observation, seenFace } from '../../specimens/kit/readings/observations.ts'
import { reEmbed } from '../../src/faces/collections/re-embed.ts'
import { recordsOnly } from '../../src/gallery/open.ts'
import { removeOrganisation, rotateOrganisationKey } from '../../src/organisations/manage.ts'
import type { Store } from '../../src/store/open.ts'
import { StoredDataDamaged } from '../../src/store/port.ts'
import { type CollectionKey, findCollection } from '../../src/store/records/collections.ts'
import { findFile } from '../../src/store/records/files.ts'
import { keysOf, type Organisation } from '../../src/store/records/organisations.ts'
import {
  type MemoryServer,
  makeCollection,
  openMemoryServer,
  type Registered,
} from '../gallery/memory-kit.ts'
import { embedded, shared, type TestStore } from './opened-store.ts'

const quiet = () => undefined
const upTo = (length: number): number[] => Array.from({ length }, (_, i) => i + 1)

describe.for([embedded, shared].filter((one) => one.available))('faces on $name', ({ fresh }) => {
  let held: TestStore
  let owner: Organisation
  let key: CollectionKey
  const opened: MemoryServer[] = []
  const open = async (options?: Parameters<typeof openMemoryServer>[1]) => {
    const server = await openMemoryServer(held, options)
    opened.push(server)
    return server
  }
  beforeEach(async () => {
    held = await fresh()
    owner = await held.organisation()
    key = await makeCollection(held, owner.id, 'staff')
  })
  afterEach(async () => {
    for (const server of opened.splice(0)) await server.gallery.close()
    await held.remove()
  })

  const query = <Row extends object>(sql: string) => held.store.database.query<Row>(sql, [owner.id])
  const rows = () =>
    query<{ id: string; number: number; keyVersion: number; vector: Uint8Array }>(
      'SELECT id, number, key_version AS "keyVersion", vector FROM faces WHERE organisation_id = $1 ORDER BY number',
    )
  const removals = () =>
    query<{ number: number; faceNumber: number }>(
      'SELECT number, face_number AS "faceNumber" FROM face_removals WHERE organisation_id = $1',
    )
  const versions = async () => (await keysOf(held.store.database, owner.id)).map((key) => key.version)
  /** Each face is named by the seed of its vector. */
  const expectFound = async (server: MemoryServer, faces: ReadonlyMap<number, Registered>) => {
    for (const [seed, { id }] of faces) {
      const [best, second] = await server.nearest(key, direction(seed), 2, 0.9)
      expect(best, `face ${seed}`).toMatchObject({ face: { id } })
      expect(best?.cosine).toBeCloseTo(1, 4)
      expect(second).toBeUndefined()
    }
  }
  const registerAll = async (server: MemoryServer, seeds: readonly number[]) => {
    const faces = await Promise.all(seeds.map((seed) => server.register(key, direction(seed))))
    return new Map(seeds.map((seed, i) => [seed, faces[i] as Registered]))
  }

  test('are numbered without gaps when two servers register and remove at the same time', async () => {
    const [one, other] = [await open(), await open({ store: await held.another() })]
    const early = await registerAll(one, upTo(10))
    const [mine, theirs, answers] = await Promise.all([
      registerAll(one, [21, 22, 23, 24, 25, 26, 27, 28]),
      registerAll(other, [31, 32, 33, 34, 35, 36, 37, 38]),
      // Both sides remove the same ones, and one of the two succeeds.
      Promise.all(
        [one, other].flatMap((server) =>
          [1, 2, 3, 4].map((seed) => server.remove(key, early.get(seed) as Registered)),
        ),
      ),
    ])
    const [deleted] = answers.slice(0, 4).map((code, i) => [code, answers[i + 4]].toSorted())
    expect(new Set(deleted).size, 'two answers').toBe(2)
    for (let i = 0; i < 4; i++) expect([answers[i], answers[i + 4]].toSorted()).toEqual(deleted)

    const changes = 10 + 16 + 4
    const known = await findCollection(held.store.database, {
      organisationId: owner.id,
      collectionId: 'staff',
    })
    expect(known).toMatchObject({ changes, faces: 22 })
    const used = [
      ...(await rows()).map(({ number }) => number),
      ...(await removals()).flatMap(({ number, faceNumber }) => [number, faceNumber]),
    ]
    expect(used.toSorted((a, b) => a - b)).toEqual(upTo(changes))
    const left = new Map([...early].filter(([seed]) => seed > 4))
    for (const server of [one, other, await open()]) {
      for (const faces of [mine, theirs, left]) await expectFound(server, faces)
      for (const seed of upTo(4)) expect(await server.nearest(key, direction(seed), 1, 0.9)).toEqual([])
    }
    expect(await held.left()).toEqual({ records: 22, journal: 0, files: 22 })
  })

  test('are sealed again with their photos, and the old key is destroyed', async () => {
    const server = await open()
    const faces = await registerAll(server, upTo(12))
    const [old] = await rows()
    await rotateOrganisationKey(held.store, owner, true, quiet)
    expect(await versions()).toEqual([2])
    expect((await rows()).map(({ keyVersion }) => keyVersion)).toEqual(upTo(12).map(() => 2))
    const fresh = await open({ store: await held.another() })
    await expectFound(fresh, faces)

    await held.store.database.query('UPDATE faces SET vector = $2 WHERE id = $1', [
      old?.id as string,
      old?.vector as Uint8Array,
    ])
    const putBack = await open({ store: await held.another() })
    await expect(putBack.nearest(key, direction(1))).rejects.toBeInstanceOf(StoredDataDamaged)
  })

  test('that are registered while keys rotate are all found, and no old key is needed in the end', async () => {
    const server = await open({ store: await held.another() })
    const faces = await registerAll(server, upTo(20))
    let seed = 100
    let isRotating = true
    const registering = async () => {
      while (isRotating && seed < 140) {
        const mine = seed++
        // A server remembers keys for a while; until then it uses the old one, and sealing again does not end.
        held.clock.now += 1000
        faces.set(mine, await server.register(key, direction(mine)))
      }
    }
    const lanes = [registering(), registering(), registering()]
    try {
      await rotateOrganisationKey(held.store, owner, true, quiet)
      await rotateOrganisationKey(held.store, owner, true, quiet)
    } finally {
      isRotating = false
    }
    await Promise.all(lanes)
    expect(faces.size).toBeGreaterThan(20)
    await expectFound(await open({ store: await held.another() }), faces)
    // Faces registered under a key that was still remembered kept that key; now nobody registers.
    const last = await rotateOrganisationKey(held.store, owner, true, quiet)
    expect(await versions()).toEqual([last])
    expect(new Set((await rows()).map(({ keyVersion }) => keyVersion))).toEqual(new Set([last]))
    await expectFound(server, faces)
    // Storage that is slow to remove a file leaves its row, and the sweep ends it.
    await held.store.vault.sweep({ evenUnfinished: true })
    expect(await held.left()).toEqual({ records: faces.size, journal: 0, files: faces.size })
  })

  test('go with their organisation and are not found any more, and the sweep ends what the journal names', async () => {
    const server = await open()
    const faces = await registerAll(server, upTo(6))
    const otherCollection = await makeCollection(held, (await held.organisation()).id, 'staff')
    const kept = await server.register(otherCollection, direction(1))
    await expectFound(server, faces)
    await removeOrganisation(held.store, owner, held.clock.now)
    expect([await rows(), await removals()]).toEqual([[], []])
    expect(
      await findCollection(held.store.database, { organisationId: owner.id, collectionId: 'staff' }),
    ).toBeUndefined()
    for (const one of [server, await open({ store: await held.another() })])
      expect(await one.nearest(key, direction(1))).toEqual([])
    expect((await server.nearest(otherCollection, direction(1)))[0]?.face.id).toBe(kept.id)
    expect(await held.left()).toEqual({ records: 1, journal: 0, files: 1 })

    const journal = async () =>
      (await held.store.database.query<{ id: string }>('SELECT face_id AS id FROM gallery_journal'))
        .map(({ id }) => id)
        .toSorted()
    const gone = [...faces.values()].map(({ id }) => id).toSorted()
    expect(await journal(), 'for whoever holds vectors apart from the database').toEqual(gone)
    await server.gallery.sweep()
    expect(await journal(), 'rows that nobody would ever take away').toEqual([])
  })

  describe('that are moved to another embedder', () => {
    const next = { name: embedder.name, version: 'next' }
    /** From now on the same is seen in every photo. */
    const move = (store: Store) =>
      reEmbed(
        {
          database: store.database,
          vault: store.vault,
          seal: store.keyring.seal,
          gallery: recordsOnly,
          embedder: next,
          observe: async () => ({ ...observation(seenFace({ vector: direction(77) })), embedder: next }),
          atOnce: 4,
        },
        key,
        quiet,
      )

    test('are moved all the same when the key was rotated meanwhile', async () => {
      const store = await held.another()
      const server = await open({ store })
      await registerAll(server, upTo(3))
      await rotateOrganisationKey(held.store, owner, true, quiet)
      expect(await move(store)).toEqual({ done: 3, left: [] })
      expect((await rows()).map(({ number }) => number)).toEqual([4, 5, 6])
    })

    test('are moved all the same when the photo of one does not open, which is reported', async () => {
      const server = await open()
      const faces = await registerAll(server, upTo(5))
      const broken = faces.get(2) as Registered
      const file = await findFile(held.store.database, owner.id, broken.fileId)
      await held.store.files.put(file?.storageKey as string, Buffer.from('overwritten'))
      const { done, left } = await move(held.store)
      expect([done, left.map(({ id }) => id)]).toEqual([4, [broken.id]])
    })
  })
})
