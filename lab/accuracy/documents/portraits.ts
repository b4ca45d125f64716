// Measures whether a portrait that was pasted into a photograph is distinguished from one that was photographed with its card.
import { readFile } from 'node:fs/promises'
import { IN_PLACE, portraitDoubt } from '../../../src/documents/pages/portrait-look.ts'
import { sortOutcomes, withCrew } from '../../kit/parallel.ts'
import type { Report } from '../../kit/report.ts'
import { auc, aucWithInterval } from '../../kit/statistics/auc.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { countOf, percentWithInterval, withInterval } from '../../kit/table.ts'
import { openLibrary } from './library.ts'
import { FITTED, TOOLS } from './pasted-portraits.ts'
import type { Case } from './plan.ts'
import type { PastedLook, PortraitJobs } from './portrait-jobs.ts'
import type { Session } from './session.ts'

interface Looked extends PastedLook {
  readonly kind: string
  readonly seed: number
}

/** Bounds were set on people of even seeds; these are the others. */
const isReported = ({ seed }: Looked): boolean => seed % 2 === 1

export async function portraitReport({ context }: Session, cases: readonly Case[]): Promise<Report> {
  const looked = await lookAtAll(context, cases)
  const reported = looked.filter(isReported)
  const honest = reported.filter(({ isHonest }) => isHonest)
  const scores = (rows: readonly Looked[]) => rows.map(({ look }) => portraitDoubt(look))
  const isWarned = ({ look }: Looked) => portraitDoubt(look) > IN_PLACE
  const pastedOf = (how: string) => reported.filter((row) => row.how === how)
  const warned = proportionOf(honest, isWarned)
  const unseen = reported.filter(({ how, isHonest }) => !isHonest && !FITTED.some((one) => one === how))
  const area =
    honest.length === 0 || unseen.length === 0
      ? Number.NaN
      : auc({ positives: scores(unseen), negatives: scores(honest) })
  return {
    tables: [
      {
        title: 'Pasted portraits',
        columns: ['how', 'pictures', 'AUC', 'warned', ''],
        rows: [
          ...(Object.keys(TOOLS) as (keyof typeof TOOLS)[]).map((how) => {
            const own = pastedOf(how)
            const share = proportionOf(own, isWarned)
            const found =
              own.length === 0 || honest.length === 0
                ? undefined
                : aucWithInterval({ positives: scores(own), negatives: scores(honest) })
            return [
              FITTED.includes(how) ? how : `${how} *`,
              own.length,
              found && withInterval(found),
              percentWithInterval(share),
              countOf(share),
            ]
          }),
          ...[...Map.groupBy(honest, ({ how }) => how)].map(([how, own]) => {
            const share = proportionOf(own, isWarned)
            return [`honest, ${how}`, own.length, undefined, percentWithInterval(share), countOf(share)]
          }),
        ],
        note: 'Half of the people. All of them and all tools were in sight while the check was made; no weight was fitted to a tool. Each picture is saved again with a quality by lot (75, 85, 90, 95, PNG).',
      },
    ],
    plots: [],
    figures: { portraits: looked.map(({ look, how, kind, seed }) => ({ how, kind, seed, ...look })) },
    targets: [
      { name: 'portrait-auc-tools-not-fitted', value: area, bound: 0.85, good: 'at least' },
      { name: 'portrait-honest-warned', value: warned.value, bound: 0.01, good: 'at most' },
    ],
  }
}

async function lookAtAll(context: Session['context'], cases: readonly Case[]): Promise<Looked[]> {
  const library = await openLibrary(
    cases.flatMap(({ shots }) => shots),
    context,
  )
  const items = [...Map.groupBy(cases, ({ kind }) => kind).values()].flatMap((own) =>
    own.flatMap((one, i) => {
      const other = own[(i + 1) % own.length]
      const files = [one, other].map((each) => each?.shots[0] && library(each.shots[0])?.file)
      return files[0] && files[1] && other !== one ? [{ one, files: [files[0], files[1]] as const }] : []
    }),
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
          label: 'portraits',
          job: 'look-at-portraits',
          items,
          inputOf: async ({ one: { kind, seed }, files: [file, other] }) => ({
            bytes: await readFile(file),
            other: await readFile(other),
            kind,
            seed,
          }),
        }),
      )
      for (const { item, error } of failed) console.error(`${item.files[0]}: ${error.message}`)
      return done.flatMap(({ item, output }) =>
        output.map((look) => ({ ...look, kind: item.one.kind, seed: item.one.seed })),
      )
    },
  )
}
