// Measures every field of driving licences of every form, each side as a picture of its own, as the specification asks.
import type { Context, Report } from '../../kit/report.ts'
import { percent, percentWithInterval } from '../../kit/table.ts'
import { fieldFigures, fieldTable } from './field-tables.ts'
import { brokenLicences, evaluateLicenceChecks } from './licence-checks.ts'
import { licenceEndpoint } from './licence-endpoint.ts'
import { type Case, casesOf, LICENCES } from './plan.ts'
import { exactOf } from './score.ts'
import type { Answered, Session } from './session.ts'

const BOUND = 0.985

export const licenceCases = (context: Context): Case[] => [
  ...LICENCES.flatMap((kind) => context.sample(casesOf(kind))),
  ...brokenLicences(context),
]

export async function evaluateLicences(session: Session): Promise<Report> {
  const rows = []
  const honest: Answered[] = []
  for (const kind of LICENCES)
    for (const one of await session.answers(session.context.sample(casesOf(kind)), {
      endpoint: licenceEndpoint,
    })) {
      honest.push(one)
      for (const [i, answer] of one.alone.entries()) {
        const side = one.shots[i]?.side ?? 'front'
        rows.push(...session.judge(one, answer, one.sides[i] ?? {}).map((row) => ({ ...row, side })))
      }
    }
  const checks = await evaluateLicenceChecks(session, honest)
  const sides = [...Map.groupBy(rows, ({ kind, side }) => `${kind} ${side}`)].map(([name, own]) => ({
    name,
    exact: exactOf(own),
  }))
  return {
    tables: [
      {
        title: 'What is promised of driving licences',
        columns: ['form and side', 'at least', 'fields exact'],
        rows: sides.map(({ name, exact }) => [name, percent(BOUND, 1), percentWithInterval(exact)]),
      },
      fieldTable('Fields of driving licences', rows),
      ...checks.tables,
    ],
    plots: [],
    figures: { licences: fieldFigures(rows) },
    targets: [
      ...sides.map(({ name, exact }) => ({
        name: `documents_${name.replaceAll(/[- ]/g, '_')}`,
        value: exact.value,
        bound: BOUND,
        good: 'at least' as const,
      })),
      ...checks.targets,
    ],
  }
}
