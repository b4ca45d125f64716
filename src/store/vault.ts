// Sealed files together with their records: both appear, or neither, whatever happens in between.
import { randomUUID } from 'node:crypto'
import type { Keyring } from './keyring.ts'
import {
  type Database,
  type Files,
  type Queries,
  ReferenceMissing,
  StoredDataDamaged,
  StoreUnavailable,
} from './port.ts'
import * as records from './records/files.ts'

export interface NewFile {
  readonly id: string
  readonly bytes: Uint8Array
}

/** A text that is kept inside a record; the label is what it is and its id, as in `seal.ts`. */
export interface Secret {
  readonly label: string
  readonly bytes: Uint8Array
}

export interface SealedSecret {
  readonly bytes: Uint8Array
  readonly keyVersion: number
}

export interface Vault {
  /**
   * `also` writes the records that belong with the files, in the transaction that makes the files exist; it gets the
   * secrets sealed.
   */
  keep<T>(
    organisationId: string,
    files: readonly NewFile[],
    also: (queries: Queries, sealed: readonly SealedSecret[]) => Promise<T>,
    secrets?: readonly Secret[],
  ): Promise<T>
  read(organisationId: string, id: string): Promise<Buffer | undefined>
  /** Opens a secret that `keep` handed out sealed. */
  open(organisationId: string, label: string, sealed: Uint8Array): Promise<Buffer>
  /** Returns how many of the ids there were. */
  remove(
    organisationId: string,
    ids: readonly string[],
    also?: (queries: Queries) => Promise<void>,
  ): Promise<number>
  /** Seals a file anew with the organisation's current key; nothing to do when it was removed or moved meanwhile. */
  reseal(file: records.FileRecord): Promise<void>
  /** Undoes writes past their deadline and finishes removals; returns how many. */
  sweep(options?: { readonly evenUnfinished?: boolean }): Promise<number>
}

export interface VaultOptions {
  readonly database: Database
  readonly files: Files
  readonly keyring: Keyring
  readonly now: () => number
  readonly writeDeadlineMs: number
}

