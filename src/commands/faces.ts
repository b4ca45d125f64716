// selfsame faces: lists collections, moves them to this version's embedder, fills Qdrant from the database.
import { availableParallelism } from 'node:os'
import type { Settings } from '../config.ts'
import { reEmbed } from '../faces/collections/re-embed.ts'
import { askOfReference } from '../faces/portrait.ts'
import { openGalleryWriter, qdrantOptions } from '../gallery/open.ts'
import { dropFormer, fillFromDatabase } from '../gallery/qdrant-fill.ts'
import { prepareNetworks } from '../models/cache.ts'
import { rowNamed } from '../models/manifest.ts'
import { networksFolder, openWorkers, openWorkersCage } from '../open-workers.ts'
import type { Store } from '../store/open.ts'
import { findCollection } from '../store/records/collections.ts'
import { countByEmbedder, type EmbedderCount } from '../store/records/embedders.ts'
import type { Embedder } from '../store/records/faces.ts'
import { CommandError, organisationNamed, progress, say, warn, withStore } from './terminal.ts'

export interface WhichFaces {
  readonly org?: string
  readonly collection?: string
}

function ourEmbedder(): Embedder {
  const { name, version } = rowNamed('face-embedder')
  return { name, version }
}

export async function listFaces(config: Settings, { json = false }: { json?: boolean }): Promise<void> {
  const counts = await withStore(config, ({ database }) => countByEmbedder(database))
  if (json) return say(JSON.stringify(counts, null, 2))
  const ours = ourEmbedder()
  for (const one of counts) {
    const old = isOf(ours, one) ? '' : '  not searched: selfsame faces re-embed moves them'
    const embedder = `${one.embedder} ${one.embedderVersion}`
    say(`${one.organisation}  ${one.collectionId}  ${one.faces} faces by ${embedder}${old}`)
  }
  if (counts.length === 0) say('No face is registered.')
}

export async function reEmbedFaces(config: Settings, which: WhichFaces): Promise<void> {
  if (which.collection !== undefined && which.org === undefined)
    throw new CommandError('--collection goes with --org: two organisations may have the same collection id.')
  await withStore(config, async (store) => {
    const old = await collectionsToMove(store, which)
    if (old.length === 0) return say(`Every face was made by ${nameOf(ourEmbedder())}: nothing to do.`)
    await prepareNetworks(networksFolder(config))
    const workers = config.workers || availableParallelism()
    const options = { config, store, embedder: ourEmbedder(), now: Date.now, log: telling }
    const cage = await openWorkersCage(config)
    await using opened = new AsyncDisposableStack()
    const gallery = opened.adopt(await openGalleryWriter(options), (open) => open.close())
    const pool = opened.adopt(openWorkers(config, cage, { workers }), (open) => open.close(1000))
    await pool.started()
    const observe = async (bytes: Uint8Array, organisation: string) => {
      const input = {
        bytes,
        maxMegapixels: config.imageMegapixels,
        ask: { ...askOfReference, cover: false },
      }
      const seen = await pool.run('observe-image', input, { organisation })
      return 'fault' in seen ? undefined : seen
    }
    const { database, vault, keyring } = store
    const work = {
      database,
      vault,
      seal: keyring.seal,
      gallery,
      embedder: ourEmbedder(),
      observe,
      atOnce: 2 * workers,
    }
    for (const collection of old) await moveCollection(work, collection)
    // Vectors that older versions of the embedder left there are of no use once no face is theirs.
    if (config.qdrantUrl) await dropFormer(qdrantOptions(options))
  })
}

async function moveCollection(work: Parameters<typeof reEmbed>[0], collection: EmbedderCount): Promise<void> {
  const what = `${collection.organisation} ${collection.collectionId}`
  const bar = progress(what)
  const total = collection.faces
  const { done, left } = await reEmbed(work, collection, (count) =>
    bar({ done: count, total: Math.max(total, count) }),
  )
  say(`${what}: ${done} faces are now by ${nameOf(work.embedder)}`)
  for (const { id, reason } of left) warn(`  face ${id} keeps its old vector: ${reason}`)
  if (left.length > 0) process.exitCode = 1
}

async function collectionsToMove(store: Store, { org, collection }: WhichFaces): Promise<EmbedderCount[]> {
  const organisation = org === undefined ? undefined : await organisationNamed(store, org)
  if (organisation && collection !== undefined)
    if (
      !(await findCollection(store.database, { organisationId: organisation.id, collectionId: collection }))
    )
      throw new CommandError(`${org} has no collection ${JSON.stringify(collection)}.`)
  const ours = ourEmbedder()
  const found = new Map<string, EmbedderCount>()
  for (const one of await countByEmbedder(store.database)) {
    if (isOf(ours, one)) continue
    if (organisation && one.organisationId !== organisation.id) continue
    if (collection !== undefined && one.collectionId !== collection) continue
    const key = JSON.stringify([one.organisationId, one.collectionId])
    found.set(key, { ...one, faces: one.faces + (found.get(key)?.faces ?? 0) })
  }
  return [...found.values()]
}

export async function fillQdrant(config: Settings): Promise<void> {
  if (!config.qdrantUrl)
    throw new CommandError('SELFSAME_QDRANT_URL is not set: this server keeps its gallery in memory.')
  const count = await withStore(config, (store) => {
    const bar = progress('faces')
    const options = qdrantOptions({ config, store, embedder: ourEmbedder(), now: Date.now, log: telling })
    return fillFromDatabase(options, ({ faces, of }) => bar({ done: faces, total: Math.max(of, faces) }))
  })
  say(`${count} faces are in Qdrant.`)
}

const telling = (_level: 'info' | 'warn', _fields: object, message: string): void => warn(message)

const nameOf = ({ name, version }: Embedder): string => `${name} ${version}`

const isOf = ({ name, version }: Embedder, one: EmbedderCount): boolean =>
  one.embedder === name && one.embedderVersion === version
