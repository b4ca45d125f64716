// Measures whether a picture of a card, tilted in front of the camera, is told from the card itself.

import { HOLDERS, type Holder } from '../../../specimens/kit/photographs/tilted-cards.ts'
import { MOST_MOVED_ALONG } from '../../../src/documents/cards/checks.ts'
import { isTiltedBy } from '../../../src/documents/pages/tilt.ts'
import { sortOutcomes, withCrew } from '../../kit/parallel.ts'
import type { Context, Report } from '../../kit/report.ts'
import { aucWithInterval } from '../../kit/statistics/auc.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { countOf, percentWithInterval, withInterval } from '../../kit/table.ts'
import { CARDS, tiltedSeeds } from './plan.ts'
import type { Session } from './session.ts'
import type { TiltJobs, TiltLook } from './tilt-jobs.ts'

interface Item {
  readonly kind: (typeof CARDS)[number]
  readonly seed: number
  readonly holder: Holder
}

interface Looked extends Item {
  /** Missing where the card was not found in both pictures. */
  readonly look?: TiltLook
}

const CARD_HELD: readonly Holder[] = ['card lifted from a table', 'card held in a hand']
const PICTURE_HELD: readonly Holder[] = [
  'photograph on a display',
  'photograph printed',
  'photograph tilted by software',
]
const ALONE: readonly Holder[] = ['card alone on a display', 'print cut out along the card']

/** Where too little is to be seen around the card nothing speaks against it. */
const movedAlong = ({ look }: Looked): number => look?.movedAlong ?? 0
const isTold = (one: Looked): boolean => movedAlong(one) > MOST_MOVED_ALONG
const isTilted = ({ look }: Looked): boolean => look !== undefined && isTiltedBy(look.degrees)

export async function evaluateTilt({ context }: Session): Promise<Report> {
  const looked = await lookAtAll(context)
  const of = (holders: readonly Holder[]): Looked[] =>
    looked.filter(({ holder, look }) => holders.includes(holder) && look !== undefined)
  const areaOf = (holders: readonly Holder[], scoreOf: (one: Looked) => number) =>
    aucWithInterval({ positives: of(holders).map(scoreOf), negatives: of(CARD_HELD).map(scoreOf) })
  const withJudge = (one: Looked): number => Math.max(movedAlong(one), one.look?.recapture ?? 0)
  const pictures = areaOf(PICTURE_HELD, movedAlong)
  const all = areaOf([...PICTURE_HELD, ...ALONE], withJudge)
  const honest = proportionOf(of(CARD_HELD), isTold)
  // The server compares what counts as tilted, and nothing else.
  const compared = proportionOf(of(CARD_HELD).filter(isTilted), isTold)
  return {
    tables: [
      {
        title: 'Cards, and pictures of cards, photographed flat and tilted',
        columns: [
          'who holds what',
          'found twice',
          'taken as tilted',
          'seen around it',
          'told',
          'AUC',
          'with recapture',
        ],
        rows: HOLDERS.map((holder) => {
          const own = of([holder])
          return [
            holder,
            countOf(
              proportionOf(
                looked.filter((one) => one.holder === holder),
                ({ look }) => look !== undefined,
              ),
            ),
            countOf(proportionOf(own, isTilted)),
            countOf(proportionOf(own, ({ look }) => look?.movedAlong !== undefined)),
            countOf(proportionOf(own, isTold)),
            CARD_HELD.includes(holder) ? '' : withInterval(areaOf([holder], movedAlong)),
            CARD_HELD.includes(holder) ? '' : withInterval(areaOf([holder], withJudge)),
          ]
        }),
        note: `Drawn, and of people by whom no bound was chosen. Told: what is around the card moved along by more than ${MOST_MOVED_ALONG}. Pictures of cards with what lay around them: AUC ${withInterval(pictures)}; these and cards alone, with recapture: ${withInterval(all)}. Honest: ${percentWithInterval(honest)} told.`,
      },
    ],
    plots: [],
    figures: { tilt: looked },
    targets: [
      { name: 'tilt-auc', value: pictures.value, bound: 0.95, good: 'at least' },
      { name: 'tilt-recapture-auc', value: all.value, bound: 0.95, good: 'at least' },
      { name: 'tilt-honest-told', value: honest.value, bound: 0.02, good: 'at most' },
      { name: 'tilt-compared-told', value: compared.value, bound: 0.02, good: 'at most' },
    ],
  }
}

async function lookAtAll(context: Context): Promise<Looked[]> {
  const items = CARDS.flatMap((kind) =>
    context.sample(tiltedSeeds(kind)).flatMap((seed) => HOLDERS.map((holder) => ({ kind, seed, holder }))),
  )
  return withCrew<TiltJobs, Looked[]>(
    {
      jobsModule: new URL('./tilt-jobs.ts', import.meta.url),
      jobSettings: { networksFolder: context.networksFolder },
      workers: context.workers,
      jobTimeoutMs: 300_000,
      memoryCeilingBytes: 3 * 2 ** 30,
    },
    async (crew) => {
      const { done, failed } = sortOutcomes(
        await crew.run({ label: 'tilt', job: 'look-at-tilt', items, inputOf: async (item: Item) => item }),
      )
      for (const { item, error } of failed) console.error(`${item.kind} ${item.seed}: ${error.message}`)
      return done.map(({ item, output }) => ({ ...item, ...(output && { look: output }) }))
    },
  )
}
