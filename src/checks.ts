// The checks of an answer: what was measured, the threshold, and the outcome of each.

export interface Check {
  readonly name: string
  readonly score: number
  readonly threshold: number
  /** On which side of the threshold the score must be. */
  readonly rule: 'at-least' | 'at-most'
  /** `noted` is on the wrong side of the threshold, but does not decide alone. */
  readonly outcome: 'passed' | 'failed' | 'noted'
  /** The field of the document that the check is about. */
  readonly field?: string
  /** The values that were compared: by source, or what a rule asks for. */
  readonly values?: Readonly<Record<string, string>>
  /** The calibration of likeness that the score is by; absent for that of strangers at large. */
  readonly calibration?: string
}

export function atLeast(name: string, score: number, threshold: number): Check {
  const outcome = score >= threshold ? 'passed' : 'failed'
  return { name, score: rounded(score), threshold: rounded(threshold), rule: 'at-least', outcome }
}

export function atMost(name: string, score: number, threshold: number): Check {
  const outcome = score <= threshold ? 'passed' : 'failed'
  return { name, score: rounded(score), threshold: rounded(threshold), rule: 'at-most', outcome }
}

/** The count must equal the wanted number: too few fail, and too many fail. */
export function exactly(name: string, count: number, wanted: number): Check {
  return count > wanted ? atMost(name, count, wanted) : atLeast(name, count, wanted)
}

/** Softens a check that honest callers may fail as well: it is noted, and counts only together with others. */
export function softly(check: Check): Check {
  return check.outcome === 'failed' ? { ...check, outcome: 'noted' } : check
}

export const hasFailed = ({ outcome }: Check): boolean => outcome === 'failed'

/** No measurement is exact to more than four digits. */
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4
