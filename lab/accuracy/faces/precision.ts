// Measures what the 8-bit layer of the embedder changes: vectors and cosines of this machine beside those in float.
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { cosineAt } from '../../../src/faces/similarity.ts'
import { lfwPhotos, type PopulationPhoto, readLfwPairs, readPopulations } from '../../kit/datasets/faces.ts'
import { sortOutcomes } from '../../kit/parallel.ts'
import type { Context, Report } from '../../kit/report.ts'
import { atMost } from '../../kit/targets.ts'
import type { FacesCrew } from './jobs.ts'
import { cosine, personOf } from './people.ts'

const MOST_MOVED = 0.004
const LEAST_COSINE = 0.9999
/** The false accept rate of `sim` 80, at which faces are taken for one person by default. */
const DEFAULT_RATE = 1e-4

/** Those that onnxruntime chooses its products of bytes by, the best first; Linux alone tells them. */
const KNOWN = ['avx512_vnni', 'avx_vnni', 'avx512bw', 'avx2', 'asimddp', 'asimd']
function instructions(): string {
  const told = existsSync('/proc/cpuinfo') ? readFileSync('/proc/cpuinfo', 'utf8') : ''
  const has = KNOWN.filter((name) => new RegExp(`^(flags|Features)\\s*:.*\\b${name}\\b`, 'm').test(told))
  return `${process.arch}${has.length > 0 ? ` with ${has.join(', ')}` : ''}`
}

interface Embedded {
  readonly person: string
  readonly here: Float32Array
  readonly inFloat: Float32Array
}

/** Every photo is compared with every other of its set, once as this machine computes and once in float. */
export async function evaluatePrecision(context: Context, crew: FacesCrew): Promise<Report> {
  const lfw = lfwPhotos(await readLfwPairs(context.data)).map((file) => ({
    file,
    person: `lfw ${personOf(file)}`,
  }))
  const photos = await embedBoth(crew, [
    ...context.sample(lfw),
    ...context.sample(await readPopulations(context.data)),
  ])
  const sets = [...Map.groupBy(photos, ({ person }) => person.split(' ')[0] ?? '')]
  const moved = sets.map(([name, own]) => ({ name, photos: own.length, ...movedIn(own) }))
  const most = (read: (row: (typeof moved)[number]) => number) => Math.max(...moved.map(read))
  return {
    tables: [
      {
        title: `The 8-bit layer beside float: all pairs of each set (${instructions()})`,
        columns: [
          'set',
          'photos',
          'least cosine of a vector to its own in float',
          'pairs of strangers',
          'moved by at most',
          'pairs of one person',
          'moved by at most',
          'pairs judged differently at the default',
        ],
        rows: moved.map((row) => [
          row.name,
          row.photos,
          row.leastCosine.toFixed(6),
          row.strangers.pairs,
          row.strangers.most.toFixed(4),
          row.same.pairs,
          row.same.most.toFixed(4),
          row.strangers.judged + row.same.judged,
        ]),
      },
    ],
    plots: [],
    figures: { precision: moved, instructions: instructions() },
    targets: [
      {
        name: 'precision-least-cosine',
        value: Math.min(...moved.map(({ leastCosine }) => leastCosine)),
        bound: LEAST_COSINE,
        good: 'at least',
      },
      atMost(
        'precision-strangers-moved',
        most(({ strangers }) => strangers.most),
        MOST_MOVED,
      ),
      atMost(
        'precision-same-person-moved',
        most(({ same }) => same.most),
        MOST_MOVED,
      ),
    ],
  }
}

async function embedBoth(crew: FacesCrew, photos: readonly PopulationPhoto[]): Promise<Embedded[]> {
  const outcomes = await crew.run({
    label: 'both precisions',
    job: 'embed-both',
    items: photos,
    inputOf: ({ file }) => readFile(file),
  })
  const { done, failed } = sortOutcomes(outcomes)
  for (const { item, error } of failed) console.error(`${item.file}: ${error.message}`)
  return done.flatMap(({ item, output }) => (output ? [{ person: item.person, ...output }] : []))
}

function movedIn(photos: readonly Embedded[]) {
  const threshold = cosineAt(DEFAULT_RATE)
  const same = { pairs: 0, most: 0, judged: 0 }
  const strangers = { pairs: 0, most: 0, judged: 0 }
  for (const [i, one] of photos.entries())
    for (const other of photos.slice(i + 1)) {
      const kind = one.person === other.person ? same : strangers
      const [here, inFloat] = [cosine(one.here, other.here), cosine(one.inFloat, other.inFloat)]
      kind.pairs++
      kind.most = Math.max(kind.most, Math.abs(here - inFloat))
      if (here >= threshold !== inFloat >= threshold) kind.judged++
    }
  const leastCosine = Math.min(...photos.map(({ here, inFloat }) => cosine(here, inFloat)))
  return { same, strangers, leastCosine }
}
