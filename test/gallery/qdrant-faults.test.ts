// Tests the gallery on a Qdrant that is killed, comes back, or has lost everything.

import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { faceRemoval } from '../../src/faces/collections/remove.ts'
import type { CollectionKey } from '../../src/store/records/collections.ts'
import '../../specimens/kit/engines/provided.ts'
import { type Qdrant, startQdrant } from '../../specimens/kit/engines/qdrant.ts'
import { dropFormer, fillFromDatabase } from '../../src/gallery/qdrant-fill.ts'
import { erasePerson } from '../../src/persons/erase.ts'
import { StoreUnavailable } from '../../src/store/port.ts'
import { embedded, type TestStore } from '../store/opened-store.ts'
import { ask, embedder, makeCollection, openServer, pointsIn, type Server, vectorAt } from './qdrant-kit.ts'

describe.skipIf(inject('qdrantUrl') === null)('a gallery on a Qdrant in trouble', () => {
  let engine: Qdrant
  let held: TestStore
  let qdrant: { url: string; collection: string }
  let server: Server
  let key: CollectionKey
  beforeAll(async () => {
    engine = await startQdrant()
  })
  afterAll(() => engine?.stop())
  beforeEach(async () => {
    held = await embedded.fresh()
    qdrant = { url: engine.url, collection: `test-${randomUUID()}` }
    server = openServer(held, qdrant)
    key = await makeCollection(held, (await held.organisation()).id, 'people')
  })
  afterEach(() => held.remove())

  const count = async (table: string) =>
    (await held.store.database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))[0]?.n
  const collection = () =>
    `${qdrant.url}/collections/${qdrant.collection}-${embedder.name}-${embedder.version}`

  test('keeps a point of an erased person while it is down; no search finds it, and the answer says so', async () => {
    await server.register(key, vectorAt(0))
    const person = { organisationId: key.organisationId, externalPersonId: 'person' }
    const erase = () =>
      erasePerson(
        { ...held.store, removeFace: faceRemoval({ ...held.store, ...server }), now: () => held.clock.now },
        person,
      )
    engine.kill()
    expect(await erase()).toMatchObject({ isComplete: false, removed: { faces: 1 } })
    await engine.restart()
    expect(await pointsIn(qdrant)).toHaveLength(1)
    expect(await server.found(key, vectorAt(0))).toEqual([])
    expect(await server.gallery.sweep()).toBe(1)
    expect(await pointsIn(qdrant)).toEqual([])
    await server.register(key, vectorAt(1))
    expect(await erase()).toMatchObject({ isComplete: true, removed: { faces: 1 } })
    expect(await pointsIn(qdrant)).toEqual([])
  })

  test('registers nothing while it is down, says so, and goes on when it is back', async () => {
    const face = await server.register(key, vectorAt(0))
    engine.kill()
    await expect(server.register(key, vectorAt(1))).rejects.toThrow(StoreUnavailable)
    await expect(server.found(key, vectorAt(0))).rejects.toThrow(/^Qdrant: /)
    await expect(server.gallery.check()).rejects.toThrow(StoreUnavailable)
    const another = openServer(held, qdrant)
    await expect(another.abandon(key, randomUUID())).rejects.toThrow(StoreUnavailable)
    expect(await count('faces')).toBe(1)
    // Qdrant was asked before anything was begun, so there is nothing to undo.
    expect(await count('gallery_journal')).toBe(0)

    await engine.restart()
    const later = await server.register(key, vectorAt(2))
    expect(await another.found(key, vectorAt(0))).toEqual([face.id, later.id])
    expect(await server.found(key, vectorAt(0))).toEqual([face.id, later.id])
  })

  test('removes while it is down: not found afterwards, and swept later', async () => {
    const face = await server.register(key, vectorAt(0))
    engine.kill()
    await server.remove(key, face)
    expect(server.logged).toHaveLength(1)
    await expect(server.gallery.sweep()).rejects.toThrow(StoreUnavailable)
    expect(await count('gallery_journal')).toBe(1)

    await engine.restart()
    expect(await pointsIn(qdrant)).toEqual([face.id])
    expect(await server.found(key, vectorAt(0))).toEqual([])
    expect(await server.gallery.sweep()).toBe(1)
    expect(await pointsIn(qdrant)).toEqual([])
    expect(await count('gallery_journal')).toBe(0)
  })

  test('gives up a Qdrant that does not answer', async () => {
    const impatient = openServer(held, qdrant, { timeoutMs: 1 })
    await expect(impatient.gallery.check()).rejects.toThrow(StoreUnavailable)
  })

  test('refuses searches when all points are lost, until it is filled from the database', async () => {
    const spare = await makeCollection(held, (await held.organisation()).id, 'people')
    const [one, two, three] = [
      await server.register(key, vectorAt(0)),
      await server.register(key, vectorAt(10)),
      await server.register(spare, vectorAt(0)),
    ]
    await ask(collection(), 'DELETE')
    for (let i = 0; i < 2; i++) await expect(server.found(key, vectorAt(0))).rejects.toThrow(StoreUnavailable)
    await expect(server.register(key, vectorAt(0))).rejects.toThrow('it has to be filled')
    await expect(server.gallery.check()).rejects.toThrow('it has to be filled')
    expect(server.logged).toEqual(['Qdrant LACKS THE REGISTERED FACES: run selfsame faces fill-qdrant'])

    const said: object[] = []
    expect(await fillFromDatabase(server.options, (filling) => said.push(filling))).toBe(3)
    expect(said).toEqual([{ faces: 3, of: 3 }])
    expect(await server.found(key, vectorAt(0))).toEqual([one.id, two.id])
    expect(await server.found(spare, vectorAt(0))).toEqual([three.id])
    await server.gallery.check()
    const four = await server.register(spare, vectorAt(10))
    await server.remove(spare, three)
    expect(await server.found(spare, vectorAt(0))).toEqual([four.id])
    expect(await pointsIn(qdrant)).toEqual([one.id, two.id, four.id].toSorted())
  })

  test('drops what former embedders left, once no face is theirs, and nothing of its neighbours', async () => {
    const face = await server.register(key, vectorAt(0))
    const faces = { ...server.options.faces, embedder: { name: embedder.name, version: '2' } }
    const later = openServer(held, qdrant, { faces })
    const neighbour = openServer(held, { ...qdrant, collection: `${qdrant.collection}-next` })
    const newer = await later.register(key, vectorAt(0))
    await ask(collection(), 'DELETE')
    await fillFromDatabase(server.options)
    expect(await dropFormer(later.options)).toEqual([])
    await held.store.database.query('DELETE FROM faces WHERE id = $1', [face.id])
    await neighbour.gallery.check()
    expect(await dropFormer(later.options)).toEqual([expect.stringContaining('-1-rebuilt-')])
    expect(await pointsIn(qdrant)).toEqual([newer.id])
    await neighbour.gallery.check()
    expect(await dropFormer(later.options)).toEqual([])
  })

  test('fills in what single points are missing while it is in use', async () => {
    const [one, two] = [await server.register(key, vectorAt(0)), await server.register(key, vectorAt(5))]
    await ask(`${collection()}/points/delete?wait=true`, 'POST', { points: [one.id] })
    expect(await server.found(key, vectorAt(0))).toEqual([two.id])
    expect(await fillFromDatabase(server.options)).toBe(2)
    expect(await server.found(key, vectorAt(0))).toEqual([one.id, two.id])
  })
})
