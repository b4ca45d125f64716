// Starts a server of bench:gallery, searches a face, stops it, and reports how long each took.
import { text } from 'node:stream/consumers'
import type { Settings } from '../../src/config.ts'
import { StoreUnavailable } from '../../src/store/port.ts'
import { startInProcess } from '../kit/server-in-process.ts'
import { median } from '../kit/statistics/summary.ts'
import { vectorNumbered } from './gallery-vectors.ts'

interface Task {
  readonly config: Settings
  readonly organisationId: string
  readonly collectionId: string
  readonly count: number
}

const { config, organisationId, collectionId, count } = JSON.parse(await text(process.stdin)) as Task
const server = await startInProcess(config, 'silent')
const listeningMs = performance.now()

async function search(number: number): Promise<void> {
  const question = { vector: vectorNumbered(number), changes: count, wanted: 1, leastCosine: -1 }
  const [match] = await whenLoaded(() =>
    server.runtime.gallery.nearest({ organisationId, collectionId }, question),
  )
  if (match?.face.number !== number) throw new Error(`face ${number} was not found`)
}

/** Asks again while the server answers that it is not ready. */
async function whenLoaded<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
    }
  }
}

await search(Math.ceil(count / 2))
const searchedMs = performance.now()
const times: number[] = []
for (let i = 0; i < 50; i++) {
  const startedAt = performance.now()
  await search(1 + ((i * 7919) % count))
  times.push(performance.now() - startedAt)
}
const rssMb = process.memoryUsage().rss / 1e6
await server.stop()
process.stdout.write(JSON.stringify({ listeningMs, searchedMs, searchMs: median(times), rssMb }))
