// Measures whether warnings and checks are raised on documents that break just that rule, and on no genuine one.

import { BREAKS, type BreakRow } from '../../../specimens/documents/facts/breaks.ts'
import type { FactKind } from '../../../specimens/documents/facts/record.ts'
import type { Context, Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { countOf, percentWithInterval } from '../../kit/table.ts'
import type { Target } from '../../kit/targets.ts'
import { falseAlarms } from './false-alarms.ts'
import { brokenCases, CARDS, type Case, casesOf, dimCases, PASSPORTS } from './plan.ts'
import { CHECKS_OF_BREAKS, type Recognised } from './recognise.ts'
import type { Answered, Session } from './session.ts'

const IDENTITY: readonly string[] = [...CARDS, ...PASSPORTS]

/** The front of one kind is mixed with the back of the next. */
const MIXED = CARDS.map((kind, i) => [kind, CARDS[(i + 1) % CARDS.length] ?? kind] as const)
const EACH_MIXTURE = 8

const rows = BREAKS.flatMap((row) =>
  row.kinds.filter((kind) => IDENTITY.includes(kind)).map((kind) => ({ row, kind })),
)

const dim = (['dark', 'far'] as const).flatMap((defect) =>
  (['cmnd-9', 'cccd-chip', 'can-cuoc', 'passport-new'] as const).map((kind) => ({ defect, kind })),
)

/** Each case has two pictures of two documents, as good as people take them. */
function mixedCases([one, other]: readonly [FactKind, FactKind]): Case[] {
  const [fronts, backs] = [one, other].map((kind) => casesOf(kind).filter(({ level }) => level === 'photo'))
  return (fronts ?? []).slice(0, EACH_MIXTURE).flatMap((front, i) => {
    const back = backs?.[i]
    if (back === undefined) return []
    const shots = [...front.shots.slice(0, 1), ...back.shots.slice(1)]
    return [{ ...front, set: `mixed with ${other}`, shots }]
  })
}

const brokenOf = (context: Context, row: BreakRow, kind: FactKind): Case[] =>
  context.sample(brokenCases(row, kind))

export const warningCases = (context: Context): Case[] => [
  ...rows.flatMap(({ row, kind }) => brokenOf(context, row, kind)),
  ...dim.flatMap(({ defect, kind }) => context.sample(dimCases(kind, defect))),
  ...MIXED.flatMap((pair) => context.sample(mixedCases(pair))),
]

interface Raised {
  readonly what: string
  readonly kind: string
  readonly code: string
  readonly answers: readonly Answered[]
  readonly isRaised: (answer: Recognised) => boolean
}

export async function evaluateWarnings(session: Session): Promise<Report> {
  const raised: Raised[] = []
  for (const { row, kind } of rows)
    raised.push({
      what: row.warns,
      kind,
      code: row.code === null ? `check ${row.name}` : String(row.code),
      answers: await session.answers(brokenOf(session.context, row, kind)),
      isRaised: raisesOf(row),
    })
  for (const { defect, kind } of dim)
    raised.push({
      what: defect === 'dark' ? 'the picture is too dark' : 'the picture is taken from too far',
      kind,
      code: '115',
      answers: await session.answers(session.context.sample(dimCases(kind, defect))),
      // A document that cannot be found at all is refused, which says more than a warning.
      isRaised: ({ warnings, code }) => warnings.includes(115) || code === 101,
    })
  for (const pair of MIXED)
    raised.push({
      what: `its front with the back of a ${pair[1]}`,
      kind: pair[0],
      code: '109',
      answers: await session.answers(session.context.sample(mixedCases(pair))),
      isRaised: ({ code, warnings }) => code === 109 || warnings.includes(109),
    })
  const alarms = await falseAlarms(session)
  return {
    tables: [raisedTable(raised), ...alarms.tables],
    plots: [],
    figures: {
      warnings: raised.map(({ what, kind, code, answers, isRaised }) => ({
        what,
        kind,
        code,
        ...proportionOf(answers, ({ whole }) => isRaised(whole)),
      })),
      ...alarms.figures,
    },
    targets: [...raisedTargets(raised), ...alarms.targets],
  }
}

/** 113 is 109 where both sides come in one call. */
function raisesOf({ name, code }: BreakRow): (answer: Recognised) => boolean {
  if (code === null)
    return ({ failed }) =>
      (CHECKS_OF_BREAKS[name] ?? []).some((begin) => failed.some((check) => check.startsWith(begin)))
  const codes: readonly number[] = code === 113 ? [113, 109] : [code]
  return ({ warnings }) => warnings.some((warning) => codes.includes(warning))
}

const raisedTable = (raised: readonly Raised[]) => ({
  title: 'Warnings and checks raised on documents that break one rule',
  columns: ['code', 'what is wrong', 'document', 'raised', '', 'others raised'],
  rows: raised.map(({ what, kind, code, answers, isRaised }) => {
    const share = proportionOf(answers, ({ whole }) => isRaised(whole))
    const others = answers.flatMap(({ whole }) => whole.warnings.filter((one) => String(one) !== code))
    return [code, what, kind, percentWithInterval(share), countOf(share), [...new Set(others)].join(', ')]
  }),
  note: 'Photographs as an ordinary person takes them, both sides together. A picture too dark or too far may be answered with 101 instead.',
})

function raisedTargets(raised: readonly Raised[]): Target[] {
  return [...Map.groupBy(raised, ({ code }) => code)].map(([code, own]) => {
    const all = own.flatMap(({ answers, isRaised }) => answers.map(({ whole }) => isRaised(whole)))
    const share = proportionOf(all, (is) => is)
    const name = `documents_raised_${code.replace('check ', '').replaceAll('-', '_')}`
    return { name, value: share.value, bound: 1, good: 'at least' }
  })
}
