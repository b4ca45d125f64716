// Measures how well a page's photograph is judged: off a screen, off a copier, blurred, in glare, in the dark.
import { readFile } from 'node:fs/promises'
import type { Conditions } from '../../../specimens/camera/scene.ts'
import type { Quality, QualityName } from '../../../src/models/page-judge.ts'
import { DataMissing } from '../../kit/datasets/labels.ts'
import { type RecapturedPhoto, readRecaptures } from '../../kit/datasets/liveness.ts'
import { sortOutcomes } from '../../kit/parallel.ts'
import type { Context, Report } from '../../kit/report.ts'
import { aucWithInterval } from '../../kit/statistics/auc.ts'
import { bootstrap } from '../../kit/statistics/bootstrap.ts'
import { mean } from '../../kit/statistics/summary.ts'
import { type Table, withInterval } from '../../kit/table.ts'
import type { Target } from '../../kit/targets.ts'
import type { ReaderCrew } from './jobs.ts'
import type { Photographs } from './photographs.ts'
import { rankCorrelation } from './ranks.ts'

interface Judged {
  readonly seed: number
  readonly conditions: Conditions
  readonly quality: Quality
}

const copyKinds = [
  { name: 'a screen', score: 'recapture', is: ({ recapture }: Conditions) => recapture > 0 },
  { name: 'a black-and-white copy', score: 'photocopy', is: ({ photocopy }: Conditions) => photocopy > 0 },
  { name: 'a colour print', score: 'recapture', is: ({ print }: Conditions) => print > 0 },
] as const
const ranked = ['blur', 'glare', 'darkness'] as const satisfies readonly QualityName[]

export async function evaluateJudge(
  context: Context,
  crew: ReaderCrew,
  photographs: Photographs,
): Promise<Report> {
  const judged = (['photo', 'bad', 'screen', 'print', 'photocopy'] as const)
    .flatMap((set) => photographs.get(set) ?? [])
    .flatMap(({ shot, conditions, documents: [document] }) =>
      document?.quality ? [{ seed: shot.seed, conditions, quality: document.quality }] : [],
    )
  const first = judged.filter(({ conditions }) => !copyKinds.some(({ is }) => is(conditions)))
  const areas = copyKinds.flatMap(({ name, score, is }) => {
    const positives = judged.filter(({ conditions }) => is(conditions)).map(({ quality }) => quality[score])
    const negatives = first.map(({ quality }) => quality[score])
    if (positives.length === 0 || negatives.length === 0) return []
    return [{ name, score, count: positives.length, area: aucWithInterval({ positives, negatives }) }]
  })
  const correlations = ranked.map((name) => ({ name, rank: rankOf(first, name) }))
  const real = await realRecaptures(context, crew)
  return {
    tables: [
      {
        title: 'How a page was photographed, on specimens',
        columns: ['what', 'by the score', 'pictures', 'AUC, or correlation of ranks'],
        rows: [
          ...areas.map(({ name, score, count, area }) => [name, score, count, withInterval(area)]),
          ...correlations.map(({ name, rank }) => [name, name, first.length, withInterval(rank, 2)]),
        ],
        note: `Copies against ${first.length} photographs of the documents themselves; blur, glare and darkness on these, by rank against what the camera did.`,
      },
      ...real.tables,
    ],
    plots: [],
    figures: {
      judge: {
        specimens: Object.fromEntries(areas.map(({ name, area, count }) => [name, { ...area, count }])),
        ranks: Object.fromEntries(correlations.map(({ name, rank }) => [name, rank])),
        ...real.figures,
      },
    },
    targets: [
      ...areas
        .filter(({ name }) => name !== 'a colour print')
        .map(({ name, area }) =>
          atLeast(`judge-specimens-${name.replaceAll(' ', '-')}`, area.value, ON_SPECIMENS),
        ),
      ...real.targets,
    ],
  }
}

const ON_SPECIMENS = 0.98
const ON_REAL = 0.85

const atLeast = (name: string, value: number, bound: number): Target => ({
  name,
  value,
  bound,
  good: 'at least',
})

const rankOf = (judged: readonly Judged[], name: (typeof ranked)[number]) =>
  bootstrap({
    items: judged,
    groupOf: ({ seed }) => String(seed),
    figure: (some) =>
      rankCorrelation(some.map(({ conditions, quality }) => [conditions[name], quality[name]])),
  })

/** The page with the highest confidence is judged; a scene without a page is judged as a whole. */
async function realRecaptures(
  { data }: Context,
  crew: ReaderCrew,
): Promise<{ tables: Table[]; figures: object; targets: Target[] }> {
  let photos: RecapturedPhoto[]
  try {
    photos = await readRecaptures(data)
  } catch (error) {
    if (!(error instanceof DataMissing)) throw error
    console.error(`judge, real pictures left out: ${error.message}`)
    return { tables: [], figures: {}, targets: [] }
  }
  const outcomes = await crew.run({
    label: 'real recaptures',
    job: 'read-file',
    items: photos,
    inputOf: async ({ file }) => ({ bytes: await readFile(file), ask: { quality: true } }),
  })
  const { done, failed } = sortOutcomes(outcomes)
  for (const { error } of failed) console.error(`a real picture: ${error.message}`)
  const scores = (labels: readonly string[]) =>
    done
      .filter(({ item }) => labels.includes(item.label))
      .map(({ output: [page] }) => page?.quality?.recapture ?? 0)
  const [negatives, screens, printouts] = [scores(['real']), scores(['screen']), scores(['printout'])]
  const rows = [
    { name: 'screens and printouts', positives: [...screens, ...printouts] },
    { name: 'screens', positives: screens },
    { name: 'printouts', positives: printouts },
  ].filter(({ positives }) => positives.length > 0 && negatives.length > 0)
  const areas = rows.map(({ name, positives }) => ({
    name,
    positives,
    area: aucWithInterval({ positives, negatives }),
  }))
  return {
    tables: [
      {
        title: 'Real pictures: off a screen or a print, by the score recapture',
        columns: ['what', 'pictures', 'mean score', 'AUC against real scenes'],
        rows: [
          ['real scenes', negatives.length, mean(negatives), ''],
          ...areas.map(({ name, positives, area }) => [
            name,
            positives.length,
            mean(positives),
            withInterval(area),
          ]),
        ],
        note: 'Most of these show no document: they are judged as whole pictures.',
      },
    ],
    figures: { real: Object.fromEntries(areas.map(({ name, area }) => [name, area])) },
    targets: areas
      .filter(({ name }) => name === 'screens')
      .map(({ area }) => atLeast('recapture-real-screens', area.value, ON_REAL)),
  }
}
