// Fills Qdrant from the database after a loss or for a first use, and drops collections of former embedders.

import { randomUUID } from 'node:crypto'
import type { CollectionKey } from '../store/records/collections.ts'
import { collectionsAfter, countFaces, hasFacesOfOthers } from '../store/records/faces.ts'
import { recordedAmong } from '../store/records/gallery-journal.ts'
import type { VectorPoint } from './qdrant-client.ts'
import { type CollectionOptions, collectionName, openCollection, pointOf } from './qdrant-collection.ts'

interface Filling {
  readonly faces: number
  readonly of: number
}

const BATCH = 500
const PAGE = 500

/**
 * An existing collection is added to while servers use it. A missing one is built under another name and gets its own
 * when it is complete: until then servers refuse to search. Returns how many faces were written.
 */
export async function fillFromDatabase(
  options: CollectionOptions,
  progress: (filling: Filling) => void = () => undefined,
): Promise<number> {
  const { database, faces } = options
  const collection = openCollection(options)
  const { qdrant, name } = collection
  const there = await qdrant.find(name)
  if (there) await collection.ready()
  else for (const one of await qdrant.names()) if (one.startsWith(`${name}-rebuilt-`)) await qdrant.drop(one)
  const where = there ? name : await collection.another(`rebuilt-${randomUUID()}`)

  const of = await countFaces(database, faces.embedder)
  let written = 0
  let batch: VectorPoint[] = []
  const flush = async () => {
    if (batch.length === 0) return
    await qdrant.upsert(where, batch)
    const ids = batch.map(({ id }) => id)
    const recorded = await recordedAmong(database, ids)
    const gone = ids.filter((id) => !recorded.has(id))
    // Faces that were removed since they were read: their removal may have come before this upsert.
    if (gone.length > 0) await qdrant.remove(where, gone)
    written += batch.length
    batch = []
    progress({ faces: written, of })
  }
  for await (const key of keys(options)) {
    for await (const page of faces.pages(key, 0, Number.MAX_SAFE_INTEGER)) {
      for (const face of page) {
        batch.push(pointOf(key, face))
        if (batch.length === BATCH) await flush()
      }
    }
  }
  await flush()
  if (!there) await qdrant.alias(name, where)
  return written
}

/** Drops collections of former embedders once no face has a vector of theirs. Returns the names that were dropped. */
export async function dropFormer(options: CollectionOptions): Promise<string[]> {
  const { database, faces, collection: prefix } = options
  if (await hasFacesOfOthers(database, faces.embedder)) return []
  const { qdrant, name } = openCollection(options)
  // A prefix may begin with ours, but what follows it is then not the name of the embedder and one word.
  const ofOurs = collectionName(prefix, { ...faces.embedder, version: '' })
  const former = (await qdrant.names()).filter(
    (one) =>
      one.startsWith(ofOurs) &&
      /^[^-]+(-rebuilt-[0-9a-f-]{36})?$/.test(one.slice(ofOurs.length)) &&
      one !== name &&
      !one.startsWith(`${name}-`),
  )
  for (const one of former) await qdrant.drop(one)
  return former
}

async function* keys({ database }: CollectionOptions): AsyncIterable<CollectionKey> {
  for (let last: CollectionKey = { organisationId: '', collectionId: '' }; ; ) {
    const page = await collectionsAfter(database, last, PAGE)
    yield* page
    const end = page.at(-1)
    if (!end || page.length < PAGE) return
    last = end
  }
}
