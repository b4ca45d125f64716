// Runs purge rounds for a server, one at a time, and reports them in the log and the metrics.
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { ClockState } from './clock-watch.ts'
import { openPurger, type PurgerOptions } from './purger.ts'

interface WatchedOptions extends PurgerOptions {
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly metrics: Pick<Metrics, 'purged' | 'purgePaused'>
  /** Other removals by age, which also need a trusted clock. */
  readonly also?: () => Promise<void>
}

const messages: Readonly<Record<Exclude<ClockState, 'trusted'>, string>> = {
  ahead:
    'purging pauses: the clock is ahead of the time that has passed. Correct it, or run selfsame purge --confirm-clock',
  behind: 'purging waits: the clock is behind the last purge',
  settling: 'purging waits: after a long pause the clock is watched for ten minutes first',
}

/** Does nothing while a round is running. */
export function purgeWatched({ log, metrics, also, ...options }: WatchedOptions): () => Promise<void> {
  const purger = openPurger(options)
  let isBusy = false
  let lastClock: ClockState = 'trusted'

  async function round(): Promise<void> {
    const { clock, purged } = await purger.round()
    if (clock !== lastClock) {
      if (clock === 'trusted') log.info({}, 'purging resumes')
      else log.warn({}, messages[clock])
    }
    lastClock = clock
    metrics.purgePaused(clock === 'ahead' || clock === 'behind')
    if (clock === 'trusted') await also?.()
    if (!purged) return
    const { removed, failed, isDone } = purged
    metrics.purged(removed, failed)
    const count = Object.values(removed).reduce((sum, one) => sum + one, 0)
    if (count > 0) log.info({ ...removed, is_done: isDone }, 'purged overdue data')
    if (failed > 0) log.warn({ count: failed }, 'some overdue data could not be purged; trying again later')
  }

  return async () => {
    if (isBusy) return
    isBusy = true
    try {
      await round()
    } catch (error) {
      log.warn({ err: error }, 'purging failed; trying again later')
    } finally {
      isBusy = false
    }
  }
}
