// Tests a full disk under an embedded server in use, one case of npm run test:fault -- disk.
import { expect, test } from 'vitest'
import { runDisk, saysWhy } from '../../faults/disk/run.ts'
import { enginesTable } from '../../faults/engines/report.ts'

// Where mounting is not allowed, a limit on the size of files takes its place, and the test says so.
test('a full disk loses nothing, shows in readiness, and recovers when there is space', async () => {
  const outcome = await runDisk({ times: 1, seed: 20_263, crowd: 0, awayMs: 300, only: 'full' })
  expect(outcome.violations, enginesTable(outcome).join('\n')).toEqual([])
  expect(outcome.outages[0]?.refusedMs.length).toBeGreaterThan(0)
  expect(outcome.readiness.map(saysWhy)).toEqual([true])
  expect(outcome.damage).toEqual([])
  expect(outcome.logged).toEqual([])
  expect(outcome.acknowledged).toBeGreaterThan(3)
})
