// Tests searches through whole collections: every pair is found once, over restarts, and goes with its faces.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { direction, embedder, turned } from '../../specimens/kit/readings/observations.ts'
import { openWalker } from '../../src/faces/duplicates/walk.ts'
import { cosineOfPercent, similarityPercent } from '../../src/faces/similarity.ts'
import { cosine } from '../../src/gallery/cosine.ts'
import { openKnownFaces } from '../../src/gallery/known-faces.ts'
import { exportPerson } from '../../src/persons/export.ts'
import { type CollectionKey, findCollection } from '../../src/store/records/collections.ts'
import { addSearch, findSearch, foundBy, stopSearch } from '../../src/store/records/duplicate-searches.ts'
import { type MemoryServer, makeCollection, openMemoryServer, registerMany } from '../gallery/memory-kit.ts'
import { embedded, shared, type TestStore } from '../store/opened-store.ts'

describe.for([embedded, shared].filter((one) => one.available))('a search on $name', ({ fresh }) => {
  let held: TestStore
  let server: MemoryServer
  let key: CollectionKey
  beforeEach(async () => {
    held = await fresh()
    server = await openMemoryServer(held)
    key = await makeCollection(held, (await held.organisation()).id, 'all')
  })
  afterEach(async () => {
    await server.gallery.close()
    await held.remove()
  })
  const walkerOf = (keepMs = 1e9) => {
    const { database, keyring } = held.store
    const faces = openKnownFaces({ database, keyring, embedder })
    return openWalker({
      ...{ database, faces, gallery: server.gallery, keepMs },
      now: () => held.clock.now,
      share: 1,
    })
  }
  const begin = async () => {
    const { changes = 0, faces = 0 } = (await findCollection(held.store.database, key)) ?? {}
    const about = { ...key, id: randomUUID(), sameThreshold: 8000, otherThreshold: 4000 }
    return addSearch(held.store.database, { ...about, upTo: changes, faces, createdAt: held.clock.now })
  }

  test('finds each pair once, goes on after a stop, and keeps nothing of a face that is removed', async () => {
    const { database, vault } = held.store
    const first = await server.register(key, direction(1), 'anna')
    await registerMany(
      held,
      key,
      Array.from({ length: 600 }, (_, i) => direction(100 + i)),
    )
    const again = await server.register(key, turned(direction(1), direction(2), 0.7), 'a.nguyen')
    const other = await server.register(key, direction(3), 'anna')
    const search = await begin()
    expect(await begin()).toBeUndefined()
    if (!search) throw new Error('it did not begin')

    const stopped = walkerOf()
    const round = stopped.round()
    await stopped.stop()
    await round
    const between = await findSearch(database, key, search.id)
    expect(between).toMatchObject({ state: 'running', searched: 256, found: 0 })
    const next = walkerOf()
    expect(await next.round()).toBe(true)
    expect(await findSearch(database, key, search.id)).toMatchObject({
      state: 'finished',
      searched: 603,
      found: 2,
    })
    expect(await next.round()).toBe(false)
    const found = () => foundBy(database, search, { number: 0, id: '' }, 10)
    expect(await found()).toMatchObject([
      { kind: 'same-face', faceId: again.id, person: 'a.nguyen', otherFaceId: first.id, otherPerson: 'anna' },
      { kind: 'other-face', faceId: other.id, person: 'anna', otherFaceId: first.id },
    ])
    const exported = []
    const person = { organisationId: key.organisationId, externalPersonId: 'anna' }
    for await (const { kind, item } of exportPerson({ database, vault }, person))
      if (kind === 'duplicates') exported.push(item)
    expect(exported).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'same-face', face_id: first.id }),
        expect.objectContaining({ kind: 'other-face', face_id: other.id }),
      ]),
    )
    expect(exported).toHaveLength(2)

    await server.remove(key, again)
    expect(await found()).toMatchObject([{ kind: 'other-face' }])
    await server.remove(key, first)
    expect(await found()).toEqual([])
  })

  test('finds what comparing every face with every other finds', async () => {
    const threshold = cosineOfPercent(80)
    const near = (i: number, cosine: number) => turned(direction(i), direction(1000 + i), cosine)
    const cosines = [1, 0.9, threshold + 1e-4, threshold - 1e-4, 0.4]
    const made = Array.from({ length: 270 }, (_, i) => [
      direction(i),
      ...(i % 9 === 0 ? cosines.map((cosine) => near(i, cosine)) : []),
    ]).flat()
    // Registered in an order in which likes are far apart, so that a pair is found over pages.
    const vectors = made.map((_, i) => made[(i * 173) % made.length] ?? direction(0))
    await registerMany(held, key, vectors)
    const expected = vectors.flatMap((one, i) =>
      vectors.slice(0, i).flatMap((other, j) => {
        const percent = Math.round(100 * similarityPercent(cosine(one, other))) / 100
        return percent >= 80 ? [`${i + 1} ${j + 1} ${percent}`] : []
      }),
    )
    const search = await begin()
    if (!search) throw new Error('it did not begin')
    await walkerOf().round()
    const found = await foundBy(held.store.database, search, { number: 0, id: '' }, 10_000)
    const numberOf = (person: string) => person.replace('person ', '')
    const pairs = found.map(
      ({ person, otherPerson, similarity }) =>
        `${numberOf(person)} ${numberOf(otherPerson)} ${similarity / 100}`,
    )
    expect(pairs.toSorted()).toEqual(expected.toSorted())
    expect(pairs.length).toBeGreaterThan(100)
  })

  test('that is stopped looks at no more, and is forgotten in its time', async () => {
    const { database } = held.store
    await server.register(key, direction(1), 'anna')
    const search = await begin()
    if (!search) throw new Error('it did not begin')
    await stopSearch(database, search, held.clock.now)
    expect(await walkerOf().round()).toBe(false)
    expect(await findSearch(database, key, search.id)).toMatchObject({ state: 'stopped', searched: 0 })
    held.clock.now += 10
    await walkerOf(5).round()
    expect(await findSearch(database, key, search.id)).toBeUndefined()
  })
})
