// Checks registered faces: whether all are searched, whether they fit into memory, whether Qdrant answers.
import type { Settings } from '../config.ts'
import { BYTES_A_FACE, qdrantOptions } from '../gallery/open.ts'
import { openQdrantGallery } from '../gallery/qdrant.ts'
import { rowNamed } from '../models/manifest.ts'
import { openStore, type Store } from '../store/open.ts'
import { countByEmbedder } from '../store/records/embedders.ts'
import type { DoctorFinding } from './doctor-finding.ts'

export async function faces(config: Settings): Promise<DoctorFinding> {
  const quiet = { migrated: () => undefined, masterKeyMade: () => undefined }
  const store = await openStore({ ...config, autoMigrate: false }, Date.now, quiet).catch(() => undefined)
  if (!store) return { advice: 'not asked: the database is not ready' }
  try {
    return (await qdrantFault(config, store)) ?? (await inNumbers(config, store))
  } finally {
    await store.close()
  }
}

async function qdrantFault(config: Settings, store: Store): Promise<DoctorFinding | undefined> {
  if (!config.qdrantUrl) return undefined
  const { name, version } = rowNamed('face-embedder')
  const options = { config, store, embedder: { name, version }, now: Date.now, log: () => undefined }
  const gallery = openQdrantGallery(qdrantOptions(options))
  try {
    await gallery.check()
    return undefined
  } catch (error) {
    return {
      fault: (error as Error).message,
      fix: 'Check SELFSAME_QDRANT_URL with its port, and the key; `selfsame faces fill-qdrant` fills one that is empty.',
    }
  } finally {
    await gallery.close()
  }
}

async function inNumbers(config: Settings, { database }: Store): Promise<DoctorFinding> {
  const { name, version } = rowNamed('face-embedder')
  const counts = await countByEmbedder(database)
  const sum = (all: typeof counts) => all.reduce((total, one) => total + one.faces, 0)
  const old = sum(counts.filter((one) => one.embedder !== name || one.embedderVersion !== version))
  const all = sum(counts)
  if (old > 0)
    return {
      advice: `${old} of ${all} are not searched: another embedder made them. Run \`selfsame faces re-embed\`.`,
    }
  const bytes = all * BYTES_A_FACE
  if (!config.qdrantUrl && bytes > config.galleryMemoryBytes)
    return {
      advice: `${all} take about ${Math.round(bytes / 1e6)} MB, more than SELFSAME_GALLERY_MEMORY: collections will push each other out.`,
    }
  return { ok: `${all}, searched ${config.qdrantUrl ? 'on Qdrant' : 'in memory'}` }
}
