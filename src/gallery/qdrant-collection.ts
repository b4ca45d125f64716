// The Qdrant collection of one embedder's vectors: created when there are no faces yet, refused when it was lost.

import { createHash } from 'node:crypto'
import { type Database, StoreUnavailable } from '../store/port.ts'
import type { CollectionKey } from '../store/records/collections.ts'
import { type Embedder, hasFaces } from '../store/records/faces.ts'
import { type KnownFaces, VECTOR_NUMBERS } from './known-faces.ts'
import type { GalleryLog, NewFace } from './port.ts'
import {
  type CollectionChange,
  type CollectionInfo,
  CollectionMissing,
  type CollectionPlan,
  connectQdrant,
  type QdrantOptions,
  type SearchParams,
  type VectorPoint,
} from './qdrant-client.ts'

export interface CollectionOptions extends QdrantOptions {
  /** The prefix of our collection names. */
  readonly collection: string
  /** `exact` compares with every vector; `quantised` needs a quarter of the memory and may miss some. */
  readonly search: 'exact' | 'quantised'
  readonly shards: number
  readonly replicas: number
  readonly database: Database
  readonly faces: KnownFaces
  readonly log: GalleryLog
}

/** The payload field that says which of our collections a point belongs to; points that were written bear this name. */
export const PARTITION = 'shelf'

/** The ids are hashed, because no id of a caller is given to another system. */
export function partitionOf({ organisationId, collectionId }: CollectionKey): string {
  return createHash('sha256')
    .update(JSON.stringify([organisationId, collectionId]))
    .digest('hex')
}

export function pointOf(key: CollectionKey, { id, number, vector }: NewFace): VectorPoint {
  return { id, vector, payload: { [PARTITION]: partitionOf(key), number } }
}

export const collectionName = (prefix: string, { name, version }: Embedder): string =>
  `${prefix}-${name}-${version}`.replaceAll(/[^\w.-]/g, '_')

export function openCollection(options: CollectionOptions) {
  const { database, faces, log, collection: prefix } = options
  const qdrant = connectQdrant(options)
  const name = collectionName(prefix, faces.embedder)
  const { plan, change, params } = modeOf(options)
  let ready: Promise<CollectionInfo> | undefined
  let isLossLogged = false

  async function prepare(): Promise<CollectionInfo> {
    const info = (await qdrant.find(name)) ?? (await made())
    isLossLogged = false
    await fitted(name, info)
    return info
  }

  /** A lost collection is not replaced by an empty one, which would answer that no face is registered. */
  async function made(): Promise<CollectionInfo> {
    const needed = await hasFaces(database, faces.embedder)
    // Another server may have created the collection and registered a face since `find` looked.
    const others = needed ? await qdrant.find(name) : undefined
    if (others) return others
    if (needed) {
      if (!isLossLogged)
        log('warn', { collection: name }, 'Qdrant LACKS THE REGISTERED FACES: run selfsame faces fill-qdrant')
      isLossLogged = true
      throw new StoreUnavailable(
        `Qdrant: ${name} is missing, though faces are registered: it has to be filled`,
      )
    }
    await qdrant.create(name, plan)
    const info = await qdrant.find(name)
    if (info) return info
    throw new CollectionMissing(`Qdrant: ${name} was made and is gone again`)
  }

  /** The process that created the collection may have died half way, or used the other search mode. */
  async function fitted(where: string, { config, payload_schema }: CollectionInfo): Promise<void> {
    const { size } = config.params.vectors as { size?: number }
    if (size !== VECTOR_NUMBERS) throw new Error(`Qdrant: ${where} holds vectors of ${size} numbers`)
    if (!payload_schema[PARTITION]) await qdrant.index(where, PARTITION, { type: 'keyword', is_tenant: true })
    if (Boolean(config.quantization_config) === (change.quantization_config !== 'Disabled')) return
    log('info', { collection: where, search: options.search }, 'Qdrant collection changes its search mode')
    await qdrant.change(where, change)
  }

  /** A missing collection is looked up again the next time, because another server may have created it meanwhile. */
  async function noticing<T>(act: Promise<T>): Promise<T> {
    return act.catch((error: unknown) => {
      if (error instanceof CollectionMissing) ready = undefined
      throw error
    })
  }

  return {
    name,
    qdrant,

    async ready(): Promise<void> {
      ready ??= prepare()
      const mine = ready
      await mine.catch((error: unknown) => {
        if (ready === mine) ready = undefined
        throw error
      })
    },

    /** Creates a second collection, to be filled before it gets the name. */
    async another(suffix: string): Promise<string> {
      const where = `${name}-${suffix}`
      await qdrant.create(where, plan)
      const info = await qdrant.find(where)
      if (info) await fitted(where, info)
      return where
    },

    upsert: (points: readonly VectorPoint[]) => noticing(qdrant.upsert(name, points)),

    async search(key: CollectionKey, vector: Float32Array, limit: number, leastScore: number) {
      const where = { key: PARTITION, value: partitionOf(key) }
      const question = { vector, where, limit, leastScore, params, fields: ['number'] }
      const hits = await noticing(qdrant.search(name, question))
      return hits.map(({ id, payload }) => ({
        id,
        number: typeof payload.number === 'number' ? payload.number : 0,
      }))
    },

    /** Removes points from the collections of all embedders. */
    async remove(ids: readonly string[]): Promise<void> {
      for (const one of await qdrant.names())
        if (one.startsWith(`${prefix}-`))
          await qdrant.remove(one, ids).catch((error: unknown) => {
            if (!(error instanceof CollectionMissing)) throw error
          })
    },
  }
}

/**
 * Exact searches read no graph, so none is built; the others have one for each collection and none over all. Vectors have
 * length one, so the dot product is their cosine. A write needs one replica: the client says why that is enough.
 */
export function modeOf({
  search,
  shards,
  replicas,
}: Pick<CollectionOptions, 'search' | 'shards' | 'replicas'>): {
  readonly plan: CollectionPlan
  readonly change: CollectionChange
  readonly params: SearchParams
} {
  const exact = search === 'exact'
  const hnsw_config = { m: 0, payload_m: exact ? 0 : 16 }
  const scalar = { type: 'int8', quantile: 0.99, always_ram: true } as const
  const on_disk = !exact
  return {
    plan: {
      vectors: { size: VECTOR_NUMBERS, distance: 'Dot', on_disk },
      hnsw_config,
      ...(exact ? {} : { quantization_config: { scalar } }),
      on_disk_payload: true,
      shard_number: shards,
      replication_factor: replicas,
      write_consistency_factor: 1,
    },
    change: {
      vectors: { '': { on_disk } },
      hnsw_config,
      quantization_config: exact ? 'Disabled' : { scalar },
    },
    params: exact ? { exact } : { hnsw_ef: 128, quantization: { rescore: true, oversampling: 4 } },
  }
}
