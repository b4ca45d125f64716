// Measures smile detection at the thresholds of a profile challenge, on GENKI-4K and on faces that do not smile.
import { SMILE } from '../../../src/liveness/profile/tasks.ts'
import { plotRoc } from '../../kit/plots/roc.ts'
import type { Context, Report } from '../../kit/report.ts'
import { aucWithInterval } from '../../kit/statistics/auc.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { ratesAt, type Scores } from '../../kit/statistics/roc.ts'
import { quantile } from '../../kit/statistics/summary.ts'
import { percentWithInterval, withInterval } from '../../kit/table.ts'
import type { LivenessCrew } from './jobs.ts'
import { observeHeadTurns, observeSmiles } from './observe-frames.ts'

export async function evaluateSmile(context: Context, crew: LivenessCrew): Promise<Report> {
  const seen = await observeSmiles(context, crew)
  const faces = seen.map(({ item, frame }) => ({
    smiling: item.smiling,
    smile: frame.face?.expression?.smile ?? 0,
  }))
  const own = (await observeHeadTurns(context, crew))
    .filter(({ item }) => item.pose === 'front')
    .map(({ frame }) => frame.face?.expression?.smile ?? 0)
  const scores: Scores = {
    positives: faces.filter(({ smiling }) => smiling).map(({ smile }) => smile),
    negatives: faces.filter(({ smiling }) => !smiling).map(({ smile }) => smile),
  }
  const right = proportionOf(faces, ({ smiling, smile }) => smiling === smile >= SMILE.least)
  const { trueAccepts, falseAccepts } = ratesAt(scores, SMILE.least)
  const auc = aucWithInterval(scores)
  // A person whose straight frame scores more than this cannot smile enough more to pass.
  const ceiling = 1 - SMILE.leastMoreThanStraight
  const stuck = (values: readonly number[]) => proportionOf(values, (smile) => smile > ceiling)
  return {
    tables: [
      {
        title: `Smiles in a challenge, ${faces.length} faces of GENKI-4K`,
        columns: ['figure', 'value'],
        rows: [
          [`right at ${SMILE.least}`, percentWithInterval(right)],
          ['smiles that pass', percentWithInterval(trueAccepts)],
          ['faces without a smile that pass', percentWithInterval(falseAccepts)],
          ['AUC', withInterval(auc)],
          ['smile of faces without one, median and 95 %', pairOf(scores.negatives)],
          ['smile of heads held straight in videos, median and 95 %', pairOf(own)],
          [`faces without a smile above ${ceiling}`, percentWithInterval(stuck(scores.negatives))],
          [`heads held straight above ${ceiling}`, percentWithInterval(stuck(own))],
        ],
        note: `A challenge also asks for ${SMILE.leastMoreThanStraight} more than in the person's own straight frames: no set here shows one person with and without a smile, so of that line it is only told who could never pass it.`,
      },
    ],
    plots: [
      plotRoc({
        name: 'smile-roc',
        title: 'Smiles in a challenge: GENKI-4K',
        curves: [
          {
            name: 'smile',
            scores,
            marks: [{ threshold: SMILE.least, falseRate: falseAccepts.value, trueRate: trueAccepts.value }],
          },
        ],
        falseLabel: 'Faces without a smile that pass',
        trueLabel: 'Smiles that pass',
      }),
    ],
    figures: { smile: { right, trueAccepts, falseAccepts, auc } },
    targets: [{ name: 'liveness-smile-percent', value: 100 * right.value, bound: 95, good: 'at least' }],
  }
}

const pairOf = (values: readonly number[]): string =>
  [0.5, 0.95].map((share) => quantile(values, share).toFixed(2)).join(', ')
