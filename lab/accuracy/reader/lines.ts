// Measures how well single lines are read, cut at their true places: letter error rates beside Tesseract's.
import { KINDS } from '../../../src/documents/kinds/kinds.ts'
import { plotBars } from '../../kit/plots/bars.ts'
import type { Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { type Cell, percent, percentWithInterval, type Table } from '../../kit/table.ts'
import { unreadableLetters } from './letters.ts'
import {
  hasReader,
  isMrz,
  isWhole,
  type JudgedLine,
  judgedLines,
  type Reader,
  rateOf,
  rateWithInterval,
  worstOf,
} from './line-table.ts'
import type { Photographs } from './photographs.ts'

const levels = ['clean', 'photo', 'bad'] as const
/** The bounds are percentages of letters that may be wrong. */
const bounds = { clean: 0.15, photo: 0.3, bad: 2 } as const
const roles = ['title', 'label', 'value', 'other'] as const
const WORST = 30

export function evaluateLines(photographs: Photographs, tesseractName: string | undefined): Report {
  const all = levels.map((level) => {
    const lines = judgedLines(photographs, level).filter((line) => !isMrz(line))
    return { level, lines: lines.filter(isReadable), foreign: lines.filter((line) => !isReadable(line)) }
  })
  const every = all.flatMap(({ lines }) => lines)
  const beside: readonly Reader[] = hasReader(every, 'tesseract') ? ['tesseract'] : []
  const rates = all.map(({ level, lines }) => ({ level, ours: rateWithInterval(lines, 'read') }))
  return {
    tables: [
      levelTable(all, beside, tesseractName),
      splitTable(
        'by what a line is',
        all.map(({ level, lines, foreign }) => ({ level, lines: [...lines, ...foreign] })),
        [...roles, FOREIGN],
        (line) => (isReadable(line) ? line.role : FOREIGN),
        beside,
      ),
      splitTable(
        'by kind',
        all,
        KINDS.map(({ kind }) => kind),
        ({ kind }) => kind,
        beside,
      ),
    ],
    plots: [
      plotBars({
        name: 'lines',
        title: 'Letters read wrongly',
        subtitle: 'specimens of seeds and typefaces never trained on; 95 % intervals',
        label: 'letters wrong',
        bars: all.flatMap(({ level, lines }, i) => [
          { name: level, share: rates[i]?.ours ?? rateWithInterval(lines, 'read') },
          ...beside.map((reader) => ({
            name: `${level}, ${reader}`,
            share: rateWithInterval(lines, reader),
          })),
        ]),
      }),
    ],
    figures: {
      lines: Object.fromEntries(
        all.map(({ level, lines, foreign }, i) => [
          level,
          {
            lines: lines.length,
            letters: lettersOf(lines),
            foreign: { lines: foreign.length, ours: rateOf([...lines, ...foreign], 'read') },
            ours: rates[i]?.ours,
            raw: rateOf(lines, 'raw'),
            ...(beside.length > 0 && { tesseract: rateOf(lines, 'tesseract') }),
            worst: worstOf(lines, WORST),
          },
        ]),
      ),
    },
    targets: rates.map(({ level, ours }) => ({
      name: `reader_cer_${level}`,
      value: 100 * ours.value,
      bound: bounds[level],
      good: 'at most',
    })),
  }
}

/** Foreign documents have letters that neither reader was made for, so they are shown separately. */
const FOREIGN = 'with foreign letters'
const isReadable = ({ truth }: JudgedLine): boolean => unreadableLetters(truth) === 0

interface LinesOfLevel {
  readonly level: (typeof levels)[number]
  readonly lines: readonly JudgedLine[]
}

const lettersOf = (lines: readonly JudgedLine[]): number =>
  lines.reduce((sum, { compared }) => sum + (compared.read?.letters ?? 0), 0)

function levelTable(
  all: readonly LinesOfLevel[],
  beside: readonly Reader[],
  tesseractName: string | undefined,
): Table {
  return {
    title: 'Letters read wrongly, lines cut by their true places',
    columns: [
      'level',
      'lines',
      'letters',
      'ours',
      'ours, no words known',
      ...(beside.length > 0 ? ['Tesseract'] : []),
      'lines whole',
      ...(beside.length > 0 ? ['Tesseract, whole'] : []),
    ],
    rows: all.map(({ level, lines }) => [
      level,
      lines.length,
      lettersOf(lines),
      percentWithInterval(rateWithInterval(lines, 'read'), 2),
      percent(rateOf(lines, 'raw')),
      ...beside.map((reader) => percentWithInterval(rateWithInterval(lines, reader), 2)),
      percent(proportionOf(lines, isWhole('read')).value, 1),
      ...beside.map((reader) => percent(proportionOf(lines, isWhole(reader)).value, 1)),
    ]),
    note: `Specimens of seeds and typefaces never trained on, every kind and side evenly, at most 24 lines of each, no machine-readable zones, no lines with letters of other languages (they stand in the next table); margins of 3 to 20 % of a line's height. Intervals by drawing whole documents again.${tesseractName ? ` Tesseract: ${tesseractName}, one line a crop (psm 7).` : ' Tesseract was not asked for (--tesseract).'}`,
  }
}

function splitTable(
  what: string,
  all: readonly LinesOfLevel[],
  names: readonly string[],
  nameOf: (line: JudgedLine) => string,
  beside: readonly Reader[],
): Table {
  const shown: readonly Reader[] = ['read', ...beside]
  const cells = (name: string): Cell[] =>
    all.flatMap(({ lines }) => {
      const own = lines.filter((line) => nameOf(line) === name)
      return shown.map((reader) => percent(rateOf(own, reader)))
    })
  const used = names.filter((name) => all.some(({ lines }) => lines.some((line) => nameOf(line) === name)))
  return {
    title: `Letters read wrongly, ${what}`,
    columns: [
      '',
      'lines',
      ...levels.flatMap((level) => [level, ...beside.map((reader) => `${level}, ${reader}`)]),
    ],
    rows: used.map((name) => [
      name,
      all.reduce((sum, { lines }) => sum + lines.filter((line) => nameOf(line) === name).length, 0),
      ...cells(name),
    ]),
  }
}
