// Opens the gallery that the configuration names: in this process, or on a Qdrant cluster.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '../config.ts'
import type { Store } from '../store/open.ts'
import { collectionsOfAtLeast } from '../store/records/collections.ts'
import type { Embedder } from '../store/records/faces.ts'
import { clearGalleryJournal } from '../store/records/gallery-journal.ts'
import { type KnownFaces, openKnownFaces } from './known-faces.ts'
import { type MemoryGallery, openMemoryGallery } from './memory/gallery.ts'
import { LEAST_SAVED, openLoading, openStaleDropper } from './memory/loading.ts'
import { openScanner } from './memory/scanner.ts'
import { openSnapshots } from './memory/snapshot.ts'
import type { Gallery, GalleryLog, GalleryWriter } from './port.ts'
import type { QdrantGalleryOptions } from './qdrant.ts'

interface GalleryOptions {
  readonly config: Settings
  readonly store: Store
  readonly embedder: Embedder
  readonly now: () => number
  readonly log: GalleryLog
}

export async function openGallery(options: GalleryOptions): Promise<Gallery> {
  if (options.config.qdrantUrl) return openQdrant(options)
  const gallery = await openInMemory(options)
  void warmUp(gallery, options)
  return gallery
}

/**
 * For a process that changes faces but searches none: Qdrant gets the change, and a server with its gallery in memory
 * reads it from the database.
 */
export async function openGalleryWriter(options: GalleryOptions): Promise<GalleryWriter> {
  return options.config.qdrantUrl ? openQdrant(options) : recordsOnly
}

/** The client of Qdrant is loaded only where it is used: it takes longer than the rest of a command. */
async function openQdrant(options: GalleryOptions): Promise<Gallery> {
  const { openQdrantGallery } = await import('./qdrant.ts')
  return openQdrantGallery(qdrantOptions(options))
}

/** Changes the records and no index. */
export const recordsOnly: GalleryWriter = {
  register: (_key, face, commit) => commit(async (_queries, number) => ({ ...face, number })),
  remove: (_key, commit) => commit(async (_queries, removal) => removal),
  close: async () => undefined,
}

const QDRANT_TIMEOUT_MS = 10_000

export function qdrantOptions(options: GalleryOptions): QdrantGalleryOptions {
  const { config, store, now, log } = options
  return {
    url: config.qdrantUrl,
    apiKey: config.qdrantApiKey,
    collection: config.qdrantCollection,
    search: config.qdrantSearch,
    shards: config.qdrantShards,
    replicas: config.qdrantReplicas,
    timeoutMs: QDRANT_TIMEOUT_MS,
    journalMs: config.writeDeadlineMs,
    database: store.database,
    faces: knownFaces(options),
    now,
    log,
  }
}

const knownFaces = ({ store: { database, keyring }, embedder }: GalleryOptions): KnownFaces =>
  openKnownFaces({ database, keyring, embedder })

async function openInMemory(options: GalleryOptions): Promise<MemoryGallery> {
  const { config, store, embedder, now, log } = options
  const faces = knownFaces(options)
  const scanner = await openScanner({
    threads: config.galleryThreads || availableParallelism(),
    memoryBytes: config.galleryMemoryBytes,
  })
  const folder = config.gallerySnapshots || join(config.data, 'gallery')
  const snapshots = openSnapshots({ folder, keyring: store.keyring, embedder })
  const large = await collectionsOfAtLeast(store.database, LEAST_SAVED)
  await snapshots.tidy(large.map(({ organisationId, id }) => ({ organisationId, collectionId: id })))
  const loading = openLoading({ scanner, database: store.database, faces, snapshots, log })
  const clearJournal = () => clearGalleryJournal(store.database, now())
  const dropStale = openStaleDropper({ database: store.database, snapshots, now })
  return openMemoryGallery({ scanner, faces, loading, now, clearJournal, dropStale })
}

export const BYTES_A_FACE = 150

/** Loads large collections one by one while the server already answers; small ones load at their first search. */
async function warmUp(gallery: MemoryGallery, { config, store, log }: GalleryOptions): Promise<void> {
  const warn = (error: Error) =>
    log(
      'warn',
      { reason: error.message },
      'the gallery could not be preloaded; collections load at their first search',
    )
  let room = config.galleryMemoryBytes
  const large = await collectionsOfAtLeast(store.database, LEAST_SAVED).catch((error) => {
    warn(error)
    return []
  })
  for (const { organisationId, id, faces } of large) {
    // A collection that would evict another is loaded when it is first searched.
    if (room < faces * BYTES_A_FACE) continue
    room -= faces * BYTES_A_FACE
    await gallery.warm({ organisationId, collectionId: id }).catch(warn)
  }
}
