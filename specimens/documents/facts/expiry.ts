// Until when a document is valid: the rules of law, by birth and issue.
import { addYears, ageOn, before, type Day } from './days.ts'

const LIMITS = [14, 25, 40, 60] as const

/** Identity cards run to the next age limit that is at least two years off; past the last they do not expire. */
export function cardExpiry(birth: Day, issue: Day): Day | null {
  const limit = LIMITS.find((age) => before(issue, addYears(birth, age - 2)))
  return limit === undefined ? null : addYears(birth, limit)
}

export const cmndExpiry = (issue: Day): Day => addYears(issue, 15)

export const passportExpiry = (birth: Day, issue: Day): Day =>
  addYears(issue, ageOn(birth, issue) < 14 ? 5 : 10)
