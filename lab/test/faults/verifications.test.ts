// Tests verifications under kill -9 with a few kills; `npm run test:fault -- verifications` does hundreds.
import { expect, test } from 'vitest'
import { verificationsScenario } from '../../faults/verifications/run.ts'
import { isMet } from '../../kit/targets.ts'

test('a few kills lose no verification, decide none twice, and every event arrives in order', async () => {
  const { targets } = await verificationsScenario.run({ times: 2, seed: 24, only: 'sqlite' })
  expect(targets.filter((target) => !isMet(target))).toEqual([])
  expect(targets.map(({ name }) => name)).toContain('fault_verifications_sqlite_undelivered')
}, 600_000)
