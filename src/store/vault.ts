// Keeps sealed files together with their records: both exist or neither does, even after a crash.
import { randomUUID } from 'node:crypto'
import { type FileJournalOptions, openFileJournal } from './file-journal.ts'
import type { Keyring } from './keyring.ts'
import { type Queries, ReferenceMissing, StorageFull, StoredDataDamaged } from './port.ts'
import * as records from './records/files.ts'
import { lockStorage, RECORD_BYTES, storageOf } from './records/storage.ts'
import { type ShotMarks, shotMarks } from './shot-marks.ts'

interface NewFile {
  readonly id: string
  readonly bytes: Uint8Array
}

/** Bytes that are kept sealed inside a record; the label says what they are and their id, as in `seal.ts`. */
export interface Secret {
  readonly label: string
  readonly bytes: Uint8Array
}

interface SealedSecret {
  readonly bytes: Uint8Array
  readonly keyVersion: number
}

/** Sealed secrets, by the names that the caller gave them. */
export type Seals<Name extends string> = Readonly<Record<Name, SealedSecret>>

export interface Vault {
  /**
   * `also` writes the records that belong with the files, in the transaction that makes the files exist; it gets each
   * secret sealed, under its name.
   */
  keep<T, Name extends string = never>(
    organisationId: string,
    files: readonly NewFile[],
    also: (queries: Queries, seals: Seals<Name>) => Promise<T>,
    secrets?: Readonly<Record<Name, Secret>>,
  ): Promise<T>
  /**
   * Throws `StorageFull` where the organisation has no room for so many bytes and their record. It reserves nothing and believes for
   * a moment that there is room, so that it costs small requests nothing; `keep` looks again, under a lock.
   */
  checkRoom(organisationId: string, bytes: number): Promise<void>
  read(organisationId: string, id: string): Promise<Buffer | undefined>
  /** Opens a secret that `keep` sealed. */
  open(organisationId: string, label: string, sealed: Uint8Array): Promise<Buffer>
  /** Writes what the database may know of the likeness of pictures. */
  marks(): Promise<ShotMarks>
  /** Returns how many of the files existed. */
  remove(
    organisationId: string,
    ids: readonly string[],
    also?: (queries: Queries) => Promise<void>,
  ): Promise<number>
  /** Seals a file again with the organisation's current key; does nothing when it was removed or moved meanwhile. */
  reseal(file: records.FileRecord): Promise<void>
  /** Undoes writes past their deadline and finishes removals; returns how many. */
  sweep(options?: { readonly evenUnfinished?: boolean }): Promise<number>
}

interface VaultOptions extends FileJournalOptions {
  readonly keyring: Keyring
  /** What an organisation may store that has no limit of its own; infinite for none. */
  readonly storageLimitBytes: number
}

/** For so long the vault believes that there is room. */
const ROOM_MS = 2000

export function openVault({ keyring, storageLimitBytes, ...options }: VaultOptions): Vault {
  const { database, files, now, elapsed = () => performance.now() } = options
  const placeOf = (organisationId: string, id: string) => ({ organisationId, label: `file:${id}` })
  const journal = openFileJournal(options)

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

  async function sealAll<Name extends string>(
    organisationId: string,
    secrets: Readonly<Record<Name, Secret>>,
  ): Promise<Seals<Name>> {
    const seals = {} as Record<Name, SealedSecret>
    for (const name in secrets) {
      const { label, bytes } = secrets[name]
      const { sealed, keyVersion } = await keyring.seal({ organisationId, label }, bytes)
      seals[name] = { bytes: sealed, keyVersion }
    }
    return seals
  }

  async function keepOnce<T, Name extends string>(
    organisationId: string,
    newFiles: readonly NewFile[],
    also: (queries: Queries, seals: Seals<Name>) => Promise<T>,
    secrets: Readonly<Record<Name, Secret>>,
  ): Promise<T> {
    const all = await Promise.all(newFiles.map((file) => sealed(organisationId, file)))
    const seals = await sealAll(organisationId, secrets)
    const kept = [...newFiles, ...Object.values<SealedSecret>(seals)]
    const bytes = kept.reduce((sum, one) => sum + one.bytes.byteLength + RECORD_BYTES, 0)
    const commit = async (queries: Queries) => {
      for (const { record } of all) await records.addFile(queries, record)
      return also(queries, seals)
    }
    return journal.write(all, commit, async (queries) => {
      await lockStorage(queries, organisationId)
      await checkRoom(queries, organisationId, bytes)
      return { organisationId, bytes }
    })
  }

  /** Returns how much is left. */
  async function checkRoom(queries: Queries, organisationId: string, wantedBytes: number): Promise<number> {
    const storage = await storageOf(queries, organisationId)
    const limitBytes = storage?.ownLimitBytes ?? storageLimitBytes
    const usedBytes = storage?.usedBytes ?? 0
    if (usedBytes + wantedBytes > limitBytes) throw new StorageFull({ limitBytes, usedBytes, wantedBytes })
    return limitBytes - usedBytes
  }

  const rooms = new Map<string, { leftBytes: number; readonly until: number }>()

  async function checkRoomSoon(organisationId: string, sentBytes: number): Promise<void> {
    const wantedBytes = sentBytes + RECORD_BYTES
    const known = rooms.get(organisationId)
    if (known && elapsed() < known.until && wantedBytes <= known.leftBytes) {
      known.leftBytes -= wantedBytes
      return
    }
    rooms.delete(organisationId)
    const leftBytes = (await checkRoom(database, organisationId, wantedBytes)) - wantedBytes
    rooms.set(organisationId, { leftBytes, until: elapsed() + ROOM_MS })
  }

  async function keep<T, Name extends string = never>(
    organisationId: string,
    newFiles: readonly NewFile[],
    also: (queries: Queries, seals: Seals<Name>) => Promise<T>,
    secrets = {} as Readonly<Record<Name, Secret>>,
  ): Promise<T> {
    try {
      return await keepOnce(organisationId, newFiles, also, secrets)
    } catch (error) {
      if (!(error instanceof ReferenceMissing)) throw error
      // The key in the cache was rotated away and destroyed: the second try seals with the current one.
      keyring.forget(organisationId)
      return keepOnce(organisationId, newFiles, also, secrets)
    }
  }

  let made: ShotMarks | undefined

  const newStorageKey = (organisationId: string): string => `${organisationId}/${randomUUID()}`

  return {
    keep,

    checkRoom: checkRoomSoon,

    open: (organisationId, label, sealed) => keyring.unseal({ organisationId, label }, sealed),

    async marks() {
      made ??= shotMarks(await keyring.secretNamed('shots'))
      return made
    },

    async read(organisationId, id) {
      let record = await records.findFile(database, organisationId, id)
      while (record) {
        const sealed = await files.get(record.storageKey)
        if (sealed) return keyring.unseal(placeOf(organisationId, id), sealed)
        // The file may have been sealed again or removed since: it is missing only when the record is the same.
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
      // The removal is committed; bytes that cannot be removed now are left to the sweep.
      await journal.clearSoon(taken.map(({ storageKey }) => storageKey))
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
      const unwanted = await journal.write(written, async (queries) => {
        // When somebody else removed or moved the file meanwhile, the copy just written is the one to remove.
        const mine = await records.moveFile(queries, file, moved)
        const leftover = mine ? file.storageKey : moved.storageKey
        await records.journalRemoving(queries, leftover, now())
        return leftover
      })
      await journal.clear(unwanted).catch(() => undefined)
    },

    sweep: journal.sweep,
  }
}
