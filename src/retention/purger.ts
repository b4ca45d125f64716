// The purge that runs by itself: of all servers of a database one at a time, and only by a clock that can be believed.
import { randomUUID } from 'node:crypto'
import { endPurgeTurn, pausePurge, purgeTurn, takePurgeTurn } from '../store/records/retention.ts'
import { type ClockState, openClockWatch } from './clock-watch.ts'
import { type Purged, type Purging, purge } from './purge.ts'

export interface PurgerOptions extends Purging {
  /** Milliseconds that have passed for the machine, whatever its clock is set to. */
  readonly elapsed: () => number
  /** How long one round may work. */
  readonly roundMs: number
  /** Rounds of all servers together are at least so far apart. */
  readonly everyMs: number
}

interface Round {
  readonly clock: ClockState
  /** Undefined when it was not our turn, or the clock is not believed. */
  readonly purged?: Purged
}

interface Purger {
  round(): Promise<Round>
}

/** Whoever dies in its turn keeps the others from theirs for so long. */
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
        // Not the clock once more: it may have jumped meanwhile.
        await endPurgeTurn(database, holder, wall + Math.round(elapsed() - begun))
      }
    },
  }
}
