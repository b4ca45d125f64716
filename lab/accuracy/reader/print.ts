// Measures how lines of real print are read, crop by crop, beside what reader 5 read: by kind, by print, and mark by mark.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { foldName } from '../../../src/documents/text/knowledge/fold.ts'
import type { CsvRecord } from '../../kit/csv.ts'
import { DataMissing, numberOf, readLabels, textOf } from '../../kit/datasets/labels.ts'
import { sortOutcomes } from '../../kit/parallel.ts'
import type { Context, Report } from '../../kit/report.ts'
import { proportionOf, wilson } from '../../kit/statistics/proportion.ts'
import { countOf, percentWithInterval, type Table } from '../../kit/table.ts'
import { atMost, none, type Target } from '../../kit/targets.ts'
import type { PrintRead, ReaderCrew } from './jobs.ts'
import { writtenAlike } from './letters.ts'

type Way = keyof PrintRead | 'before'

interface PrintLine {
  readonly id: string
  readonly groups: readonly string[]
  readonly truth: string
  readonly read: Readonly<Record<Way, string>>
}

export async function evaluatePrint(context: Context, crew: ReaderCrew): Promise<Report> {
  const rows = await readLabels(context.data, 'documents/print-lines', 'truth.csv').catch((error) => {
    if (!(error instanceof DataMissing)) throw error
    console.error(`real print left out: ${error.message}`)
    return []
  })
  const outcomes = await crew.run({
    label: 'real print',
    job: 'read-print',
    items: context.sample(rows),
    inputOf: async (row) => ({
      bytes: await readFile(join(context.data, 'documents/print-lines', `${textOf(row, 'id')}.png`)),
      ink: [
        numberOf(row, 'ink_left'),
        numberOf(row, 'ink_top'),
        numberOf(row, 'ink_right'),
        numberOf(row, 'ink_bottom'),
      ],
      isPlace: PLACES.includes(textOf(row, 'field')),
    }),
  })
  const { done, failed } = sortOutcomes(outcomes)
  if (failed[0]) throw failed[0].error
  return reportOf(done.map(({ item, output }) => lineOf(item, output)))
}

const PLACES: readonly string[] = ['origin', 'residence']

function lineOf(row: CsvRecord, read: PrintRead): PrintLine {
  const [kind, print] = [textOf(row, 'kind'), textOf(row, 'print')]
  // Where a licence prints a stroke, the space beside it was not judged.
  const judged = (text: string) =>
    kind.startsWith('licence') ? writtenAlike(text).replaceAll(' ', '') : writtenAlike(text)
  const all = { before: row.reading ?? '', ...read }
  return {
    id: textOf(row, 'id'),
    groups: ['all', kind, print, ...(row.lead === '1' ? ['box begins too early'] : [])],
    truth: judged(textOf(row, 'truth')),
    read: Object.fromEntries(
      Object.entries(all).map(([way, text]) => [way, judged(text)]),
    ) as PrintLine['read'],
  }
}

function reportOf(lines: readonly PrintLine[]): Report {
  const groups = [...new Set(lines.flatMap((line) => line.groups))].sort()
  const whole = (group: string, way: Way) =>
    proportionOf(
      lines.filter((line) => line.groups.includes(group)),
      ({ read, truth }) => read[way] === truth,
    )
  const of = (way: Way) => mistakenMarks(lines, way)
  const marks: Marks = {
    before: of('before'),
    raw: of('raw'),
    words: of('words'),
    boxes: of('boxes'),
    places: of('places'),
  }
  const pairs = [...new Set(COLUMNS.flatMap(([way]) => [...marks[way].keys()]))].sort()
  const wrong = (way: Way) => [...marks[way].values()].reduce((sum, count) => sum + count, 0)
  return {
    tables: lines.length === 0 ? [] : [wholeTable(groups, whole), pairTable(pairs, marks)],
    plots: [],
    figures: {
      print: {
        whole: Object.fromEntries(
          groups.map((group) => [
            group,
            Object.fromEntries(COLUMNS.map(([way]) => [way, whole(group, way)])),
          ]),
        ),
        marks: Object.fromEntries(COLUMNS.map(([way]) => [way, Object.fromEntries(marks[way])])),
        misread: lines
          .filter(({ read, truth }) => read.places !== truth)
          .map(({ id, truth, read }) => ({ id, truth, read: read.places })),
      },
    },
    targets: lines.length === 0 ? [] : targetsOf({ lines, groups, whole, pairs, marks, wrong }),
  }
}

