// Tests the gallery in memory: it finds exactly what the database holds, at once, whichever server changed it.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { direction, turned } from '../../specimens/kit/readings/observations.ts'
import { DoesNotFit } from '../../src/store/port.ts'
import { type CollectionKey, findCollection } from '../../src/store/records/collections.ts'
import type { Organisation } from '../../src/store/records/organisations.ts'
import { embedded, shared, type TestStore } from '../store/opened-store.ts'
import { type MemoryServer, makeCollection, openMemoryServer, registerMany } from './memory-kit.ts'

describe.for([embedded, shared].filter((one) => one.available))('in memory on $name', ({ fresh }) => {
  let held: TestStore
  let owner: Organisation
  let key: CollectionKey
  const opened: MemoryServer[] = []
  const open = async (options?: Parameters<typeof openMemoryServer>[1]) => {
    const server = await openMemoryServer(held, options)
    opened.push(server)
    return server
  }
  beforeAll(async () => {
    held = await fresh()
  })
  beforeEach(async () => {
    owner = await held.organisation()
    key = await makeCollection(held, owner.id, 'staff')
  })
  afterEach(async () => {
    for (const server of opened.splice(0)) await server.gallery.close()
  })
  afterAll(() => held.remove())

  test('a face is found as soon as it is registered, with what belongs to it', async () => {
    const server = await open()
    const face = await server.register(key, direction(1), 'Nguyễn Thị Ánh')
    const [match] = await server.nearest(key, turned(direction(1), direction(2), 0.8))
    expect(match?.face).toMatchObject({ ...face, externalPersonId: 'Nguyễn Thị Ánh' })
    expect(match?.cosine).toBeCloseTo(0.8, 5)
  })

  test('is not found as soon as it is removed, and can be removed once', async () => {
    const server = await open()
    const face = await server.register(key, direction(1))
    await server.register(key, direction(2))
    expect(await server.remove(key, face)).toBe(200)
    const left = await server.nearest(key, direction(1), 10)
    expect(left.map((one) => one.face.id)).not.toContain(face.id)
    expect(left).toHaveLength(1)
    expect(await server.remove(key, face)).toBe(159)
  })

  test('an empty collection finds no face', async () => {
    const server = await open()
    expect(await server.nearest(key, direction(1))).toEqual([])
  })

  test('several photos of a person are several faces, the most similar first', async () => {
    const server = await open()
    const [one, other] = [direction(1), direction(2)]
    for (const cosine of [0.5, 0.9, 0.7]) await server.register(key, turned(one, other, cosine))
    const found = await server.nearest(key, one, 2)
    expect(found.map((match) => Math.round(match.cosine * 10) / 10)).toEqual([0.9, 0.7])
    expect(await server.nearest(key, one, 10, 0.6)).toHaveLength(2)
  })

  test('many questions at once are answered as each alone', async () => {
    const server = await open()
    const near = (i: number, cosine: number) => turned(direction(i), direction(1000 + i), cosine)
    const drawn = Array.from({ length: 300 }, (_, i) => direction(i))
    // The same face again, faces near to others, and many that are equally near to one.
    const again = drawn.flatMap((one, i) => (i % 7 === 0 ? [one, near(i, 0.6), near(i, 0.45)] : []))
    const crowd = Array.from({ length: 40 }, () => near(3, 0.7))
    await registerMany(held, key, [...drawn, ...again, ...crowd])
    const { changes } = (await findCollection(held.store.database, key)) ?? { changes: 0 }
    const [second] = (await server.nearest(key, direction(7), 4)).slice(3)
    const leasts = [second?.cosine ?? 0, 0.44, 0.599, 0.95, -1]
    const questions = [...drawn.slice(0, 90), direction(5000)].map((vector, i) => ({
      ...{ vector, changes, wanted: [1, 8, 64][i % 3] ?? 1, leastCosine: leasts[i % 5] ?? 0 },
      ...(i % 2 === 1 && { before: 4 * i }),
    }))
    const together = await server.gallery.nearestOfEach(key, questions)
    const found = (matches: typeof together) =>
      matches.map((one) => one.map(({ face, cosine }) => [face.number, cosine]))
    const alone = []
    for (const question of questions) alone.push(await server.gallery.nearest(key, question))
    expect(found(together)).toEqual(found(alone))
    expect(together.some((matches) => matches.length > 30)).toBe(true)
  })

  test('a search among faces before another finds only those, also beside a search among all', async () => {
    const server = await open()
    const faces = []
    for (let i = 0; i < 70; i++)
      faces.push(await server.register(key, turned(direction(1), direction(2 + i), 0.9)))
    const { changes } = (await findCollection(held.store.database, key)) ?? { changes: 0 }
    const ask = (before?: number) =>
      server.gallery.nearest(key, {
        vector: direction(1),
        changes,
        wanted: 70,
        leastCosine: 0.5,
        ...(before !== undefined && { before }),
      })
    const numbers = await Promise.all([ask(), ask(1), ask(30), ask(66), ask()])
    expect(numbers.map((found) => Math.max(0, ...found.map(({ face }) => face.number)))).toEqual([
      70, 0, 29, 65, 70,
    ])
    expect(numbers.map((found) => found.length)).toEqual([70, 0, 29, 65, 70])
  })

  test('nothing crosses between collections or organisations, whatever their ids', async () => {
    const server = await open()
    const otherOwner = await held.organisation()
    const keys = [
      key,
      await makeCollection(held, owner.id, 'staff '),
      await makeCollection(held, otherOwner.id, 'staff'),
      await makeCollection(held, owner.id, '人事/部\u0301 "x"'),
    ]
    const faces = []
    for (const one of keys) faces.push(await server.register(one, direction(7)))
    for (const [i, one] of keys.entries()) {
      const found = await server.nearest(one, direction(7), 10)
      expect(found.map((match) => match.face.id)).toEqual([faces[i]?.id])
    }
    expect(await server.remove(keys[1] as CollectionKey, faces[0] as never)).toBe(159)
    expect(await server.nearest(key, direction(7))).toHaveLength(1)
  })

  test('changes by another server on the same data are seen at the next question', async () => {
    const one = await open()
    const other = await open({ store: await held.another() })
    const early = await one.register(key, direction(1))
    expect(await other.nearest(key, direction(1))).toHaveLength(1)
    const late = await other.register(key, direction(2))
    expect((await one.nearest(key, direction(2)))[0]?.face.id).toBe(late.id)
    await other.remove(key, early)
    const found = await one.nearest(key, direction(1), 10)
    expect(found.map((match) => match.face.id)).toEqual([late.id])
  })

  test('many who register, remove and ask at once leave exactly what was acknowledged', async () => {
    const servers = [await open(), await open({ store: await held.another() })]
    const at = (i: number) => servers[i % 2] as MemoryServer
    const faces = await Promise.all(
      Array.from({ length: 40 }, (_, i) => at(i).register(key, direction(100 + i))),
    )
    await Promise.all(
      faces.map(async (face, i) => {
        if (i % 4 === 0) return at(i + 1).remove(key, face)
        return at(i).nearest(key, direction(100 + i))
      }),
    )
    for (const server of servers) {
      const found = await server.nearest(key, direction(1), 100)
      const ids = found.map((match) => match.face.id)
      expect(new Set(ids).size).toBe(30)
      expect(ids.toSorted()).toEqual(
        faces
          .filter((_, i) => i % 4 !== 0)
          .map(({ id }) => id)
          .toSorted(),
      )
    }
  })

  test('faces of another embedder are never compared, and a warning says so', async () => {
    const old = { name: 'face-embedder', version: 'before' }
    await registerMany(held, key, [direction(1)], old)
    await registerMany(held, key, [direction(2)])
    const server = await open()
    const found = await server.nearest(key, direction(1), 10)
    expect(found).toHaveLength(1)
    expect(found[0]?.cosine).toBeLessThan(0.9)
    expect(server.logged.join()).toContain('re-embed')
  })
})

