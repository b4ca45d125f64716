// Tests verifications under one kill -9; `npm run test:fault -- verifications` does hundreds.
import { expect, test } from 'vitest'
import { verificationsScenario } from '../../faults/verifications/run.ts'
import { isMet } from '../../kit/targets.ts'

test('a kill loses no verification, decides none twice, and every event arrives in order', async () => {
  const { targets } = await verificationsScenario.run({ times: 1, seed: 24, only: 'sqlite' })
  expect(targets.filter((target) => !isMet(target))).toEqual([])
  expect(targets.map(({ name }) => name)).toContain('fault_verifications_sqlite_undelivered')
}, 600_000)
