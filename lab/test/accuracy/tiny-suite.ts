// Defines a suite of plain numbers, to test how the command line prints a report.
import sharp from 'sharp'
import { DataMissing } from '../../kit/datasets/labels.ts'
import { plotRoc } from '../../kit/plots/roc.ts'
import { openProgress } from '../../kit/progress.ts'
import type { Context, Report } from '../../kit/report.ts'

// src/image/decode/image.ts does the same: a suite that uses it makes sharp refuse SVG from there on.
sharp.block({ operation: ['VipsForeignLoad'] })

export async function evaluateTiny(context: Context): Promise<Report> {
  const numbers = context.sample(Array.from({ length: 100 }, (_, index) => index))
  const progress = openProgress({ label: 'tiny', total: numbers.length })
  for (const _ of numbers) progress.step()
  progress.end()
  if (context.wants('absent')) throw new DataMissing('The set tiny/absent is missing.')
  const scores = { positives: [2, 3], negatives: [0, 1] }
  return {
    tables: [
      {
        title: 'Numbers',
        columns: ['what', 'value'],
        rows: [
          ['first', numbers[0]],
          ['last', numbers.at(-1)],
        ],
      },
    ],
    plots: context.wants('plot')
      ? [plotRoc({ name: 'roc', title: 'Tiny', curves: [{ name: 'tiny', scores }] })]
      : [],
    figures: { numbers, workers: context.workers, isLoud: context.asked('loud') },
    targets: [
      { name: 'tiny_accuracy', value: 0.98765432, bound: 0.98, good: 'at least' },
      { name: 'tiny_error', value: 0.2, bound: 0.1, good: 'at most' },
    ],
  }
}
