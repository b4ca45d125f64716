// How an answer explains itself: each check with what was measured, where the line is, and on which side it fell.

export interface Check {
  readonly name: string
  readonly score: number
  readonly threshold: number
  /** On which side of the threshold the score must be. */
  readonly rule: 'at-least' | 'at-most'
  /** `noted`: on the wrong side, but nothing that decides alone. */
  readonly outcome: 'passed' | 'failed' | 'noted'
  /** The field of the document it is about. */
  readonly field?: string
  /** What each source says, or a rule asks for, where they are compared. */
  readonly values?: Readonly<Record<string, string>>
}

export function atLeast(name: string, score: number, threshold: number): Check {
  const outcome = score >= threshold ? 'passed' : 'failed'
  return { name, score: rounded(score), threshold: rounded(threshold), rule: 'at-least', outcome }
}

export function atMost(name: string, score: number, threshold: number): Check {
  const outcome = score <= threshold ? 'passed' : 'failed'
  return { name, score: rounded(score), threshold: rounded(threshold), rule: 'at-most', outcome }
}

/** As near to the wanted number as can be: too few fail, and too many. */
export function exactly(name: string, count: number, wanted: number): Check {
  return count > wanted ? atMost(name, count, wanted) : atLeast(name, count, wanted)
}

/** For what honest callers may do as well: it is told, and counts only together with others. */
export function softly(check: Check): Check {
  return check.outcome === 'failed' ? { ...check, outcome: 'noted' } : check
}

export const hasFailed = ({ outcome }: Check): boolean => outcome === 'failed'

/** Four digits are as many as any of our measurements deserves. */
export const rounded = (value: number): number => Math.round(value * 1e4) / 1e4
