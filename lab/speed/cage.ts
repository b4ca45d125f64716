// bench:cage: measures what the cage costs, by the same jobs on a caged and on a free worker in turn, and by their starts.

import { parseArgs } from 'node:util'
import type { Settings } from '../../src/config.ts'
import { ffmpegCandidates } from '../../src/image/video/find-ffmpeg.ts'
import type { Jobs } from '../../src/jobs.ts'
import { prepareNetworks } from '../../src/models/cache.ts'
import { openWorkers, openWorkersCage } from '../../src/open-workers.ts'
import type { Cage } from '../../src/workers/cage.ts'
import type { Pool } from '../../src/workers/port.ts'
import { networkCache } from '../kit/folders.ts'
import { answerHelp, writesCacheOnly } from '../kit/help.ts'
import { settingsOf, temporaryFolder } from '../kit/installation.ts'
import { median } from '../kit/statistics/summary.ts'
import { atMost, printTargets } from '../kit/targets.ts'
import { cameraFrame } from './vision-frames.ts'

answerHelp(`Measures what the cage costs: the same jobs on a caged and on a free worker in turn, and the start of each.

  --jobs N     pairs of each small job (400); of the larger ones a tenth
  --starts N   starts of a worker of each kind (8)

${writesCacheOnly}`)

const { values } = parseArgs({
  options: { jobs: { type: 'string', default: '400' }, starts: { type: 'string', default: '8' } },
})
const count = (name: 'jobs' | 'starts'): number => {
  const value = Number(values[name])
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} is a whole number above 0`)
  return value
}

interface Pair<T> {
  readonly caged: T
  readonly free: T
}
type Kind = keyof Pair<unknown>

/** In random order, so that other load of the machine affects both alike. */
async function inTurn(times: number, one: (kind: Kind) => Promise<number>): Promise<Pair<number[]>> {
  const found: Pair<number[]> = { caged: [], free: [] }
  for (let i = 0; i < times; i++) {
    const kinds: Kind[] = Math.random() < 0.5 ? ['caged', 'free'] : ['free', 'caged']
    for (const kind of kinds) found[kind].push(await one(kind))
  }
  return found
}

/** The places, from 0, between which the true median lies in 19 of 20 measurements. */
function intervalOf(differences: readonly number[]): readonly [number, number] {
  const sorted = differences.toSorted((a, b) => a - b)
  const reach = 0.98 * Math.sqrt(sorted.length)
  const at = (place: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(place)))] ?? 0
  const middle = (sorted.length - 1) / 2
  return [at(middle - reach), at(middle + reach)]
}

function tell(what: string, { caged, free }: Pair<readonly number[]>): number {
  const differences = caged.map((ms, i) => ms - (free[i] ?? 0))
  const cost = median(differences)
  const [low, high] = intervalOf(differences)
  console.log(
    `${what.padEnd(44)} free ${median(free).toFixed(2).padStart(8)} ms, caged ${median(caged).toFixed(2).padStart(8)} ms, cost ${cost.toFixed(2).padStart(6)} ms (${low.toFixed(2)} to ${high.toFixed(2)}), ${caged.length} pairs`,
  )
  return cost
}

const tinyPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAMAAAAoLQ9TAAAAA1BMVEWAgICQdD0xAAAADklEQVQYlWNgGAUMSAAAARAAAVGhZwQAAAAASUVORK5CYII=',
  'base64',
)
const caller = { organisation: 'bench' }
const WARM_UPS = 10

async function benchJobs(pools: Pair<Pool<Jobs>>, pairs: number): Promise<number> {
  const frame = await cameraFrame()
  const maxMegapixels = 50
  const ask = { search: 'frame', closely: 1 } as const
  const small: Record<string, (pool: Pool<Jobs>) => Promise<unknown>> = {
    'a picture of 16 x 16 is inspected': (pool) =>
      pool.run('inspect-image', { bytes: tinyPicture, maxMegapixels }, caller),
    'a frame of 1280 x 720 is inspected': (pool) =>
      pool.run('inspect-image', { bytes: frame, maxMegapixels }, caller),
  }
  const larger: typeof small = {
    'a frame of 1280 x 720 is observed': (pool) =>
      pool.run('observe-image', { bytes: frame, maxMegapixels, ask }, caller),
    'ffmpeg is tried on a second of video': (pool) => pool.run('choose-ffmpeg', ffmpegCandidates(''), caller),
  }
  const measure = async (what: string, run: (pool: Pool<Jobs>) => Promise<unknown>, times: number) => {
    const timed = async (kind: Kind) => {
      const startedAt = performance.now()
      await run(pools[kind])
      return performance.now() - startedAt
    }
    await inTurn(WARM_UPS, timed)
    return tell(what, await inTurn(times, timed))
  }
  const costs: number[] = []
  for (const [what, run] of Object.entries(small)) costs.push(await measure(what, run, pairs))
  for (const [what, run] of Object.entries(larger))
    await measure(what, run, Math.max(1, Math.round(pairs / 10)))
  return Math.max(...costs)
}

async function startOf(settings: Settings, cage: Cage): Promise<number> {
  const startedAt = performance.now()
  const pool = openWorkers(settings, cage, { workers: 1 })
  await pool.started()
  const ms = performance.now() - startedAt
  await pool.close(1000)
  return ms
}

await prepareNetworks(networkCache)
const folder = temporaryFolder('bench-cage')
const settings: Settings = { ...settingsOf({ SELFSAME_DATA: folder.path }), networkCache }
const startedAt = performance.now()
const caged = await openWorkersCage(settings)
const trialMs = performance.now() - startedAt
const { state, layers, lacking } = caged.sandbox
console.log(`workers: ${state} (${layers.join(', ')})${lacking ? `; ${lacking}` : ''}`)
/** A pool closes its cage with it, and these are for one pool after another. */
const lasting = (cage: Cage): Cage => ({ ...cage, close: async () => undefined })
const free = await openWorkersCage({ ...settings, cage: 'off' })
const cages: Pair<Cage> = { caged: lasting(caged), free: lasting(free) }
console.log(`the cage is planned and tried in ${trialMs.toFixed(0)} ms, once a server`)
tell(
  'a worker starts and opens its networks',
  await inTurn(count('starts'), (kind) => startOf(settings, cages[kind])),
)

const open = (kind: Kind) => openWorkers(settings, cages[kind], { workers: 1 })
const pools: Pair<Pool<Jobs>> = { caged: open('caged'), free: open('free') }
try {
  await Promise.all([pools.caged.started(), pools.free.started()])
  const cost = await benchJobs(pools, count('jobs'))
  printTargets([atMost('cage-cost-per-job-ms', cost, 2)])
} finally {
  await Promise.all([pools.caged.close(0), pools.free.close(0)])
  await caged.close()
  folder.remove()
}
