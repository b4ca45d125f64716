// Runs purge rounds: one server of a database at a time, and only while its clock can be trusted.
import { randomUUID } from 'node:crypto'
import { endPurgeTurn, pausePurge, purgeTurn, takePurgeTurn } from '../store/records/retention.ts'
import { type ClockState, openClockWatch } from './clock-watch.ts'
import { type Purged, type Purging, purge } from './purge.ts'

export interface PurgerOptions extends Purging {
  /** A monotonic clock in milliseconds. */
  readonly elapsed: () => number
  /** The longest duration of a round. */
  readonly roundMs: number
  /** The least time between two rounds, counted over all servers. */
  readonly everyMs: number
}

interface Round {
  readonly clock: ClockState
  /** Undefined when another server has the turn or the clock is not trusted. */
  readonly purged?: Purged
}

interface Purger {
  round(): Promise<Round>
}

/** A server that dies in its turn blocks the others for this long. */
const LEASE_MS = 120_000

export function openPurger(options: PurgerOptions): Purger {
  const { database, now, elapsed, roundMs, everyMs } = options
  const holder = randomUUID()
  const watch = openClockWatch()

  return {
    async round() {
      const { lastAt, pausedAt } = await purgeTurn(database)
      const wall = now()
      const clock = watch({ wall, elapsed: elapsed(), stamp: lastAt, isPaused: pausedAt !== null })
      if (clock === 'ahead') await pausePurge(database, wall)
      if (clock !== 'trusted') return { clock }
      if (!(await takePurgeTurn(database, { holder, now: wall, leaseMs: LEASE_MS, everyMs })))
        return { clock }
      const begun = elapsed()
      try {
        return { clock, purged: await purge(options, wall, () => elapsed() >= begun + roundMs) }
      } finally {
        // The wall clock is not read again: it may have jumped meanwhile.
        await endPurgeTurn(database, holder, wall + Math.round(elapsed() - begun))
      }
    },
  }
}
