// What every scenario of npm run test:fault is: a name, what it does, and a run that ends with its targets.
import { none, type Target } from '../kit/targets.ts'

interface ScenarioOptions {
  /** How often, where the scenario does something more than once. */
  readonly times: number
  readonly seed: number
  /** One part of it alone. */
  readonly only: string | undefined
}

export interface Scenario {
  readonly about: string
  run(options: ScenarioOptions): Promise<ScenarioOutcome>
}

interface ScenarioOutcome {
  readonly targets: readonly Target[]
  /** What is written down beside them. */
  readonly result: object
}

/** One expectation of a scenario that was tried: what was done, what came of it, and whether it is as it must be. */
interface Finding {
  readonly tried: string
  readonly told: string
  readonly isGood: boolean
}

const findingLine = ({ tried, told, isGood }: Finding): string =>
  `${isGood ? 'ok   ' : 'WRONG'} ${tried}: ${told}`

/** Prints as it goes, so that a run that is ended says how far it came. */
export function openFindings(): {
  readonly all: readonly Finding[]
  note(tried: string, told: string, isGood: boolean): void
} {
  const all: Finding[] = []
  return {
    all,
    note(tried, told, isGood) {
      const finding = { tried, told, isGood }
      all.push(finding)
      console.log(findingLine(finding))
    },
  }
}

export const wrongTarget = (name: string, findings: readonly Finding[]): Target =>
  none(`faults-${name}-wrong`, findings.filter(({ isGood }) => !isGood).length)
