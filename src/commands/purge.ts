// selfsame purge: removes what is over now, says what would be, or confirms a clock that was not believed.

import { uptime } from 'node:os'
import { recorded } from '../audit/command.ts'
import type { Settings } from '../config.ts'
import { faceRemoval } from '../faces/collections/remove.ts'
import { openClockWatch } from '../retention/clock-watch.ts'
import { countDue, noneRemoved, type PurgeCounts, type PurgeKind } from '../retention/purge.ts'
import { openPurger } from '../retention/purger.ts'
import type { Store } from '../store/open.ts'
import { confirmPurgeClock, purgeTurn } from '../store/records/retention.ts'
import { CommandError, say, withGallery, withStore } from './terminal.ts'

export interface PurgeOptions {
  readonly dryRun?: boolean
  readonly confirmClock?: boolean
}

export async function purgeNow(config: Settings, { dryRun, confirmClock }: PurgeOptions): Promise<void> {
  if (dryRun && confirmClock) throw new CommandError('Say either --dry-run or --confirm-clock.')
  await withStore(config, async (store) => {
    const now = Date.now()
    const recordedAs = (name: string, work: () => Promise<void>) =>
      recorded(store, config.audit === 'on', { name }, work)
    if (confirmClock) return recordedAs('purge confirm-clock', () => confirm(store, now))
    if (!dryRun) return recordedAs('purge', () => act(config, store))
    say('What is over now, and would be removed:')
    tell(await countDue({ database: store.database, config }, now))
  })
}

async function confirm({ database }: Store, now: number): Promise<void> {
  await confirmPurgeClock(database, now)
  say(
    `${new Date(now).toISOString()} is taken as the time. Running servers whose clocks agree go on purging.`,
  )
}

const elapsed = (): number => 1000 * uptime()

/** An operator is here and has looked: a clock that is only to settle is good enough. */
async function act(config: Settings, store: Store): Promise<void> {
  const { lastAt, pausedAt } = await purgeTurn(store.database)
  const look = { wall: Date.now(), elapsed: elapsed(), stamp: lastAt, isPaused: pausedAt !== null }
  const clock = openClockWatch()(look)
  if (clock === 'ahead' || clock === 'behind')
    throw new CommandError(
      `The clock says ${new Date(look.wall).toISOString()}, the last purge was at ${new Date(lastAt).toISOString()}. If the clock is right, run \`selfsame purge --confirm-clock\` first.`,
    )
  if (clock === 'settling') await confirmPurgeClock(store.database, look.wall)
  await withGallery(config, store, async (gallery) => {
    const work = { ...store, removeFace: faceRemoval({ ...store, gallery }), config, now: Date.now }
    const purger = openPurger({ ...work, elapsed, roundMs: 30_000, everyMs: 0 })
    const sum: Record<PurgeKind, number> = { ...noneRemoved }
    for (;;) {
      const { purged } = await purger.round()
      if (!purged) throw new CommandError('A server is purging at this moment. Try again in a minute.')
      for (const kind of Object.keys(sum) as PurgeKind[]) sum[kind] += purged.removed[kind]
      if (purged.failed > 0)
        throw new CommandError(`${purged.failed} could not be removed; see \`selfsame doctor\`.`)
      if (purged.isDone) break
    }
    say('Removed what was over:')
    tell(sum)
  })
}

function tell(counts: PurgeCounts): void {
  for (const [kind, count] of Object.entries(counts)) say(`  ${kind.padEnd(12)} ${count}`)
}