const COLUMNS: readonly (readonly [way: Way, title: string])[] = [
  ['before', 'reader 5'],
  ['raw', 'the network alone'],
  ['words', 'with words'],
  ['boxes', 'and three boxes'],
  ['places', 'and places'],
]

type Marks = Readonly<Record<Way, ReadonlyMap<string, number>>>
type Whole = (group: string, way: Way) => ReturnType<typeof wilson>

const wholeTable = (groups: readonly string[], whole: Whole): Table => ({
  title: 'Real print, half A: lines read whole',
  columns: ['', 'lines', ...COLUMNS.map(([, title]) => title), ''],
  rows: groups.map((group) => [
    group,
    whole(group, 'before').total,
    ...COLUMNS.map(([way]) => countOf(whole(group, way))),
    percentWithInterval(whole(group, 'places')),
  ]),
  note: 'Crops of real cards that no reader was trained on, of place names and labels; reader 5 with words, as its answers were kept. The interval is for the last column.',
})

const pairTable = (pairs: readonly string[], marks: Marks): Table => ({
  title: 'Real print, half A: marks read wrongly',
  columns: ['printed, read', ...COLUMNS.map(([, title]) => title)],
  rows: pairs.map((pair) => [pair, ...COLUMNS.map(([way]) => marks[way].get(pair) ?? 0)]),
  note: 'Letters that differ by their marks alone, in lines of which as many letters were read as are printed.',
})

/** `ẩ ầ`: how often the first was printed and the second read. */
function mistakenMarks(lines: readonly PrintLine[], way: Way): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { read, truth } of lines) {
    const [printed, own] = [[...truth], [...read[way]]]
    if (printed.length !== own.length) continue
    for (const [i, letter] of printed.entries()) {
      const pair = `${letter} ${own[i]}`
      if (letter !== own[i] && foldName(letter) !== '' && foldName(letter) === foldName(own[i] ?? ''))
        counts.set(pair, (counts.get(pair) ?? 0) + 1)
    }
  }
  return counts
}

interface Judged {
  readonly lines: readonly PrintLine[]
  readonly groups: readonly string[]
  readonly whole: Whole
  readonly pairs: readonly string[]
  readonly marks: Marks
  readonly wrong: (way: Way) => number
}

/** Shares of lines, in percent, that must be read whole. */
const LEAST_WHOLE = [
  ['all', 94],
  ['typewriter', 85],
  ['cmnd-9', 90],
] as const

function targetsOf({ lines, groups, whole, pairs, marks, wrong }: Judged): Target[] {
  const printed = (letter: string) =>
    lines.reduce((sum, { truth }) => sum + truth.split(letter).length - 1, 0)
  const isWorse = (pair: string): boolean => {
    const [count, total] = [marks.before.get(pair) ?? 0, printed(pair.split(' ')[0] ?? '')]
    return (marks.places.get(pair) ?? 0) / Math.max(1, total) > wilson(count, total).high
  }
  const worse = groups.filter((group) => whole(group, 'places').count < whole(group, 'before').count)
  return [
    ...LEAST_WHOLE.filter(([group]) => groups.includes(group)).map(
      ([group, bound]): Target => ({
        name: `print_${group.replace('-', '_')}_whole`,
        value: 100 * whole(group, 'places').value,
        bound,
        good: 'at least',
      }),
    ),
    atMost('print_marks_wrong', wrong('places'), Math.floor(wrong('before') / 3)),
    none('print_kinds_worse', worse.length),
    none('print_mark_pairs_worse', pairs.filter(isWorse).length),
  ]
}
