// Adapts Qdrant's exact search over HTTP, asked as the gallery asks it, in a process of its own.

import { qdrantEmulated, startQdrant } from '../../../specimens/kit/engines/qdrant.ts'
import { connectQdrant } from '../../../src/gallery/qdrant-client.ts'
import { type Peer, VALUES, type Vectors, vectorAt } from './peer.ts'

const COLLECTION = 'bench'
const PARTITION = { key: 'shelf', value: 'bench' }
const BATCH = 1000

/** Under emulation its time is no fair comparison, so the name says so. */
export const qdrant: Peer = {
  name: qdrantEmulated ? 'qdrant exact (x64 under qemu)' : 'qdrant exact',
  exact: true,
  async build(gallery) {
    const server = await startQdrant()
    try {
      const client = connectQdrant({ url: server.url, apiKey: '', timeoutMs: 120_000 })
      await fill(client, gallery)
      const megabytes = await residentMegabytes(server.url)
      return {
        async search(vector) {
          const [hit] = await client.search(COLLECTION, {
            vector,
            where: PARTITION,
            limit: 1,
            leastScore: -1,
            params: { exact: true },
            fields: ['number'],
          })
          return Number(hit?.payload.number)
        },
        remark: () => `its memory is not in the table but in another process: ${megabytes} MB`,
        close: () => server.stop(),
      }
    } catch (error) {
      await server.stop()
      throw error
    }
  },
}

async function fill(client: ReturnType<typeof connectQdrant>, gallery: Vectors): Promise<void> {
  await client.create(COLLECTION, {
    vectors: { size: VALUES, distance: 'Dot' },
    hnsw_config: { m: 0, payload_m: 0 },
    on_disk_payload: true,
    shard_number: 1,
  })
  await client.index(COLLECTION, PARTITION.key, { type: 'keyword', is_tenant: true })
  for (let from = 0; from < gallery.size; from += BATCH) {
    const points = Array.from({ length: Math.min(BATCH, gallery.size - from) }, (_, i) => ({
      id: idOf(from + i),
      vector: vectorAt(gallery, from + i),
      payload: { [PARTITION.key]: PARTITION.value, number: from + i },
    }))
    await client.upsert(COLLECTION, points)
  }
}

/** Qdrant reports this itself. */
async function residentMegabytes(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Math.round(Number(/^memory_resident_bytes (\d+)/m.exec(metrics)?.[1]) / 1e6)
}

const idOf = (slot: number): string => `00000000-0000-4000-8000-${slot.toString(16).padStart(12, '0')}`
