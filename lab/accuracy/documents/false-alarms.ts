// Measures how many genuine documents raise a warning; movers, merged provinces and births abroad are counted separately.
import { facts } from '../../../specimens/documents/facts/facts.ts'
import type { FactKind } from '../../../specimens/documents/facts/record.ts'
import { provinceByCode } from '../../../src/documents/text/knowledge/units.ts'
import type { Context, Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { countOf } from '../../kit/table.ts'
import { readIdentity } from './identity.ts'
import { abroadCases, CARDS, type Case, NUMBERED, PASSPORTS } from './plan.ts'
import type { Answered, Session } from './session.ts'

const WARNINGS = [109, 110, 111, 112, 113, 115] as const

export const abroadOf = (context: Context): Case[][] =>
  NUMBERED.map((kind) => context.sample(abroadCases(kind)))

/** The rule of provinces might wrongly warn about these people. */
const people: readonly (readonly [string, (one: Answered) => boolean])[] = [
  ['all of them', () => true],
  ['moved away, or the family did', (one) => isNumbered(one) && hasMoved(one)],
  ['birth province merged into another', (one) => isNumbered(one) && isMerged(one)],
  ['born abroad', (one) => isNumbered(one) && isAbroad(one)],
]

const isNumbered = ({ kind }: Answered): boolean => NUMBERED.some((one) => one === kind)

function provincesOf({ kind, seed }: Answered) {
  return facts(kind as FactKind & (typeof NUMBERED)[number], seed).person.provinces
}

function hasMoved(one: Answered): boolean {
  const { birth, hometown, residence } = provincesOf(one)
  return birth !== hometown || birth !== residence
}

const isMerged = (one: Answered): boolean => {
  const province = provinceByCode(provincesOf(one).birth)
  return province !== undefined && province.code !== `0${province.code2025}`
}

const isAbroad = (one: Answered): boolean => Number(provincesOf(one).birth) > 100

export async function falseAlarms(session: Session): Promise<Report> {
  const honest = [...(await readIdentity(session, CARDS)), ...(await readIdentity(session, PASSPORTS))]
  for (const cases of abroadOf(session.context)) honest.push(...(await session.answers(cases)))
  const rows = people.flatMap(([who, isOne]) =>
    [...Map.groupBy(honest.filter(isOne), ({ level }) => level)].map(([level, own]) => ({
      who,
      level,
      documents: own.length,
      raised: Object.fromEntries(
        WARNINGS.map((code) => [code, proportionOf(own, ({ whole }) => whole.warnings.includes(code))]),
      ),
    })),
  )
  // A bad picture may be too dark: 115 is no false alarm there.
  const fair = honest.filter(({ level }) => level !== 'bad')
  return {
    tables: [
      {
        title: 'Warnings on honest documents',
        columns: ['whose', 'level', 'documents', ...WARNINGS.map(String)],
        rows: rows.map(({ who, level, documents, raised }) => [
          who,
          level,
          documents,
          ...WARNINGS.map((code) => countOf(raised[code] ?? { count: 0, total: 0 })),
        ]),
        note: 'Every one is a false alarm, but for 115 on bad pictures, some of which are too dark or too small.',
      },
      {
        title: 'Checks failed by honest documents',
        columns: ['check', 'documents'],
        rows: [
          ...Map.groupBy(
            fair.flatMap(({ whole }) => whole.failed),
            (name) => name,
          ),
        ].map(([name, own]) => [name, own.length]),
        note: `Of ${fair.length} documents in clean pictures and photographs.`,
      },
    ],
    plots: [],
    figures: { falseAlarms: rows },
    targets: WARNINGS.map((code) => {
      const own = code === 115 ? fair : honest
      const share = proportionOf(own, ({ whole }) => whole.warnings.includes(code))
      return { name: `documents_false_${code}`, value: share.count, bound: 0, good: 'at most' as const }
    }),
  }
}
