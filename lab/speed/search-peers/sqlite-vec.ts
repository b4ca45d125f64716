// Adapts sqlite-vec in a database in memory: exact, on one thread.
import { DatabaseSync } from 'node:sqlite'
import { load } from 'sqlite-vec'
import { type Peer, VALUES, vectorAt } from './peer.ts'

export const sqliteVec: Peer = {
  name: 'sqlite-vec',
  exact: true,
  async build(gallery) {
    const database = new DatabaseSync(':memory:', { allowExtension: true })
    load(database)
    database.exec(`create virtual table faces using vec0(vector float[${VALUES}] distance_metric=cosine)`)
    const put = database.prepare('insert into faces (rowid, vector) values (?, ?)')
    const nearest = database.prepare('select rowid from faces where vector match ? and k = 1')
    const drop = database.prepare('delete from faces where rowid = ?')
    database.exec('begin')
    for (let slot = 0; slot < gallery.size; slot++) put.run(BigInt(slot), bytesOf(vectorAt(gallery, slot)))
    database.exec('commit')
    let next = BigInt(gallery.size)
    return {
      search: async (vector) => Number(nearest.get(bytesOf(vector))?.rowid),
      insert(vector) {
        put.run(next, bytesOf(vector))
        next += 1n
      },
      remove: (slot) => void drop.run(BigInt(slot)),
      close: async () => database.close(),
    }
  },
}

function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
}
