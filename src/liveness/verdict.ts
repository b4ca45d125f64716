// Judges in steps: each has its checks, and the code of the first step that fails is the verdict.
import { type Check, hasFailed } from '../checks.ts'
import { type Code, type CodeName, codes } from '../codes.ts'
import type { Guidance } from './guidance.ts'
import type { Step } from './step.ts'
import type { Strength } from './strength.ts'

export interface Verdict {
  readonly code: Code
  readonly checks: readonly Check[]
  /** How much it proves; absent in a verdict of an earlier version. */
  readonly strength?: Strength
  /** What the person should do, where that is why it did not succeed. */
  readonly guidance?: Guidance
}

export function judge(steps: readonly Step[]): Verdict {
  const checks: Check[] = []
  for (const { code, checks: look } of steps) {
    const made = look()
    checks.push(...made)
    if (made.some(hasFailed)) return { code, checks }
  }
  return { code: codes.success, checks }
}

export function writeVerdict({ code, checks, strength, guidance }: Verdict): string {
  const [name] = Object.entries(codes).find(([, one]) => one === code) ?? []
  return JSON.stringify({ code: name, checks, strength, guidance })
}

export function readVerdict(text: string): Verdict {
  const { code, ...verdict } = JSON.parse(text) as Omit<Verdict, 'code'> & { code: CodeName }
  return { ...verdict, code: codes[code] }
}
