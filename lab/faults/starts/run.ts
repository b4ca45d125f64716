// npm run test:fault -- starts: tries every start that must be refused.
import { openFindings, type Scenario, wrongTarget } from '../scenario.ts'
import { cases } from './cases.ts'
import { clusterFaults } from './cluster.ts'
import { makeTemplates, tryCase } from './refused-start.ts'
import { twoOnOneFolder } from './two-servers.ts'

export const startsScenario: Scenario = {
  about: 'starts that must be refused: keys missing, wrong or unreadable, and a folder in use',
  async run({ only }) {
    const { all, note } = openFindings()
    const templates = makeTemplates()
    try {
      for (const one of cases) {
        if (only !== undefined && one.what !== only) continue
        const tried = await tryCase(templates, one)
        if (!tried) console.warn(`cannot be tried here: ${one.what}`)
        else
          note(one.what, [tried.said.split('\n')[0], ...tried.faults].join('; '), tried.faults.length === 0)
      }
      if (only === undefined) {
        for (const [tried, faults] of Object.entries(await twoOnOneFolder(templates)))
          note(tried, faults.join('; ') || 'as it must be', faults.length === 0)
        const faults = await clusterFaults()
        note(
          'a second server of a cluster with another key',
          faults.join('; ') || 'refused',
          faults.length === 0,
        )
      }
    } finally {
      await templates.close()
    }
    return { targets: [wrongTarget('starts', all)], result: { findings: all } }
  },
}
