// usearch's graph of neighbours with its own default settings: approximate.
import { availableParallelism } from 'node:os'
import { Index, MetricKind } from 'usearch'
import { type Peer, VALUES } from './peer.ts'

export const usearchHnsw: Peer = {
  name: 'usearch hnsw',
  exact: false,
  async build({ size, values }) {
    const index = new Index(VALUES, MetricKind.IP)
    const keys = BigUint64Array.from({ length: size }, (_, slot) => BigInt(slot))
    index.add(keys, values, availableParallelism())
    let next = BigInt(size)
    return {
      search: async (vector) => Number(index.search(vector.slice(), 1, 1).keys[0]),
      insert(vector) {
        index.add(next, vector.slice(), 1)
        next += 1n
      },
      remove: (slot) => void index.remove(BigInt(slot)),
      close: async () => {},
    }
  },
}