describe('memory that is full', () => {
  test('the least recently used collection is dropped from memory, and read again', async () => {
    const held = await embedded.fresh()
    const owner = await held.organisation()
    // Beside what the threads need there is room for 640 faces.
    const server = await openMemoryServer(held, { memoryBytes: 10 * 2 ** 16 })
    try {
      const keys: CollectionKey[] = []
      for (let i = 0; i < 4; i++) {
        const key = await makeCollection(held, owner.id, `c${i}`)
        keys.push(key)
        const many = Array.from({ length: 250 }, (_, j) => direction(10_000 * i + j))
        await registerMany(held, key, many)
      }
      for (const round of [0, 1])
        for (const [i, key] of keys.entries()) {
          held.clock.now += 1000
          const [match] = await server.nearest(key, direction(10_000 * i + 17))
          expect(match?.cosine, `round ${round}`).toBeCloseTo(1, 5)
        }
      expect(server.gallery.stats()).toMatchObject({ collections: 2, faces: 500 })
      // One that does not fit alone is refused, and says so; the others are searched as before.
      const large = await makeCollection(held, owner.id, 'large')
      await registerMany(
        held,
        large,
        Array.from({ length: 700 }, (_, j) => direction(100_000 + j)),
      )
      await expect(server.nearest(large, direction(1))).rejects.toThrow(DoesNotFit)
      await expect(server.nearest(large, direction(1))).rejects.toMatchObject({
        advice: expect.stringContaining('SELFSAME_GALLERY_MEMORY'),
      })
      expect(await server.nearest(keys[0] as CollectionKey, direction(17))).toHaveLength(1)
    } finally {
      await server.gallery.close()
      await held.remove()
    }
  })
})

describe('a collection that takes long to load', () => {
  test('keeps no search waiting for ever, and is there for a later one', async () => {
    const held = await embedded.fresh()
    const owner = await held.organisation()
    const key = await makeCollection(held, owner.id, 'slow')
    await registerMany(held, key, [direction(1)])
    const { database } = held.store
    const hurry = Promise.withResolvers<void>()
    const query = database.query
    Object.assign(database, {
      query: async (sql: string, values?: never) => {
        if (sql.includes('ORDER BY number')) await hurry.promise
        return query(sql, values)
      },
    })
    const server = await openMemoryServer(held, { patienceMs: 50 })
    try {
      await expect(server.nearest(key, direction(1))).rejects.toThrow('being loaded')
      hurry.resolve()
      await expect
        .poll(() =>
          server.nearest(key, direction(1)).then(
            (found) => found.length,
            () => 0,
          ),
        )
        .toBe(1)
    } finally {
      await server.gallery.close()
      await held.remove()
    }
  })
})
