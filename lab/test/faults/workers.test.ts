// Tests workers killed in the middle of a job, a few cases of npm run test:fault -- workers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kinds } from '../../faults/workers/kinds.ts'
import { faultsOf, killDuring } from '../../faults/workers/scenario.ts'
import { type ServerInProcess, startInProcess } from '../../kit/server-in-process.ts'

describe('a worker that is killed in the middle of its job', () => {
  let server: ServerInProcess
  beforeAll(async () => {
    server = await startInProcess({ workers: 1 }, 'silent')
  })
  afterAll(() => server.stop())

  test.each(kinds.filter(({ subject }) => subject === 'comparing faces'))(
    '$subject is answered all the same',
    async (kind) => {
      const killed = await killDuring(server, kind, { shares: [0.4] })
      expect(faultsOf(killed)).toEqual([])
      expect(killed.calm.code).toBeGreaterThan(0)
    },
  )
})
