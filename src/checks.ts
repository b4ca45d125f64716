// How an answer explains itself: each check with what was measured, where the line is, and on which side it fell.

export interface Check {
  readonly name: string
  readonly score: number
  readonly threshold: number
  /** On which side of the threshold the score must be. */
  readonly rule: 'at-least' | 'at-most'
  readonly outcome: 'passed' | 'failed'
}

export function atLeast(name: string, score: number, threshold: number): Check {
  const outcome = score >= threshold ? 'passed' : 'failed'
  return { name, score: rounded(score), threshold: rounded(threshold), rule: 'at-least', outcome }
}

export function atMost(name: string, score: number, threshold: number): Check {
  const outcome = score <= threshold ? 'passed' : 'failed'
  return { name, score: rounded(score), threshold: rounded(threshold), rule: 'at-most', outcome }
}

export const hasFailed = ({ outcome }: Check): boolean => outcome === 'failed'

/** Four digits are as many as any of our measurements deserves. */
export const rounded = (value: number): number => Math.round(value * 1e4) / 1e4
