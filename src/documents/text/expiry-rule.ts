// Until when a document can be valid, by its kind, the birthday and the day of issue.
import type { Kind } from '../kinds.ts'
import { addYears, compareDays, type Day } from './dates.ts'

export interface Dated {
  readonly kind: Kind
  readonly birthday: Day
  readonly issued: Day
}

type Expiry = Day | 'none'
type Rule = (birthday: Day, issued: Day) => readonly Expiry[]

/** Ages at which a card must be changed; one issued in the two years before runs to the next. */
const AGES = [14, 25, 40, 60] as const
const GRACE = 2

/** On the very day the two years begin, offices have counted either way. */
function byAge(birthday: Day, issued: Day): Expiry[] {
  const reached = (years: number) => compareDays(issued, addYears(birthday, years))
  const ends = (at: number): Expiry[] => {
    const age = AGES[at]
    return age === undefined ? ['none'] : birthdayAt(birthday, age)
  }
  const at = AGES.findIndex((age) => reached(age - GRACE) <= 0)
  if (at < 0) return ['none']
  return reached((AGES[at] ?? 0) - GRACE) === 0 ? [...ends(at), ...ends(at + 1)] : ends(at)
}

/** Born on 29 February: the day before or the day after, in a year without one. */
export function birthdayAt(birthday: Day, age: number): Day[] {
  const day = addYears(birthday, age)
  return day.day === birthday.day ? [day] : [day, { day: 1, month: 3, year: day.year }]
}

const afterIssue = (issued: Day, years: number): Day[] => birthdayAt(issued, years)

/** Ten years from the fourteenth birthday on, five before. */
function passport(birthday: Day, issued: Day): Day[] {
  const turn = compareDays(issued, addYears(birthday, 14))
  return [...(turn <= 0 ? afterIssue(issued, 5) : []), ...(turn >= 0 ? afterIssue(issued, 10) : [])]
}

const cmnd: Rule = (_birthday, issued) => afterIssue(issued, 15)

const RULES: Readonly<Partial<Record<Kind, Rule>>> = {
  'cmnd-9': cmnd,
  'cmnd-12': cmnd,
  'cccd-12': byAge,
  'cccd-chip': byAge,
  'can-cuoc': byAge,
  'passport-old': passport,
  'passport-new': passport,
}

/** Every expiry the rule allows; none at all where the kind has no rule or the issue comes before the birth. */
export function expectedExpiry({ kind, birthday, issued }: Dated): readonly Expiry[] {
  return compareDays(issued, birthday) < 0 ? [] : (RULES[kind]?.(birthday, issued) ?? [])
}
