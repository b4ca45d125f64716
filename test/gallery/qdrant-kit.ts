// Opens servers with a Qdrant and a real database, and makes vectors to register in them.
import { randomUUID } from 'node:crypto'
import { bytesOf, openKnownFaces, VECTOR_NUMBERS } from '../../src/gallery/known-faces.ts'
import type { Gallery, KnownFace } from '../../src/gallery/port.ts'
import { openQdrantGallery, type QdrantGalleryOptions } from '../../src/gallery/qdrant.ts'
import type { Store } from '../../src/store/open.ts'
import { addCollection, type CollectionKey } from '../../src/store/records/collections.ts'
import { placeOfVector } from '../../src/store/records/face-keys.ts'
import { addFace, addRemoval, nextChange, takeFace } from '../../src/store/records/faces.ts'
import type { TestStore } from '../store/opened-store.ts'

export const embedder = { name: 'face-embedder', version: '1' }
export const journalMs = 60_000

export interface Server {
  readonly gallery: Gallery
  readonly options: QdrantGalleryOptions
  readonly logged: string[]
  register(
    key: CollectionKey,
    vector: Float32Array,
    beforeCommit?: (id: string) => Promise<void>,
  ): Promise<KnownFace>
  remove(key: CollectionKey, face: KnownFace): Promise<void>
  /** Begins to register a face and gives up before its record is written. */
  abandon(key: CollectionKey, id: string): Promise<void>
  /** Returns the ids of all faces with any similarity, the nearest first. */
  found(key: CollectionKey, vector: Float32Array, wanted?: number): Promise<string[]>
}

/** Acts as a server for faces: records and gallery are changed as its verbs change them. */
export function openServer(
  held: TestStore,
  qdrant: Place,
  { store = held.store, ...changed }: Partial<QdrantGalleryOptions> & { readonly store?: Store } = {},
): Server {
  const { database, keyring } = store
  const logged: string[] = []
  const options: QdrantGalleryOptions = {
    ...qdrant,
    apiKey: '',
    search: 'exact',
    shards: 1,
    replicas: 1,
    timeoutMs: 10_000,
    database,
    faces: openKnownFaces({ database, keyring, embedder }),
    now: () => held.clock.now,
    journalMs,
    log: (_level, _fields, message) => void logged.push(message),
    ...changed,
  }
  const gallery = openQdrantGallery(options)
  return {
    gallery,
    options,
    logged,
    async register(key, vector, beforeCommit) {
      const id = randomUUID()
      const { sealed, keyVersion } = await keyring.seal(
        placeOfVector(key.organisationId, id),
        bytesOf(vector),
      )
      const about = { fileId: `file of ${id}`, externalPersonId: 'person' }
      const face = await gallery.register(key, { id, vector }, (add) =>
        database.transaction(async (queries) => {
          const number = (await nextChange(queries, key, 1)) as number
          const { name, version } = options.faces.embedder
          const made = { embedder: name, embedderVersion: version, vector: sealed, keyVersion }
          await addFace(queries, key, { id, number, ...about, ...made }, { createdAt: held.clock.now })
          const added = await add(queries, number)
          await beforeCommit?.(id)
          return added
        }),
      )
      if (!face) throw new Error('the face was not registered')
      return { ...face, ...about }
    },
    async remove(key, face) {
      await gallery.remove(key, (drop) =>
        database.transaction(async (queries) => {
          const change = (await nextChange(queries, key, -1)) as number
          await takeFace(queries, key, face)
          await addRemoval(queries, key, change, face)
          return drop(queries, { id: face.id, number: face.number, change })
        }),
      )
    },
    async abandon(key, id) {
      await gallery.register(key, { id, vector: vectorAt(0) }, async () => undefined)
    },
    async found(key, vector, wanted = 10) {
      const question = { vector, changes: Number.MAX_SAFE_INTEGER, wanted, leastCosine: 0.5 }
      return (await gallery.nearest(key, question)).map(({ face }) => face.id)
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

/** Makes a vector of length one at this angle from the first axis, turned towards another. */
export function vectorAt(degrees: number, axis = 1): Float32Array {
  const vector = new Float32Array(VECTOR_NUMBERS)
  vector[0] = Math.cos((degrees * Math.PI) / 180)
  vector[axis] = Math.sin((degrees * Math.PI) / 180)
  return vector
}

type Place = { readonly url: string; readonly collection: string }

/** Counts the points in Qdrant under our names, with or without a record. */
export async function pointsIn(place: Place): Promise<string[]> {
  const ids: string[] = []
  for (const one of await collectionsIn(place)) {
    const page = await ask(`${one}/points/scroll`, 'POST', { limit: 1000 })
    ids.push(...(page as { points: { id: string }[] }).points.map(({ id }) => id))
  }
  return ids.toSorted()
}

/** Each of them costs the Qdrant that all tests share. */
export async function dropCollections(place: Place): Promise<void> {
  for (const one of await collectionsIn(place)) await ask(one, 'DELETE')
}

async function collectionsIn({ url, collection }: Place): Promise<string[]> {
  const { collections } = (await ask(`${url}/collections`, 'GET')) as { collections: { name: string }[] }
  const ours = collections.filter(({ name }) => name.startsWith(`${collection}-`))
  return ours.map(({ name }) => `${url}/collections/${name}`)
}

export async function ask(url: string, method: string, body?: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return ((await answer.json()) as { result: unknown }).result
}
