// Tests snapshots of large collections: read back where they fit, and noticed and written again where they do not.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { direction, embedder } from '../../specimens/kit/readings/observations.ts'
import { removeFace } from '../../src/faces/collections/remove.ts'
import { openScanner } from '../../src/gallery/memory/scanner.ts'
import { openSnapshots } from '../../src/gallery/memory/snapshot.ts'
import { recordsOnly } from '../../src/gallery/open.ts'
import { rotateOrganisationKey } from '../../src/organisations/manage.ts'
import type { CollectionKey } from '../../src/store/records/collections.ts'
import type { Organisation } from '../../src/store/records/organisations.ts'
import { embedded, type TestStore } from '../store/opened-store.ts'
import {
  type MemoryServer,
  makeCollection,
  openMemoryServer,
  registerMany,
  snapshotFolder,
} from './memory-kit.ts'

const many = Array.from({ length: 1200 }, (_, i) => direction(i))

describe('a snapshot', () => {
  let held: TestStore
  let owner: Organisation
  let key: CollectionKey
  beforeEach(async () => {
    held = await embedded.fresh()
    owner = await held.organisation()
    key = await makeCollection(held, owner.id, 'all customers')
    await registerMany(held, key, many)
  })
  afterEach(() => held.remove())

  const files = () => readdirSync(snapshotFolder(held))
  const path = () => join(snapshotFolder(held), files()[0] as string)

  /** Runs one server from start to stop, and returns what it logged. */
  async function life(work: (server: MemoryServer) => Promise<void>): Promise<string> {
    const server = await openMemoryServer(held)
    try {
      await work(server)
    } finally {
      await server.gallery.close()
    }
    return server.logged.join('\n')
  }
  const findsAll = async (server: MemoryServer) => {
    for (const i of [0, 500, 1199]) {
      const [match] = await server.nearest(key, direction(i))
      expect(match?.cosine).toBeCloseTo(1, 5)
    }
  }

  test('is written, and the next start reads it', async () => {
    await life(findsAll)
    expect(files()).toHaveLength(1)
    const readRecords = held.store.database.query
    let pages = 0
    Object.assign(held.store.database, {
      query: (sql: string, values?: never) => {
        if (sql.includes('ORDER BY number')) pages++
        return readRecords(sql, values)
      },
    })
    await life(findsAll)
    expect(pages).toBe(0)
  })

  test('shows no vector, no id and no name to a reader of the disk', async () => {
    await life(findsAll)
    const bytes = readFileSync(path())
    const vector = direction(500)
    for (const secret of [Buffer.from(vector.buffer), 'all customers', owner.id, 'face-embedder'])
      expect(bytes.includes(secret)).toBe(false)
    expect(files()[0]).not.toContain(owner.id)
    expect(statSync(path()).mode & 0o077).toBe(0)
  })

  test('is caught up with what was registered and removed after it', async () => {
    await life(findsAll)
    await life(async (server) => {
      const late = await server.register(key, direction(5000))
      const removed = await server.register(key, direction(6000))
      await server.remove(key, removed)
      expect((await server.nearest(key, direction(5000)))[0]?.face.id).toBe(late.id)
    })
    await life(async (server) => {
      expect((await server.nearest(key, direction(5000)))[0]?.cosine).toBeCloseTo(1, 5)
      expect((await server.nearest(key, direction(6000)))[0]?.cosine).toBeLessThan(0.9)
      await findsAll(server)
    })
  })

  test('that holds a face somebody removed is dropped within the hour, and written again without it', async () => {
    await life(async (server) => {
      await findsAll(server)
      const face = await server.register(key, direction(6000))
      await server.gallery.sweep()
      await server.gallery.close()
      expect(files()).toHaveLength(1)
      // Another server does it, of which this disk knows nothing.
      await removeFace(held.store.vault, recordsOnly, key, face)
    })
    await life(async (server) => {
      const before = readFileSync(path())
      await server.gallery.sweep()
      expect(files()).toEqual([])
      await findsAll(server)
      await expect.poll(files).toHaveLength(1)
      expect(readFileSync(path()).equals(before)).toBe(false)
      await server.gallery.sweep()
      expect(files()).toHaveLength(1)
    })
  })

  test('and the memory hold nothing of a face that was removed', async () => {
    const scanner = await openScanner({ threads: 1, memoryBytes: 64 * 1024 ** 2 })
    const rows = scanner.newRows()
    for (const i of [1, 2, 3]) rows.append(direction(i))
    const faces = () => [0, 1, 2].map((slot) => rows.exportSlots(slot, slot + 1).subarray(0, 128))
    const [first, , third] = faces()
    rows.kill(1)
    expect(faces()).toEqual([first, new Uint8Array(128), third])
    await scanner.close()
  })

  test.each([
    [
      'a flipped bit',
      (bytes: Buffer) => bytes.with(bytes.length / 2, (bytes[bytes.length / 2] as number) ^ 1),
    ],
    ['a missing end', (bytes: Buffer) => bytes.subarray(0, -100)],
    ['nothing in it', () => Buffer.alloc(0)],
    ['something else in it', () => Buffer.alloc(5000, 255)],
  ])('with %s is noticed, and the records are read instead', async (_, damage) => {
    await life(findsAll)
    writeFileSync(path(), damage(readFileSync(path()).subarray()) as Uint8Array)
    expect(await life(findsAll)).toContain('snapshot is damaged')
    expect(await life(findsAll)).not.toContain('damaged')
  })

  test('of another history is noticed: the database was restored and went on', async () => {
    await life(findsAll)
    const { database } = held.store
    await database.query('DELETE FROM faces WHERE number > 1100')
    await database.query('UPDATE face_collections SET changes = 1100, faces = 1100')
    await registerMany(
      held,
      key,
      Array.from({ length: 200 }, (_, i) => direction(9000 + i)),
    )
    const logged = await life(async (server) => {
      expect((await server.nearest(key, direction(1150)))[0]?.cosine).toBeLessThan(0.9)
      expect((await server.nearest(key, direction(9100)))[0]?.cosine).toBeCloseTo(1, 5)
    })
    expect(logged).toContain('not of this database')
  })

  test('that lacks a face is noticed by the count', async () => {
    await life(findsAll)
    const { database } = held.store
    await database.query('DELETE FROM faces WHERE number = 700')
    await database.query('UPDATE face_collections SET faces = faces - 1')
    expect(await life(findsAll)).toContain('snapshot is stale')
  })

  test('that was never finished, or of a collection that is gone, is removed at the next start', async () => {
    await life(findsAll)
    writeFileSync(`${path()}.0af3`, 'a part')
    const { keyring } = held.store
    const snapshots = openSnapshots({ folder: snapshotFolder(held), keyring, embedder })
    await snapshots.tidy([key])
    expect(files()).toHaveLength(1)
    expect(await life(findsAll)).not.toContain('damaged')
    await snapshots.tidy([])
    expect(files()).toEqual([])
  })

  test('cannot be opened once its key is destroyed', async () => {
    await life(findsAll)
    await rotateOrganisationKey(held.store, owner, true, () => undefined)
    held.store.keyring.forget(owner.id)
    expect(await life(findsAll)).toContain('snapshot is damaged')
  })

  test('of a collection with many removed faces holds the living', async () => {
    const { database } = held.store
    await registerMany(
      held,
      key,
      Array.from({ length: 1500 }, (_, i) => direction(20_000 + i)),
    )
    await life(async (server) => {
      await findsAll(server)
      await database.transaction(async (queries) => {
        await queries.query(
          `INSERT INTO face_removals (organisation_id, collection_id, number, face_number, face_id)
           SELECT organisation_id, collection_id, number + 1500, number, id FROM faces WHERE number > 1200`,
        )
        await queries.query('DELETE FROM faces WHERE number > 1200')
        await queries.query('UPDATE face_collections SET changes = 4200, faces = 1200')
      })
      expect((await server.nearest(key, direction(20_500)))[0]?.cosine).toBeLessThan(0.9)
      await findsAll(server)
      await expect.poll(() => server.gallery.stats().faces).toBe(1200)
      await findsAll(server)
    })
    await life(findsAll)
  })
})
