// Measures what a cosine means: the rate of impostor pairs above it, selfie by selfie and selfie by card, and false rejects.
import { cosineAt, cosineOfPercent, falseAcceptRate, impostors } from '../../../src/faces/similarity.ts'
import type { Context, Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { percentWithInterval, type Table } from '../../kit/table.ts'
import { type Card, observeCards } from './card-domain.ts'
import { cosineBeyond, cosineOn, falling, fitImpostors } from './impostor-fit.ts'
import type { FacesCrew } from './jobs.ts'
import { type Comparisons, compareAll, compareCards, lfwHalves, type Photo } from './people.ts'
import { falseAccepts, falseRejects } from './person-bootstrap.ts'
import { plotRates } from './similarity-plot.ts'

const THRESHOLDS = [20, 40, 60, 70, 75, 80, 85, 90, 95] as const
const FIRM = { percent: 80, rate: 1e-4 }

export async function evaluateSimilarity(context: Context, crew: FacesCrew): Promise<Report> {
  const halves = await lfwHalves(context, crew)
  const cards = {
    tune: await observeCards(crew, { label: 'cards, fitted', firstSeed: 1000 }, halves.tune),
    report: await observeCards(crew, { label: 'cards, reported', firstSeed: 2000 }, halves.report),
  }
  const selfies = domain('selfie by selfie', compareAll(halves.tune), compareAll(halves.report))
  const prints = domain(
    'selfie by card',
    compareCards(cards.tune, halves.tune),
    compareCards(cards.report, halves.report),
  )
  const all = [...cards.tune, ...cards.report]
  const found = proportionOf(all, ({ isFound }) => isFound)
  return {
    tables: [
      fits([selfies, prints]),
      rates(selfies),
      rates(prints),
      portraitTable(all, [...halves.tune, ...halves.report]),
    ],
    plots: [plotRates([selfies, prints])],
    figures: {
      similarity: {
        shipped: impostors,
        selfies: { fitted: selfies.fitted, rows: selfies.rows },
        cards: { fitted: prints.fitted, rows: prints.rows, found },
      },
    },
    targets: [
      ...farTargets('selfie', selfies),
      ...farTargets('card', prints),
      {
        name: 'lfw-tar-at-far-1e-4',
        value: 1 - falseRejects(selfies.report, atFirm(selfies)).value,
        bound: 0.988,
        good: 'at least',
      },
      {
        name: 'card-frr-at-default',
        value: falseRejects(prints.report, cosineOfPercent(FIRM.percent)).value,
        bound: 0.06,
        good: 'at most',
      },
      { name: 'card-portrait-found', value: found.value, bound: 0.98, good: 'at least' },
    ],
  }
}

type FittedDomain = ReturnType<typeof domain>

/** The fit uses one half; the rows are of the other half, at the shipped numbers. */
function domain(name: string, tune: Comparisons, report: Comparisons) {
  const rows = THRESHOLDS.map((percent) => {
    const cosine = cosineOfPercent(percent)
    const predicted = falseAcceptRate(cosine)
    const [accepted, refused] = [falseAccepts(report, cosine), falseRejects(report, cosine)]
    return { percent, cosine, predicted, accepted, refused }
  })
  return { name, tune, report, rows, fitted: fitImpostors(tune.impostors.cosines) }
}

/** The cosine at which strangers of the reported half are really accepted at that rate. */
const atFirm = ({ report }: FittedDomain): number =>
  cosineBeyond(falling(report.impostors.cosines), FIRM.rate)

/** The targets are the measured rate and the low end of its interval, which is beyond chance. */
function farTargets(name: string, { rows }: FittedDomain) {
  const accepted = rows.find(({ percent }) => percent === FIRM.percent)?.accepted
  const bound = { bound: FIRM.rate, good: 'at most' } as const
  return [
    { name: `${name}-far-at-sim-80`, value: accepted?.value ?? 1, ...bound },
    { name: `${name}-far-at-sim-80-low-end`, value: accepted?.low ?? 1, ...bound },
  ]
}

function fits(domains: readonly FittedDomain[]): Table {
  return {
    title: 'Cosines of strangers: a bell curve fitted on one half of the people',
    columns: [
      'domain',
      'pairs',
      'mean',
      'deviation',
      'cosine at 1e-4 by it',
      'measured',
      'measured, other half',
    ],
    rows: domains.map(({ name, tune, report, fitted }) => [
      name,
      tune.impostors.cosines.length.toLocaleString('en'),
      fitted.mean.toFixed(4),
      fitted.deviation.toFixed(4),
      cosineOn(fitted, FIRM.rate).toFixed(3),
      ...[tune, report].map(({ impostors: { cosines } }) =>
        cosineBeyond(falling(cosines), FIRM.rate).toFixed(3),
      ),
    ]),
    note: `Shipped are ${JSON.stringify(impostors)}, which puts 1e-4 at ${cosineAt(FIRM.rate).toFixed(3)}.`,
  }
}

function rates({ name, rows, report }: FittedDomain): Table {
  return {
    title: `Similarity, ${name}, people not fitted on`,
    columns: ['sim', 'cosine', 'FAR by sim', 'FAR measured (95 %)', 'pairs', 'FRR (95 %)', 'pairs'],
    rows: rows.map(({ percent, cosine, predicted, accepted, refused }) => [
      percent,
      cosine.toFixed(3),
      rate(predicted),
      `${rate(accepted.value)} (${rate(accepted.low)} to ${rate(accepted.high)})`,
      accepted.count,
      percentWithInterval(refused),
      refused.count,
    ]),
    note: `Of ${report.impostors.cosines.length.toLocaleString('en')} pairs of two people and ${report.genuine.cosines.length.toLocaleString('en')} of one. Intervals by drawing people again.`,
  }
}

/** `0.0012`, `8.3e-5`, `0` */
const rate = (value: number): string =>
  value >= 0.001 || value === 0 ? String(Number(value.toPrecision(2))) : value.toExponential(1)

const SMALL_PIXELS = 90

const kinds: readonly (readonly [string, (card: Card) => boolean])[] = [
  ['all', () => true],
  [`face of 60 to ${SMALL_PIXELS} pixels`, ({ facePixels }) => facePixels < SMALL_PIXELS],
  [`face of ${SMALL_PIXELS} to 200 pixels`, ({ facePixels }) => facePixels >= SMALL_PIXELS],
  ['lying upright', ({ isTurned }) => !isTurned],
  ['turned by a quarter or more', ({ isTurned }) => isTurned],
]

function portraitTable(cards: readonly Card[], photos: readonly Photo[]): Table {
  return {
    title: `Portraits on ${cards.length} cards printed by us, both halves`,
    columns: ['cards', 'number', 'portrait is the largest face found (95 %)', 'FRR at sim 80 (95 %)'],
    rows: kinds.map(([name, holds]) => {
      const own = cards.filter(holds)
      const found = proportionOf(own, ({ isFound }) => isFound)
      const refused = falseRejects(compareCards(own, photos), cosineAt(1e-4))
      return [name, own.length, percentWithInterval(found), percentWithInterval(refused)]
    }),
  }
}
