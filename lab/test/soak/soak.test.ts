// Tests a short soak of a real server: every answer is the expected one, a wrong one is noticed, and all of it is reported.
import { expect, test } from 'vitest'
import { mix, type Row } from '../../soak/mix.ts'
import { soak } from '../../soak/soak.ts'

/** These acts are drawn and judged in a moment. */
const cheap: readonly Row[] = mix.filter(({ needs }) => needs === undefined || needs === 'walls')
/** The act is played once, as every act is before chance decides, and never again. */
const misled: Row = {
  name: 'misled',
  weight: 0,
  play: async ({ caller }) => {
    await caller.ask('organisation', { code: 401 })
    await caller.ask('organisation', { fits: ({ body }) => body.name === 'somebody else' })
  },
}
const REQUESTS = 150

test('small traffic gets the answers it should; a caller that expects others is noticed', async () => {
  const { samples, answers, findings, endedWell, warnings } = await soak({
    ...{
      requests: REQUESTS,
      concurrency: 3,
      workers: 1,
      seed: 7,
      everyMs: 500,
      limitMs: 240_000,
      settleMs: 1,
    },
    rows: [...cheap, misled],
  })
  expect(answers.complaints).toEqual([
    'misled, organisation: 200 200 Success instead of 401 401',
    'misled, organisation: 200 200 Success, with the wrong content',
  ])
  expect(findings.unexpected).toBe(2)
  expect(warnings).toEqual([])
  expect(endedWell).toBe(true)
  expect(answers.requests).toBeGreaterThanOrEqual(REQUESTS)
  const called = [...answers.operations].filter(([, { requests }]) => requests > 0).map(([name]) => name)
  const some = [
    'erasePerson',
    'signCollectionId',
    'decideVerification',
    'signInWithPasskey',
    'webhookDelivery',
  ]
  for (const name of some) expect(called).toContain(name)
  // Documents are for longer runs.
  expect(findings.missed).toContain('createDocumentFromSides')
  const last = samples.at(-1)
  expect(samples.length).toBeGreaterThan(2)
  expect(last?.requests).toBe(answers.requests)
  expect(last?.server.rssBytes).toBeGreaterThan(5e7)
  expect(last?.server.handles).toBeGreaterThan(10)
  expect(last?.workers).toHaveLength(1)
  expect(last?.databaseBytes).toBeGreaterThan(1e5)
  expect(last?.trailBytes).toBeGreaterThan(0)
  for (const value of [last?.heapUsedBytes, last?.queued, last?.busy, last?.loopLagSeconds])
    expect(value).toBeGreaterThanOrEqual(0)
})
