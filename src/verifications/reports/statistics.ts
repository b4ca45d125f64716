// Statistics of verifications: how many were started and finished, where people give up, why they are refused, how long it takes.
import type { Database } from '../../store/port.ts'
import * as records from '../../store/records/verification-statistics.ts'
import { stepNames } from '../policies/policy.ts'
import { states } from '../states.ts'

interface Statistics {
  readonly created: number
  /** Verifications whose link was opened, as far as is known. */
  readonly started: number
  /** Approved or declined. */
  readonly finished: number
  readonly byState: readonly { readonly state: (typeof states)[number]; readonly count: number }[]
  readonly lastSteps: readonly { readonly step: string; readonly count: number }[]
  readonly reasons: Awaited<ReturnType<typeof records.countsByReason>>
  readonly times: readonly records.Times[]
  readonly days: readonly {
    readonly day: string
    readonly created: number
    readonly approved: number
    readonly declined: number
    readonly other: number
  }[]
}

/** Days are those of Việt Nam, whatever the clock of the server says. */
const VIETNAM_MS = 7 * 3_600_000
const DAY_MS = 86_400_000
/** Times are computed over the newest of them: more would hardly change the figures, and would keep other requests waiting. */
const MEASURED = 5000
const FRESH_MS = 30_000
const MOST_KEPT = 100

export interface StatisticsSource {
  of(counted: records.Counted): Promise<Statistics>
}

/** What was counted a moment ago is not counted again: a page of plots is looked at by several, and loaded anew. */
export function openStatistics(database: Database, now: () => number): StatisticsSource {
  const kept = new Map<string, { readonly at: number; readonly result: Promise<Statistics> }>()
  return {
    of(counted) {
      const key = JSON.stringify(counted)
      const before = kept.get(key)
      if (before && now() - before.at < FRESH_MS) return before.result
      const result = count(database, counted)
      result.catch(() => kept.delete(key))
      kept.delete(key)
      kept.set(key, { at: now(), result })
      for (const [oldest] of kept) if (kept.size > MOST_KEPT) kept.delete(oldest)
      return result
    },
  }
}

/** The queries run one after another, so that other requests get their turn. */
async function count(database: Database, counted: records.Counted): Promise<Statistics> {
  const byDay = await records.countsByDay(database, counted, VIETNAM_MS)
  const stopped = await records.lastSteps(database, counted)
  const reasons = await records.countsByReason(database, counted)
  const times = [
    ...(await records.verdictTimes(database, counted, MEASURED)),
    ...(await records.stepTimes(database, counted, MEASURED)),
  ]
  const total = (state: string) =>
    byDay.filter((one) => one.state === state).reduce((sum, one) => sum + one.count, 0)
  const created = byDay.reduce((sum, one) => sum + one.count, 0)
  const unopened = (stopped.find(({ step }) => step === '')?.count ?? 0) + total('created')
  return {
    created,
    started: created - unopened,
    finished: total('approved') + total('declined'),
    byState: states.map((state) => ({ state, count: total(state) })),
    lastSteps: ['', 'opened', ...stepNames].map((step) => ({
      step: step === '' ? 'not-opened' : step,
      count: stopped.find((one) => one.step === step)?.count ?? 0,
    })),
    reasons,
    times,
    days: daysOf(byDay, counted),
  }
}

const MOST_DAYS = 366

/** Every day has a row, also one on which nothing happened. */
function daysOf(byDay: readonly records.DayCount[], { from, to }: records.Counted): Statistics['days'] {
  const first = Math.floor((from + VIETNAM_MS) / DAY_MS)
  const last = Math.min(Math.floor((to - 1 + VIETNAM_MS) / DAY_MS), first + MOST_DAYS)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => {
    const own = byDay.filter(({ day }) => day === first + i)
    const of = (state: string) => own.find((one) => one.state === state)?.count ?? 0
    const created = own.reduce((sum, one) => sum + one.count, 0)
    return {
      day: new Date((first + i) * DAY_MS).toISOString().slice(0, 10),
      created,
      approved: of('approved'),
      declined: of('declined'),
      other: created - of('approved') - of('declined'),
    }
  })
}
