// Defines a scenario of npm run test:fault: a name, what it does, and a run that ends with its targets.
import { none, type Target } from '../kit/targets.ts'

interface ScenarioOptions {
  /** How often the scenario repeats, where it repeats anything. */
  readonly times: number
  readonly seed: number
  /** The only part to run. */
  readonly only: string | undefined
}

export interface Scenario {
  readonly about: string
  run(options: ScenarioOptions): Promise<ScenarioOutcome>
}

interface ScenarioOutcome {
  readonly targets: readonly Target[]
  /** The figures that are written beside the targets. */
  readonly result: object
}

/** One expectation that was checked: what was done, what came of it, and whether that is right. */
interface Finding {
  readonly tried: string
  readonly told: string
  readonly isGood: boolean
}

const findingLine = ({ tried, told, isGood }: Finding): string =>
  `${isGood ? 'ok   ' : 'WRONG'} ${tried}: ${told}`

/** Findings are printed as they come, so that a stopped run shows how far it came. */
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
