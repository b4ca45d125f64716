// Runs the rounds on one engine: start, compare with the ledger, put under load, kill, repeat.
import { cpSync } from 'node:fs'
import { seededRandom } from '../../../specimens/random.ts'
import { startServer } from '../../kit/server.ts'
import { addMember, type Member, openInstallation } from '../installation.ts'
import { killStart } from '../kill.ts'
import type { Violation } from '../violation.ts'
import { inspectAtEnd, inspectInstallation } from './inspect-installation.ts'
import { RoundsLedger } from './ledger.ts'
import { type Beating, beat } from './load.ts'
import { type Engine, planOf } from './plan.ts'

interface RoundsOptions {
  readonly engine: Engine
  readonly rounds: number
  readonly seed: number
  /** Worker processes of each server. */
  readonly workers?: number
  readonly onRound?: (outcome: Outcome) => void
  /** The data folder is copied here when something was violated. */
  readonly evidence?: string
}

export interface Outcome {
  readonly engine: Engine
  readonly rounds: number
  round: number
  kills: number
  databaseKills: number
  acknowledged: number
  failed: number
  readonly violations: (Violation & { readonly round: number })[]
  readonly startupMs: number[]
  readonly recoveryMs: number[]
  readonly logged: string[]
}

export async function runRounds({
  engine,
  rounds,
  seed,
  workers,
  onRound,
  evidence,
}: RoundsOptions): Promise<Outcome> {
  const installation = await openInstallation(engine, workers)
  const ledger = new RoundsLedger()
  const random = seededRandom(seed).next
  const outcome: Outcome = {
    engine,
    rounds,
    round: 0,
    kills: 0,
    databaseKills: 0,
    acknowledged: 0,
    failed: 0,
    violations: [],
    startupMs: [],
    recoveryMs: [],
    logged: [],
  }
  /** Each violation is reported once, because what is left in one round is left in all that follow. */
  const reported = new Set<string>()
  const accuse = (found: readonly Violation[]) => {
    for (const one of found) {
      if (reported.has(one.what)) continue
      reported.add(one.what)
      outcome.violations.push({ ...one, round: outcome.round })
    }
  }
  try {
    let member: Member | undefined
    for (let number = 1; number <= rounds; number++) {
      outcome.round = number
      const plan = planOf(engine, seed, number)
      for (const afterMs of plan.killStartsAfterMs) {
        await killStart(installation, afterMs)
        outcome.kills += 1
      }
      member ??= await installation.withStore(addMember)
      const server = await startServer(installation)
      outcome.startupMs.push(server.startupMs)
      const round: Beating = { installation, server, member, ledger, plan, random }
      accuse(await inspectInstallation(round))
      const beaten = await beat(round)
      accuse(beaten.violations)
      outcome.kills += 1
      outcome.databaseKills += plan.kills === 'server' ? 0 : 1
      if (beaten.recoveryMs !== undefined) outcome.recoveryMs.push(beaten.recoveryMs)
      outcome.logged.push(...server.errors)
      outcome.acknowledged = ledger.acknowledged
      outcome.failed = ledger.failed
      onRound?.(outcome)
    }
    if (member) {
      const server = await startServer(installation)
      outcome.startupMs.push(server.startupMs)
      accuse(await inspectAtEnd(installation, server, member, ledger))
    }
    return outcome
  } catch (error) {
    // After a server that ends by itself or does not start again no result would mean anything.
    accuse([{ kind: 'unrecovered', what: (error as Error).stack ?? String(error) }])
    return outcome
  } finally {
    if (evidence && outcome.violations.length > 0) cpSync(installation.folder, evidence, { recursive: true })
    await installation.close()
  }
}
