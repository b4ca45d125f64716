// npm run test:fault -- engines: kills and hangs PostgreSQL, S3 and Qdrant under two servers in use.
import { qdrantInstall, qdrantInstalled } from '../../../specimens/kit/engines/qdrant.ts'
import type { Scenario } from '../scenario.ts'
import { type EngineName, engineNames } from './cluster.ts'
import { enginesTable, enginesTargets, outageLine } from './report.ts'
import { runEngines } from './scenario.ts'

/** A server waits half of this for one answer of an engine. */
const writeDeadlineMs = 20_000

/** A request waits for an engine three times at most; before that a job may wait half a minute for a worker. */
const enginesBounds = {
  recoveryS: 10,
  quickS: (1.5 * writeDeadlineMs) / 1000,
  answerS: 30 + (1.5 * writeDeadlineMs) / 1000,
}

export const enginesScenario: Scenario = {
  about: 'PostgreSQL, S3 and Qdrant killed and hung in turn under two servers in use',
  async run({ times, seed, only }) {
    const engines = engineNames.filter((name) => only === undefined || name === only)
    if (engines.length === 0) throw new Error(`--only is one of ${engineNames.join(', ')}`)
    const withQdrant = engines.includes('qdrant') && (await qdrantInstalled())
    if (engines.includes('qdrant') && !withQdrant) console.warn(`without Qdrant: ${qdrantInstall}`)
    const outcome = await runEngines({
      times,
      seed,
      withQdrant,
      servers: 2,
      crowd: 12,
      quickS3: false,
      writeDeadlineMs,
      manners: ['killed', 'hanging'],
      engines: engines.filter((name: EngineName) => name !== 'qdrant' || withQdrant),
      awayMs: 3_000,
      onOutage: (outage, ledger) => console.log(`${outageLine(outage)}; ${ledger.acknowledged} acknowledged`),
    })
    for (const line of enginesTable(outcome)) console.log(line)
    const targets = enginesTargets(outcome, enginesBounds)
    return { targets, result: outcome }
  },
}
