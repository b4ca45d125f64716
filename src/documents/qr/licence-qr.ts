// Parses the QR code of a driving licence. Its form is not public: a field is known by its shape, wherever it stands.
import { addYears, compareDays, type Day, formatDay, parseDate, parseJoinedDate } from '../text/dates.ts'
import { classNames, licenceClass } from '../text/licence-classes.ts'

const MOST = { text: 1000, fields: 20, name: 100 } as const
/** Controls, marks of direction, lone surrogates, what could not be decoded. */
const HOSTILE = /[\p{C}\u2028\u2029\uFFFD]/u
const NAME = /^\p{L}[\p{L}\p{M}'’.-]*(?: \p{L}[\p{L}\p{M}'’.-]*){1,9}$/u
/** The youngest age at which anybody gets a licence, in years. */
const LEAST_AGE = 16

/** A value that several parts may be is left out. Dates are DD/MM/YYYY. */
export interface LicenceQr {
  readonly id: string
  /** In capitals. */
  readonly name?: string | undefined
  readonly birthday?: string | undefined
  /** `A1, B2` */
  readonly classes?: string | undefined
  readonly issued?: string | undefined
}

/** The parts are divided by bars. Returns undefined for a text without a licence number. */
export function parseLicenceQr(text: string): LicenceQr | undefined {
  const trimmed = text.replace(/[\r\n]+$/, '').normalize('NFC')
  const parts = trimmed.split('|').map((part) => part.trim())
  if (text.length > MOST.text || HOSTILE.test(trimmed) || parts.length < 2 || parts.length > MOST.fields)
    return undefined
  const id = only(parts.filter((part) => /^\d{12}$/.test(part)))
  if (id === undefined) return undefined
  const [birthday, issued] = datesIn(parts)
  return {
    id,
    name: only(parts.filter(isName))?.toLocaleUpperCase('vi'),
    birthday: birthday && formatDay(birthday),
    classes: only(parts.flatMap((part) => classesIn(part) ?? [])),
    issued: issued && formatDay(issued),
  }
}

const only = <Value>(found: readonly Value[]): Value | undefined =>
  found.length === 1 ? found[0] : undefined

const isName = (part: string): boolean => part.length <= MOST.name && NAME.test(part)

/** Finds the birthday, and the day of issue where exactly one other day can be it. */
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
