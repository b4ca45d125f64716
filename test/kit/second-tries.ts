// Reports the tests that passed only at their second try, so that they are not overlooked in CI.
import type { Reporter, TestCase } from 'vitest/node'

export class SecondTries implements Reporter {
  readonly #seen: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return
    const { errors = [] } = test.result()
    this.#seen.push(`${test.module.relativeModuleId}: ${test.fullName}\n    ${errors[0]?.message ?? ''}`)
  }

  onTestRunEnd(): void {
    if (this.#seen.length === 0) return
    console.log(`\nPassed at the second try only; each is a fault of the test or of the server:`)
    for (const one of this.#seen) console.log(`  ${one}`)
  }
}
