// Measures smile detection on GENKI-4K: two cues weighted on one half of the faces and judged on the other.

import { logit, type SmileCues, smileWeights } from '../../../src/vision/expression.ts'
import { readSmiles, type SmilingFace, splitSmiles } from '../../kit/datasets/liveness.ts'
import { plotHistogram } from '../../kit/plots/histogram.ts'
import { plotRoc } from '../../kit/plots/roc.ts'
import type { Context, Report } from '../../kit/report.ts'
import { aucWithInterval } from '../../kit/statistics/auc.ts'
import { fitLogistic, probabilityOf } from '../../kit/statistics/logistic.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import type { Scores } from '../../kit/statistics/roc.ts'
import { percentWithInterval, withInterval } from '../../kit/table.ts'
import type { FacesCrew } from './jobs.ts'
import { closeUp, observe } from './observe-files.ts'

interface Scored {
  readonly item: SmilingFace
  readonly score: number
  readonly cues: SmileCues
}

/** The corners of the mouth and the expression network say nearly the same, so the fit needs a ridge. */
const RIDGE = 1
const HALF = 0.5

export async function evaluateSmile(context: Context, crew: FacesCrew): Promise<Report> {
  const halves = splitSmiles(await readSmiles(context.data))
  const tune = await score(context.sample(halves.tune), crew)
  const report = await score(context.sample(halves.report), crew)
  const all = [...tune, ...report]
  const fitted = fitLogistic(
    tune.map(({ cues }) => [logit(cues.mesh), cues.picture]),
    tune.map(({ item }) => item.smiling),
    { ridge: RIDGE },
  )
  const right = (faces: readonly Scored[], threshold: number) =>
    proportionOf(faces, ({ item, score }) => item.smiling === score >= threshold)
  const accuracy = right(all, HALF)
  const auc = aucWithInterval(scoresOf(all))
  const byFit = proportionOf(
    report,
    ({ item, cues }) => item.smiling === probabilityOf(fitted, [logit(cues.mesh), cues.picture]) >= HALF,
  )
  const alone = (cue: keyof SmileCues) => aucWithInterval(scoresOf(all, ({ cues }) => cues[cue]))
  return {
    tables: [
      {
        title: `Smiles, ${all.length} faces of GENKI-4K`,
        columns: ['figure', 'value'],
        rows: [
          ['right, all faces', percentWithInterval(accuracy)],
          ['right, one half of them', percentWithInterval(right(report, HALF))],
          ['right with the fit below, the same half', percentWithInterval(byFit)],
          ['AUC', withInterval(auc)],
          ['AUC of the mesh alone', withInterval(alone('mesh'))],
          ['AUC of the picture alone', withInterval(alone('picture'))],
        ],
        note: `Fit on one half gives ${JSON.stringify({ start: fitted.intercept, mesh: fitted.weights[0], picture: fitted.weights[1] })}; shipped are ${JSON.stringify(smileWeights)}.`,
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
        thresholds: [{ name: 'smiles', at: HALF }],
      }),
    ],
    figures: { smile: { accuracy, auc, fitted, shipped: smileWeights, onReportHalf: right(report, HALF) } },
    targets: [{ name: 'smile-accuracy', value: accuracy.value, bound: 0.95, good: 'at least' }],
  }
}

async function score(faces: readonly SmilingFace[], crew: FacesCrew): Promise<Scored[]> {
  const seen = await observe(crew, 'smiles', faces, ({ file }) => file, { ...closeUp, expression: true })
  return seen.map(({ item, faces: [face] }) => ({
    item,
    score: face?.expression?.smile ?? 0,
    cues: face?.expression?.smileCues ?? { mesh: 0, picture: 0 },
  }))
}

const scoresOf = (faces: readonly Scored[], of: (face: Scored) => number = ({ score }) => score): Scores => ({
  positives: faces.filter(({ item }) => item.smiling).map(of),
  negatives: faces.filter(({ item }) => !item.smiling).map(of),
})
