// Computes until when a document can be valid, from its kind, the birthday and the day of issue.
import type { ExpiryRule } from '../kinds/kind.ts'
import { type Kind, kindDefinition } from '../kinds/kinds.ts'
import { addYears, compareDays, type Day } from './dates.ts'

interface Dated {
  readonly kind: Kind
  readonly birthday: Day
  readonly issued: Day | undefined
}

type Expiry = Day | 'none'
type AgeRule = Extract<ExpiryRule, { readonly by: 'issue-and-age' }>

/** On the very day the years of grace begin, offices have counted either way. */
function byBirthdays(ages: readonly number[], graceYears: number, birthday: Day, issued: Day): Expiry[] {
  const reached = (years: number) => compareDays(issued, addYears(birthday, years))
  const ends = (at: number): Expiry[] => {
    const age = ages[at]
    return age === undefined ? ['none'] : birthdayAt(birthday, age)
  }
  const at = ages.findIndex((age) => reached(age - graceYears) <= 0)
  if (at < 0) return ['none']
  return reached((ages[at] ?? 0) - graceYears) === 0 ? [...ends(at), ...ends(at + 1)] : ends(at)
}

const anyOf = (ages: readonly number[], birthday: Day): Expiry[] => [
  ...ages.flatMap((age) => birthdayAt(birthday, age)),
  'none',
]

/** A person born on 29 February has two possible birthdays in other years: 28 February and 1 March. */
export function birthdayAt(birthday: Day, age: number): Day[] {
  const day = addYears(birthday, age)
  return day.day === birthday.day ? [day] : [day, { day: 1, month: 3, year: day.year }]
}

const afterIssue = (issued: Day, years: number): Day[] => birthdayAt(issued, years)

/** On the very birthday that divides them, either number of years is allowed. */
function byAgeAtIssue(rule: AgeRule, birthday: Day, issued: Day): Day[] {
  const turn = compareDays(issued, addYears(birthday, rule.below.age))
  return [
    ...(turn <= 0 ? afterIssue(issued, rule.below.years) : []),
    ...(turn >= 0 ? afterIssue(issued, rule.years) : []),
  ]
}

/**
 * Every expiry that the rule allows; none at all where the kind has no rule or the issue comes before the birth. Where the issue is
 * not known only birthdays say something.
 */
export function expectedExpiry({ kind, birthday, issued }: Dated): readonly Expiry[] {
  const rule = kindDefinition(kind).expiry
  if (!issued) return rule?.by === 'birthdays' ? anyOf(rule.ages, birthday) : []
  if (!rule || compareDays(issued, birthday) < 0) return []
  if (rule.by === 'issue') return afterIssue(issued, rule.years)
  if (rule.by === 'birthdays') return byBirthdays(rule.ages, rule.graceYears, birthday, issued)
  return byAgeAtIssue(rule, birthday, issued)
}
