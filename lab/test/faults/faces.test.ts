// Tests a few kills of npm run test:fault -- --faces N, so that registering and the fault test stay in working order.
import { expect, test } from 'vitest'
import { runFaces } from '../../faults/faces/faces.ts'
import { faceTable } from '../../faults/faces/report.ts'

/** It takes some 10 s on an idle machine; a busy one must not fail it for that. */
const timeout = 360_000

test('faces that were acknowledged are there and found when the server is killed', { timeout }, async () => {
  const outcome = await runFaces({ registrations: 300, kills: 3, seed: 20_261 })
  expect(outcome.violations, faceTable(outcome, 0).join('\n')).toEqual([])
  expect(outcome.registered).toBeGreaterThanOrEqual(300)
  expect(outcome.kills).toBeGreaterThanOrEqual(3)
  expect(outcome.removed).toBeGreaterThan(0)
})
