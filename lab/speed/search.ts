// npm run bench:search: measures our gallery in memory beside its peers at several sizes: recall, speed, memory.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { printTargets, type Target } from '../kit/targets.ts'
import { readingMs } from './search-bandwidth.ts'
import type { Measured } from './search-child.ts'
import { ours, scannedBytes } from './search-peers/ours.ts'
import type { Vectors } from './search-peers/peer.ts'
import { peers } from './search-peers/peers.ts'
import { makeGallery, makeQuestions } from './search-vectors.ts'

answerHelp(`Measures our gallery in memory beside its peers, at several sizes: how right, how fast, how large.

  --sizes N,N     of the gallery (10000,100000,1000000)
  --queries N     at each size (100)
  --peers NAMES   separated by commas (all that are installed)
  --seconds N     that one peer is asked at one size, at most (8)
  --patience N    seconds that building may take before a peer is left out (120)

${writesCacheOnly}`)

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    queries: { type: 'string', default: '100' },
    peers: { type: 'string', default: peers.map(({ name }) => name).join(',') },
    /** The time limit for one peer at one size. */
    seconds: { type: 'string', default: '8' },
    /** A peer that would build longer than this is left out. */
    patience: { type: 'string', default: '120' },
  },
})
const CHILD = fileURLToPath(new URL('./search-child.ts', import.meta.url))
const SEED = 20_240_607
/** Graphs take longer per vector the larger they are. */
const BUILD_GROWTH = 1.3
const MILLION = 1_000_000

const NAME_WIDTH = 24
const WIDTH = 10
const HEADS = ['recall@1', 'median ms', 'p95 ms', '4 at once/s', 'build s', 'MB', 'insert ms', 'delete ms']

const sizes = options.sizes.split(',').map(Number)
const chosen = peers.filter(({ name }) => options.peers.split(',').includes(name))
const lastBuild = new Map<string, { readonly size: number; readonly seconds: number }>()
const targets: Target[] = []

for (const size of sizes) await compareAt(size)
printTargets(targets)

async function compareAt(size: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'selfsame-search-'))
  try {
    await prepare(makeGallery(size, SEED), folder)
    printHead(size)
    const results = new Map<string, Measured>()
    for (const { name, exact } of chosen) {
      const expected = expectedSeconds(name, size)
      if (expected > Number(options.patience)) {
        console.log(`  ${name}: left out, building would take about ${Math.round(expected)} s`)
        continue
      }
      const measured = await measure(name, folder)
      lastBuild.set(name, { size, seconds: measured.buildSeconds })
      results.set(name, measured)
      printRow(name, exact, measured)
    }
    await judge(size, results)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function prepare(gallery: Vectors, folder: string): Promise<void> {
  const questions = makeQuestions(gallery, Number(options.queries), SEED + 1)
  await writeFile(join(folder, 'gallery'), gallery.values)
  await writeFile(
    join(folder, 'questions'),
    JSON.stringify(questions.map(({ vector, nearest }) => ({ vector: [...vector], nearest }))),
  )
}

function expectedSeconds(name: string, size: number): number {
  const last = lastBuild.get(name)
  return last === undefined ? 0 : (last.seconds * size * BUILD_GROWTH) / last.size
}

async function measure(name: string, folder: string): Promise<Measured> {
  const child = fork(CHILD, [name, folder, options.seconds], {
    execArgv: ['--expose-gc'],
    serialization: 'advanced',
  })
  const failed = once(child, 'exit').then(() => {
    throw new Error(`${name} could not be measured`)
  })
  const [measured] = await Promise.race([once(child, 'message'), failed])
  await failed.catch(() => {})
  return measured as Measured
}

async function judge(size: number, results: ReadonlyMap<string, Measured>): Promise<void> {
  const own = results.get(ours.name)
  if (own === undefined) return
  const floorMs = await readingMs(scannedBytes({ size }), availableParallelism())
  const gigabytes = scannedBytes({ size }) / floorMs / 1e6
  console.log(
    `  reading what ours scans, without looking at it: ${floorMs.toFixed(2)} ms (${gigabytes.toFixed(1)} GB/s), ` +
      `${Math.round((100 * floorMs) / own.medianMs)} % of a search`,
  )
  const others = chosen.filter(({ exact, name }) => exact && name !== ours.name)
  const fastest = Math.min(...others.map(({ name }) => results.get(name)?.medianMs ?? Infinity))
  targets.push({ name: `search-recall-${size}`, value: own.recall, bound: 1, good: 'at least' })
  if (fastest < Infinity)
    targets.push({
      name: `search-to-exact-peer-${size}`,
      value: own.medianMs / fastest,
      bound: 1,
      good: 'at most',
    })
  if (size !== sizes.at(-1)) return
  targets.push(
    { name: 'search-insert-ms', value: own.insertMs ?? Number.NaN, bound: 1, good: 'at most' },
    { name: 'search-delete-ms', value: own.removeMs ?? Number.NaN, bound: 1, good: 'at most' },
  )
  // With few faces the rest of the process would count for more than the faces.
  if (size === MILLION)
    targets.push(
      { name: 'search-million-ms', value: own.medianMs, bound: 25, good: 'at most' },
      { name: 'search-million-megabytes', value: own.megabytes, bound: 200, good: 'at most' },
    )
}

function printHead(size: number): void {
  console.log(`${size} vectors:`)
  print('', HEADS)
}

function printRow(name: string, exact: boolean, measured: Measured): void {
  print(`${name}${exact ? '' : ' (approximate)'}`, [
    measured.recall.toFixed(3),
    measured.medianMs.toFixed(3),
    measured.p95Ms.toFixed(3),
    measured.perSecond.toFixed(0),
    measured.buildSeconds.toFixed(1),
    measured.megabytes.toFixed(0),
    measured.insertMs?.toFixed(4) ?? '-',
    measured.removeMs?.toFixed(4) ?? '-',
  ])
  if (measured.remark !== undefined) console.log(`    ${measured.remark}`)
}

function print(name: string, cells: readonly string[]): void {
  console.log(`  ${name.padEnd(NAME_WIDTH + 4)}${cells.map((cell) => cell.padStart(WIDTH + 2)).join('')}`)
}
