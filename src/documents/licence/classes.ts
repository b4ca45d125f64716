// Classes of driving licences before and since 2025, and until when each is valid.
import { type Kind, kindDefinition } from '../kinds/kinds.ts'
import { addYears, compareDays, type Day } from '../text/dates.ts'
import { birthdayAt } from '../text/expiry-rule.ts'

type Sex = 'Nam' | 'Nữ'

/** `term` is in years from the day of issue; `retirement` runs to that age, and at least ten years. */
export interface LicenceClass {
  readonly name: string
  readonly term: 5 | 10 | 'none' | 'retirement'
  /** The term before 2014, as far as is known: such an expiry is no sign of forgery. */
  readonly formerly?: 3 | 5
}

const classes = (names: string, term: LicenceClass['term'], formerly?: 3 | 5): LicenceClass[] =>
  names.split(' ').map((name) => ({ name, term, ...(formerly && { formerly }) }))

export const OLD_CLASSES: readonly LicenceClass[] = [
  ...classes('A1 A2 A3', 'none'),
  ...classes('A4', 10, 5),
  // Some cards print B11 for the class that is bound to automatic gears.
  ...classes('B1 B11', 'retirement', 5),
  ...classes('B2', 10, 5),
  ...classes('C D E FB2 FC FD FE', 5, 3),
]

export const NEW_CLASSES: readonly LicenceClass[] = [
  ...classes('A1 A B1', 'none'),
  ...classes('B C1', 10),
  ...classes('C D1 D2 D BE C1E CE D1E D2E DE', 5),
]

const FIRST_DAY_OF_NEW: Day = { day: 1, month: 1, year: 2025 }
const END_OF_FORMER_TERMS: Day = { day: 1, month: 1, year: 2014 }

/** Names of the new list came two months before the new card: on the old one of that time either may stand. */
export function erasOf(kind: Kind, issued: Day | undefined): readonly (readonly LicenceClass[])[] {
  const { classes } = kindDefinition(kind)
  if (classes === 'since-2025') return [NEW_CLASSES]
  const isOld = classes === 'before-2025' || (issued && compareDays(issued, FIRST_DAY_OF_NEW) < 0)
  return isOld ? [OLD_CLASSES] : [OLD_CLASSES, NEW_CLASSES]
}

export interface Holder {
  readonly birthday: Day | undefined
  readonly issued: Day
  /** It holds both where the sex is not known. */
  readonly sexes: readonly Sex[]
}

/**
 * Every expiry that the classes allow, of one list: without end only where each of them is, else as any of the others
 * says. None at all where a class is of another list, or it takes a birthday to tell.
 */
export function expiriesOf(
  names: readonly string[],
  era: readonly LicenceClass[],
  holder: Holder,
): readonly (Day | 'none')[] {
  const known = names.map((name) => era.find((each) => each.name === name))
  if (known.some((each) => each === undefined)) return []
  const timed = known.flatMap((each) => (each && each.term !== 'none' ? [each] : []))
  if (timed.length === 0) return ['none']
  return timed.flatMap((each) => endsOf(each, holder))
}

function endsOf({ term, formerly }: LicenceClass, { birthday, issued, sexes }: Holder): Day[] {
  const isFormer = formerly !== undefined && compareDays(issued, END_OF_FORMER_TERMS) < 0
  const former = isFormer ? birthdayAt(issued, formerly) : []
  if (term === 'none') return former
  if (term !== 'retirement') return [...birthdayAt(issued, term), ...former]
  return birthday ? [...sexes.flatMap((sex) => retirement(birthday, issued, sex)), ...former] : []
}

const RETIREMENT: Readonly<Record<Sex, number>> = { Nam: 60, Nữ: 55 }

function retirement(birthday: Day, issued: Day, sex: Sex): Day[] {
  const isNear = compareDays(addYears(birthday, RETIREMENT[sex]), addYears(issued, 10)) <= 0
  return isNear ? birthdayAt(issued, 10) : birthdayAt(birthday, RETIREMENT[sex])
}
