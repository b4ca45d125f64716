// Adapts our own gallery in memory, asked as the server asks it: a scan for 16, then true cosines for the candidates.
import { availableParallelism } from 'node:os'
import { openScanner } from '../../../src/gallery/memory/scanner.ts'
import { best } from '../../../src/gallery/memory/search.ts'
import { type Peer, VALUES, type Vectors, vectorAt } from './peer.ts'

const FIRST_LIMIT = 16
const MOST_BYTES = 2 ** 32

export const ours: Peer = {
  name: 'selfsame',
  exact: true,
  async build(gallery) {
    const scanner = await openScanner({ threads: availableParallelism(), memoryBytes: MOST_BYTES })
    const rows = scanner.newRows()
    // One vector is reused, because a million views would count in the memory that is measured.
    const vector = new Float32Array(VALUES)
    for (let at = 0; at < gallery.values.length; at += VALUES) {
      for (let i = 0; i < VALUES; i++) vector[i] = gallery.values[at + i] as number
      rows.append(vector)
    }
    // The server reads these from its database.
    const inserted: Float32Array[] = []
    const floats = (slot: number) => inserted[slot - gallery.size] ?? vectorAt(gallery, slot)
    const tally = { searches: 0, exact: 0, again: 0 }

    const search = async (vector: Float32Array) => {
      const exact = async (slots: readonly number[]) => {
        tally.exact += slots.length
        return slots.map((slot) => dot(vector, floats(slot)))
      }
      tally.searches += 1
      for (let limit = FIRST_LIMIT; ; limit *= 8) {
        const hits = await scanner.search(rows, vector, limit)
        const { found, isProven } = await best(hits, rows.slack, hits.length < limit, 1, -1, exact)
        if (isProven) return found[0]?.slot ?? -1
        tally.again += 1
      }
    }
    return {
      search,
      insert(vector) {
        rows.append(vector)
        inserted.push(vector)
      },
      remove: (slot) => rows.kill(slot),
      remark: () =>
        `${scanner.stats().kernel} kernel, slack ${rows.slack.toFixed(4)}; ` +
        `${(tally.exact / tally.searches).toFixed(2)} vectors read exactly a search, ` +
        `${tally.again} of ${tally.searches} searched again for more`,
      close: () => scanner.close(),
    }
  },
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < VALUES; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}

/** Returns the memory of the codes of so many faces, to compare a search with bare reading. */
export function scannedBytes({ size }: Pick<Vectors, 'size'>): number {
  return Math.ceil(size / 64) * 64 * (VALUES + 8)
}
