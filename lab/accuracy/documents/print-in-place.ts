// Measures whether names and codes that were written into photographs are told, and whether honest pictures are left alone.
import { readFile } from 'node:fs/promises'
import { pageDefinition } from '../../../src/documents/kinds/kinds.ts'
import { sortOutcomes, withCrew } from '../../kit/parallel.ts'
import { type Context, type Report, sampleOf } from '../../kit/report.ts'
import { type Proportion, proportionOf } from '../../kit/statistics/proportion.ts'
import { countOf, percentWithInterval } from '../../kit/table.ts'
import { openLibrary } from './library.ts'
import { PRINT_TOOLS, SAVINGS } from './pasted-print.ts'
import { CARDS, type Case, casesOf } from './plan.ts'
import type { PortraitJobs, PrintLook } from './portrait-jobs.ts'
import type { Session } from './session.ts'

/** By the first of each kind the bounds were drawn. */
const SEEN = 22

interface Looked extends PrintLook {
  readonly kind: string
}

export async function evaluatePrint({ context }: Session): Promise<Report> {
  const looked = await lookAtAll(context)
  const isTold = ({ failed }: Looked): boolean => failed.length > 0
  const shareOf = (rows: readonly Looked[]): Proportion => proportionOf(rows, isTold)
  const cell = (rows: readonly Looked[]) => (rows.length === 0 ? undefined : countOf(shareOf(rows)))
  const honest = looked.filter(({ how }) => !Object.hasOwn(PRINT_TOOLS, how))
  const drawn = looked.filter(({ how }) => how === 'code in black and white')
  for (const { kind, how, saving, failed } of honest.filter(isTold))
    console.error(`honest and told: ${kind} ${how} ${saving ?? ''} ${failed.join(' ')}`)
  return {
    tables: [
      {
        title: 'Names and codes written into photographs',
        columns: [
          'how',
          'told, saved finely (90, 95, PNG)',
          'coarsely (75, 85)',
          'washed (1,280 pixels, 75 to 85)',
        ],
        rows: Object.keys(PRINT_TOOLS).map((how) => [
          how,
          ...SAVINGS.map((saving) => cell(looked.filter((one) => one.how === how && one.saving === saving))),
        ]),
        note: `Cards of people by whom no bound was drawn. Told: the check print-in-place fails or code-photographed is noted.`,
      },
      {
        title: 'Honest pictures that these checks tell',
        columns: ['how', 'told', ''],
        rows: [...Map.groupBy(honest, ({ how, saving }) => (saving ? `only saved, ${saving}` : how))].map(
          ([how, own]) => [how, percentWithInterval(shareOf(own)), countOf(shareOf(own))],
        ),
      },
    ],
    plots: [],
    figures: { print: looked },
    targets: [
      { name: 'print-honest-told', value: shareOf(honest).value, bound: 0.01, good: 'at most' },
      { name: 'code-drawn-told', value: shareOf(drawn).value, bound: 0.95, good: 'at least' },
    ],
  }
}

const EACH = 22

/** Fronts, and backs that have a code. */
const printCases = (context: Context): Case[][] =>
  CARDS.map((kind) => sampleOf(casesOf(kind).slice(SEEN, SEEN + EACH), context.limit ?? EACH))

async function lookAtAll(context: Context): Promise<Looked[]> {
  const items = printCases(context).flatMap((all) =>
    all.flatMap((one, i) =>
      one.shots.flatMap((shot, side) => {
        const other = all[(i + 1) % all.length]?.shots[side]
        const isMeant = shot.side === 'front' || pageDefinition(shot)?.code?.qrSides !== undefined
        return other && other !== shot && isMeant ? [{ shot, other }] : []
      }),
    ),
  )
  const library = await openLibrary(
    items.flatMap(({ shot, other }) => [shot, other]),
    context,
  )
  return withCrew<PortraitJobs, Looked[]>(
    {
      jobsModule: new URL('./portrait-jobs.ts', import.meta.url),
      jobSettings: { networksFolder: context.networksFolder },
      workers: context.workers,
      jobTimeoutMs: 300_000,
      memoryCeilingBytes: 3 * 2 ** 30,
    },
    async (crew) => {
      const { done, failed } = sortOutcomes(
        await crew.run({
          label: 'print',
          job: 'look-at-print',
          items: items.filter(({ shot, other }) => library(shot) && library(other)),
          inputOf: async ({ shot, other }) => ({
            bytes: await readFile(library(shot)?.file ?? ''),
            other: await readFile(library(other)?.file ?? ''),
            page: { kind: shot.kind, side: shot.side },
            seed: shot.seed,
          }),
        }),
      )
      for (const { item, error } of failed)
        console.error(`${item.shot.kind} ${item.shot.seed}: ${error.message}`)
      return done.flatMap(({ item: { shot }, output }) =>
        output.map((look) => ({ ...look, kind: shot.kind })),
      )
    },
  )
}
