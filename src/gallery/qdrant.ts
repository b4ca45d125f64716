// The gallery for several servers: Qdrant finds similar faces, the database says which of them are registered.

import { StoreUnavailable } from '../store/port.ts'
import type { CollectionKey } from '../store/records/collections.ts'
import {
  galleryDue,
  journalExpecting,
  journalSettled,
  journalTakenOver,
  recordedAmong,
} from '../store/records/gallery-journal.ts'
import { matchesAmong } from './known-faces.ts'
import type { Gallery, KnownFace, Match, Question } from './port.ts'
import { type CollectionOptions, openCollection, pointOf } from './qdrant-collection.ts'

export interface QdrantGalleryOptions extends CollectionOptions {
  readonly now: () => number
  /** How long a registration may take before the sweep undoes it. */
  readonly journalMs: number
}

/** Qdrant adds up a cosine in another order than we do. */
const ROUNDING = 1e-5
const SWEEP_PAGE = 100
/** Databases limit how many values a query may have. */
const LOOKUP = 1000
/** How many of a batch of searches Qdrant has at once. */
const AT_ONCE = 16

export function openQdrantGallery(options: QdrantGalleryOptions): Gallery {
  const { database, faces, now, journalMs, log } = options
  // A request must end before the sweep may undo it.
  const timeoutMs = Math.min(options.timeoutMs, journalMs / 2)
  const collection = openCollection({ ...options, timeoutMs })

  /** Compares id and number: before a restore of the database a number may have belonged to another face. */
  async function recorded(
    key: CollectionKey,
    hits: readonly { readonly id: string; readonly number: number }[],
  ): Promise<KnownFace[]> {
    const hit = new Set(hits.map(({ id, number }) => `${id} ${number}`))
    const numbers = [...new Set(hits.map(({ number }) => number))]
    const known: KnownFace[] = []
    for (let from = 0; from < numbers.length; from += LOOKUP)
      known.push(...(await faces.numbered(key, numbers.slice(from, from + LOOKUP))))
    return known.filter(({ id, number }) => hit.has(`${id} ${number}`))
  }

  /**
   * The rows are locked until the points are removed: a registration of such a row waits, and then finds it missing.
   * The rows are taken in the order of their ids, so that two sweeps cannot deadlock.
   */
  async function undo(due: readonly string[]): Promise<number> {
    return database.transaction(async (queries) => {
      const mine: string[] = []
      for (const id of due.toSorted()) if (await journalTakenOver(queries, id, now())) mine.push(id)
      const recorded = await recordedAmong(queries, mine)
      const orphans = mine.filter((id) => !recorded.has(id))
      if (orphans.length > 0) await collection.remove(orphans)
      return orphans.length
    })
  }

  /** What cannot be removed now stays in the journal, and is never found: its record is gone. */
  async function removePoint(id: string): Promise<void> {
    try {
      await collection.remove([id])
      await journalSettled(database, id)
    } catch (error) {
      const reason = (error as Error).message
      log('warn', { reason }, 'a removed face stays in Qdrant until the next sweep; searches do not find it')
    }
  }

  async function nearest(
    key: CollectionKey,
    { vector, wanted, leastCosine, before = Number.POSITIVE_INFINITY }: Question,
  ): Promise<Match[]> {
    await collection.ready()
    // Points without a record may come first: then more points are needed.
    for (let limit = Math.max(16, 4 * wanted); ; limit *= 4) {
      const hits = await collection.search(key, vector, limit, leastCosine - ROUNDING)
      const earlier = hits.filter(({ number }) => number < before)
      const known = await recorded(key, earlier)
      if (known.length >= wanted || hits.length < limit)
        return matchesAmong(known, vector, wanted, leastCosine)
    }
  }

  return {
    engine: 'qdrant',

    async register(key, { id, vector }, commit) {
      await collection.ready()
      // Qdrant is asked before a connection to the database is held: others must not wait for one that does not answer.
      await collection.qdrant.names()
      await journalExpecting(database, id, now() + journalMs)
      return commit(async (queries, number) => {
        // The row must leave time for the request: a point that arrives late is still there before the sweep looks.
        if (!(await journalSettled(queries, id, now() + timeoutMs)))
          throw new StoreUnavailable('the registration took longer than its deadline and was undone')
        const face = { id, number, vector }
        await collection.upsert([pointOf(key, face)])
        return face
      })
    },

    async remove(_key, commit) {
      const removed = await commit(async (queries, removal) => {
        await journalExpecting(queries, removal.id, now())
        return removal
      })
      if (removed) await removePoint(removed.id)
      return removed
    },

    nearest,

    async nearestOfEach(key, questions) {
      const found: Match[][] = []
      for (let from = 0; from < questions.length; from += AT_ONCE)
        found.push(
          ...(await Promise.all(questions.slice(from, from + AT_ONCE).map((one) => nearest(key, one)))),
        )
      return found
    },

    async sweep() {
      for (let count = 0; ; ) {
        const due = await galleryDue(database, now(), SWEEP_PAGE)
        if (due.length === 0) return count
        // Qdrant is asked before the rows are locked: others must not wait for one that does not answer.
        await collection.qdrant.names()
        count += await undo(due)
        if (due.length < SWEEP_PAGE) return count
      }
    },

    async check() {
      await collection.ready()
      const info = await collection.qdrant.find(collection.name)
      if (!info) throw new StoreUnavailable(`Qdrant: ${collection.name} is missing`)
      if (info.status === 'red') throw new StoreUnavailable(`Qdrant: ${collection.name} is broken`)
    },

    stats: () => ({ collections: 0, faces: 0, bytes: 0 }),
    close: async () => undefined,
  }
}
