// Holds the classes of a driving licence against the list of its time, its rows against what else names them, and their days.
import { atLeast, atMost, type Check } from '../../checks.ts'
import { dayOf, fieldOf, sureOfAll, weighed } from '../cards/card.ts'
import { minConfidence } from '../fields/reading.ts'
import { FIELDS } from '../fields/rows.ts'
import { compareDays, type Day, formatDay, parseDate } from '../text/dates.ts'
import { classNames } from '../text/licence-classes.ts'
import type { LicenceCard } from './card.ts'
import { erasOf } from './classes.ts'

/** The name that answers give the rows of the back. */
export const BACK_ROWS = 'back_side_info'

export function classChecks(card: LicenceCard): Check[] {
  return [...nameChecks(card), ...agreementChecks(card), ...dayChecks(card)]
}

/** The names of classes in one place, and how surely they were read. */
interface ClassNames {
  readonly field: string
  readonly names: readonly string[]
  readonly sure: number
  readonly source: string
}

function namesIn(card: LicenceCard): ClassNames[] {
  const type = fieldOf(card, FIELDS.class_type)
  const rows = card.rows.filter(({ className }) => className !== '')
  return [
    ...(type
      ? [
          {
            field: type.field,
            names: classNames(type.value),
            sure: sureOfAll(type),
            source: type.sources[0] ?? 'ocr',
          },
        ]
      : []),
    ...(rows.length > 0
      ? [
          {
            field: BACK_ROWS,
            names: rows.map(({ className }) => className),
            sure: Math.min(...rows.map(({ confidence }) => confidence)),
            source: 'rows',
          },
        ]
      : []),
  ]
}

/** Counts the names that are of another time than the licence. */
function nameChecks(card: LicenceCard): Check[] {
  const eras = erasOf(card.kind, dayOf(card, FIELDS.issue_date))
  return namesIn(card).map(({ field, names, sure, source }) => {
    const unknown = eras.map((era) => names.filter((name) => !era.some((each) => each.name === name)).length)
    const check = {
      ...atMost('class-names-unknown', Math.min(...unknown), 0),
      field,
      values: {
        [source]: names.join(', '),
        rule: eras.map((era) => era.map(({ name }) => name).join(' ')).join('; '),
      },
    }
    return weighed(check, sure)
  })
}

/** The rows must name the same classes as the code beside them, or the front in the same picture. */
function agreementChecks(card: LicenceCard): Check[] {
  const [type, rows] = namesIn(card)
  if (!type || !rows) return []
  const [one, other] = [type, rows].map(({ names }) => names.toSorted().join(', '))
  const check = {
    ...atLeast('class-rows-agree', one === other ? 1 : 0, 1),
    field: BACK_ROWS,
    values: { [type.source]: type.names.join(', '), rows: rows.names.join(', ') },
  }
  const isWhole = card.rows.every(({ className }) => className !== '')
  return [weighed(check, isWhole ? type.sure * rows.sure : 0)]
}

/** Tests are passed before the licence is issued, and before today. */
function dayChecks(card: LicenceCard): Check[] {
  const issue = fieldOf(card, FIELDS.issue_date)
  const issued = dayOf(card, FIELDS.issue_date)
  const last: Day = issued && compareDays(issued, card.today) < 0 ? issued : card.today
  const days = card.rows.flatMap((row) => parseDate(row.classDate) ?? [])
  if (days.length === 0) return []
  const late = days.filter((day) => compareDays(day, last) > 0)
  const check = {
    ...atMost('class-days-too-late', late.length, 0),
    field: BACK_ROWS,
    values: { rows: days.map(formatDay).join(', '), rule: formatDay(last) },
  }
  const sure = Math.min(...card.rows.map(({ confidence }) => confidence), issue ? minConfidence(issue) : 1)
  return [weighed(check, sure)]
}
