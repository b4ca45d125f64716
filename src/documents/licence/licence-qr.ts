// What the QR code of a driving licence says. Its form is not public: a field counts by its shape, wherever it stands.
import type { Quad } from '../../image/geometry/perspective.ts'
import type { FieldName, FieldReading } from '../fields/reading.ts'
import { licenceClass } from '../fields/values.ts'
import { addYears, compareDays, type Day, formatDay, parseDate, parseJoinedDate } from '../text/dates.ts'
import { classNames } from './classes.ts'

const MOST = { text: 1000, fields: 20, name: 100 } as const
/** Controls, marks of direction, lone surrogates, what could not be decoded. */
const HOSTILE = /[\p{C}\u2028\u2029\uFFFD]/u
const NAME = /^\p{L}[\p{L}\p{M}'’.-]*(?: \p{L}[\p{L}\p{M}'’.-]*){1,9}$/u
/** So old is whoever gets a licence. */
const LEAST_AGE = 16

/** Fields divided by bars; none for a text that has no licence number among them. What may be either of two is left out. */
export function readingsOfLicenceQr(text: string, place?: Quad): FieldReading[] {
  const trimmed = text.replace(/[\r\n]+$/, '').normalize('NFC')
  const parts = trimmed.split('|').map((part) => part.trim())
  if (text.length > MOST.text || HOSTILE.test(trimmed) || parts.length < 2 || parts.length > MOST.fields)
    return []
  const id = only(parts.filter((part) => /^\d{12}$/.test(part)))
  if (id === undefined) return []
  const [birthday, issued] = datesIn(parts)
  const values: Partial<Record<FieldName, string | undefined>> = {
    id,
    name: only(parts.filter(isName))?.toLocaleUpperCase('vi'),
    birthday: birthday && formatDay(birthday),
    class_type: only(parts.flatMap((part) => classesIn(part) ?? [])),
    issue_date: issued && formatDay(issued),
  }
  return Object.entries(values).flatMap(([field, value]) =>
    value === undefined
      ? []
      : [
          {
            field: field as FieldName,
            source: 'qr' as const,
            value,
            lines: [value],
            confidences: [1],
            places: place ? [place] : [],
          },
        ],
  )
}

const only = <Value>(found: readonly Value[]): Value | undefined =>
  found.length === 1 ? found[0] : undefined

const isName = (part: string): boolean => part.length <= MOST.name && NAME.test(part)

/** The birthday, and the day of issue where one other day is named that can be it. */
function datesIn(parts: readonly string[]): readonly (Day | undefined)[] {
  const days = parts.flatMap((part) => parseJoinedDate(part) ?? parseDate(part) ?? []).toSorted(compareDays)
  const [first, second, ...more] = days
  if (!first || !second || more.length > 0) return []
  return compareDays(addYears(first, LEAST_AGE), second) <= 0 ? [first, second] : []
}

function classesIn(part: string): string | undefined {
  const names = classNames(part)
  return names.every((name) => licenceClass(name) === name) ? names.join(', ') : undefined
}
