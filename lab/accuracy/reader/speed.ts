// Measures the processor time of one thread for a line of 40 characters, and for a card all in.

import { cardPhoto } from '../../../specimens/kit/photographs/card-photo.ts'
import type { Context, Report } from '../../kit/report.ts'
import { benchLine, benchPage } from '../../speed/reader-steps.ts'
import type { Photographs } from './photographs.ts'

const ROUNDS = 30

/** Nothing else runs in this process, so its processor time is what was measured. */
export async function evaluateSpeed({ limit }: Context, photographs: Photographs): Promise<Report> {
  const rounds = Math.min(limit ?? ROUNDS, ROUNDS)
  const photo = await cardPhoto('photo')
  const lineMs = await benchLine(photo, rounds)
  const pageMs = await benchPage(photo, rounds)
  const tesseractMs = tesseractLineMs(photographs)
  return {
    tables: [
      {
        title: 'Processor time of one thread',
        columns: ['what', 'ms', 'at most'],
        rows: [
          ['a line of 40 characters, among lines of its width', lineMs.toFixed(1), 8],
          ['a card all in, from the file', pageMs.toFixed(0), 300],
          ...(tesseractMs === undefined
            ? []
            : [['Tesseract, a line, many in a call (mean of all lines above)', tesseractMs.toFixed(0), '']]),
        ],
        note: `Median of ${rounds} rounds. A machine with other work shows more.`,
      },
    ],
    plots: [],
    figures: {
      speed: { lineMs, pageMs, ...(tesseractMs !== undefined && { tesseractLineMs: tesseractMs }) },
    },
    targets: [
      { name: 'reader_line_ms', value: lineMs, bound: 8, good: 'at most' },
      { name: 'reader_page_ms', value: pageMs, bound: 300, good: 'at most' },
    ],
  }
}

function tesseractLineMs(photographs: Photographs): number | undefined {
  const all = [...photographs.values()].flat()
  const lines = all.reduce((sum, { documents }) => sum + documents.flatMap((one) => one.lines).length, 0)
  const spent = all.reduce((sum, { tesseractMs }) => sum + tesseractMs, 0)
  return spent > 0 ? spent / lines : undefined
}
