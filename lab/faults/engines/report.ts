// Reports a run of outages: a table by engine and manner, and one line per target.
import { median } from '../../kit/statistics/summary.ts'
import { atMost, none, type Target } from '../../kit/targets.ts'
import type { Violation } from '../violation.ts'
import type { Outage } from './outages.ts'
import type { EnginesOutcome } from './scenario.ts'

const seconds = (ms: number): number => Number((ms / 1000).toFixed(2))

const recoveries = (outages: readonly Outage[]): number[] =>
  outages.flatMap(({ recoveryMs }) => recoveryMs.filter((ms) => ms !== undefined))

export function outageLine({ engine, manner, awayAt, backAt, recoveryMs, ...rest }: Outage): string {
  const back = recoveryMs.map((ms) => (ms === undefined ? 'never' : `${seconds(ms)} s`)).join(', ')
  const refused = `${rest.refusedMs.length} refused in ${seconds(median([0, ...rest.refusedMs]))} s`
  return `${engine} ${manner} for ${seconds(backAt - awayAt)} s: ${refused}, slowest ${seconds(rest.slowestMs)} s, others refused: ${rest.bystanders.join(', ') || 'none'}; good again after ${back}`
}

export function enginesTable({ outages, ...rest }: EnginesOutcome): string[] {
  const kinds = [...new Set(outages.map(({ engine, manner }) => `${engine} ${manner}`))]
  const rows = kinds.map((kind) => {
    const mine = outages.filter(({ engine, manner }) => `${engine} ${manner}` === kind)
    const back = recoveries(mine)
    const refused = mine.flatMap(({ refusedMs }) => refusedMs)
    const cells = [
      kind,
      mine.length,
      `${seconds(median(back))} / ${seconds(Math.max(...back))}`,
      refused.length === 0 ? 'none' : `${seconds(median(refused))} / ${seconds(Math.max(...refused))}`,
      seconds(Math.max(...mine.map(({ slowestQuickMs }) => slowestQuickMs))),
      seconds(Math.max(...mine.map(({ slowestMs }) => slowestMs))),
      mine.reduce((sum, { bystanders }) => sum + bystanders.length, 0),
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    `servers: ${rest.servers} on ${rest.on}. ${outages.length} outages, ${rest.answers} requests, ${rest.acknowledged} acknowledged, ${rest.looks} looks for halves`,
    `acknowledged: ${Object.entries(rest.counts)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ')}`,
    '| engine | times | good again, s: median / worst | 503 after, s: median / worst | slowest without a worker, s | slowest, s | others refused |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    ...rest.violations.slice(0, 40).map(({ kind, what }) => `${kind}: ${what}`),
    ...(rest.logged.length > 0 ? [`${rest.logged.length} errors logged, first: ${rest.logged[0]}`] : []),
  ]
}

interface EnginesBounds {
  readonly recoveryS: number
  readonly quickS: number
  readonly answerS: number
}

export function enginesTargets(
  outcome: EnginesOutcome,
  { recoveryS, quickS, answerS }: EnginesBounds,
): Target[] {
  const { outages, violations } = outcome
  const count = (wanted: Violation['kind']): number => violations.filter(({ kind }) => kind === wanted).length
  const back = recoveries(outages)
  const slowest = Math.max(0, ...outages.map(({ slowestMs }) => slowestMs))
  const slowestQuick = Math.max(0, ...outages.map(({ slowestQuickMs }) => slowestQuickMs))
  return [
    none('faults-lost', count('lost')),
    none('faults-deleted-back', count('back')),
    none('faults-half-written', count('half')),
    none('faults-wrong-answers', count('wrong')),
    none('faults-unrecovered', count('unrecovered')),
    atMost('faults-recovery-median', seconds(median([0, ...back])), recoveryS),
    atMost('faults-recovery-worst', seconds(Math.max(0, ...back)), recoveryS),
    atMost('faults-slowest-without-worker', seconds(slowestQuick), quickS),
    atMost('faults-slowest-answer', seconds(slowest), answerS),
    none('faults-logged-errors', outcome.logged.length),
  ]
}
