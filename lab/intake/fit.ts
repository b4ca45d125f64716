// Fits the numbers of genuineness on half of the people of a folder of recordings, and reports on the others.
import { probability } from '../../src/system/statistics.ts'
import { type Cues, logOdds } from '../../src/vision/genuineness/combine.ts'
import {
  fitGenuineness,
  fittedOdds,
  type GenuinenessFit,
  weightsOf,
} from '../accuracy/faces/genuineness-fit.ts'
import { splitHalves } from '../kit/datasets/halves.ts'
import { auc } from '../kit/statistics/auc.ts'
import { type Proportion, proportionOf } from '../kit/statistics/proportion.ts'
import { quantile } from '../kit/statistics/summary.ts'
import { markdownTable, percentWithInterval, type Table } from '../kit/table.ts'
import { UnfitFolder } from './recordings.ts'

/** One frame of a recording. */
export interface IntakeFrame {
  readonly person: string
  readonly kind: string | undefined
  readonly source: string
  readonly cues: Cues
  /** What the network saw before its last layer, for a head of one's own. */
  readonly features: readonly number[]
}

/** Living people who may be refused, by which the threshold is chosen. */
const MOST_REFUSED = 0.05

interface Figures {
  readonly auc: number
  readonly refused: Proportion
  readonly accepted: Readonly<Record<string, Proportion>>
}

export interface IntakeReport {
  readonly people: { readonly fitted: number; readonly reported: number }
  readonly weights: ReturnType<typeof weightsOf>
  /** The score at which 5 % of the living people fitted on are refused; callers may send it. */
  readonly threshold: number
  readonly shipped: Figures
  readonly fitted: Figures
  /** Numbers fitted on all other sources, where there are several. */
  readonly leftOut: Readonly<Record<string, Figures>>
}

export function fitIntake(frames: readonly IntakeFrame[]): IntakeReport {
  const { tune, report } = splitHalves(
    frames,
    ({ person }) => person,
    ({ kind }) => String(kind === undefined),
  )
  for (const [half, name] of [
    [tune, 'fitted on'],
    [report, 'reported on'],
  ] as const)
    if (half.every(({ kind }) => kind === undefined) || half.every(({ kind }) => kind !== undefined))
      throw new UnfitFolder(
        `The half of the people that is ${name} has no living people or no attacks: bring more.`,
      )
  const fit = fitGenuineness(tune)
  const live = tune.filter(({ kind }) => kind === undefined).map(({ cues }) => fittedOdds(fit, cues))
  const line = quantile(live, MOST_REFUSED)
  const sources = [...new Set(frames.map(({ source }) => source))]
  return {
    people: { fitted: peopleIn(tune), reported: peopleIn(report) },
    weights: weightsOf(fit),
    threshold: probability(line),
    shipped: figuresOf(report, ({ cues }) => logOdds(cues), 0),
    fitted: figuresOf(report, oddsBy(fit), line),
    leftOut: Object.fromEntries(
      (sources.length > 1 ? sources : []).flatMap((source) => {
        const others = frames.filter((frame) => frame.source !== source)
        const own = frames.filter((frame) => frame.source === source)
        return isMixed(others) && isMixed(own)
          ? [[source, figuresOf(own, oddsBy(fitGenuineness(others)), 0)]]
          : []
      }),
    ),
  }
}

const oddsBy =
  (fit: GenuinenessFit) =>
  ({ cues }: IntakeFrame): number =>
    fittedOdds(fit, cues)

const peopleIn = (frames: readonly IntakeFrame[]): number => new Set(frames.map(({ person }) => person)).size

const isMixed = (frames: readonly IntakeFrame[]): boolean =>
  frames.some(({ kind }) => kind === undefined) && frames.some(({ kind }) => kind !== undefined)

function figuresOf(
  frames: readonly IntakeFrame[],
  odds: (frame: IntakeFrame) => number,
  line: number,
): Figures {
  const live = frames.filter(({ kind }) => kind === undefined)
  const attacks = frames.filter(({ kind }) => kind !== undefined)
  return {
    auc: auc({ positives: live.map(odds), negatives: attacks.map(odds) }),
    refused: proportionOf(live, (frame) => odds(frame) < line),
    accepted: Object.fromEntries(
      [...Map.groupBy(attacks, ({ kind }) => kind ?? '')].map(([kind, own]) => [
        kind,
        proportionOf(own, (frame) => odds(frame) >= line),
      ]),
    ),
  }
}

/** A page for people: what was brought, what was fitted, what it does on people it has not seen. */
export function cardOf(report: IntakeReport, frames: readonly IntakeFrame[]): string {
  const row = (name: string, { auc: area, refused, accepted }: Figures) => [
    name,
    area.toFixed(3),
    percentWithInterval(refused),
    Object.entries(accepted)
      .map(([kind, share]) => `${kind} ${percentWithInterval(share)}`)
      .join('; '),
  ]
  const table: Table = {
    title: 'People that were not fitted on, frame by frame',
    columns: ['numbers', 'AUC', 'live refused', 'attacks accepted'],
    rows: [
      row('shipped, at 0.5', report.shipped),
      row(`fitted here, at ${report.threshold.toFixed(3)}`, report.fitted),
      ...Object.entries(report.leftOut).map(([source, figures]) =>
        row(`fitted without ${source}, on ${source}`, figures),
      ),
    ],
    note: 'Frames of one person are not independent, so the intervals are too narrow.',
  }
  const kinds = Map.groupBy(frames, ({ kind }) => kind ?? 'live')
  const brought = [...kinds].map(
    ([kind, own]) => `- ${kind}: ${own.length} frames of ${peopleIn(own)} people`,
  )
  return `# Genuineness fitted on recordings of an operator

${brought.join('\n')}

${report.people.fitted} people were fitted on, ${report.people.reported} others are reported. The numbers are for \`weights\` of \`src/vision/genuineness/combine.ts\`:

\`\`\`json
${JSON.stringify(report.weights, undefined, 2)}
\`\`\`

${markdownTable(table)}

## Limits

These figures hold for the people, devices, lights and attacks of this folder. A kind of attack that is not in it was not measured. Nothing was sent anywhere; the recordings were read and not copied.
`
}
