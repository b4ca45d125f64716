// A worker killed in the middle of a job, a few of npm run test:fault -- workers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kinds } from '../../../lab/faults/workers/kinds.ts'
import { faultsOf, killDuring } from '../../../lab/faults/workers/scenario.ts'
import { startTestServer, type TestServer } from '../../kit/server.ts'

describe('a worker that is killed in the middle of its job', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ workers: 1 })
  })
  afterAll(() => server.stop())

  test.each(kinds.filter(({ door }) => door === 'comparing faces'))(
    '$door is answered all the same',
    async (kind) => {
      const killed = await killDuring(server, kind, { shares: [0.4] })
      expect(faultsOf(killed)).toEqual([])
      expect(killed.calm.resultCode).toBeDefined()
    },
  )
})
