// The gallery of one server: collections in shared memory, loaded at first search and up to date at every search.

import { setTimeout as sleep } from 'node:timers/promises'
import { DoesNotFit, StoreUnavailable } from '../../store/port.ts'
import type { CollectionKey } from '../../store/records/collections.ts'
import type { KnownFaces } from '../known-faces.ts'
import type { Gallery, Match, Question } from '../port.ts'
import { GalleryFull } from './arena.ts'
import { append, catchUp, compact, isWasteful, kill, type MemoryCollection } from './collection.ts'
import type { Loading } from './loading.ts'
import type { Rows } from './rows.ts'
import type { Scanner } from './scanner.ts'
import { searchCollection, searchForEach } from './search.ts'

interface MemoryGalleryOptions {
  readonly scanner: Scanner
  readonly faces: KnownFaces
  readonly loading: Loading
  readonly now: () => number
  /** Clears the journal of the gallery: no other engine holds faces. */
  readonly clearJournal: () => Promise<void>
  /** Drops snapshots that hold removed faces; returns their collections. */
  readonly dropStale: () => Promise<readonly CollectionKey[]>
  /** How long a search waits for a collection that is being loaded before it is answered 503. */
  readonly patienceMs?: number
}

interface Entry {
  readonly loaded: MemoryCollection
  /** The last of the acts on the collection, which run one after the other. */
  turn: Promise<unknown>
  busy: number
  saving: Promise<unknown> | undefined
  /** The number of running searches, and replaced rows that they may still read. */
  readers: number
  readonly retired: Rows[]
}

const WAIT_MS = 20
const MOST_WAITS = 250

export interface MemoryGallery extends Gallery {
  /** Loads a collection before its first search. */
  warm(key: CollectionKey): Promise<void>
}