export function openVault({ database, files, keyring, now, writeDeadlineMs }: VaultOptions): Vault {
  const placeOf = (organisationId: string, id: string) => ({ organisationId, label: `file:${id}` })

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
      // Best done now; if the store is out of reach, the sweep does it later.
      await undo(sealed.map(({ storageKey }) => storageKey)).catch(() => undefined)
      throw error
    }
  }

  /**
   * Only what has no record: a commit whose answer was lost may have gone through. A write that the sweep took
   * over has no journal row any more, but its bytes may have arrived after the sweep was there.
   */
  async function undo(storageKeys: readonly string[]): Promise<void> {
    for (const storageKey of storageKeys) {
      const unfinished = await database.transaction(async (queries) => {
        // First the journal row: a commit still under way holds it, and is decided once we have it.
        const mine =
          (await records.journalWritten(queries, storageKey)) ||
          !(await records.isStored(queries, storageKey))
        if (mine) await records.journalRemoving(queries, storageKey, now())
        return mine
      })
      if (unfinished) await clear(storageKey)
    }
  }

  /** Its writer may still be alive, and its bytes arrive after we were here: the row stays for a second look. */
  async function takeOver(storageKey: string): Promise<void> {
    if (await records.journalTakeOver(database, storageKey, now() + writeDeadlineMs))
      await files.remove(storageKey)
  }

  async function clear(storageKey: string): Promise<void> {
    await files.remove(storageKey)
    await records.journalRemoved(database, storageKey)
  }

  async function sealed(organisationId: string, { id, bytes }: NewFile) {
    const { sealed, keyVersion } = await keyring.seal(placeOf(organisationId, id), bytes)
    const storageKey = newStorageKey(organisationId)
    const record = {
      organisationId,
      id,
      storageKey,
      keyVersion,
      plainBytes: bytes.byteLength,
      createdAt: now(),
    }
    return { storageKey, bytes: sealed, record }
  }

  async function keepOnce<T>(
    organisationId: string,
    newFiles: readonly NewFile[],
    also: (queries: Queries, sealed: readonly SealedSecret[]) => Promise<T>,
    secrets: readonly Secret[],
  ): Promise<T> {
    const all = await Promise.all(newFiles.map((file) => sealed(organisationId, file)))
    const sealedSecrets: SealedSecret[] = []
    for (const { label, bytes } of secrets) {
      const secret = await keyring.seal({ organisationId, label }, bytes)
      sealedSecrets.push({ bytes: secret.sealed, keyVersion: secret.keyVersion })
    }
    return write(all, async (queries) => {
      for (const { record } of all) await records.addFile(queries, record)
      return also(queries, sealedSecrets)
    })
  }

  const newStorageKey = (organisationId: string): string => `${organisationId}/${randomUUID()}`

  return {
    async keep(organisationId, newFiles, also, secrets = []) {
      try {
        return await keepOnce(organisationId, newFiles, also, secrets)
      } catch (error) {
        if (!(error instanceof ReferenceMissing)) throw error
        // The key we remembered was rotated away and destroyed; once more with the one in force.
        keyring.forget(organisationId)
        return keepOnce(organisationId, newFiles, also, secrets)
      }
    },

    open: (organisationId, label, sealed) => keyring.unseal({ organisationId, label }, sealed),

    async read(organisationId, id) {
      let record = await records.findFile(database, organisationId, id)
      while (record) {
        const sealed = await files.get(record.storageKey)
        if (sealed) return keyring.unseal(placeOf(organisationId, id), sealed)
        // Sealed anew or removed while we looked: look once more, and only then call it missing.
        const again = await records.findFile(database, organisationId, id)
        if (again?.storageKey === record.storageKey)
          throw new StoredDataDamaged(`file:${id} is missing from the files`)
        record = again
      }
      return undefined
    },

    async remove(organisationId, ids, also) {
      const taken = await database.transaction(async (queries) => {
        const found: records.FileRecord[] = []
        for (const id of ids) {
          const record = await records.takeFile(queries, organisationId, id)
          if (!record) continue
          await records.journalRemoving(queries, record.storageKey, now())
          found.push(record)
        }
        await also?.(queries)
        return found
      })
      // The removal is settled; bytes that cannot be removed now are removed by the sweep.
      for (const { storageKey } of taken) await clear(storageKey).catch(() => undefined)
      return taken.length
    },

    async reseal(file) {
      const place = placeOf(file.organisationId, file.id)
      const sealed = await files.get(file.storageKey)
      if (!sealed) {
        const again = await records.findFile(database, file.organisationId, file.id)
        if (again?.storageKey !== file.storageKey) return
        throw new StoredDataDamaged(`file:${file.id} is missing from the files`)
      }
      const fresh = await keyring.seal(place, await keyring.unseal(place, sealed))
      const moved = { ...file, storageKey: newStorageKey(file.organisationId), keyVersion: fresh.keyVersion }
      const written = [{ storageKey: moved.storageKey, bytes: fresh.sealed }]
      const unwanted = await write(written, async (queries) => {
        // Removed or moved by somebody else meanwhile: then it is what was just written that has to go.
        const mine = await records.moveFile(queries, file, moved)
        const leftover = mine ? file.storageKey : moved.storageKey
        await records.journalRemoving(queries, leftover, now())
        return leftover
      })
      await clear(unwanted).catch(() => undefined)
    },

    async sweep({ evenUnfinished = false } = {}) {
      let count = 0
      for (;;) {
        const due = await records.journalDue(database, evenUnfinished ? Number.MAX_SAFE_INTEGER : now(), 100)
        for (const { storageKey, state } of due) {
          if (state === 'writing') await takeOver(storageKey)
          if (state === 'removing' || evenUnfinished) await clear(storageKey)
        }
        count += due.length
        if (due.length < 100) return count
      }
    },
  }
}
