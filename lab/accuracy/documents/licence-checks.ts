// Measures driving licences that break one rule, and genuine ones: which checks fail for each.
import { BREAKS } from '../../../specimens/documents/facts/breaks.ts'
import type { Context, Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { countOf, percentWithInterval } from '../../kit/table.ts'
import { licenceEndpoint } from './licence-endpoint.ts'
import { brokenCases, type Case, LICENCES } from './plan.ts'
import { CHECKS_OF_BREAKS } from './recognise.ts'
import type { Answered, Session } from './session.ts'

const broken = BREAKS.flatMap((row) =>
  LICENCES.filter((kind) => row.kinds.includes(kind)).map((kind) => ({ row, kind })),
)

export const brokenLicences = (context: Context): Case[] =>
  broken.flatMap(({ row, kind }) => context.sample(brokenCases(row, kind)))

/** Both sides are answered together, because a code is compared with the front. */
export async function evaluateLicenceChecks(
  session: Session,
  honest: readonly Answered[],
): Promise<Pick<Report, 'tables' | 'targets'>> {
  const raised = []
  for (const { row, kind } of broken) {
    const answers = await session.answers(session.context.sample(brokenCases(row, kind)), {
      endpoint: licenceEndpoint,
    })
    const names = CHECKS_OF_BREAKS[row.name] ?? []
    const share = proportionOf(answers, ({ whole }) => whole.failed.some((name) => names.includes(name)))
    raised.push({ what: row.warns, name: row.name, kind, share })
  }
  const fair = honest.filter(({ level }) => level !== 'bad')
  const alarms = Map.groupBy(
    fair.flatMap(({ whole }) => whole.failed),
    (name) => name,
  )
  return {
    tables: [
      {
        title: 'Checks failed by driving licences that break one rule',
        columns: ['what is wrong', 'document', 'raised', ''],
        rows: raised.map(({ what, kind, share }) => [what, kind, percentWithInterval(share), countOf(share)]),
        note: 'Photographs as an ordinary person takes them, both sides together.',
      },
      {
        title: 'Checks failed by honest driving licences',
        columns: ['check', 'documents'],
        rows: [...alarms].map(([name, own]) => [name, own.length]),
        note: `Of ${fair.length} in clean pictures and photographs.`,
      },
    ],
    targets: raised.map(({ name, kind, share }) => ({
      name: `documents_raised_${`${name}_${kind}`.replaceAll('-', '_')}`,
      value: share.value,
      bound: 1,
      good: 'at least' as const,
    })),
  }
}
