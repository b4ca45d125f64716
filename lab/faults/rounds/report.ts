// Reports a run: figures, one line per target, and the file that keeps them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { dirname } from 'node:path'
import { quantiles } from '../../kit/statistics/summary.ts'
import { atMost, none, type Target } from '../../kit/targets.ts'
import type { Violation } from '../violation.ts'
import type { Outcome } from './rounds.ts'

const STARTUP_BOUND_SECONDS = 2

export function targetsOf(outcomes: readonly Outcome[]): Target[] {
  const count = (outcome: Outcome, kind: Violation['kind']) =>
    outcome.violations.filter((one) => one.kind === kind).length
  const ofEngine = outcomes.flatMap((outcome) => {
    // A run without a single start misses the target: nothing compares with NaN.
    const slowestMs = outcome.startupMs.length > 0 ? Math.max(...outcome.startupMs) : Number.NaN
    const slowest = Number((slowestMs / 1000).toFixed(2))
    return [
      none(`fault_lost_writes_${outcome.engine}`, count(outcome, 'lost')),
      none(`fault_orphans_${outcome.engine}`, count(outcome, 'orphan')),
      none(`fault_wrong_answers_${outcome.engine}`, count(outcome, 'wrong')),
      none(`fault_unrecovered_${outcome.engine}`, count(outcome, 'unrecovered')),
      atMost(`fault_startup_max_s_${outcome.engine}`, slowest, STARTUP_BOUND_SECONDS),
    ]
  })
  const leftovers = outcomes.reduce((sum, outcome) => sum + count(outcome, 'leftover'), 0)
  return [...ofEngine, none('fault_leftover_processes', leftovers)]
}

/** The values are whole milliseconds; an empty list gives 0. */
function spreadOf(values: readonly number[]) {
  const [p50 = 0, p99 = 0, max = 0] =
    values.length > 0 ? quantiles(values, [0.5, 0.99, 1]).map(Math.round) : []
  return { p50, p99, max }
}

export const shownSpread = (values: readonly number[]): string => {
  const { p50, p99, max } = spreadOf(values)
  return `p50 ${p50} ms, p99 ${p99} ms, max ${max} ms`
}

export function summary(outcome: Outcome): string[] {
  const { engine, round, rounds, kills, databaseKills, acknowledged, failed, startupMs, recoveryMs, logged } =
    outcome
  const lines = [
    `${engine}: ${round} of ${rounds} rounds, ${kills} kills of the server, ${databaseKills} of the database, ${acknowledged} writes acknowledged, ${failed} refused`,
    `${engine}: start-up after a kill ${shownSpread(startupMs)} over ${startupMs.length} starts`,
  ]
  if (recoveryMs.length > 0)
    lines.push(`${engine}: back after the database was killed ${shownSpread(recoveryMs)}`)
  if (logged.length > 0)
    lines.push(`${engine}: ${logged.length} errors in the server's log, first: ${logged[0]}`)
  const violationLines = outcome.violations
    .slice(0, 20)
    .map((one) => `${engine}: round ${one.round} ${one.kind}: ${one.what}`)
  return [...lines, ...violationLines]
}

export function writeResult(path: string, seed: number, seconds: number, outcomes: readonly Outcome[]): void {
  mkdirSync(dirname(path), { recursive: true })
  const engines = outcomes.map((outcome) => ({
    ...outcome,
    startup: spreadOf(outcome.startupMs),
    recovery: spreadOf(outcome.recoveryMs),
  }))
  const machine = { cores: availableParallelism(), load: loadavg(), node: process.version }
  const result = { seed, seconds, machine, targets: targetsOf(outcomes), engines }
  writeFileSync(path, `${JSON.stringify(result, null, 2)}\n`)
}
