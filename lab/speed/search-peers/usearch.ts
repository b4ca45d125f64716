// Adapts usearch on all cores: every vector compared in single precision, and its graph of neighbours with default settings.
import { availableParallelism } from 'node:os'
import { exactSearch, Index, MetricKind } from 'usearch'
import { type Peer, VALUES } from './peer.ts'

export const usearchExact: Peer = {
  name: 'usearch exact',
  exact: true,
  async build({ values }) {
    const ask = (queries: Float32Array) =>
      exactSearch(values, queries, VALUES, 1, MetricKind.IP, availableParallelism()).keys
    return {
      // The array is copied, because the library reads the buffer beneath an array.
      search: async (vector) => Number(ask(vector.slice())[0]),
      async searchTogether(vectors) {
        const queries = new Float32Array(vectors.length * VALUES)
        vectors.forEach((vector, i) => {
          queries.set(vector, i * VALUES)
        })
        return Array.from(ask(queries), Number)
      },
      close: async () => {},
    }
  },
}

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
