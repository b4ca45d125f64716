// Adapts hnswlib compiled to WebAssembly: approximate, on one thread.
import { type Peer, VALUES, vectorAt } from './peer.ts'

/** Its own entry opens a browser's database, so the module behind it is loaded. */
const MODULE = 'hnswlib-wasm/dist/hnswlib-317962d7.js'
const ROOM_FOR_INSERTS = 1000
const [NEIGHBOURS, BUILD_WIDTH, SEARCH_WIDTH, SEED] = [16, 200, 64, 100]

interface Graph {
  initIndex(size: number, neighbours: number, buildWidth: number, seed: number): void
  setEfSearch(width: number): void
  addPoint(vector: Float32Array, label: number, isReplacing: boolean): void
  markDelete(label: number): void
  searchKnn(vector: Float32Array, count: number, filter: undefined): { readonly neighbors: readonly number[] }
}
interface Library {
  readonly HierarchicalNSW: new (metric: 'ip', values: number, file: string) => Graph
}

export const hnswlib: Peer = {
  name: 'hnswlib-wasm',
  exact: false,
  async build(gallery) {
    // It runs only in a browser, and takes this for one.
    Object.assign(globalThis, { window: globalThis })
    const { default: open } = (await import(import.meta.resolve(MODULE))) as {
      default: () => Promise<Library>
    }
    const graph = new (await open()).HierarchicalNSW('ip', VALUES, '')
    graph.initIndex(gallery.size + ROOM_FOR_INSERTS, NEIGHBOURS, BUILD_WIDTH, SEED)
    graph.setEfSearch(SEARCH_WIDTH)
    for (let slot = 0; slot < gallery.size; slot++) graph.addPoint(vectorAt(gallery, slot), slot, false)
    let next = gallery.size
    return {
      search: async (vector) => graph.searchKnn(vector, 1, undefined).neighbors[0] ?? -1,
      insert(vector) {
        graph.addPoint(vector, next, false)
        next += 1
      },
      remove: (slot) => graph.markDelete(slot),
      close: async () => {},
    }
  },
}
