// npm run bench:search-large: fills our gallery with millions of faces and searches it with fewer and more threads.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { GalleryFull } from '../../src/gallery/memory/arena.ts'
import { openScanner, type Scanner } from '../../src/gallery/memory/scanner.ts'
import { best } from '../../src/gallery/memory/search.ts'
import { answerHelp } from '../kit/help.ts'
import { median, quantile } from '../kit/statistics/summary.ts'
import { printTargets, type Target } from '../kit/targets.ts'
import { readingMs } from './search-bandwidth.ts'
import { compare, dot, faceOf, type Query, queriesFor } from './search-made-faces.ts'
import { scannedBytes } from './search-peers/ours.ts'
import { VALUES } from './search-peers/peer.ts'

answerHelp(`Fills our gallery in memory with millions of made faces, searches it, and says how many it holds.

  --sizes N,N     faces (10000000,30000000)
  --queries N     whose nearest is known by plain arithmetic (16)
  --threads N,N   that scan (all of this machine)
  --seconds N     that one number of threads is asked at one size (6)
  --until-full    go on until the gallery refuses a face
  --memory GIB    that the gallery may take (4)

A face needs 136 bytes in the gallery. Nothing is kept beside them, so a machine needs little more than these.
Writes nothing in the checkout.`)

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000000,30000000' },
    queries: { type: 'string', default: '16' },
    threads: { type: 'string', default: String(availableParallelism()) },
    seconds: { type: 'string', default: '6' },
    'until-full': { type: 'boolean', default: false },
    memory: { type: 'string', default: '4' },
  },
})
const MOST_BYTES = Number(options.memory) * 2 ** 30
const FIRST_LIMIT = 16
const IN_FLIGHT = 4

function fill(scanner: Scanner, size: number, queries: readonly Query[]) {
  const rows = scanner.newRows()
  const face = new Float32Array(VALUES)
  for (let number = 0; number < size; number++) {
    rows.append(faceOf(number, face))
    compare(queries, number, face)
  }
  return rows
}

type FilledRows = ReturnType<typeof fill>

/** As the server asks: a scan, then the true cosines of as few faces as prove the answer. */
async function nearestIn(scanner: Scanner, rows: FilledRows, vector: Float32Array): Promise<number> {
  const face = new Float32Array(VALUES)
  const exact = async (slots: readonly number[]) => slots.map((slot) => dot(vector, faceOf(slot, face)))
  for (let limit = FIRST_LIMIT; ; limit *= 8) {
    const hits = await scanner.search(rows, vector, limit)
    const { found, isProven } = await best(hits, rows.slack, hits.length < limit, 1, -1, exact)
    if (isProven) return found[0]?.slot ?? -1
  }
}

async function timed(scanner: Scanner, rows: FilledRows, queries: readonly Query[]) {
  const until = performance.now() + 1000 * Number(options.seconds)
  const times: number[] = []
  let right = 0
  for (let i = 0; i < queries.length || performance.now() < until; i++) {
    const query = queries[i % queries.length] as Query
    const startedAt = performance.now()
    const slot = await nearestIn(scanner, rows, query.vector)
    times.push(performance.now() - startedAt)
    if (slot === query.nearest) right += 1
  }
  const startedAt = performance.now()
  let asked = 0
  const keepAsking = async () => {
    do await nearestIn(scanner, rows, (queries[asked++ % queries.length] as Query).vector)
    while (performance.now() - startedAt < 500 * Number(options.seconds))
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, keepAsking))
  const perSecond = (1000 * asked) / (performance.now() - startedAt)
  return { recall: right / times.length, medianMs: median(times), p95Ms: quantile(times, 0.95), perSecond }
}

const targets: Target[] = []
for (const size of options.sizes.split(',').map(Number))
  for (const threads of options.threads.split(',').map(Number)) {
    const scanner = await openScanner({ threads, memoryBytes: MOST_BYTES })
    const queries = queriesFor(size, Number(options.queries))
    const startedAt = performance.now()
    const rows = fill(scanner, size, queries)
    const seconds = (performance.now() - startedAt) / 1000
    const { recall, medianMs, p95Ms, perSecond } = await timed(scanner, rows, queries)
    const floorMs = await readingMs(scannedBytes({ size }), threads)
    console.log(
      `${size} faces, ${threads} threads: right ${(100 * recall).toFixed(1)} %, median ${medianMs.toFixed(1)} ms, ` +
        `p95 ${p95Ms.toFixed(1)} ms, ${perSecond.toFixed(1)} a second with ${IN_FLIGHT} at once; reading the same ` +
        `bytes ${floorMs.toFixed(1)} ms; ${Math.round(scanner.stats().usedBytes / 2 ** 20)} MiB; filled and ` +
        `compared one by one in ${seconds.toFixed(0)} s`,
    )
    targets.push({ name: `search-recall-${size}-${threads}`, value: recall, bound: 1, good: 'at least' })
    targets.push({
      name: `search-by-memory-${size}-${threads}`,
      value: medianMs / floorMs,
      bound: 1.6,
      good: 'at most',
    })
    await scanner.close()
  }

if (options['until-full']) {
  const scanner = await openScanner({ threads: 1, memoryBytes: MOST_BYTES })
  const rows = scanner.newRows()
  const face = faceOf(1, new Float32Array(VALUES))
  try {
    for (;;) rows.append(face)
  } catch (error) {
    if (!(error instanceof GalleryFull)) throw error
    console.log(`the gallery holds ${rows.length} faces: ${error.message}`)
  }
  await scanner.close()
}
printTargets(targets)
