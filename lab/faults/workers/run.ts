// npm run test:fault -- workers: kills a worker in the middle of each kind of job.

import { startInProcess } from '../../kit/server-in-process.ts'
import { none } from '../../kit/targets.ts'
import type { Scenario } from '../scenario.ts'
import { kinds } from './kinds.ts'
import { faultsOf, type Killed, killDuring, leftovers } from './scenario.ts'

export const workersScenario: Scenario = {
  about: 'a worker killed in the middle of each kind of job',
  async run({ times, only }) {
    const server = await startInProcess({ workers: 1 }, 'silent')
    const before = new Set(leftovers())
    const all: Killed[] = []
    try {
      for (const kind of kinds) {
        if (only !== undefined && kind.job !== only) continue
        const shares = Array.from({ length: times }, (_, index) => (index + 0.5) / times)
        const killed = await killDuring(server, kind, { shares })
        all.push(killed)
        const { subject, job, calmMs, once, twice } = killed
        const answered = [...new Set(once.map(({ status, code }) => `${status} ${code}`))].join(', ')
        console.log(
          `${subject} (${job}, ${Math.round(calmMs)} ms): killed once at ${once.length} moments, answered ${answered}; killed twice, answered ${twice.status}`,
        )
      }
    } finally {
      await server.stop()
    }
    const faults = all.flatMap(faultsOf)
    const left = leftovers().filter((path) => !before.has(path))
    for (const what of [...faults, ...left.map((path) => `left behind: ${path}`)]) console.log(what)
    return {
      targets: [none('faults-workers-wrong', faults.length), none('faults-workers-left', left.length)],
      result: { killed: all, faults, left },
    }
  },
}
