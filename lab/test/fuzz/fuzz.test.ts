// Tests a short run of npm run fuzz against a real server, so that both stay in working order.
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../specimens/kit/servers/settings.ts'
import { fuzz } from '../../fuzz/fuzz.ts'
import { targetsOf } from '../../fuzz/report.ts'

test('two hundred requests of a fixed seed find nothing', async () => {
  const folder = temporaryFolder()
  try {
    const outcome = await fuzz({
      requests: 200,
      seed: 20_265,
      seconds: 120,
      lanes: 8,
      deepLanes: 1,
      workers: 1,
      corpus: 'small',
      folder: folder.path,
    })
    expect(outcome.findings.all).toEqual([])
    expect(outcome.sent).toBe(200)
    const statuses = [...outcome.answers.statuses.keys()]
    expect(statuses).toEqual(expect.arrayContaining([200, 400, 404]))
    // Damaged bodies and files are among them; which, two hundred requests over all operations leave to chance.
    expect(statuses.some((status) => [413, 415, 422].includes(status))).toBe(true)
    expect(targetsOf(outcome).filter(({ value, bound }) => value > bound)).toEqual([])
  } finally {
    folder.remove()
  }
})
