// Loads collections into memory, from a snapshot that fits the database or from the records, and drops stale snapshots.
import type { Database } from '../../store/port.ts'
import {
  type CollectionKey,
  collectionsChangedOften,
  findCollection,
} from '../../store/records/collections.ts'
import { countFacesOfOthers, faceOfChange, hasRemovalsAfter } from '../../store/records/faces.ts'
import type { KnownFaces } from '../known-faces.ts'
import type { GalleryLog } from '../port.ts'
import { catchUp, emptyCollection, type MemoryCollection } from './collection.ts'
import type { Scanner } from './scanner.ts'
import type { Snapshots } from './snapshot.ts'

export interface Loading {
  empty(key: CollectionKey): MemoryCollection
  load(loaded: MemoryCollection): Promise<void>
  isWorthSaving(loaded: MemoryCollection): boolean
  save(loaded: MemoryCollection): Promise<void>
}

interface LoadingOptions {
  readonly scanner: Scanner
  readonly database: Database
  readonly faces: KnownFaces
  readonly snapshots: Snapshots
  readonly log: GalleryLog
}

/** Smaller collections are read from the records as fast. */
export const LEAST_SAVED = 1_000
const SAVED_SHARE = 0.1
/** The number of faces between two progress messages. */
const PROGRESS = 100_000

export function openLoading({ scanner, database, faces, snapshots, log }: LoadingOptions): Loading {
  const stateOf = async (key: CollectionKey) =>
    (await findCollection(database, key)) ?? { changes: 0, faces: 0 }

  function reset(loaded: MemoryCollection): void {
    loaded.rows.release()
    Object.assign(loaded, { ...emptyCollection(loaded.key, scanner), usedAt: loaded.usedAt })
  }

  /** True when the snapshot holds an earlier state of this database. */
  async function restored(loaded: MemoryCollection): Promise<boolean> {
    const { organisationId } = loaded.key
    const reading = await snapshots.read(loaded)
    if ('nothing' in reading) {
      if (reading.nothing === 'damaged')
        log(
          'warn',
          { organisation_id: organisationId, reason: reading.reason },
          'gallery snapshot is damaged',
        )
      if (reading.nothing !== 'missing') reset(loaded)
      return false
    }
    const { changes } = await stateOf(loaded.key)
    const mark = loaded.known <= changes && (await faceOfChange(database, loaded.key, loaded.known))
    if (mark === reading.mark) return true
    log('warn', { organisation_id: organisationId }, 'gallery snapshot is not of this database')
    reset(loaded)
    return false
  }

  async function readRecords(loaded: MemoryCollection): Promise<void> {
    const startedAt = performance.now()
    let next = loaded.numbers.length + PROGRESS
    for (let changes = -1; changes !== loaded.known; ) {
      changes = loaded.known
      const state = await stateOf(loaded.key)
      await catchUp(loaded, faces, state.changes, (count) => {
        if (count < next) return
        next += PROGRESS
        const ms = Math.round(performance.now() - startedAt)
        log('info', { faces: count, of: state.faces, ms }, 'gallery is being loaded from the records')
      })
    }
  }

  /** True when every face of the collection is loaded or has a vector of another embedder. */
  async function isWhole(loaded: MemoryCollection): Promise<boolean> {
    const state = await stateOf(loaded.key)
    // After a further change the counts cannot be compared; the next start compares them.
    if (state.changes !== loaded.known || loaded.rows.alive === state.faces) return true
    const others = await countFacesOfOthers(database, loaded.key, faces.embedder)
    if (others > 0)
      log(
        'warn',
        { faces: others, collection_faces: state.faces },
        'faces of another embedder are not searched: run selfsame faces re-embed',
      )
    return loaded.rows.alive + others === state.faces
  }

  return {
    empty: (key) => emptyCollection(key, scanner),

    async load(loaded) {
      const startedAt = performance.now()
      const fromSnapshot = loaded.known === 0 && (await restored(loaded))
      await readRecords(loaded)
      const whole = await isWhole(loaded)
      if (!whole && fromSnapshot) {
        log('warn', { organisation_id: loaded.key.organisationId }, 'gallery snapshot is stale')
        reset(loaded)
        await readRecords(loaded)
      }
      if (loaded.rows.alive < LEAST_SAVED) return
      const ms = Math.round(performance.now() - startedAt)
      log('info', { faces: loaded.rows.alive, from_snapshot: fromSnapshot && whole, ms }, 'gallery loaded')
    },

    isWorthSaving({ known, saved, numbers }) {
      if (numbers.length < LEAST_SAVED) return false
      return saved < 0 || known - saved > Math.max(LEAST_SAVED, SAVED_SHARE * numbers.length)
    },

    async save(loaded) {
      if (loaded.numbers.length < LEAST_SAVED) return
      try {
        const { known } = loaded
        const mark = await faceOfChange(database, loaded.key, known)
        // When the collection changed meanwhile, the next save writes it.
        if (mark !== undefined && loaded.known === known) await snapshots.write(loaded, mark)
      } catch (error) {
        log('warn', { reason: (error as Error).message }, 'gallery snapshot could not be written')
      }
    },
  }
}

interface StaleDropping {
  readonly database: Database
  readonly snapshots: Pick<Snapshots, 'knownOf' | 'drop'>
  readonly now: () => number
}

/** A dropped snapshot is written again at the next search, so this is not done after every removal. */
const DROP_EVERY_MS = 3_600_000

/** Drops snapshots with removed faces, whichever server removed them. Returns the collections concerned. */
export function openStaleDropper({
  database,
  snapshots,
  now,
}: StaleDropping): () => Promise<readonly CollectionKey[]> {
  let lastAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (Math.abs(now() - lastAt) < DROP_EVERY_MS) return []
    lastAt = now()
    const dropped: CollectionKey[] = []
    for (const key of await collectionsChangedOften(database, LEAST_SAVED)) {
      const known = await snapshots.knownOf(key)
      if (known === undefined || !(await hasRemovalsAfter(database, key, known))) continue
      await snapshots.drop(key)
      dropped.push(key)
    }
    return dropped
  }
}
