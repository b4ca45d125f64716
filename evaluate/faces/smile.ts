// Whether a face smiles: GENKI-4K, the threshold chosen on one half and judged on the other, both ways round.

import { rowNamed } from '../../src/models/manifest.ts'
import { readSmiles, type SmilingFace, splitSmiles } from '../kit/datasets/liveness.ts'
import { plotHistogram } from '../kit/plots/histogram.ts'
import { plotRoc } from '../kit/plots/roc.ts'
import type { Context, Report } from '../kit/report.ts'
import { aucWithInterval } from '../kit/statistics/auc.ts'
import { proportionOf } from '../kit/statistics/proportion.ts'
import { bestThreshold, type Scores } from '../kit/statistics/roc.ts'
import { percentWithInterval, withInterval } from '../kit/table.ts'
import type { FacesCrew } from './jobs.ts'
import { closeUp, look } from './looking.ts'

interface Scored {
  readonly item: SmilingFace
  readonly score: number
}

export async function evaluateSmile(context: Context, crew: FacesCrew): Promise<Report> {
  const halves = splitSmiles(await readSmiles(context.data))
  const tune = await score(context.sample(halves.tune), crew)
  const report = await score(context.sample(halves.report), crew)
  const all = [...tune, ...report]
  const shipped = rowNamed('face-blendshapes').thresholds.smile ?? 0.5
  const right = (faces: readonly Scored[], threshold: number) =>
    proportionOf(faces, ({ item, score }) => item.smiling === score >= threshold)
  const accuracy = right(all, shipped)
  const auc = aucWithInterval(scoresOf(all))
  const tuned = bestThreshold(scoresOf(tune)).threshold
  return {
    tables: [
      {
        title: `Smiles, ${all.length} faces of GENKI-4K`,
        columns: ['figure', 'value'],
        rows: [
          [`right at the shipped threshold ${shipped}, all`, percentWithInterval(accuracy)],
          [
            `right at ${tuned.toFixed(2)}, chosen on one half, on the other`,
            percentWithInterval(right(report, tuned)),
          ],
          ['AUC', withInterval(auc)],
        ],
      },
    ],
    plots: [
      plotRoc({
        name: 'smile-roc',
        title: 'Smiles: GENKI-4K',
        curves: [{ name: 'smile', scores: scoresOf(all) }],
      }),
      plotHistogram({
        name: 'smile-scores',
        title: 'Smiles: GENKI-4K',
        label: 'smile (0 to 1)',
        classes: [
          { name: 'smiling', values: scoresOf(all).positives },
          { name: 'not smiling', values: scoresOf(all).negatives },
        ],
        thresholds: [{ name: 'shipped', at: shipped }],
      }),
    ],
    figures: { smile: { accuracy, auc, tuned, onReportHalf: right(report, tuned) } },
    targets: [{ name: 'smile-accuracy', value: accuracy.value, bound: 0.95, good: 'at least' }],
  }
}

async function score(faces: readonly SmilingFace[], crew: FacesCrew): Promise<Scored[]> {
  const seen = await look(crew, 'smiles', faces, ({ file }) => file, { ...closeUp, expression: true })
  return seen.map(({ item, faces: [face] }) => ({ item, score: face?.expression?.smile ?? 0 }))
}

const scoresOf = (faces: readonly Scored[]): Scores => ({
  positives: faces.filter(({ item }) => item.smiling).map(({ score }) => score),
  negatives: faces.filter(({ item }) => !item.smiling).map(({ score }) => score),
})
