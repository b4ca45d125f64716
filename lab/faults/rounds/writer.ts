// Keeps, reads, reseals and removes files through the store, in a process that reports each acknowledgement.
import { createHash, randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { seededRandom } from '../../../specimens/random.ts'
import { openStore, type Store, type StoreSettings } from '../../../src/store/open.ts'
import { addCollection } from '../../../src/store/records/collections.ts'
import { findFile } from '../../../src/store/records/files.ts'
import { type FileSet, fileIdOf, type WriterLine } from './ledger.ts'

export interface WriterOrder {
  readonly config: StoreSettings
  readonly organisationId: string
  readonly round: number
  readonly seed: number
  readonly lanes: number
  /** Sets of earlier rounds to work on. */
  readonly sets: readonly [string, FileSet][]
}

type Live = { readonly set: string; readonly sha256: readonly string[] }

/** Standard output is a file, so that a written line outlives this process. */
const say = (line: WriterLine): void => void writeSync(1, `${JSON.stringify(line)}\n`)

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

process.on('disconnect', () => process.exit(1))
process.once('message', async (order: WriterOrder) => {
  const silent = { migrated: () => undefined, masterKeyMade: () => undefined }
  const store = await openStore(order.config, Date.now, silent)
  process.once('message', () => startLanes(store, order))
  process.send?.('ready')
})

function startLanes(store: Store, { organisationId, round, seed, lanes, sets }: WriterOrder): void {
  const random = seededRandom(seed).next
  const live: Live[] = sets.map(([set, { sha256 }]) => ({ set, sha256 }))
  /** A lane takes a set, so that no other lane touches it meanwhile. */
  const take = (): Live | undefined => live.splice(Math.floor(random() * live.length), 1)[0]

  async function keep(set: string): Promise<void> {
    const files = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) => {
      const size = random() < 0.05 ? 2 * 1024 ** 2 : 1 + Math.floor(random() * 64 * 1024)
      return { id: fileIdOf(set, index), bytes: randomBytes(size) }
    })
    const sha256 = files.map(({ bytes }) => hashOf(bytes))
    say({ says: 'keeping', set, sha256 })
    await store.vault.keep(organisationId, files, (queries) =>
      addCollection(queries, { organisationId, id: set, externalPersonId: set, createdAt: Date.now() }),
    )
    say({ says: 'kept', set })
    live.push({ set, sha256 })
  }

  async function read(one: Live): Promise<void> {
    for (const [index, sha256] of one.sha256.entries()) {
      const bytes = await store.vault.read(organisationId, fileIdOf(one.set, index))
      if (!bytes || hashOf(bytes) !== sha256)
        say({ says: 'wrong', set: one.set, what: bytes ? 'read other bytes' : 'read nothing' })
    }
    say({ says: 'read', set: one.set })
    live.push(one)
  }

  async function reseal(one: Live): Promise<void> {
    const record = await findFile(store.database, organisationId, fileIdOf(one.set, 0))
    if (!record) return say({ says: 'wrong', set: one.set, what: 'has no record' })
    await store.vault.reseal(record)
    say({ says: 'resealed', set: one.set })
    live.push(one)
  }

  async function remove({ set, sha256 }: Live): Promise<void> {
    say({ says: 'removing', set })
    const ids = sha256.map((_, index) => fileIdOf(set, index))
    const removed = await store.vault.remove(organisationId, ids, async (queries) => {
      const values = [organisationId, set]
      await queries.query('DELETE FROM face_collections WHERE organisation_id = $1 AND id = $2', values)
    })
    if (removed !== ids.length) say({ says: 'wrong', set, what: `${removed} of ${ids.length} were there` })
    say({ says: 'removed', set })
  }

  async function lane(number: number): Promise<never> {
    for (let count = 1; ; count++) {
      const choice = random()
      const one = choice < 0.45 ? undefined : take()
      const set = one?.set ?? `set-${round}-${number}-${count}`
      try {
        if (choice > 0.97) await store.files.check()
        if (!one) await keep(set)
        else if (choice < 0.65) await read(one)
        else if (choice < 0.8) await reseal(one)
        else await remove(one)
      } catch (error) {
        say({ says: 'failed', set, what: `${(error as Error).name}: ${(error as Error).message}` })
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
  }
  for (let number = 1; number <= lanes; number++) void lane(number)
}
