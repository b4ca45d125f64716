// Measures whether a page that is cut off is reported, and one that only just fits into its picture is not.
import type { Kind } from '../../../src/documents/kinds/kinds.ts'
import { PAGE_CUT } from '../../../src/documents/pages/quality.ts'
import type { Context, Report } from '../../kit/report.ts'
import { none } from '../../kit/targets.ts'
import { licenceEndpoint } from './licence-endpoint.ts'
import type { PictureDefect } from './picture-defects.ts'
import { type Case, cutCases, LICENCES } from './plan.ts'
import type { Answered, Session } from './session.ts'

const KINDS = ['cmnd-9', 'cccd-12', 'cccd-chip', 'can-cuoc', 'licence-pet', 'licence-paper'] as const

interface CutRow {
  readonly what: string
  readonly defect: PictureDefect
  readonly hardship?: string
  readonly isWhole?: true
}

const ROWS: readonly CutRow[] = [
  { what: 'without its upper part', defect: 'without-top' },
  { what: 'without its right part', defect: 'without-right' },
  { what: 'without its lower part', defect: 'without-bottom' },
  { what: 'without its left part', defect: 'without-left' },
  { what: 'whole, at the edge', defect: 'at-the-edge', isWhole: true },
  { what: 'whole, at the edge, laminated', defect: 'at-the-edge', hardship: 'laminated', isWhole: true },
  { what: 'whole, at the edge, stretched', defect: 'at-the-edge', hardship: 'stretched', isWhole: true },
]

const casesOf = ({ sample }: Context, kind: Kind, { defect, hardship }: CutRow, row: number): Case[] =>
  sample(cutCases(kind, defect, hardship, row))

export const cutPlan = (context: Context): Case[] =>
  ROWS.flatMap((row, i) => KINDS.flatMap((kind) => casesOf(context, kind, row, i)))

const isAnswered = ({ whole }: Answered): boolean => whole.code === 200
const isTold = ({ whole }: Answered): boolean => whole.failed.includes(PAGE_CUT)
const isLicence = (kind: Kind): boolean => LICENCES.some((one) => one === kind)

interface Counted {
  readonly row: CutRow
  readonly pictures: number
  readonly read: number
  readonly told: number
}

export async function evaluateCut(session: Session): Promise<Report> {
  const counted: Counted[] = []
  for (const [i, row] of ROWS.entries()) {
    const answered: Answered[] = []
    for (const kind of KINDS) {
      const how = isLicence(kind) ? { endpoint: licenceEndpoint } : {}
      answered.push(...(await session.answers(casesOf(session.context, kind, row, i), how)))
    }
    const read = answered.filter(isAnswered)
    counted.push({ row, pictures: answered.length, read: read.length, told: read.filter(isTold).length })
  }
  const [whole, cut] = [true, false].map((is) => counted.filter(({ row }) => (row.isWhole ?? false) === is))
  const sum = (rows: readonly Counted[] | undefined, of: (row: Counted) => number): number =>
    (rows ?? []).reduce((total, row) => total + of(row), 0)
  return {
    tables: [
      {
        title: 'Pages that are cut off, and pages at the edge of their picture',
        columns: ['the picture shows', 'pictures', 'answered', 'told page-cut', 'answered without a word'],
        rows: counted.map(({ row, pictures, read, told }) => [row.what, pictures, read, told, read - told]),
        note: 'Two fifths to two thirds are left of what is cut off. What is whole ends between 0.6 % of its width beyond and 2 % before the edges of its picture, or farther away at some of them.',
      },
    ],
    plots: [],
    figures: {
      cut: counted.map(({ row, pictures, read, told }) => ({ what: row.what, pictures, read, told })),
    },
    targets: [
      {
        name: 'documents_cut_told',
        value: sum(cut, ({ told }) => told) / sum(cut, ({ read }) => read),
        bound: 0.95,
        good: 'at least',
      },
      none(
        'documents_cut_whole_told',
        sum(whole, ({ told }) => told),
      ),
    ],
  }
}
