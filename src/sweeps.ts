// The periodic cleaning of a running server: unfinished files and faces, old receipts, and all that retention removes.

import { uptime } from 'node:os'
import { openWalker } from './faces/duplicates/walk.ts'
import { registeredFaces } from './faces/find-duplicates.ts'
import type { JourneyParts } from './journey/journey.ts'
import { forgetEnded as forgetEndedSessions } from './members/sessions.ts'
import { forgetEnded } from './organisations/api-keys.ts'
import { forgetEndedPasswords } from './organisations/manage.ts'
import type { FaceRemoval } from './retention/remove.ts'
import { purgeWatched } from './retention/watched.ts'
import type { Runtime } from './runtime.ts'
import { forgetEndedCaptureKeys } from './store/records/capture-keys.ts'
import { sweepWebhooks } from './webhooks/deliverer.ts'

export function sweepNowAndThen(runtime: Runtime & FaceRemoval): NodeJS.Timeout {
  const { store, gallery, removeFace, receipts, config, log, metrics, now } = runtime
  const everyMs = Math.max(1000, config.writeDeadlineMs / 2)
  const sweep = (
    what:
      | 'unfinished files'
      | 'unfinished faces'
      | 'old receipts'
      | 'ended passwords'
      | 'ended API keys'
      | 'ended webhooks'
      | 'ended sessions'
      | 'ended capture keys',
    act: () => Promise<number>,
  ): Promise<void> =>
    act().then(
      (count) => void (count > 0 && log.info({ count }, `${what} removed`)),
      (error: unknown) => log.warn({ err: error }, `${what} could not be swept; trying again later`),
    )
  const purge = purgeWatched({
    ...store,
    removeFace,
    config,
    now,
    // The uptime goes on while the machine sleeps, as the clock does.
    elapsed: () => 1000 * uptime(),
    everyMs: Math.floor(everyMs / 2),
    roundMs: everyMs / 2,
    log,
    metrics,
    also: async () => {
      await sweep('old receipts', () => receipts.sweep())
      await sweep('ended passwords', () => forgetEndedPasswords(store, now()))
      await sweep('ended API keys', () => forgetEnded({ ...store, now: now() }, config.apiKeyRetentionMs))
      await sweep('ended sessions', () => forgetEndedSessions({ ...store, now }))
      await sweep('ended capture keys', () => forgetEndedCaptureKeys(store.database, now()))
      await sweep('ended webhooks', () =>
        sweepWebhooks(store.database, { now: now(), giveUpMs: config.webhookGiveUpMs, metrics }),
      )
    },
  })
  const all = (): void => {
    void sweep('unfinished files', () => store.vault.sweep())
    void sweep('unfinished faces', () => gallery.sweep())
    void purge()
  }
  return setInterval(all, everyMs).unref()
}

const SEARCH_EVERY_MS = 2000
const DAY_MS = 86_400_000
/** How long after its end a search for duplicates is kept. */
const KEPT_SEARCH_MS = 30 * DAY_MS

/** Works on searches for duplicates while there are any, one at a time. */
export function searchDuplicatesNowAndThen({ store, gallery, config, now, log }: Runtime): {
  readonly stop: () => Promise<void>
} {
  const walker = openWalker({
    database: store.database,
    gallery,
    faces: registeredFaces(store),
    now,
    share: config.duplicateSearchShare,
    keepMs: KEPT_SEARCH_MS,
  })
  let isRunning = false
  const sweep = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    await walker
      .round()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'a search for duplicates was interrupted; it goes on later'),
      )
    isRunning = false
  }
  const timer = setInterval(sweep, SEARCH_EVERY_MS).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await walker.stop()
    },
  }
}

/** Often, because somebody waits for the verdict that a server which died was about to give. */
const JUDGE_EVERY_MS = 2000

export function judgeNowAndThen({ judging, log }: Pick<JourneyParts, 'judging' | 'log'>): NodeJS.Timeout {
  let isRunning = false
  const sweep = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    await judging
      .sweep()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'verifications could not be looked through; trying again later'),
      )
    isRunning = false
  }
  return setInterval(sweep, JUDGE_EVERY_MS).unref()
}
