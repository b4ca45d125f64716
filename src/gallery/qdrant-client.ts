// The client of Qdrant: what Qdrant cannot do now becomes StoreUnavailable, what it refuses is a bug.
import { QdrantClient, type Schemas } from '@qdrant/js-client-rest'
import { StoreUnavailable } from '../store/port.ts'

export type CollectionPlan = Schemas['CreateCollection']
export type CollectionChange = Schemas['UpdateCollection']
export type CollectionInfo = Schemas['CollectionInfo']
type FieldSchema = Schemas['PayloadFieldSchema']
export type SearchParams = Schemas['SearchParams']

export interface VectorPoint {
  readonly id: string
  readonly vector: Float32Array
  readonly payload: Readonly<Record<string, string | number>>
}

interface PointQuestion {
  readonly vector: Float32Array
  readonly where: { readonly key: string; readonly value: string }
  readonly limit: number
  readonly leastScore: number
  readonly params: SearchParams
  readonly fields: readonly string[]
}

interface Hit {
  readonly id: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** There is no Qdrant collection of this name, or not any more. */
export class CollectionMissing extends StoreUnavailable {}

export interface QdrantOptions {
  readonly url: string
  /** Empty when Qdrant needs no key. */
  readonly apiKey: string
  readonly timeoutMs: number
}

/**
 * With `wait` a write succeeds when every replica that may be read from has applied it: one that failed is taken out of
 * service before the answer comes, and caught up before it is read from again. So reads need only one replica, whichever
 * server asks. `medium` brings the writes of one point in the same order everywhere: a removal is never undone by the
 * late arrival of what it removed.
 */
const applied = { wait: true, ordering: 'medium' } as const

export function connectQdrant({ url, apiKey, timeoutMs }: QdrantOptions) {
  const { protocol, hostname, port, pathname } = new URL(url)
  const client = new QdrantClient({
    // The client would use port 6333 for a URL without a port; here it is the port of the protocol.
    url: `${protocol}//${hostname}`,
    port: port ? Number(port) : null,
    prefix: pathname.replace(/\/+$/, ''),
    // The key goes in a header, because the client logs a warning about a key over plain HTTP.
    ...(apiKey && { headers: { 'api-key': apiKey } }),
    timeout: timeoutMs,
    checkCompatibility: false,
  })
  const timeout = Math.max(1, Math.ceil(timeoutMs / 1000))

  return {
    async names(): Promise<string[]> {
      return (await reached(() => client.getCollections())).collections.map(({ name }) => name)
    },

    find: (name: string): Promise<CollectionInfo | undefined> =>
      reached(() => client.getCollection(name)).catch((error: unknown) => {
        if (error instanceof CollectionMissing) return undefined
        throw error
      }),

    /** Two callers at the same moment both succeed. */
    async create(name: string, plan: CollectionPlan): Promise<void> {
      await reached(() =>
        client.createCollection(name, { ...plan, timeout }).catch((error: { status?: number }) => {
          if (error.status !== 409) throw error
        }),
      )
    },

    async change(name: string, change: CollectionChange): Promise<void> {
      await reached(() => client.updateCollection(name, { ...change, timeout }))
    },

    async drop(name: string): Promise<void> {
      await reached(() => client.deleteCollection(name, { timeout }))
    },

    async index(name: string, field: string, schema: FieldSchema): Promise<void> {
      const index = { field_name: field, field_schema: schema, wait: true }
      await reached(() => client.createPayloadIndex(name, index))
    },

    /** The collection gets this name as an alias. */
    async alias(name: string, collection: string): Promise<void> {
      const actions = [{ create_alias: { alias_name: name, collection_name: collection } }]
      await reached(() => client.updateCollectionAliases({ actions, timeout }))
    },

    async upsert(name: string, points: readonly VectorPoint[]): Promise<void> {
      const written = points.map(({ id, vector, payload }) => ({ id, vector: Array.from(vector), payload }))
      done(await reached(() => client.upsert(name, { points: written, ...applied })))
    },

    async remove(name: string, ids: readonly string[]): Promise<void> {
      done(await reached(() => client.delete(name, { points: [...ids], ...applied })))
    },

    async search(name: string, question: PointQuestion): Promise<Hit[]> {
      const { vector, where, limit, leastScore, params, fields } = question
      const { points } = await reached(() =>
        client.query(name, {
          query: Array.from(vector),
          filter: { must: [{ key: where.key, match: { value: where.value } }] },
          limit,
          score_threshold: leastScore,
          params,
          with_payload: [...fields],
          timeout,
        }),
      )
      return points.map(({ id, payload }) => ({ id: String(id), payload: payload ?? {} }))
    },
  }
}

function done({ status }: { readonly status: string }): void {
  if (status !== 'completed') throw new StoreUnavailable(`Qdrant: a write was ${status}, not completed`)
}

/** Qdrant is busy or refuses our key: the caller can do nothing about either. */
const passing = new Set([401, 403, 408, 429])

async function reached<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const fault = error as Partial<Error> & { status?: number; data?: { status?: { error?: unknown } } }
    const { status, message, cause } = fault
    const code = (cause as { code?: string } | undefined)?.code
    const reason = String(fault.data?.status?.error ?? code ?? (message || 'unreachable')).slice(0, 200)
    if (status === undefined) throw new StoreUnavailable(`Qdrant: ${reason}`)
    if (status === 404) throw new CollectionMissing(`Qdrant: ${reason}`)
    if (status >= 500 || passing.has(status)) throw new StoreUnavailable(`Qdrant: ${status} ${reason}`)
    throw new Error(`Qdrant: ${status} ${reason}`)
  }
}
