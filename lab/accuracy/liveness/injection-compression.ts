// Measures whether pictures compressed twice are distinguished from those compressed once, by the first quality.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DOUBLY_COMPRESSED } from '../../../src/image/capture/compression.ts'
import { readHeadTurns, readRecaptures } from '../../kit/datasets/liveness.ts'
import { sortOutcomes } from '../../kit/parallel.ts'
import type { Context, Report } from '../../kit/report.ts'
import { aucWithInterval } from '../../kit/statistics/auc.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { percentWithInterval, withInterval } from '../../kit/table.ts'
import type { Qualities } from './injection-encodings.ts'
import type { InjectionCrew } from './injection-jobs.ts'

const lasts = [70, 75, 80, 85, 90, 95] as const
const firsts = [60, 65, 70, 75, 80, 85, 90, 95] as const

const qualities: readonly Qualities[] = lasts.flatMap((last) => [
  { first: undefined, last },
  ...firsts.filter((first) => first !== last).map((first) => ({ first, last })),
])

interface Scored extends Qualities {
  readonly score: number
}

export async function reportCompression(context: Context, crew: InjectionCrew): Promise<Report> {
  const photos = await readRecaptures(context.data)
  const turns = await readHeadTurns(context.data)
  const files = [...photos, ...turns.filter((_, i) => i % 4 === 0)].map(({ file }) => file)
  const outcomes = await crew.run({
    label: 'compressed twice',
    job: 'compress-twice',
    items: context.sample(files),
    inputOf: async (file) => ({ bytes: await readFile(join(file)), qualities }),
  })
  const { done, failed } = sortOutcomes(outcomes)
  for (const { item, error } of failed) console.error(`${item}: ${error.message}`)
  const scored: Scored[] = done.flatMap(({ output }) =>
    output.flatMap((score, i) => (score === undefined ? [] : [{ ...(qualities[i] as Qualities), score }])),
  )
  const once = scored.filter(({ first }) => first === undefined)
  const groups = [
    { name: 'first coarser than last', own: scored.filter(({ first, last }) => first && first < last) },
    {
      name: 'first finer than last, up to 90',
      own: scored.filter(({ first, last }) => first && first > last && first <= 90),
    },
    { name: 'first 95, last lower', own: scored.filter(({ first, last }) => first === 95 && last < 95) },
  ]
  const areas = groups.map(({ own }) =>
    aucWithInterval({ positives: numbers(own), negatives: numbers(once) }),
  )
  return {
    tables: [
      {
        title: `Compressed twice, by certainty from ${DOUBLY_COMPRESSED} up`,
        columns: ['which', 'pictures', 'AUC', 'called compressed twice'],
        rows: [
          ['once', once.length, '', percentWithInterval(proportionOf(once, isDouble))],
          ...groups.map(({ name, own }, i) => [
            name,
            own.length,
            areas[i] && withInterval(areas[i]),
            percentWithInterval(proportionOf(own, isDouble)),
          ]),
        ],
        note: `${done.length} photos and frames, shrunk so that no older grid is left, first ${firsts.join(', ')}, last ${lasts.join(', ')}.`,
      },
      {
        title: 'Share called compressed twice, by quality',
        columns: ['last', 'once', ...firsts.map((first) => `first ${first}`)],
        rows: lasts.map((last) => [
          String(last),
          ...[undefined, ...firsts].map((first) => {
            const own = scored.filter((one) => one.first === first && one.last === last)
            return own.length === 0 ? '' : proportionOf(own, isDouble).value.toFixed(2)
          }),
        ]),
      },
    ],
    plots: [],
    figures: { compression: { once: proportionOf(once, isDouble), areas } },
    targets: [{ name: 'compressed-twice-auc', value: areas[0]?.value ?? 0, bound: 0.98, good: 'at least' }],
  }
}

const numbers = (own: readonly Scored[]): number[] => own.map(({ score }) => score)
const isDouble = ({ score }: Scored): boolean => score >= DOUBLY_COMPRESSED
