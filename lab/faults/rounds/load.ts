// Runs one round of load that ends in a kill: callers over HTTP and a writer beside the server.
import { setTimeout as sleep } from 'node:timers/promises'
import { drawSome } from '../../../specimens/random.ts'
import type { ServerProcess } from '../../kit/server.ts'
import type { Installation, Member } from '../installation.ts'
import type { Violation } from '../violation.ts'
import { type Callers, startCallers } from './callers.ts'
import type { RoundsLedger } from './ledger.ts'
import type { RoundPlan } from './plan.ts'
import { startWriter, type Writing } from './writer-process.ts'

export interface Beating {
  readonly installation: Installation
  readonly server: ServerProcess
  readonly member: Member
  readonly ledger: RoundsLedger
  readonly plan: RoundPlan
  readonly random: () => number
}

interface Beaten {
  readonly violations: Violation[]
  /** The time from the database's return until server and writer were both acknowledged again. */
  readonly recoveryMs: number | undefined
}

const recoveryLimitMs = 15_000

export async function beat({ installation, server, member, ledger, plan, random }: Beating): Promise<Beaten> {
  const { folder, config, postgres } = installation
  const violations: Violation[] = []
  const writer = await startWriter(folder, {
    config,
    organisationId: member.id,
    round: plan.number,
    seed: plan.writerSeed,
    lanes: 4,
    sets: drawSome(ledger.sets.in('there'), 40, random),
  })
  const { url } = server
  const callers = startCallers({ url, as: member.credentials, ledger, round: plan.number, callers: 4 })
  writer.go()
  await sleep(plan.killAfterMs)

  let recoveryMs: number | undefined
  if (plan.kills === 'database' && postgres) {
    postgres.kill()
    await sleep(plan.databaseDownMs)
    await postgres.restart()
    recoveryMs = await untilAcknowledgedAgain(callers, writer)
    if (recoveryMs === undefined)
      violations.push({ kind: 'unrecovered', what: `nothing acknowledged ${recoveryLimitMs} ms after` })
    await sleep(plan.killAfterMs)
  }

  if (plan.pausesWriter) {
    writer.pause()
    await sleep(config.writeDeadlineMs * 2) // The server sweeps every half of this time.
    writer.resume()
    if ((await untilAcknowledgedAgain(callers, writer)) === undefined)
      violations.push({ kind: 'unrecovered', what: 'the writer keeps nothing after a pause' })
  }

  const stopped = callers.stop()
  const victims = plan.writerDiesFirst ? [writer, server] : [server, writer]
  if (plan.kills === 'everything') postgres?.kill()
  await Promise.all(victims.map((victim) => victim.kill()))
  await stopped
  if (plan.kills === 'everything') await postgres?.restart()

  const wrong = ledger.take(writer.said(), plan.number)
  violations.push(...wrong.map((what) => ({ kind: 'lost' as const, what })))
  violations.push(...callers.wrong.map((what) => ({ kind: 'wrong' as const, what })))
  return { violations, recoveryMs }
}

async function untilAcknowledgedAgain(callers: Callers, writer: Writing): Promise<number | undefined> {
  const since = performance.now()
  const keptBefore = keptBy(writer)
  while (performance.now() - since < recoveryLimitMs) {
    if (callers.lastAcknowledgedAt() > since && keptBy(writer) > keptBefore) return performance.now() - since
    await sleep(10)
  }
  return undefined
}

const keptBy = (writer: Writing): number => writer.said().filter((line) => line.says === 'kept').length
