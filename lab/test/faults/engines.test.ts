// Tests a few outages of npm run test:fault -- engines; it runs with npm run test:operations because it takes long.
import { describe, expect, inject, test } from 'vitest'
import '../../../specimens/kit/engines/provided.ts'
import { enginesTable } from '../../faults/engines/report.ts'
import { runEngines } from '../../faults/engines/scenario.ts'

const isWanted = process.env.SELFSAME_TEST_OPERATIONS === 'all'

describe.skipIf(!isWanted || inject('postgresUrl') === null)('a server on PostgreSQL and S3', () => {
  test('keeps what it acknowledged and goes on by itself when either hangs', async () => {
    const outcome = await runEngines({
      times: 1,
      seed: 20_262,
      servers: 1,
      crowd: 0,
      withQdrant: false,
      quickS3: true,
      writeDeadlineMs: 4_000,
      // Other tests kill it, which is refused at once. A hanging engine is what a server must get over by itself.
      manners: ['hanging'],
      engines: ['postgres', 's3'],
      awayMs: 200,
    })
    expect(outcome.violations, enginesTable(outcome).join('\n')).toEqual([])
    expect(outcome.outages).toHaveLength(2)
    for (const { refusedMs } of outcome.outages) expect(refusedMs.length).toBeGreaterThan(0)
    expect(outcome.acknowledged).toBeGreaterThan(4)
    expect(outcome.logged).toEqual([])
  })
})
