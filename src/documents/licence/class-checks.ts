// Holds the classes of a driving licence against the list of its time, its rows against what else names them, and their days.
import { atLeast, atMost, type Check, softly } from '../../checks.ts'
import { minConfidence } from '../fields/reading.ts'
import { dayOf, fieldOf, SURE_ENOUGH, sureOfAll } from '../merge/known.ts'
import { compareDays, type Day, formatDay, parseDate } from '../text/dates.ts'
import { classNames, erasOf } from './classes.ts'
import type { Facts } from './facts.ts'

export function classChecks(facts: Facts): Check[] {
  return [...nameChecks(facts), ...agreementChecks(facts), ...dayChecks(facts)]
}

/** What was read, and how surely. */
interface Named {
  readonly field: 'class_type' | 'back_side_info'
  readonly names: readonly string[]
  readonly sure: number
  readonly source: string
}

function named(facts: Facts): Named[] {
  const type = fieldOf(facts, 'class_type')
  const rows = facts.rows.filter(({ className }) => className !== '')
  return [
    ...(type
      ? [
          {
            field: 'class_type' as const,
            names: classNames(type.value),
            sure: sureOfAll(type),
            source: type.sources[0] ?? 'ocr',
          },
        ]
      : []),
    ...(rows.length > 0
      ? [
          {
            field: 'back_side_info' as const,
            names: rows.map(({ className }) => className),
            sure: Math.min(...rows.map(({ confidence }) => confidence)),
            source: 'rows',
          },
        ]
      : []),
  ]
}

/** How many of the names are of another time than the licence. */
function nameChecks(facts: Facts): Check[] {
  const eras = erasOf(facts.kind, dayOf(facts, 'issue_date'))
  return named(facts).map(({ field, names, sure, source }) => {
    const strangers = eras.map(
      (era) => names.filter((name) => !era.some((each) => each.name === name)).length,
    )
    const check = {
      ...atMost('class-names-unknown', Math.min(...strangers), 0),
      field,
      values: {
        [source]: names.join(', '),
        rule: eras.map((era) => era.map(({ name }) => name).join(' ')).join('; '),
      },
    }
    return sure > SURE_ENOUGH ? check : softly(check)
  })
}

/** The code beside the rows, or the front in the same picture. */
function agreementChecks(facts: Facts): Check[] {
  const [type, rows] = named(facts)
  if (!type || !rows) return []
  const [one, other] = [type, rows].map(({ names }) => names.toSorted().join(', '))
  const check = {
    ...atLeast('class-rows-agree', one === other ? 1 : 0, 1),
    field: 'back_side_info',
    values: { [type.source]: type.names.join(', '), rows: rows.names.join(', ') },
  }
  const isWhole = facts.rows.every(({ className }) => className !== '')
  return [isWhole && type.sure * rows.sure > SURE_ENOUGH ? check : softly(check)]
}

/** Tests are passed before the licence is issued, and before today. */
function dayChecks(facts: Facts): Check[] {
  const issue = fieldOf(facts, 'issue_date')
  const issued = dayOf(facts, 'issue_date')
  const last: Day = issued && compareDays(issued, facts.today) < 0 ? issued : facts.today
  const days = facts.rows.flatMap((row) => parseDate(row.classDate) ?? [])
  if (days.length === 0) return []
  const late = days.filter((day) => compareDays(day, last) > 0)
  const check = {
    ...atMost('class-days-too-late', late.length, 0),
    field: 'back_side_info',
    values: { rows: days.map(formatDay).join(', '), rule: formatDay(last) },
  }
  const sure = Math.min(...facts.rows.map(({ confidence }) => confidence), issue ? minConfidence(issue) : 1)
  return [sure > SURE_ENOUGH ? check : softly(check)]
}
