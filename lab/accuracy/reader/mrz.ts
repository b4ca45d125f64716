// Measures how many lines of machine-readable zones are read without one wrong letter.
import type { Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { countOf, percent, percentWithInterval } from '../../kit/table.ts'
import { hasReader, isMrz, isWhole, judgedLines, type Reader, rateOf, worstOf } from './line-table.ts'
import type { Photographs } from './photographs.ts'

export function evaluateMrz(photographs: Photographs): Report {
  const zones = [
    { name: 'clean', lines: judgedLines(photographs, 'clean').filter(isMrz) },
    { name: 'photo', lines: judgedLines(photographs, 'photo').filter(isMrz) },
    {
      name: 'bad',
      lines: [...judgedLines(photographs, 'bad'), ...judgedLines(photographs, 'mrz')].filter(isMrz),
    },
  ].filter(({ lines }) => lines.length > 0)
  const beside: readonly Reader[] = zones.some(({ lines }) => hasReader(lines, 'tesseract'))
    ? ['tesseract']
    : []
  const shown: readonly Reader[] = ['read', ...beside]
  const bad = proportionOf(zones.find(({ name }) => name === 'bad')?.lines ?? [], isWhole('read'))
  return {
    tables: [
      {
        title: 'Lines of machine-readable zones',
        columns: [
          'level',
          ...shown.flatMap((reader) => {
            const whose = reader === 'read' ? 'ours' : 'Tesseract'
            return [`${whose}, whole`, `${whose}, lines`, `${whose}, letters wrong`]
          }),
        ],
        rows: zones.map(({ name, lines }) => [
          name,
          ...shown.flatMap((reader) => {
            const whole = proportionOf(lines, isWhole(reader))
            return [percentWithInterval(whole, 1), countOf(whole), percent(rateOf(lines, reader))]
          }),
        ]),
        note: 'A line is whole when every letter of it is right. Check digits are not used to mend anything here. Tesseract has the Vietnamese data, which was not made for these zones.',
      },
    ],
    plots: [],
    figures: {
      mrz: Object.fromEntries(
        zones.map(({ name, lines }) => [
          name,
          { whole: proportionOf(lines, isWhole('read')), worst: worstOf(lines, 20) },
        ]),
      ),
    },
    targets: [{ name: 'reader_mrz_bad_whole', value: 100 * bad.value, bound: 99.5, good: 'at least' }],
  }
}
