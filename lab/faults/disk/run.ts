// npm run test:fault -- disk: fills the disk of an embedded server in use, forbids writing, and slows flushes.

import { join } from 'node:path'
import { sqliteFaults } from '../../kit/installation.ts'
import { none, type Target } from '../../kit/targets.ts'
import type { Trouble } from '../engines/outages.ts'
import { enginesTable, enginesTargets, outageLine } from '../engines/report.ts'
import { type EnginesOutcome, runTroubles } from '../engines/scenario.ts'
import type { Scenario } from '../scenario.ts'
import { openSmallDisk, type SmallDisk } from './small-disk.ts'
import { canSlow, full, type Readiness, readOnly, slow, slowInstall } from './troubles.ts'

interface DiskOptions {
  readonly times: number
  readonly seed: number
  readonly crowd: number
  readonly awayMs: number
  readonly mounted?: boolean
  readonly only?: string | undefined
  readonly onOutage?: NonNullable<Parameters<typeof runTroubles>[2]['onOutage']>
}

interface DiskOutcome extends EnginesOutcome {
  readonly means: string
  readonly readiness: readonly Readiness[]
  /** Damage to the database that SQLite itself reports. */
  readonly damage: readonly string[]
}

export async function runDisk(options: DiskOptions): Promise<DiskOutcome> {
  const disk = await openSmallDisk({}, ...(options.mounted === undefined ? [] : [options.mounted]))
  const readiness: Readiness[] = []
  const troubles = troublesOf(disk, readiness).filter(
    ({ manner }) => options.only === undefined || manner === options.only,
  )
  const all = Array.from({ length: options.times }, () => troubles).flat()
  let damage: string[] = []
  const { close } = disk.cluster
  const cluster = {
    ...disk.cluster,
    // The database is inspected now, because the disk ends with the server.
    close: () => {
      damage = sqliteFaults(join(disk.data, 'selfsame.db'))
      return close()
    },
  }
  const outcome = await runTroubles(cluster, all, { ...options, writeDeadlineMs: 4_000 })
  return { ...outcome, means: disk.means, readiness, damage }
}

function troublesOf(disk: SmallDisk, said: Readiness[]): Trouble[] {
  if (disk.means !== 'a disk of its own') {
    console.warn('no right to mount: the disk is full by a limit on the size of files, and not read-only')
    return [full(disk, said)]
  }
  if (!canSlow()) console.warn(`no slow disk: ${slowInstall}`)
  return [full(disk, said), readOnly(disk, said), ...(canSlow() ? [slow(disk, 300)] : [])]
}

/** Readiness must fail and name the part that is in trouble. */
export const saysWhy = ({ status, checks }: Readiness): boolean =>
  status === 503 && /disk|read-only|full|E[A-Z]+/.test(`${checks.files} ${checks.database}`)

export const diskScenario: Scenario = {
  about: 'a full disk, files that cannot be written, slow flushes',
  async run({ times, seed, only }) {
    const outcome = await runDisk({
      times,
      seed,
      only,
      crowd: 0,
      awayMs: 2_000,
      onOutage: (outage, ledger) => console.log(`${outageLine(outage)}; ${ledger.acknowledged} acknowledged`),
    })
    console.log(`by ${outcome.means}`)
    for (const line of enginesTable(outcome)) console.log(line)
    for (const { manner, checks } of outcome.readiness.slice(0, 2))
      console.log(`readiness while ${manner}: ${JSON.stringify(checks)}`)
    const targets: Target[] = [
      ...enginesTargets(outcome, { recoveryS: 10, quickS: 30, answerS: 60 }),
      none('faults-damaged', outcome.damage.length),
      none('faults-readiness-silent', outcome.readiness.filter((one) => !saysWhy(one)).length),
    ]
    return { targets, result: outcome }
  },
}
