// Measures whether pages are found in squashed photographs as often as in the same photographs as they were taken.
import { readFile } from 'node:fs/promises'
import { sortOutcomes, withCrew } from '../../kit/parallel.ts'
import { type Context, type Report, sampleOf } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { countOf, percentWithInterval } from '../../kit/table.ts'
import { type FoundJobs, SQUASHES, type Squash } from './found-jobs.ts'
import { openLibrary } from './library.ts'
import { CARDS, casesOf, LICENCES, PASSPORTS, type Shot } from './plan.ts'
import type { Session } from './session.ts'

const EACH = 12
/** The ways were made in sight of the first of them. */
const SEEN = 28
const KINDS = [...CARDS, ...PASSPORTS, ...LICENCES]

const shotsOf = (context: Context): Shot[] =>
  KINDS.flatMap((kind) => sampleOf(casesOf(kind).slice(SEEN, SEEN + EACH), context.limit ?? EACH)).flatMap(
    ({ shots: [front] }) => front ?? [],
  )

export async function evaluateFound({ context }: Session): Promise<Report> {
  const looked = await lookAtAll(context)
  const taken = looked.filter(({ found }) => found.includes('as taken'))
  const squashes = (Object.keys(SQUASHES) as Squash[]).slice(1)
  const all = taken.flatMap(({ found }) => squashes.map((squash) => found.includes(squash)))
  const share = proportionOf(all, (isFound) => isFound)
  return {
    tables: [
      {
        title: 'Pages found in squashed photographs',
        columns: ['kind', 'as taken', ...squashes],
        rows: KINDS.map((kind) => {
          const own = looked.filter(({ shot }) => shot.kind === kind)
          const base = own.filter(({ found }) => found.includes('as taken'))
          const cell = (squash: Squash) => countOf(proportionOf(base, ({ found }) => found.includes(squash)))
          return [
            kind,
            countOf(proportionOf(own, ({ found }) => found.includes('as taken'))),
            ...squashes.map(cell),
          ]
        }),
        note: `Of those that are found as taken: of the same kind and side, at the same place. In all ${percentWithInterval(share)}.`,
      },
    ],
    plots: [],
    figures: {
      found: looked.map(({ shot: { kind, seed, level }, found }) => ({ kind, seed, level, found })),
    },
    targets: [{ name: 'squashed-found-by-found', value: share.value, bound: 1, good: 'at least' }],
  }
}

async function lookAtAll(context: Context): Promise<{ shot: Shot; found: readonly Squash[] }[]> {
  const shots = shotsOf(context)
  const library = await openLibrary(shots, context)
  return withCrew<FoundJobs, { shot: Shot; found: readonly Squash[] }[]>(
    {
      jobsModule: new URL('./found-jobs.ts', import.meta.url),
      jobSettings: { networksFolder: context.networksFolder },
      workers: context.workers,
      jobTimeoutMs: 300_000,
      memoryCeilingBytes: 3 * 2 ** 30,
    },
    async (crew) => {
      const { done, failed } = sortOutcomes(
        await crew.run({
          label: 'squashed',
          job: 'find-squashed',
          items: shots.filter((shot) => library(shot)),
          inputOf: async (shot) => ({
            bytes: await readFile(library(shot)?.file ?? ''),
            page: { kind: shot.kind, side: shot.side },
          }),
        }),
      )
      for (const { item, error } of failed) console.error(`${item.kind} ${item.seed}: ${error.message}`)
      return done.map(({ item, output }) => ({ shot: item, found: output }))
    },
  )
}