export function openMemoryGallery({
  scanner,
  faces,
  loading,
  now,
  clearJournal,
  dropStale,
  patienceMs = 10_000,
}: MemoryGalleryOptions): MemoryGallery {
  const entries = new Map<string, Entry>()
  const nameOf = ({ organisationId, collectionId }: CollectionKey) =>
    JSON.stringify([organisationId, collectionId])

  function entryOf(key: CollectionKey): Entry {
    const known = entries.get(nameOf(key))
    if (known) {
      known.loaded.usedAt = now()
      return known
    }
    const loaded = loading.empty(key)
    loaded.usedAt = now()
    const entry: Entry = {
      loaded,
      turn: Promise.resolve(),
      busy: 0,
      saving: undefined,
      readers: 0,
      retired: [],
    }
    entries.set(nameOf(key), entry)
    inTurn(entry, () => loading.load(loaded)).then(
      () => save(entry),
      () => forget(entry),
    )
    return entry
  }

  /** Acts on a collection take turns; one that finds the memory full evicts another collection and starts again. */
  function inTurn<T>(entry: Entry, act: () => Promise<T>): Promise<T> {
    entry.busy++
    const mine = entry.turn.then(async () => {
      for (;;) {
        try {
          return await act()
        } catch (error) {
          if (!(error instanceof GalleryFull) || !(await makeRoom(entry))) throw error
        }
      }
    })
    const done = mine.finally(() => entry.busy--)
    // After a failed load, the acts that follow fail too.
    entry.turn = done
    entry.turn.catch(() => undefined)
    return done
  }

  function forget(entry: Entry): void {
    if (entries.get(nameOf(entry.loaded.key)) !== entry) return
    entries.delete(nameOf(entry.loaded.key))
    retire(entry, entry.loaded.rows)
  }

  function retire(entry: Entry, ...rows: Rows[]): void {
    entry.retired.push(...rows)
    if (entry.readers > 0) return
    for (const one of entry.retired.splice(0)) one.release()
  }

  /** Evicts the collection that was not searched for the longest time. False when there is none to evict. */
  async function makeRoom(except: Entry): Promise<boolean> {
    for (let wait = 0; wait < MOST_WAITS; wait++) {
      const others = [...entries.values()].filter((one) => one !== except && one.busy === 0)
      const idle = others.filter((one) => one.readers === 0 && !one.saving)
      const [oldest] = idle.toSorted((one, other) => one.loaded.usedAt - other.loaded.usedAt)
      if (oldest) {
        forget(oldest)
        return true
      }
      if (others.length === 0) return false
      // Collections that are being searched or saved are idle in a moment.
      await sleep(WAIT_MS)
    }
    return false
  }

  async function complete(entry: Entry, changes: number): Promise<void> {
    if (entry.busy > 0) await soon(entry.turn)
    if (entry.loaded.known < changes) {
      const caughtUp = inTurn(entry, () => catchUp(entry.loaded, faces, changes))
      caughtUp.catch(() => forget(entry))
      await soon(caughtUp)
    }
    tidy(entry)
  }

  /** Keeps the rows that a search reads. */
  async function reading<T>(
    key: CollectionKey,
    changes: number,
    search: (loaded: MemoryCollection) => Promise<T>,
  ): Promise<T> {
    const entry = entryOf(key)
    entry.readers++
    try {
      await complete(entry, changes)
      return await search(entry.loaded)
    } finally {
      entry.readers--
      retire(entry)
    }
  }

  /** Work that takes longer than the patience goes on in the background, for the next search. */
  async function soon(work: Promise<unknown>): Promise<void> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => late.reject(new StoreUnavailable('the collection is being loaded')),
      patienceMs,
    )
    try {
      await Promise.race([work, late.promise])
    } catch (error) {
      if (!(error instanceof GalleryFull)) throw error
      throw new DoesNotFit(
        'the memory of the gallery is full: raise SELFSAME_GALLERY_MEMORY (at most 64 GiB), or search on Qdrant',
        'the faces of this collection do not fit the memory of the server; its operator can raise SELFSAME_GALLERY_MEMORY or move to Qdrant',
      )
    } finally {
      clearTimeout(timer)
    }
  }

  function tidy(entry: Entry): void {
    if (entry.saving || entry.busy > 0) return
    if (isWasteful(entry.loaded))
      inTurn(entry, () => compact(entry.loaded, scanner)).then(
        (old) => retire(entry, old),
        () => forget(entry),
      )
    else save(entry)
  }

  /** Saves in the background; later changes are read from the database after the next start. */
  function save(entry: Entry): void {
    if (entry.saving || !loading.isWorthSaving(entry.loaded)) return
    entry.saving = loading.save(entry.loaded).finally(() => {
      entry.saving = undefined
    })
  }

  /** Applies a change that follows the last known one; any other is read from the database by the next search. */
  function apply(key: CollectionKey, change: number, act: (loaded: MemoryCollection) => void): void {
    const entry = entries.get(nameOf(key))
    if (!entry || entry.busy > 0 || entry.loaded.known !== change - 1) return
    try {
      act(entry.loaded)
      entry.loaded.known = change
      tidy(entry)
    } catch (error) {
      if (!(error instanceof GalleryFull)) throw error
    }
  }

  const nearest = (key: CollectionKey, question: Question): Promise<Match[]> =>
    reading(key, question.changes, (loaded) => searchCollection({ scanner, faces }, loaded, question))

  return {
    engine: 'memory',

    async register(key, face, commit) {
      const added = await commit(async (_queries, number) => ({ ...face, number }))
      if (added) apply(key, added.number, (loaded) => append(loaded, added))
      return added
    },

    async remove(key, commit) {
      const removed = await commit(async (_queries, removal) => removal)
      if (removed) apply(key, removed.change, (loaded) => kill(loaded, removed.number))
      return removed
    },

    nearest,

    async nearestOfEach(key, questions) {
      const [first] = questions
      if (first === undefined) return []
      // One alone may share a pass with other searches.
      if (questions.length === 1) return [await nearest(key, first)]
      const changes = Math.max(...questions.map((question) => question.changes))
      return reading(key, changes, (loaded) => searchForEach({ scanner, faces }, loaded, questions))
    },

    async sweep() {
      await clearJournal()
      for (const key of await dropStale()) {
        const entry = entries.get(nameOf(key))
        if (entry) entry.loaded.saved = -1
      }
      return 0
    },
    check: async () => undefined,
    stats() {
      const held = [...entries.values()].map(({ loaded }) => loaded.rows.alive)
      return {
        collections: held.length,
        faces: held.reduce((sum, alive) => sum + alive, 0),
        bytes: scanner.stats().reservedBytes,
      }
    },

    async warm(key) {
      await entryOf(key).turn
    },

    async close() {
      for (const entry of entries.values()) {
        await entry.turn.catch(() => undefined)
        await entry.saving
        if (entry.loaded.known !== entry.loaded.saved) await loading.save(entry.loaded)
      }
      entries.clear()
      await scanner.close()
    },
  }
}
