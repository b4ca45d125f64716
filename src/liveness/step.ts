// One step of a verdict: its checks, and the code that is answered where one of them fails.
import type { Check } from '../checks.ts'
import type { Code } from '../codes.ts'

/** A step is looked at only when all steps before it passed. */
export interface CheckStep {
  readonly code: Code
  readonly checks: () => readonly Check[]
}
