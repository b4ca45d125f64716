// Tests a few rounds of npm run test:fault, so that the store and the fault test stay in working order.
import { describe, expect, inject, test } from 'vitest'
import '../../../specimens/kit/engines/provided.ts'
import { summary } from '../../faults/rounds/report.ts'
import { type Outcome, runRounds } from '../../faults/rounds/rounds.ts'

const seed = 20_260
/** One worker is enough to outlive a server, and every start waits for all of them. */
const workers = 1
/** They take some 10 s each on an idle machine; a busy one must not fail them for that. */
const timeout = 360_000

function expectNothingLost(outcome: Outcome): void {
  expect(outcome.violations, summary(outcome).join('\n')).toEqual([])
  expect(outcome.round).toBe(outcome.rounds)
  expect(outcome.acknowledged).toBeGreaterThan(0)
}

test('SQLite and disk lose nothing when the server is killed', { timeout }, async () => {
  expectNothingLost(await runRounds({ engine: 'sqlite', rounds: 1, seed, workers }))
})

describe.skipIf(inject('postgresUrl') === null)('postgres', () => {
  // The second round kills the database as well, so it has one of its own.
  test('PostgreSQL and disk lose nothing when the server or the database is killed', {
    timeout,
  }, async () => {
    const outcome = await runRounds({ engine: 'postgres', rounds: 2, seed, workers })
    expectNothingLost(outcome)
    expect(outcome.databaseKills).toBe(1)
    expect(outcome.recoveryMs).toHaveLength(1)
  })
})
