// usearch, looking at every vector in single precision on all cores.
import { availableParallelism } from 'node:os'
import { exactSearch, MetricKind } from 'usearch'
import { type Peer, VALUES } from './peer.ts'

export const usearchExact: Peer = {
  name: 'usearch exact',
  exact: true,
  async build({ values }) {
    const ask = (queries: Float32Array) =>
      exactSearch(values, queries, VALUES, 1, MetricKind.IP, availableParallelism()).keys
    return {
      // A copy: the library looks at the buffer beneath an array, not at the array.
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
