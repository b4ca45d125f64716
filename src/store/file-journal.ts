// The journal of files: it names every key that may hold bytes without a record, so that a sweep can remove them.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, type Files, type Queries, StoreUnavailable } from './port.ts'
import * as records from './records/files.ts'

export interface FileJournalOptions {
  readonly database: Database
  readonly files: Files
  readonly now: () => number
  /** A monotonic clock in milliseconds. */
  readonly elapsed?: () => number
  readonly writeDeadlineMs: number
}

const undoPatienceMs = 1_000
/** After an answer that took longer than this, it is not known what the storage did. */
const promptMs = 5_000

export function openFileJournal({
  database,
  files,
  now,
  elapsed = () => performance.now(),
  writeDeadlineMs,
}: FileJournalOptions) {
  /**
   * The journal row is written before the bytes and removed in the transaction that writes their record. A process that
   * dies in between leaves the row, and the sweep removes the bytes. The first row carries what was reserved for all.
   */
  async function write<T>(
    sealed: readonly { readonly storageKey: string; readonly bytes: Uint8Array }[],
    commit: (queries: Queries) => Promise<T>,
    reserve?: (queries: Queries) => Promise<records.Reservation>,
  ): Promise<T> {
    const deadlineAt = now() + writeDeadlineMs
    await database.transaction(async (queries) => {
      const reserved = await reserve?.(queries)
      for (const [i, { storageKey }] of sealed.entries())
        await records.journalWriting(queries, storageKey, deadlineAt, i === 0 ? reserved : undefined)
    })
    const begunAt = elapsed()
    try {
      // All writes are awaited even when one fails: bytes must not appear after they were undone below.
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
      // The undo is tried now, and the caller waits for it only briefly; if it fails, the sweep does it.
      const keys = sealed.map(({ storageKey }) => storageKey)
      const undone = undo(keys, wasPrompt(begunAt)).catch(() => undefined)
      await Promise.race([undone, sleep(undoPatienceMs, undefined, { ref: false })])
      throw error
    }
  }

  /**
   * Removes only bytes without a record: a commit whose answer was lost may have succeeded. A write that the sweep took
   * over has no journal row any more, but its bytes may have arrived after the sweep.
   */
  async function undo(storageKeys: readonly string[], isSettled: boolean): Promise<void> {
    for (const storageKey of storageKeys) {
      const unfinished = await database.transaction(async (queries) => {
        // The journal row comes first: a commit under way locks it, and has ended when this query returns.
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

  /** The writer may be alive and its bytes may arrive later: the row stays, so that a second sweep looks again. */
  async function takeOver(storageKey: string): Promise<void> {
    if (await records.journalTakeOver(database, storageKey, now() + writeDeadlineMs))
      await files.remove(storageKey)
  }

  /**
   * A storage that answers late may still carry out an earlier request: a write that timed out can arrive after its
   * removal. Then the row stays, and the bytes are removed once more later.
   */
  async function clear(storageKey: string, isAlone = false): Promise<void> {
    const begunAt = elapsed()
    const fault = await files.remove(storageKey).catch((error: unknown) => error)
    if (!isAlone && !wasPrompt(begunAt))
      await records.journalRemoving(database, storageKey, now() + writeDeadlineMs)
    else if (fault === undefined) await records.journalRemoved(database, storageKey)
    if (fault !== undefined) throw fault
  }

  /** After a failed removal the storage is not asked for this long: a caller that removes many files waits once. */
  const restMs = Math.max(promptMs, writeDeadlineMs / 2)
  let restsUntil = Number.NEGATIVE_INFINITY

  /** Removes bytes whose records are gone already; the sweep removes whatever fails here. */
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
