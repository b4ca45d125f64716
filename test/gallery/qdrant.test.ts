// Tests the gallery on a real Qdrant and a real database: every server finds what is registered, and nothing else.

import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import type { CollectionKey } from '../../src/store/records/collections.ts'
import '../../specimens/kit/engines/provided.ts'
import { partitionOf } from '../../src/gallery/qdrant-collection.ts'
import { StoreUnavailable } from '../../src/store/port.ts'
import { galleryDue, journalAllFaces } from '../../src/store/records/gallery-journal.ts'
import { embedded, shared, type TestStore } from '../store/opened-store.ts'
import {
  ask,
  dropCollections,
  embedder,
  journalMs,
  makeCollection,
  openServer,
  pointsIn,
  type Server,
  vectorAt,
} from './qdrant-kit.ts'

const url = inject('qdrantUrl') ?? ''
/** Installations with Qdrant use PostgreSQL; the tests of faults cover SQLite. */
const stores = [shared, embedded].filter((one) => one.available).slice(0, 1)

describe.skipIf(url === '').for(stores)('a gallery on Qdrant and $name', ({ fresh }) => {
  let held: TestStore
  let qdrant: { url: string; collection: string }
  let server: Server
  let key: CollectionKey
  beforeEach(async () => {
    held = await fresh()
    qdrant = { url, collection: `test-${randomUUID()}` }
    server = openServer(held, qdrant)
    key = await makeCollection(held, (await held.organisation()).id, 'people')
  })
  afterEach(async () => {
    await dropCollections(qdrant)
    await held.remove()
  })

  const journal = async () =>
    (await held.store.database.query<{ n: number }>('SELECT COUNT(*) AS n FROM gallery_journal'))[0]?.n
  const points = () => `${url}/collections/${qdrant.collection}-${embedder.name}-${embedder.version}/points`
  /** Leaves a point as a registration does that died before its commit. */
  const putOrphan = async (vector: Float32Array, where = key, number = 1) => {
    const id = randomUUID()
    const payload = { shelf: partitionOf(where), number }
    await ask(`${points()}?wait=true`, 'PUT', { points: [{ id, vector: [...vector], payload }] })
    return id
  }

  test('finds the nearest first, with true cosines, and nothing below the least', async () => {
    const near = await server.register(key, vectorAt(20))
    const nearest = await server.register(key, vectorAt(10, 2))
    const far = await server.register(key, vectorAt(80))
    const question = { vector: vectorAt(0), changes: 3, wanted: 3, leastCosine: 0.5 }
    const matches = await server.gallery.nearest(key, question)
    expect(matches.map(({ face }) => face)).toEqual([nearest, near])
    expect(matches[0]?.cosine).toBeCloseTo(Math.cos(Math.PI / 18), 6)
    expect(await server.gallery.nearest(key, { ...question, wanted: 1 })).toHaveLength(1)
    expect(await server.gallery.nearest(key, { ...question, leastCosine: 0.1 })).toHaveLength(3)
    const each = await server.gallery.nearestOfEach(key, [question, { ...question, before: 2 }])
    expect(each.map((some) => some.map(({ face }) => face.id))).toEqual([[nearest.id, near.id], [near.id]])
    expect(await pointsIn(qdrant)).toEqual([near.id, nearest.id, far.id].toSorted())
    expect(await journal()).toBe(0)
    await server.gallery.check()
  })

  test('finds who was removed no more, and keeps nothing of them', async () => {
    const face = await server.register(key, vectorAt(0))
    const other = await server.register(key, vectorAt(30))
    await server.remove(key, face)
    expect(await server.found(key, vectorAt(0))).toEqual([other.id])
    expect(await pointsIn(qdrant)).toEqual([other.id])
    expect(await journal()).toBe(0)
  })

  test('keeps collections apart, also those of the same name in two organisations', async () => {
    const sibling = await makeCollection(held, key.organisationId, 'others')
    const namesake = await makeCollection(held, (await held.organisation()).id, 'people')
    const keys = [key, sibling, namesake]
    const faces = []
    for (const one of keys) faces.push(await server.register(one, vectorAt(5)))
    for (const [i, one] of keys.entries())
      expect(await server.found(one, vectorAt(0))).toEqual([faces[i]?.id])
  })

  test('sends Qdrant no id of a caller', async () => {
    const face = await server.register(key, vectorAt(0))
    const found = JSON.stringify(await ask(`${points()}/${face.id}`, 'GET'))
    expect(found).toContain(partitionOf(key))
    for (const secret of [key.organisationId, key.collectionId, face.fileId, face.externalPersonId])
      expect(found).not.toContain(secret)
  })

  test('finds the registered behind any number of points without a record, and sweeps only what is due', async () => {
    const face = await server.register(key, vectorAt(40))
    for (let i = 0; i < 20; i++) await putOrphan(vectorAt(i / 10), key, i < 10 ? 1 : 100 + i)
    expect(await server.found(key, vectorAt(0), 1)).toEqual([face.id])
    expect(await server.gallery.sweep()).toBe(0)
  })

  test('undoes a registration that died before its commit, once its deadline has passed', async () => {
    const face = await server.register(key, vectorAt(40))
    const orphan = await putOrphan(vectorAt(0))
    await server.abandon(key, orphan)
    expect(await server.found(key, vectorAt(0))).toEqual([face.id])
    held.clock.now += journalMs - 1
    expect(await server.gallery.sweep()).toBe(0)
    expect(await pointsIn(qdrant)).toHaveLength(2)
    held.clock.now += 1
    expect(await server.gallery.sweep()).toBe(1)
    expect(await pointsIn(qdrant)).toEqual([face.id])
    expect(await journal()).toBe(0)
  })

  test('registers nothing once the sweep has taken over, or might before the answer', async () => {
    for (const late of [journalMs, journalMs - 5_000]) {
      const face = { id: randomUUID(), vector: vectorAt(0) }
      const registration = server.gallery.register(key, face, async (add) => {
        held.clock.now += late
        await server.gallery.sweep()
        return held.store.database.transaction((queries) => add(queries, 1))
      })
      await expect(registration).rejects.toThrow(StoreUnavailable)
    }
    expect(await pointsIn(qdrant)).toEqual([])
  })

  test('waits with the sweep for a registration under way, and leaves it what it registered', async () => {
    let sweeping: Promise<number> | undefined
    const face = await server.register(key, vectorAt(0), async (id) => {
      held.clock.now += journalMs
      expect(await galleryDue(held.store.database, held.clock.now, 1)).toEqual([id])
      sweeping = server.gallery.sweep()
      expect(await pointsIn(qdrant)).toEqual([id])
    })
    expect(await sweeping).toBe(0)
    expect(await server.found(key, vectorAt(0))).toEqual([face.id])
    expect(await journal()).toBe(0)
  })

  test('leaves a registered face alone when a second attempt to give it a vector came to nothing', async () => {
    const face = await server.register(key, vectorAt(0))
    await server.abandon(key, face.id)
    held.clock.now += journalMs
    expect(await server.gallery.sweep()).toBe(0)
    expect(await server.found(key, vectorAt(0))).toEqual([face.id])
    expect(await journal()).toBe(0)
  })

  test('sweeps all of an organisation, by several servers at once', async () => {
    const doomed = []
    for (let i = 0; i < 8; i++) doomed.push(await server.register(key, vectorAt(i)))
    const spare = await makeCollection(held, (await held.organisation()).id, 'people')
    const face = await server.register(spare, vectorAt(0))
    await held.store.database.transaction(async (queries) => {
      await journalAllFaces(queries, key.organisationId, held.clock.now)
      await queries.query('DELETE FROM faces WHERE organisation_id = $1', [key.organisationId])
    })
    const others = [openServer(held, qdrant, { store: await held.another() }), openServer(held, qdrant)]
    const counts = await Promise.all([server, ...others].map(({ gallery }) => gallery.sweep()))
    expect(counts.reduce((sum, count) => sum + count)).toBe(doomed.length)
    expect(await pointsIn(qdrant)).toEqual([face.id])
    expect(await journal()).toBe(0)
  })

  test('two servers make the collection at once, and each finds at once what the other registers', async () => {
    const other = openServer(held, qdrant, { store: await held.another() })
    const both = await Promise.all([server, other].map((one) => one.register(key, vectorAt(0))))
    const ids = both.map(({ id }) => id).toSorted()
    for (const one of [server, other]) expect((await one.found(key, vectorAt(0))).toSorted()).toEqual(ids)
    const third = await other.register(key, vectorAt(1))
    expect(await server.found(key, vectorAt(1), 1)).toEqual([third.id])
    await server.remove(key, third)
    expect((await other.found(key, vectorAt(1))).toSorted()).toEqual(ids)
  })

  test('removes a face also from what another embedder left', async () => {
    const face = await server.register(key, vectorAt(0))
    const later = openServer(held, qdrant, {
      faces: { ...server.options.faces, embedder: { name: embedder.name, version: '2' } },
    })
    await later.gallery.check()
    expect(await later.found(key, vectorAt(0))).toEqual([])
    await later.remove(key, face)
    expect(await pointsIn(qdrant)).toEqual([])
  })

  test('searches rough copies too, and can change over while it is used', async () => {
    const faces = []
    for (let i = 0; i < 5; i++) faces.push(await server.register(key, vectorAt(10 * i)))
    const rough = openServer(held, qdrant, { search: 'quantised' })
    expect(await rough.found(key, vectorAt(0), 3)).toEqual(faces.slice(0, 3).map(({ id }) => id))
    const { config } = (await ask(points().replace('/points', ''), 'GET')) as {
      config: { quantization_config: object | null; hnsw_config: object }
    }
    expect(config).toMatchObject({
      quantization_config: { scalar: { type: 'int8', always_ram: true } },
      hnsw_config: { m: 0, payload_m: 16 },
    })
    expect(await server.found(key, vectorAt(0), 3)).toEqual(faces.slice(0, 3).map(({ id }) => id))
  })
})
