// Tests a jumping clock under a real server, as npm run test:fault -- clock does; it runs with npm run test:operations.
import { afterEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../../../specimens/kit/servers/server.ts'
import { clockSettings, runClock } from '../../faults/clock/scenario.ts'

afterEach(() => void vi.restoreAllMocks())

const isWanted = process.env.SELFSAME_TEST_OPERATIONS === 'all'

test.runIf(isWanted)('a clock that jumps ends or prolongs challenges, and removes nothing', async () => {
  const server = await startTestServer(clockSettings)
  const now = Date.now.bind(Date)
  let offset = 0
  vi.spyOn(Date, 'now').mockImplementation(() => now() + offset)
  const wrong: string[] = []
  try {
    const set = (offsetMs: number) => {
      offset = offsetMs
    }
    const { store } = server.server.runtime
    await runClock(
      { url: server.url, credentials: server.credentials, store, set },
      (tried, result, isGood) => {
        if (!isGood) wrong.push(`${tried}: ${result}`)
      },
    )
  } finally {
    offset = 0
    await server.stop()
  }
  expect(wrong).toEqual([])
})
