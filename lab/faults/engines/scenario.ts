// Takes engines away and brings them back in turn under mixed writes to two servers, and checks everything at the end.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Violation } from '../violation.ts'
import { type Cluster, type ClusterOptions, type EngineName, engineNames, openCluster } from './cluster.ts'
import { halvesNow } from './halves.ts'
import { inspect } from './inspect.ts'
import { EnginesLedger } from './ledger.ts'
import { type Outage, type Trouble, takeAway, wrongIn } from './outages.ts'
import { startTraffic, type TrafficOptions } from './traffic.ts'

interface TroubledOptions extends TrafficOptions {
  readonly awayMs: number
  readonly writeDeadlineMs: number
  readonly onOutage?: (outage: Outage, ledger: EnginesLedger) => void
}

interface EnginesOptions extends ClusterOptions, TroubledOptions {
  /** How often each engine is taken away. */
  readonly times: number
  /** The manners of failing, in turn. */
  readonly manners: readonly ('killed' | 'hanging')[]
  readonly engines?: readonly EngineName[]
}

export interface EnginesOutcome {
  /** The names of the engines for the report. */
  readonly on: string
  readonly servers: number
  readonly outages: readonly Outage[]
  readonly violations: readonly Violation[]
  readonly acknowledged: number
  /** The acknowledgements by kind. */
  readonly counts: Readonly<Record<string, number>>
  readonly answers: number
  /** How often the store was checked for anything in part while the traffic ran. */
  readonly looks: number
  /** Lines at level error in the servers' logs. */
  readonly logged: readonly string[]
}

export async function runEngines(options: EnginesOptions): Promise<EnginesOutcome> {
  const cluster = await openCluster(options)
  const troubles: Trouble[] = []
  for (let time = 0; time < options.times; time++)
    for (const engine of options.engines ?? engineNames) {
      const stoppable = cluster.engines.get(engine)
      const manner = options.manners[time % options.manners.length] ?? 'killed'
      if (stoppable && manner === 'killed')
        troubles.push({ engine, manner, begin: () => stoppable.kill(), end: () => stoppable.restart() })
      if (stoppable && manner === 'hanging')
        troubles.push({ engine, manner, begin: () => stoppable.pause(), end: () => stoppable.resume() })
    }
  return runTroubles(cluster, troubles, options)
}

/** The cluster is closed at the end, even after an error. */
export async function runTroubles(
  cluster: Cluster,
  troubles: readonly Trouble[],
  options: TroubledOptions,
): Promise<EnginesOutcome> {
  const ledger = new EnginesLedger()
  const outages: Outage[] = []
  const violations: Violation[] = []
  let looks = 0
  let isOver = false
  try {
    const traffic = await startTraffic(cluster, ledger, options)
    const checking = (async () => {
      while (!isOver) {
        await sleep(500)
        const seen = await halvesNow(cluster.store).catch(() => undefined)
        if (seen === undefined) continue
        looks += 1
        for (const what of seen) violations.push({ kind: 'half', what })
      }
    })()
    for (const trouble of troubles) {
      const untilGivenUp = trouble.manner === 'hanging' ? options.writeDeadlineMs / 2 : 0
      const outage = await takeAway({
        trouble,
        servers: cluster.servers.length,
        ledger,
        awayMs: options.awayMs + untilGivenUp,
        limitMs: 3 * options.writeDeadlineMs,
      })
      outages.push(outage)
      options.onOutage?.(outage, ledger)
    }
    await sleep(1000)
    await traffic.stop()
    isOver = true
    await checking
    violations.push(...outages.flatMap(violationsOf), ...betweenOutages(ledger, outages))
    violations.push(...(await inspect(cluster, ledger)))
    return {
      on: cluster.on,
      servers: cluster.servers.length,
      outages,
      violations,
      acknowledged: ledger.acknowledged,
      counts: ledger.counts,
      answers: ledger.answers.length,
      looks,
      logged: cluster.servers.flatMap(({ errors }) => errors),
    }
  } finally {
    isOver = true
    await cluster.close()
  }
}

function violationsOf({ engine, manner, recoveryMs, wrong }: Outage): Violation[] {
  const never = recoveryMs.filter((ms) => ms === undefined)
  return [
    ...wrong.map((what) => ({ kind: 'wrong' as const, what: `${engine} ${manner}: ${what}` })),
    ...never.map(() => ({
      kind: 'unrecovered' as const,
      what: `${engine} ${manner}: a server gave no good answer after it was back`,
    })),
  ]
}

/** A server that has recovered refuses nothing until the next outage. */
function betweenOutages(ledger: EnginesLedger, outages: readonly Outage[]): Violation[] {
  const isTroubled = (at: number, until: number) =>
    outages.some(({ awayAt, backAt, recoveryMs }) => {
      const calmAt = backAt + Math.max(0, ...recoveryMs.map((ms) => ms ?? 0))
      return at < calmAt && until > awayAt
    })
  return ledger.answers
    .filter(({ startedAt, endedAt }) => !isTroubled(startedAt, endedAt))
    .flatMap((one) => (one.status === 503 ? [`${one.act}: 503 with every engine there`] : wrongIn(one)))
    .map((what) => ({ kind: 'wrong' as const, what }))
}
