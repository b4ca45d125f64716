// The journal of files: bytes that may be lying somewhere without a record are known, and go, whatever happens in between.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, type Files, type Queries, StoreUnavailable } from './port.ts'
import * as records from './records/files.ts'

export interface FileJournalOptions {
  readonly database: Database
  readonly files: Files
  readonly now: () => number
  /** Milliseconds that have passed, whatever the clock was set to meanwhile. */
  readonly elapsed?: () => number
  readonly writeDeadlineMs: number
}

const undoPatienceMs = 1_000
/** Whoever takes longer is in trouble, and what became of it is not known when it says so. */
const promptMs = 5_000

export function openFileJournal({
  database,
  files,
  now,
  elapsed = () => performance.now(),
  writeDeadlineMs,
}: FileJournalOptions) {
  /**
   * The journal says "bytes may be lying here" before they are, and stops saying so in the very transaction
   * that makes their record; whoever dies in between leaves a journal row, and the sweep removes the bytes.
   */
  async function write<T>(
    sealed: readonly { readonly storageKey: string; readonly bytes: Uint8Array }[],
    commit: (queries: Queries) => Promise<T>,
  ): Promise<T> {
    const deadlineAt = now() + writeDeadlineMs
    await database.transaction(async (queries) => {
      for (const { storageKey } of sealed) await records.journalWriting(queries, storageKey, deadlineAt)
    })
    const begunAt = elapsed()
    try {
      // All of them, even when one fails: what is undone below must not appear afterwards.
      const puts = await Promise.allSettled(
        sealed.map(({ storageKey, bytes }) => files.put(storageKey, bytes)),
      )
      for (const put of puts) if (put.status === 'rejected') throw put.reason
      return await database.transaction(async (queries) => {
        for (const { storageKey } of sealed)
          if (!(await records.journalWritten(queries, storageKey)))
            throw new StoreUnavailable('the write took longer than its deadline and was undone')
        return commit(queries)
      })
    } catch (error) {
      // Best done now; if the store is out of reach, the sweep does it later, and the caller does not wait for it.
      const keys = sealed.map(({ storageKey }) => storageKey)
      const undone = undo(keys, wasPrompt(begunAt)).catch(() => undefined)
      await Promise.race([undone, sleep(undoPatienceMs, undefined, { ref: false })])
      throw error
    }
  }

  /**
   * Only what has no record: a commit whose answer was lost may have gone through. A write that the sweep took
   * over has no journal row any more, but its bytes may have arrived after the sweep was there.
   */
  async function undo(storageKeys: readonly string[], isSettled: boolean): Promise<void> {
    for (const storageKey of storageKeys) {
      const unfinished = await database.transaction(async (queries) => {
        // First the journal row: a commit still under way holds it, and is decided once we have it.
        const mine =
          (await records.journalWritten(queries, storageKey)) ||
          !(await records.isStored(queries, storageKey))
        if (mine)
          await records.journalRemoving(queries, storageKey, now() + (isSettled ? 0 : writeDeadlineMs))
        return mine
      })
      if (!unfinished) continue
      if (isSettled) await clear(storageKey)
      else await files.remove(storageKey)
    }
  }

  /** Its writer may still be alive, and its bytes arrive after we were here: the row stays for a second look. */
  async function takeOver(storageKey: string): Promise<void> {
    if (await records.journalTakeOver(database, storageKey, now() + writeDeadlineMs))
      await files.remove(storageKey)
  }

  /**
   * Files that answered late may still do what they were asked before: a write that was given up can arrive after its
   * removal. So the row stays, and it is removed once more when they have had time.
   */
  async function clear(storageKey: string, isAlone = false): Promise<void> {
    const begunAt = elapsed()
    const fault = await files.remove(storageKey).catch((error: unknown) => error)
    if (!isAlone && !wasPrompt(begunAt))
      await records.journalRemoving(database, storageKey, now() + writeDeadlineMs)
    else if (fault === undefined) await records.journalRemoved(database, storageKey)
    if (fault !== undefined) throw fault
  }

  /** Files that were found away are not asked again for a while: whoever removes many things waits for them once. */
  const restMs = Math.max(promptMs, writeDeadlineMs / 2)
  let restsUntil = Number.NEGATIVE_INFINITY

  /** Of what is removed by its records already; what is not cleared here the sweep clears. */
  async function clearSoon(storageKeys: readonly string[]): Promise<void> {
    if (elapsed() < restsUntil) return
    try {
      for (const storageKey of storageKeys) await clear(storageKey)
    } catch {
      restsUntil = elapsed() + restMs
    }
  }

  const wasPrompt = (begunAt: number): boolean => elapsed() - begunAt < promptMs

  /** Undoes writes past their deadline and finishes removals; returns how many. */
  async function sweep({ evenUnfinished = false } = {}): Promise<number> {
    let count = 0
    for (;;) {
      const due = await records.journalDue(database, evenUnfinished ? Number.MAX_SAFE_INTEGER : now(), 100)
      for (const { storageKey, state } of due) {
        if (state === 'writing') await takeOver(storageKey)
        if (state === 'removing' || evenUnfinished) await clear(storageKey, evenUnfinished)
      }
      count += due.length
      if (due.length < 100) return count
    }
  }

  return { write, clear, clearSoon, sweep }
}
