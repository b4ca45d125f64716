// Measures every field of cards and passports, from both sides together and from each picture alone.
import type { Report } from '../../kit/report.ts'
import type { Table } from '../../kit/table.ts'
import { evaluateConfidence } from './confidence.ts'
import { fieldFigures, fieldTable, groupTargets, levelTable } from './field-tables.ts'
import { type CARDS, type Case, casesOf, type PASSPORTS } from './plan.ts'
import { beyondTruth, identityGroups, type Judged } from './score.ts'
import type { Answered, Session } from './session.ts'

type Kinds = typeof CARDS | typeof PASSPORTS

export const identityCases = (session: Pick<Session, 'context'>, kinds: Kinds): Case[][] =>
  kinds.map((kind) => session.context.sample(casesOf(kind)))

export async function readIdentity(session: Session, kinds: Kinds, quality?: number): Promise<Answered[]> {
  const answered: Answered[] = []
  for (const cases of identityCases(session, kinds))
    answered.push(...(await session.answers(cases, { quality })))
  return answered
}

export async function evaluateIdentity(
  session: Session,
  name: 'cards' | 'passports',
  kinds: Kinds,
): Promise<Report> {
  const answered = await readIdentity(session, kinds)
  const rows = answered.flatMap((one) => session.judge(one, one.whole, one.truth))
  const alone = answered.flatMap((one) =>
    one.alone.flatMap((answer, i) => session.judge(one, answer, one.sides[i] ?? {}, `${one.set} alone`)),
  )
  const confidence = evaluateConfidence(rows, name)
  const hasBacks = answered.some(({ sides }) => sides.length > 1)
  return {
    tables: [
      levelTable(`What is promised of ${name}`, rows, identityGroups),
      fieldTable(`Fields of ${name}${hasBacks ? ', both sides together' : ''}`, rows),
      ...(hasBacks ? [fieldTable(`Fields of ${name}, each side alone`, alone)] : []),
      outcomes(name, answered, rows),
      ...confidence.tables,
    ],
    plots: confidence.plots,
    figures: {
      [name]: {
        fields: fieldFigures(rows),
        alone: fieldFigures(alone),
        beyond: beyond(answered).length,
        ...confidence.figures,
      },
    },
    targets: groupTargets(`documents_${name}`, rows, identityGroups),
  }
}

/** These are values for fields that the document does not have. */
const beyond = (answered: readonly Answered[]) =>
  answered.flatMap(({ whole, truth }) => beyondTruth(whole.fields, truth))

function outcomes(name: string, answered: readonly Answered[], rows: readonly Judged[]): Table {
  const groups = [...Map.groupBy(answered, ({ kind }) => kind)]
  return {
    title: `Answers for ${name}`,
    columns: [
      'document',
      'documents',
      '200',
      '101',
      '109',
      '422',
      'a side alone 101',
      'kind right',
      'all fields right',
      'said beyond',
    ],
    rows: groups.map(([kind, own]) => {
      const wrong = new Set(rows.filter((row) => !row.isRight && row.kind === kind).map(({ seed }) => seed))
      const count = (code: number) => own.filter(({ whole }) => whole.code === code).length
      const right = own.filter(({ whole }) => whole.kind === kind).length
      return [
        kind,
        own.length,
        count(200),
        count(101),
        count(109),
        count(422),
        own.filter(({ alone }) => alone.some(({ code }) => code === 101)).length,
        right,
        own.filter(({ seed }) => !wrong.has(seed)).length,
        beyond(own).length,
      ]
    }),
    note: 'Said beyond: values of fields that do not stand on the document and do not follow from a code on it.',
  }
}
