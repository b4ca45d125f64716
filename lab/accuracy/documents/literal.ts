// What the rules alone lose: fields from lines that a perfect reader would give, of the same documents, without any picture.
import type { Report } from '../../kit/report.ts'
import { fieldFigures, fieldTable } from './field-tables.ts'
import { licenceDoor } from './licence-door.ts'
import { perfectReader } from './perfect-pages.ts'
import { CARDS, casesOf, LICENCES, PASSPORTS } from './plan.ts'
import { fieldName, type Judged } from './score.ts'
import { openSession, type Session } from './session.ts'

export async function evaluateLiteral({ context, misses }: Session): Promise<Report> {
  const perfect = openSession(context, perfectReader)
  const rows: Judged[] = []
  for (const kind of [...CARDS, ...PASSPORTS])
    for (const one of await perfect.answers(context.sample(casesOf(kind))))
      rows.push(...perfect.judge(one, one.whole, one.truth, `${kind} literal`))
  for (const kind of LICENCES)
    for (const one of await perfect.answers(context.sample(casesOf(kind)), { door: licenceDoor }))
      for (const [i, answer] of one.alone.entries())
        rows.push(...perfect.judge(one, answer, one.sides[i] ?? {}, `${kind} literal`))
  for (const [key, miss] of perfect.misses) misses.set(key, miss)
  const lossy = new Set(rows.filter(({ isRight }) => !isRight).map(keyOf))
  return {
    tables: [
      fieldTable(
        'Fields that are lost although every line is read perfectly',
        rows.filter((row) => lossy.has(keyOf(row))),
        'No photograph is read here; fields without a loss are left out.',
      ),
    ],
    plots: [],
    figures: { literal: fieldFigures(rows) },
    targets: [],
  }
}

const keyOf = ({ kind, field }: Judged): string => `${kind} ${fieldName(field)}`
