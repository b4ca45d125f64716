// Measures what is read of fronts in the conditions that strangers' pictures have: laminated, worn, copied, stretched, small, shown.
import type { Kind } from '../../../src/documents/kinds/kinds.ts'
import type { Context, Report } from '../../kit/report.ts'
import { countOf } from '../../kit/table.ts'
import type { Target } from '../../kit/targets.ts'
import { licenceEndpoint } from './licence-endpoint.ts'
import { type Case, HARDSHIP_NAMES, hardCases, LICENCES } from './plan.ts'
import { exactOf, type Judged } from './score.ts'
import type { Session } from './session.ts'

const KINDS = ['cmnd-9', 'cmnd-12', 'cccd-12', 'cccd-chip', 'licence-paper', 'licence-pet'] as const
const FIELDS = ['id', 'name', 'birthday', 'address'] as const
const BOUNDS = { id: 0.97, name: 0.92 } as const

const sets = ({ sample }: Context): Case[][] =>
  KINDS.flatMap((kind) => HARDSHIP_NAMES.map((name) => sample(hardCases(kind, name))))

export const hardshipCases = (context: Context): Case[] => sets(context).flat()

const isLicence = (kind: Kind): boolean => LICENCES.some((one) => one === kind)

export async function evaluateHardships(session: Session): Promise<Report> {
  const table: (string | undefined)[][] = []
  const small: Judged[] = []
  for (const cases of sets(session.context)) {
    const [first] = cases
    if (first === undefined) continue
    const answered = await session.answers(cases, isLicence(first.kind) ? { endpoint: licenceEndpoint } : {})
    const rows = answered.flatMap((one) => session.judge(one, one.whole, one.truth))
    const found = answered.filter(({ kind, whole }) => whole.kind === kind).length
    if (first.set.endsWith(' small')) small.push(...rows)
    table.push([
      first.kind,
      first.set.slice(first.kind.length + 1),
      `${found}/${answered.length}`,
      ...FIELDS.map((field) => countOf(exactOf(rows.filter((row) => row.field === field)))),
    ])
  }
  const targets: Target[] = Object.entries(BOUNDS).map(([field, bound]) => ({
    name: `documents_small_${field}`,
    value: exactOf(small.filter((row) => row.field === field)).value,
    bound,
    good: 'at least',
  }))
  return {
    tables: [
      {
        title: 'Fronts in the conditions of real pictures',
        columns: ['document', 'condition', 'kind', 'number', 'name', 'birth', 'address'],
        rows: table,
        note: 'Exact: every letter and tone. Typefaces and seeds that no network was trained on; `small` is 400 to 640 pixels wide.',
      },
    ],
    plots: [],
    figures: {},
    targets,
  }
}
