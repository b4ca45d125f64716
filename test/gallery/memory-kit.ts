// Opens galleries in memory over a real store, and makes vectors to register in them.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { embedder, observation, seenFace } from '../../specimens/kit/readings/observations.ts'
import { enrol } from '../../src/faces/collections/enrol.ts'
import { removeFace } from '../../src/faces/collections/remove.ts'
import { bytesOf, openKnownFaces } from '../../src/gallery/known-faces.ts'
import { type MemoryGallery, openMemoryGallery } from '../../src/gallery/memory/gallery.ts'
import { openLoading, openStaleDropper } from '../../src/gallery/memory/loading.ts'
import { openScanner } from '../../src/gallery/memory/scanner.ts'
import { openSnapshots } from '../../src/gallery/memory/snapshot.ts'
import type { Match } from '../../src/gallery/port.ts'
import type { Store } from '../../src/store/open.ts'
import { addCollection, type CollectionKey, findCollection } from '../../src/store/records/collections.ts'
import { placeOfVector } from '../../src/store/records/face-keys.ts'
import { addFace, type Embedder, nextChange } from '../../src/store/records/faces.ts'
import { clearGalleryJournal } from '../../src/store/records/gallery-journal.ts'
import type { TestStore } from '../store/opened-store.ts'

export interface Registered {
  readonly id: string
  readonly fileId: string
}

export interface MemoryServer {
  readonly gallery: MemoryGallery
  readonly logged: string[]
  register(key: CollectionKey, vector: Float32Array, person?: string): Promise<Registered>
  remove(key: CollectionKey, face: Registered): Promise<number>
  /** Searches as `identify` does, with the changes read from the database. */
  nearest(key: CollectionKey, vector: Float32Array, wanted?: number, leastCosine?: number): Promise<Match[]>
}

interface MemoryServerOptions {
  readonly store?: Store
  readonly memoryBytes?: number
  readonly embedder?: Embedder
  readonly patienceMs?: number
}

export const snapshotFolder = (held: TestStore): string => join(held.settings.data, 'gallery')

export async function openMemoryServer(
  held: TestStore,
  {
    store = held.store,
    memoryBytes = 64 * 1024 ** 2,
    embedder: ours = embedder,
    patienceMs = 10_000,
  }: MemoryServerOptions = {},
): Promise<MemoryServer> {
  const { database, keyring, vault } = store
  const logged: string[] = []
  const scanner = await openScanner({ threads: 2, memoryBytes })
  const faces = openKnownFaces({ database, keyring, embedder: ours })
  const snapshots = openSnapshots({ folder: snapshotFolder(held), keyring, embedder: ours })
  const log = (_level: string, _fields: object, message: string) => void logged.push(message)
  const loading = openLoading({ scanner, database, faces, snapshots, log })
  const gallery = openMemoryGallery({
    scanner,
    faces,
    loading,
    now: () => held.clock.now,
    patienceMs,
    clearJournal: () => clearGalleryJournal(database, held.clock.now),
    dropStale: openStaleDropper({ database, snapshots, now: () => held.clock.now }),
  })
  return {
    gallery,
    logged,
    async register(key, vector, externalPersonId = 'person') {
      const seen = observation(seenFace({ vector }))
      const photo = Buffer.from(randomUUID())
      const enrolment = { key, externalPersonId, photo, seen, createdAt: held.clock.now }
      const { id, fileId, code } = await enrol(vault, gallery, enrolment)
      if (id === undefined || fileId === undefined) throw new Error(code.message)
      return { id, fileId }
    },
    remove: async (key, face) => (await removeFace(vault, gallery, key, face)).code,
    async nearest(key, vector, wanted = 1, leastCosine = -1) {
      const { changes = 0 } = (await findCollection(database, key)) ?? {}
      return gallery.nearest(key, { vector, changes, wanted, leastCosine })
    },
  }
}

export async function makeCollection(
  held: TestStore,
  organisationId: string,
  id: string,
): Promise<CollectionKey> {
  const collection = { organisationId, id, externalPersonId: 'person', createdAt: held.clock.now }
  await addCollection(held.store.database, collection)
  return { organisationId, collectionId: id }
}

/** Registers many at once, in one transaction and without photos, for collections large enough for a snapshot. */
export async function registerMany(
  held: TestStore,
  key: CollectionKey,
  vectors: readonly Float32Array[],
  made: Embedder = embedder,
): Promise<void> {
  const { database, keyring } = held.store
  const sealed: { id: string; sealed: Uint8Array; keyVersion: number }[] = []
  for (const vector of vectors) {
    const id = randomUUID()
    const place = placeOfVector(key.organisationId, id)
    sealed.push({ id, ...(await keyring.seal(place, bytesOf(vector))) })
  }
  await database.transaction(async (queries) => {
    for (const { id, sealed: vector, keyVersion } of sealed) {
      const number = (await nextChange(queries, key, 1)) as number
      const about = { id, number, fileId: `file of ${id}`, externalPersonId: `person ${number}` }
      const record = { ...about, embedder: made.name, embedderVersion: made.version, vector, keyVersion }
      await addFace(queries, key, record, { createdAt: held.clock.now })
    }
  })
}
