// Measures real pools of workers that observe: two against one, and one over thousands of images.

import type { JobSettings, Jobs } from '../../src/jobs.ts'
import type { Ask } from '../../src/vision/observation.ts'
import { openPool } from '../../src/workers/pool.ts'
import type { Pool } from '../../src/workers/port.ts'
import type { NamedImage } from './vision-frames.ts'

const caller = { organisation: 'bench' }
const MAX_MEGAPIXELS = 50

async function openWorkers(folder: string, workers: number): Promise<Pool<Jobs>> {
  const pool = openPool<Jobs>({
    jobsModule: new URL('../../src/jobs.ts', import.meta.url),
    jobSettings: { networksFolder: folder } satisfies JobSettings,
    workers,
    queueLimit: 1000,
    jobTimeoutMs: 60_000,
    queueTimeoutMs: 600_000,
    memoryCeilingBytes: 4 * 2 ** 30,
    log: (event) => event.kind === 'ready' || event.kind === 'gone' || console.error(event),
  })
  await pool.started()
  return pool
}

async function observe(pool: Pool<Jobs>, bytes: Uint8Array, ask: Ask): Promise<void> {
  const reading = await pool.run('observe-image', { bytes, maxMegapixels: MAX_MEGAPIXELS, ask }, caller)
  if ('fault' in reading) throw new Error(reading.fault)
}

/** Returns the frames per second of two workers by those of one: the best of each over the rounds, which take turns. */
export async function benchTwoWorkers(
  folder: string,
  frame: Uint8Array,
  ask: Ask,
  { frames, rounds }: { readonly frames: number; readonly rounds: number },
): Promise<number> {
  const pools = [await openWorkers(folder, 1), await openWorkers(folder, 2)]
  const perSecond = [0, 0]
  try {
    for (let round = -1; round < rounds; round++)
      for (const [i, pool] of pools.entries()) {
        const startedAt = performance.now()
        await Promise.all(Array.from({ length: frames }, () => observe(pool, frame, ask)))
        const found = (frames * 1000) / (performance.now() - startedAt)
        // The first round warms up.
        if (round >= 0) perSecond[i] = Math.max(perSecond[i] ?? 0, found)
      }
  } finally {
    for (const pool of pools) await pool.close(1000)
  }
  const [one = Number.NaN, two = Number.NaN] = perSecond
  console.log(
    `  one worker ${one.toFixed(2)} frames/s, two ${two.toFixed(2)}; best of ${rounds} rounds of ${frames}`,
  )
  return two / one
}

const WARM_UP = 300
const SAMPLE_EVERY = 100
/** The two slowest networks are not asked each time, because their memory is constant after one run. */
const COVER_EVERY = 50
const VECTOR_EVERY = 3

/** Returns the worker's mean memory over the last quarter of the images by that over the second. */
export async function benchMemory(
  folder: string,
  images: readonly NamedImage[],
  count: number,
  ask: Ask,
): Promise<number> {
  const pool = await openWorkers(folder, 1)
  const samples: number[] = []
  const startedAt = performance.now()
  try {
    const [first] = pool.stats().children
    for (let i = 0; i < WARM_UP + count; i++) {
      const image = images[i % images.length]
      if (image)
        await observe(pool, image.bytes, {
          ...ask,
          vector: i % VECTOR_EVERY === 0,
          cover: i % COVER_EVERY === 0,
        })
      const [child] = pool.stats().children
      if (child?.pid !== first?.pid) throw new Error('the worker was replaced: its memory cannot be compared')
      if (i < WARM_UP || (i - WARM_UP) % SAMPLE_EVERY !== 0) continue
      samples.push((child?.rssBytes ?? 0) / 2 ** 20)
      const perImage = (performance.now() - startedAt) / (i + 1)
      console.error(
        `${i - WARM_UP}/${count}  ${samples.at(-1)?.toFixed(0)} MiB  ${perImage.toFixed(0)} ms an image`,
      )
    }
  } finally {
    await pool.close(1000)
  }
  return growth(samples)
}

function growth(samples: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const quarter = samples.length / 4
  const second = mean(samples.slice(Math.floor(quarter), Math.ceil(2 * quarter)))
  const last = mean(samples.slice(Math.floor(3 * quarter)))
  const { first, final, most } = {
    first: samples[0] ?? 0,
    final: samples.at(-1) ?? 0,
    most: Math.max(...samples),
  }
  console.log(
    `  start ${first.toFixed(0)} MiB, end ${final.toFixed(0)}, most ${most.toFixed(0)}, slope ${slope(samples).toFixed(1)} MiB per 1000 images`,
  )
  return last / second
}

/** Returns the slope of the best straight line, per 1000 images. */
function slope(samples: readonly number[]): number {
  const middle = (samples.length - 1) / 2
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length
  let [above, below] = [0, 0]
  for (const [i, value] of samples.entries()) {
    above += (i - middle) * (value - mean)
    below += (i - middle) ** 2
  }
  return (above / (below || 1)) * (1000 / SAMPLE_EVERY)
}
